// Brunete at one screen: a whole turn of both sides with aviation, a march, an attack with secret support; the next turn's resources.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Person, openTable } from './lib.mjs';

const { server, browser } = await openTable();

/** Chooses by the action's own line. @param {Person} me @param {string} line */
const take = (me, line) =>
  me.acts(() =>
    me.page.locator(`.choices li[data-row="${line}"], .prompt [data-line="${line}"]`).first().click(),
  );

/** Ends what can be ended, does the first thing that must be done, until this is asked. @param {Person} me @param {RegExp} question */
async function untilAsked(me, question) {
  const { page } = me;
  for (let i = 0; i < 40; i++) {
    await me.handsOver();
    if (question.test(await me.ask())) return;
    if (await page.locator('.prompt [data-end]').count()) await me.endPhase();
    else await me.acts(() => page.locator('.prompt .btn:not([data-back]), .choices li').first().click());
  }
  assert.fail(`${question} was not asked, but ${await me.ask()}`);
}

/** What a tab of the panel says. @param {Person} me @param {string} tab */
async function reads(me, tab) {
  await me.page.locator(`[data-tab=${tab}]`).click();
  const text = await me.page.locator('.scroll').innerText();
  await me.page.locator('[data-tab=decide]').click();
  return text.replace(/\s+/g, ' ');
}

/** Drags a piece from hex to hex. @param {Person} me @param {string} from @param {string} to */
async function dragHex(me, from, to) {
  const [a, b] = [await me.placeOnScreen(from), await me.placeOnScreen(to)];
  assert.ok(a && b, `${from} and ${to} are on the map`);
  await me.drags(a, b);
  await me.page.waitForFunction((key) => document.querySelector(`.stack[data-key^="${key}|"]`), to);
}

/** Waits until so many lie there: a drag is two actions. @param {Person} me @param {string} hex @param {string} side @param {number} n */
const counts = (me, hex, side, n) =>
  me.page.waitForFunction(
    ([key, n]) =>
      document.querySelector(`.stack[data-key="${key}"]`)?.getAttribute('aria-label')?.split(';').length ===
      n,
    /** @type {const} */ ([`${hex}|${side}`, n]),
  );

/** @param {Person} me @param {string} hex @param {string} side */
const count = async (me, hex, side) => {
  const label = await me.page.locator(`.stack[data-key="${hex}|${side}"]`).getAttribute('aria-label');
  return (label ?? '').split(';').length;
};

