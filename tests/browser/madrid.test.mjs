// Storm Over Madrid at one screen: set-up, chits, impulses of both sides with an assault, a bombardment and a march, passing,
// the next turn.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Person, openTable } from './lib.mjs';

const { server, browser } = await openTable();

/** Where the Republican set-up puts those the test counts on; the others go where the list says first. */
const PLACES = /** @type {Record<string, string>} */ ({
  Modesto: 'N Griñón',
  'Art. I (artillery)': 'F Navalcarnero',
});

/** @param {Person} me @param {string} area @param {string} side */
const inArea = async (me, area, side) =>
  (await me.page.locator(`.stack[data-key="${area}|${side}"] .each .counter`).count()) || 0;

/** Lines of the log, the newest last. @param {Person} me */
async function log(me) {
  await me.page.locator('[data-tab=log]').click();
  const lines = await me.page.locator('.log li').allInnerTexts();
  await me.page.locator('[data-tab=decide]').click();
  return lines.map((line) => line.replace(/\s+/g, ' '));
}

/** Sets up the Republican units: one is dragged, one is clicked onto the map, the others go by the list. @param {Person} me */
async function setUp(me) {
  const { page } = me;
  assert.match(await me.ask(), /set up your units \(22 left\)/);
  assert.equal(await page.locator('.choices li').count(), 22);

  const row = page.locator('.choices li', { hasText: 'Acero' });
  await row.click();
  await page.waitForSelector('.lit.possible[data-place=M]');
  assert.equal(await page.locator('.lit.possible').count(), 3, 'where it may be placed is lit');
  await me.picture('madrid-set-up');
  const box = await row.last().boundingBox();
  assert.ok(box);
  await me.acts(async () => me.drags({ x: box.x + 20, y: box.y + 20 }, await me.areaOnScreen('M')));
  assert.equal(await inArea(me, 'M', 'republican'), 1, 'dragged from the list onto the map');

  await page.locator('.choices li', { hasText: 'España Libre' }).click();
  await page.waitForSelector('.lit.possible[data-place=L]');
  await me.acts(async () => {
    const { x, y } = await me.areaOnScreen('M');
    await page.mouse.click(x, y);
  });
  assert.equal(await inArea(me, 'M', 'republican'), 2, 'clicked onto the map');

  for (let left = 20; left > 0; left--) {
    assert.match(await me.ask(), new RegExp(`\\(${left} left\\)`));
    const unit = page.locator('.choices').last().locator('li').first();
    const name = (await unit.locator('.what > span').innerText()).replace(/ \(.*column\)$/, '');
    if (left > 1) await unit.click(); // the last one is in hand
    const goal = Object.entries(PLACES).find(([who]) => name.startsWith(who))?.[1] ?? '';
    const places = page.locator('.choices').first().locator('li', { hasText: goal });
    await me.acts(() => places.first().click());
  }
}

/** Buys chits and looks at them. @param {Person} me @param {'republican' | 'nationalist'} side @param {number} points */
async function buyChits(me, side, points) {
  const { page } = me;
  assert.match(await me.ask(), new RegExp(`buy event chits \\(${points} support points\\)`));
  assert.equal(await me.figure(side, 'Support points'), String(points));
  assert.equal(
    await page.locator('.hand-list li').count(),
    0,
    'the hand is empty, whatever the other side holds',
  );
  for (let n = 1; n <= 3; n++) {
    await me.press(/Buy an event chit/);
    assert.equal(await me.figure(side, 'Support points'), String(points - n));
    assert.equal(await me.figure(side, 'Chits in hand'), `${n} / 5`);
  }
  const hand = await page.locator('.hand-list b').allInnerTexts();
  const count = hand.reduce((sum, title) => sum + Number(/^(\d+) ×/.exec(title)?.[1] ?? 1), 0);
  assert.equal(count, 3, `three chits in the hand: ${hand}`);
  const lines = await log(me);
  assert.equal(lines.filter((l) => /Drawn: /.test(l)).length, 3, 'one’s own draws are in the log, no others');
  return hand;
}