test('a whole turn of both sides, and what the next one begins with', async () => {
  const me = await Person.at(browser, server.url);
  const { page } = me;
  await me.sharesScreen({ game: 'brunete', scenario: 'campaign', seed: 7 });
  await me.takesScreen('republican');

  // the tanks of XVIII Corps are placed, the first by dragging it from the question
  assert.match(await me.ask(), /Place T-26 XVIII CE, 1st coy in a hex of XVIII Corps/);
  assert.ok((await page.locator('.lit.possible[data-place]').count()) >= 4, 'the hexes are lit');
  const before = await count(me, '1602', 'republican');
  const tank = await page.locator('.prompt .picture').boundingBox();
  const goal = await me.placeOnScreen('1602');
  assert.ok(tank && goal);
  await me.acts(() => me.drags({ x: tank.x + 20, y: tank.y + 20 }, goal));
  assert.equal(await count(me, '1602', 'republican'), before + 1);
  await me.chooseFor('tkXVIII-2');
  await me.chooseFor('tkXVIII-3');

  // the infiltration, whatever the dice make of it
  await untilAsked(me, /Bombard a unit, interdict hexes/);
  assert.equal(await page.locator('.when .turn b').innerText(), '1');
  assert.equal(await page.locator('.turn-track li.now b').innerText(), '1');
  for (const side of ['republican', 'nationalist'])
    assert.equal(await me.figure(side, 'Command points'), '3', side);
  assert.match(await me.figure('republican', 'Artillery'), /^\d+ available, 0 used$/);
  assert.equal(await me.figure('republican', 'Yellow points earned'), '0');
  assert.match(await me.figure('republican', 'Purple points held now'), /^\d+$/);
  await me.picture('brunete-aviation');

  // aviation: a bombardment and an interdiction
  const planes = Number.parseInt(await me.figure('republican', 'Aviation'), 10);
  await take(me, 'bombard 71-1');
  assert.match(await me.figure('republican', 'Aviation'), new RegExp(`^${planes - 1} available`));
  assert.match(await reads(me, 'log'), /Bombardment of .* rolls \d for the bombardment/);
  await take(me, 'interdict 1608');
  assert.equal(await page.locator('.place-marker.republican').count(), 1, 'the interdiction lies on the map');
  await page.locator('[data-layer=interdiction]').click();
  await page.waitForSelector('.layer-interdiction .shade');
  await me.picture('brunete-interdiction');
  await page.locator('[data-layer=interdiction]').click();
  await untilAsked(me, /Choose a unit to move/);

  // two brigades march, dragged one after the other out of their stack
  assert.match(await page.locator('.phases .now').innerText(), /Movement/);
  await me.acts(() => dragHex(me, '1802', '1805'));
  await me.acts(() => dragHex(me, '1802', '1805'));
  await counts(me, '1805', 'republican', 2);
  await me.picture('brunete-march');
  await me.endPhase();

  // the attack on Los Llanos
  assert.match(await me.ask(), /Choose a hex to attack/);
  await take(me, 'attack 1806');
  await take(me, 'with 3a');
  await page.waitForSelector('.odds');
  const [one] = await page.locator('.crt thead .lit').allInnerTexts();
  await take(me, 'with 3b');
  await page.waitForFunction(
    (old) =>
      document.querySelector('.crt thead .lit')?.textContent !== old && document.querySelector('.bar b'),
    one,
  );
  const sum = (await page.locator('.bar b').allInnerTexts()).reduce((t, c) => t + parseFloat(c), 0);
  assert.ok(Math.abs(sum - 100) < 4, `the bars add up to ${sum}`);
  assert.equal(await page.locator('.tray .piece.on').count(), 2);
  assert.equal(await page.locator('.arrow').count(), 1);
  await me.picture('brunete-odds');
  await me.press(/Declare/);

  // support, in secret and one after the other
  assert.match(await me.ask(), /Choose support in secret .* 3 markers at most/);
  assert.match(await page.locator('.tray .hand').innerText(), /In secret/);
  assert.ok((await page.getByRole('listbox', { name: 'In secret' }).locator('li').count()) > 6);
  await me.picture('brunete-support');
  await take(me, 'support 2 artillery');
  await me.takesScreen('nationalist');
  assert.match(await me.ask(), /Choose support in secret/);
  const seen = await page.evaluate(() => document.body.innerText);
  assert.doesNotMatch(seen, /Republican support:/, 'nothing is shown before both have chosen');
  assert.match(await me.figure('republican', 'Artillery'), /, 0 used$/, 'not even by the markers spent');
  await take(me, 'support none');
  await me.handsOver();
  const told = await reads(me, 'log');
  assert.match(told, /Republican support: 2 artillery/);
  assert.match(told, /Vértice Los Llanos\): \d+ to \d+, column/, 'the throw and its column are in the log');
  await me.picture('brunete-result');
  await untilAsked(me, /Put reinforcements beside the map/);
  assert.match(await page.locator('.turn-of').innerText(), /Nationalist/);

  // casualties lie in their boxes
  const lost = /loses a step|is eliminated/.test(await reads(me, 'log'));
  const dead = /eliminated for good/.test(await reads(me, 'log'));
  assert.equal(/Final casualties/.test(await reads(me, 'forces')), dead, 'the box of final casualties');
  const factors = ['republican', 'nationalist'].map((side) => me.figure(side, 'Combat factors lost'));
  assert.equal(
    (await Promise.all(factors)).some((n) => n !== '0'),
    lost,
  );

  // the Nationalist brings a unit on, moves, and the turn ends
  await take(me, 'reinforce 13-2');
  assert.match(await me.ask(), /Choose the hex where .+ will enter/);
  await me.acts(() => page.locator('.choices li').first().click());
  await untilAsked(me, /Choose a unit to move/);
  await take(me, 'unit 13-2');
  await me.acts(() => page.locator('.choices li').first().click());
  await me.picture('brunete-nationalist');
  await untilAsked(me, /Recover all used aviation/);
  const command = Number(await me.figure('republican', 'Command points'));
  await take(me, 'maintain command');
  await me.handsOver();

  // turn 2: a resource is chosen in secret
  await untilAsked(me, /Choose a resource in secret/);
  assert.equal(await page.locator('.turn-track li.now b').innerText(), '2');
  assert.match(await reads(me, 'log'), new RegExp(`The Republican has ${command - 1} command point`));
  assert.match(await page.locator('.turn-of').innerText(), /Republican/);
  assert.equal(await page.locator('.hand-list li.playable').count(), 6, 'six resources in the hand');
  const points = Number(await me.figure('republican', 'Command points'));
  await me.picture('brunete-resources');
  const tracks = await reads(me, 'tables');
  assert.match(tracks, /Initiative Republican Nationalist Offensive from Madrid/);
  assert.match(tracks, /Offensive from Madrid.*Madrid Carabanchel San José asylum/);
  assert.match(tracks, /Nationalist markers due.*artillery/);
  await page.locator('[data-tab=tables]').click();
  assert.equal(await page.locator('.ladder li.now').count(), 2, 'who has the initiative, where the corps is');
  await me.picture('brunete-tracks');
  await page.locator('[data-tab=decide]').click();
  await take(me, 'resource +1cp');
  await me.handsOver();
  await untilAsked(me, /Bombard a unit/);
  assert.equal(Number(await me.figure('republican', 'Command points')), points + 1);
  assert.equal(await me.figure('republican', 'Resources left'), '5');
  me.quiet();
  await me.leave();
});