/** Answers what is asked: no chit is played, of other things the first is taken. @param {Person} me */
async function answer(me) {
  const { page } = me;
  const no = page.locator('.prompt [data-line=decline], .prompt [data-end]');
  const any = page.locator('.prompt .btn:not([data-back]), .choices li');
  const what = (await no.count()) ? no : any;
  await me.acts(async () => {
    const unit = await what.first().getAttribute('data-row');
    await what.first().click();
    if (unit && !unit.includes(' ')) {
      await page.waitForSelector('.choices li.selected'); // one of several units: now its places are offered
      await any.first().click();
    }
    const sure = page.locator('.prompt.warn [data-main]');
    if (await sure.count()) await sure.click();
  });
  await me.handsOver();
}

/** Answers until something is shown. @param {Person} me @param {() => Promise<boolean>} shown @param {string} what */
async function until(me, shown, what) {
  for (let i = 0; i < 60; i++) {
    await me.handsOver();
    if (await shown()) return;
    await answer(me);
  }
  assert.fail(`${what} did not come; asked is ${await me.ask()}`);
}

/** Answers until this is asked. @param {Person} me @param {RegExp} question */
const untilAsked = (me, question) => until(me, async () => question.test(await me.ask()), String(question));

test('both sides at one screen, from the set-up to the second turn', async () => {
  const me = await Person.at(browser, server.url);
  const { page } = me;
  await me.sharesScreen({ game: 'madrid', scenario: 'drive', seed: 7 });
  await me.takesScreen('republican');
  await setUp(me);

  await me.takesScreen('nationalist');
  assert.equal(await page.locator('.when .turn b').innerText(), '1');
  const theirs = await buyChits(me, 'nationalist', 12);
  await me.press(/Buy no more/);
  await me.takesScreen('republican');
  assert.equal(
    await me.figure('nationalist', 'Chits in hand'),
    '3 / 5',
    'the other side’s chits are a number',
  );
  const ours = await buyChits(me, 'republican', 6);
  assert.notDeepEqual(ours, theirs);
  await me.press(/Buy no more/);
  await me.takesScreen('nationalist');
  assert.deepEqual(await page.locator('.hand-list b').allInnerTexts(), theirs);

  // tracks and control
  await page.locator('[data-tab=tables]').click();
  const tracks = (await page.locator('.scroll').innerText()).replace(/\s+/g, ' ');
  assert.match(tracks, /Republican morale.*Supply roads 0 \/ 4.*Madrid Defence Council Not in play/);
  assert.match(tracks, /Manzanares and Jarama Barred to the Nationalists/);
  assert.equal(await page.locator('.ladder li.now').count(), 1, 'morale stands somewhere');
  const roads = page.locator('.ladder').nth(1).locator('li');
  assert.deepEqual(
    (await roads.allInnerTexts()).map((r) => r.replace(/.*: /, '')),
    ['open', 'open', 'open', 'open'],
  );
  await me.picture('madrid-tracks');
  await page.locator('[data-tab=decide]').click();
  await page.locator('[data-layer=routes]').click();
  await page.waitForSelector('.layer-routes .shade.republican');
  assert.equal(await page.locator('.layer-routes .shade.cut').count(), 0, 'no road is cut');
  await page.keyboard.press('0');
  await me.picture('madrid-roads');
  await page.locator('[data-layer=routes]').click();
  assert.equal(await page.locator('.control-edge.nationalist').count(), 1, 'Valmojado is all they hold');

  // the keyboard walks through the areas that can be activated; a menu asks what to do there, Esc goes back to the map
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
  const stop = page.locator('.stop:focus');
  const walked = [];
  for (let area = ''; area !== 'D' && walked.length < 9; walked.push(area)) {
    await page.keyboard.press('Tab');
    area = (await stop.getAttribute('data-stop')) ?? '';
  }
  assert.deepEqual([...walked].sort(), ['4', '6', 'D'], 'from box to box to Valmojado');
  assert.match((await stop.getAttribute('aria-label')) ?? '', /Move from/);
  await page.keyboard.press('Enter');
  await page.waitForSelector('.popover .btn:focus');
  await page.keyboard.press('Escape');
  await page.waitForSelector('.popover', { state: 'hidden' });
  assert.equal(await stop.getAttribute('data-stop'), 'D');

  // an assault from Valmojado on Griñón, where a shock unit stands, prepared for a support point
  assert.match(await me.ask(), /Nationalist impulse/);
  const support = Number(await me.figure('nationalist', 'Support points'));
  await me.choose('Assault from D Valmojado');
  assert.match(await me.ask(), /Which shock units of D .* assault/);
  for (const unit of ['I-Tetuan', 'II-Tetuan', 'VI-Bandera']) {
    await me.acts(() => page.locator(`.choices li[data-row="with ${unit}"]`).click());
  }
  assert.match(await me.ask(), /\(3 chosen\)/);
  assert.equal(await page.locator('.tray .piece.on').count(), 3, 'who takes part stands in the tray');
  await me.press(/Make it a prepared attack/);
  await me.picture('madrid-assault');
  await me.choose('Against N Griñón');
  assert.equal(
    Number(await me.figure('nationalist', 'Support points')),
    support - 1,
    'the prepared attack is paid',
  );
  const asked = await me.ask();
  assert.match(asked, /point unit/);
  await me.acts(() => page.locator('.choices li').first().click());
  await until(me, async () => (await page.locator('.bar b').count()) > 0, 'the odds');
  const chances = await page.locator('.bar b').allInnerTexts();
  const sum = chances.reduce((t, c) => t + parseFloat(c), 0);
  assert.ok(Math.abs(sum - 100) < 4, `the bars add up: ${chances}`);
  assert.equal(await page.locator('.lit.target[data-place=N]').count(), 1, 'the target is marked on the map');
  assert.equal(await page.locator('.arrow').count(), 1, 'an arrow goes to it');
  await me.picture('madrid-odds');
  await untilAsked(me, /Republican impulse|Nationalist impulse/);
  const fight = await log(me);
  assert.ok(fight.some((l) => /Nationalist assault from D/.test(l)));
  assert.ok(
    fight.some((l) => /Combat in N Griñón .*: dice/.test(l)),
    'the dice are in the log',
  );

  // the Republican guns answer
  await untilAsked(me, /Republican impulse/);
  await me.choose('Bombard from F');
  assert.match(
    await page.locator('.given').innerText(),
    /Art\. I takes part/,
    'the only one who can is taken, and that is said',
  );
  await me.picture('madrid-bombardment');
  await me.acts(() => page.locator('.choices li', { hasText: 'Against' }).first().click());
  await untilAsked(me, /Nationalist impulse/);
  assert.ok((await log(me)).some((l) => /Bombardment of .*: dice/.test(l)));

  // a column marches in from Talavera: ten counters that can be read
  const off = await inArea(me, '5', 'nationalist');
  await me.choose('Move from box 5');
  for (let n = 0; n < 4; n++) await me.acts(() => page.locator('.choices li').first().click());
  await me.press(/Go with 4 units/);
  assert.match(await me.ask(), /where next\? \(movement points left: \d\)/);
  await me.picture('madrid-march');
  await me.acts(() => page.locator('.choices li').first().click());
  await untilAsked(me, /impulse/);
  assert.equal(await inArea(me, '5', 'nationalist'), off - 4);

  // both pass until the turn is over
  for (let i = 0; i < 30 && (await page.locator('.when .turn b').innerText()) === '1'; i++) {
    await me.handsOver();
    const pass = page.locator('.prompt [data-end]');
    if (await pass.count()) await me.endPhase();
    else await me.acts(() => page.locator('.prompt .btn:not([data-back]), .choices li').first().click());
    await me.handsOver();
  }
  assert.equal(await page.locator('.when .turn b').innerText(), '2');
  assert.equal(await page.locator('.turn-track li.now b').innerText(), '2');
  assert.ok((await log(me)).some((l) => /The activation phase is over/.test(l)));
  await me.picture('madrid-turn-2');
  me.quiet();
  await me.leave();
});
