// A turn of Santander, two players at one screen: set-up, fog of war, air and HQs, a battle, the next turn.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Person, openTable } from './lib.mjs';

const { server, browser } = await openTable();
const me = await Person.at(browser, server.url);

/** @param {string} side */
const decides = async (side) =>
  assert.match((await me.page.locator('.turn-of').innerText()).toLowerCase(), new RegExp(side));

/** Answers what comes, with dice of one value, until the page asks something else. @param {RegExp} until @param {number} die */
async function until(until, die) {
  const { page } = me;
  for (let i = 0; i < 60; i++) {
    const ask = await me.ask();
    if (until.test(ask)) return;
    if (/What did you throw/.test(ask)) await me.throws(die);
    else if (await page.locator('.prompt [data-end]').count()) await me.endPhase();
    else await me.answer();
  }
  assert.fail(`never asked ${until}: ${await me.ask()}`);
}

/** Every piece in the document, by side: names as drawn, in words, on buttons. @param {string} side @returns {Promise<{ place: string, units: string[], counters: number, counted: boolean }[]>} */
const stacks = (side) =>
  me.page.evaluate(
    (of) =>
      [...document.querySelectorAll(`.stack.${of}`)].map((el) => ({
        place: el.getAttribute('data-key')?.split('|')[0] ?? '',
        units: (el.getAttribute('aria-label') ?? '')
          .replace(/^[^:]*: /, '')
          .split('; ')
          .map((t) => t.split(',')[0]),
        counters: el.querySelectorAll('.counter').length,
        counted: el.querySelector('.count') !== null,
      })),
    side,
  );

/** What the Republican player has below the tops of his stacks. @type {string[]} */
let hidden = [];

test('free set-up by list, by number and on the map; taken back; set up as in history', async () => {
  const { page } = me;
  await me.go('/');
  await page.locator('.card[data-game=santander]').click();
  await page.getByRole('radio', { name: 'Someone here' }).click();
  await page.getByRole('radio', { name: 'We roll our own' }).click();
  await page.locator('[data-go]').click();
  await page.waitForSelector('.cover.republican');
  await page.locator('.cover .btn').click();
  await page.waitForSelector('.stack, .prompt');
  await decides('republican');

  const top = await page.evaluate(() => {
    const hex =
      document.querySelector('.hexgrid')?.getAttribute('d')?.split('Z')[0].slice(1).split('L') ?? [];
    const ys = hex.map((p) => Number(p.split(' ')[1]));
    return ys.filter((y) => Math.abs(y - Math.min(...ys)) < 1).length;
  });
  assert.equal(top, 1, 'hexes stand on a corner');

  assert.match(await me.ask(), /Place CLIV\/48/);
  assert.ok((await page.locator('.reach-hex').count()) > 100, 'where it may stand is tinted');
  await me.choose('Place CLIV/48 in 1418');
  assert.match(await me.ask(), /Place CLVII\/48/);
  await page.locator('.view').focus();
  await me.acts(() => page.keyboard.type('1517'));
  const spot = await page.evaluate(() => {
    const offered = new Set(
      [...document.querySelectorAll('.choices li')].map(
        (li) => / in (\d{4})/.exec(li.textContent ?? '')?.[1],
      ),
    );
    const view = document.querySelector('.view')?.getBoundingClientRect();
    for (const text of document.querySelectorAll('.hex-numbers text')) {
      const box = text.getBoundingClientRect();
      const inside = view && box.x > view.x + 80 && box.y > view.y + 80 && box.right < view.right - 80;
      if (inside && box.bottom < view.bottom - 160 && offered.has(text.textContent ?? ''))
        return { place: text.textContent ?? '', x: box.x + box.width / 2, y: box.bottom + 20 };
    }
    return null;
  });
  assert.ok(spot, 'a place to click on');
  await me.acts(() => page.mouse.click(spot.x, spot.y));
  const own = await stacks('republican');
  assert.deepEqual(own.map((s) => s.place).sort(), ['1418', '1517', spot.place].sort());
  await me.pictures('santander-placing');
  for (let i = 0; i < 3; i++) await me.acts(() => page.locator('[data-undo]').click());
  assert.equal((await stacks('republican')).length, 0);

  for (let i = 0; i < 30; i++) {
    if (await page.getByRole('button', { name: /Set up the rest as reconstructed/ }).count())
      await me.press(/Set up the rest as reconstructed/);
    else if (/What did you throw/.test(await me.ask())) await me.throws(3);
    else break;
  }
  assert.match(await me.ask(), /Put counters on top/);
  assert.ok((await page.locator('.place-marker.fort').count()) > 0, 'trenches');
  const all = await stacks('republican');
  assert.ok(all.length > 25 && all.some((s) => s.counted), 'his own stacks are counted');
  // the list of a stack is bottom first
  hidden = all.flatMap((s) => s.units.slice(0, -1));
  assert.ok(hidden.length > 8, hidden.join());
  await me.pictures('santander-republican');
  assert.equal(me.covers, 0);
  await me.endPhase();
});

/** Nothing of what lies below the top of a Republican stack is in the document. */
async function keepsSecrets() {
  const html = await me.page.evaluate(() => document.documentElement.outerHTML);
  const told = hidden.filter((id) =>
    new RegExp(`(?<![\\w/-])${id.replace(/[.*+?^$()|[\]\\]/g, '\\$&')}(?![\\w/-])`).test(html),
  );
  const where = told.map((id) => html.slice(html.indexOf(id) - 200, html.indexOf(id) + 60));
  assert.deepEqual(where, []);
}

test('the screen changes hands; enemy stacks show their top and nothing else', async () => {
  const { page } = me;
  for (let i = 0; i < 30 && !me.covers; i++) {
    if (/What did you throw/.test(await me.ask())) await me.throws(3);
    else await me.answer();
  }
  await decides('nationalist');
  for (let i = 0; i < 30 && !/Choose a unit to move/.test(await me.ask()); i++) {
    if (await page.getByRole('button', { name: /Set up the rest as reconstructed/ }).count())
      await me.press(/Set up the rest as reconstructed/);
    else if (/What did you throw/.test(await me.ask())) await me.throws(3);
    else await me.endPhase();
  }
  assert.equal(me.covers, 1);
  const enemy = await stacks('republican');
  assert.ok(enemy.length > 25);
  assert.deepEqual(
    enemy.filter((s) => s.counters !== 1 || s.counted || s.units.length !== 1),
    [],
    'one counter each, not even their number',
  );
  assert.ok((await stacks('nationalist')).some((s) => s.counted));
  // (the log rightly tells what lay on top while the stacks were built)
  for (const tab of ['forces', 'tables', 'decide']) {
    await page.locator(`[data-tab=${tab}]`).click();
    await keepsSecrets();
  }
  await me.pictures('santander-nationalist');
});

test('air units, HQs, weather and morale are in sight; an HQ shows its range', async () => {
  const { page } = me;
  assert.equal(await page.locator('.status.weather b').innerText(), 'Fair');
  assert.equal(await page.locator('.status.morale b').innerText(), '+0');
  assert.equal(await page.locator('.status.morale .dots .now').count(), 1);
  assert.equal(await me.figure('nationalist', 'LK'), '3 available, 0 used');
  assert.equal(await me.figure('republican', 'Rep'), '2 available, 0 used');
  assert.equal(await me.figure('nationalist', 'HQs'), '7 ready, 0 used');
  assert.equal(await me.figure('republican', 'HQs'), '11 ready, 0 used');
  assert.match(await me.figure('nationalist', 'Victory points'), /^0 \//);

  const hq = await me.find('1519');
  await page.mouse.move(hq.x, hq.y);
  const range = page.locator('.overlay.layer-range');
  await range.waitFor({ state: 'attached' });
  assert.equal(await range.getAttribute('data-piece'), 'HQ-FN');
  assert.ok(((await range.locator('.shade').getAttribute('d')) ?? '').split('Z').length > 6);
  const sea = await me.placeOnScreen('1417');
  assert.ok(sea);
  await page.mouse.move(hq.x, hq.y - 250);
  await range.waitFor({ state: 'detached' });
});

test('a move, then a battle with bombardment: odds, declarations in turn, dice, losses', async () => {
  const { page } = me;
  await me.choose('Move 1/FN from 1518');
  assert.match(await me.ask(), /Choose where it goes/);
  assert.ok((await page.locator('.reach-hex').count()) > 0);
  await me.pictures('santander-reach');
  await me.acts(() => page.keyboard.press('Space'));
  await page.locator('.prompt [data-end]').click();
  assert.match(await page.locator('.prompt.warn').innerText(), /have not moved/);
  await me.acts(() => page.locator('.prompt.warn [data-main]').click());

  await me.choose('Attack 1517');
  const piece = page.locator('.tray button.piece:not(.on)');
  await me.acts(() => piece.first().click());
  await page.waitForSelector('.odds');
  const strength = () => page.locator('.ledger .sum .by').first().innerText();
  const before = Number(await strength());
  await me.acts(() => piece.first().click());
  await page.waitForFunction(
    (old) => Number(document.querySelector('.ledger .sum .by')?.textContent) > old,
    before,
  );
  const sum = async () => {
    const bars = await page.locator('.bar b').allInnerTexts();
    return bars.reduce((t, c) => t + parseFloat(c), 0);
  };
  assert.ok(Math.abs((await sum()) - 100) < 4, 'the bars add up');
  await keepsSecrets();
  await me.pictures('santander-attack');
  await me.press(/Declare/);

  assert.match(await me.ask(), /Declare air units and HQs/);
  await me.press(/Send LK/);
  await me.press(/Send LK/);
  assert.equal(await me.figure('nationalist', 'LK'), '1 available, 2 used');
  await page.waitForFunction(() =>
    /Bombardment points[^\d+]*\+2/.test(document.querySelector('.ledger')?.textContent ?? ''),
  );
  assert.ok(Math.abs((await sum()) - 100) < 4);
  await me.pictures('santander-bombardment');
  const { covers } = me;
  await me.endPhase();
  assert.equal(me.covers, covers + 1, 'the defender declares with his own eyes');
  await decides('republican');
  const seen = await stacks('nationalist');
  const shown = seen.filter((s) => s.counters > 1).map((s) => s.place);
  assert.ok(shown.length <= 2, `only who attacks is shown: ${shown}`);
  await me.press(/Send Rep/);
  await until(
    /Choose a hex to attack|Choose the unit that takes|Retreat and lose|Choose where the stack|Choose a unit to advance/,
    6,
  );
  await until(/Choose a hex to attack/, 6);
  await decides('nationalist');
  assert.match(await me.figure('nationalist', 'LK'), /^1 available/);
  await page.locator('[data-tab=log]').click();
  const log = await page.locator('.log').innerText();
  for (const said of [
    /1517[^\n]* is attacked/,
    /LK joins the combat/,
    /Rep joins the combat/,
    /bombardment: \d+ against/,
    /against \d+, \d:\d, die 6/,
  ])
    assert.match(log, said);
  await page.locator('[data-tab=decide]').click();
  await me.pictures('santander-fought');
});

test('the Republican phase, and turn 2 with its weather', async () => {
  const { page } = me;
  await me.endPhase(); // combat
  await decides('republican');
  assert.match(await me.ask(), /Choose a unit to move/);
  assert.ok(
    (await stacks('republican')).some((s) => s.counted),
    'his own stacks again',
  );
  assert.equal((await stacks('nationalist')).filter((s) => s.counted).length, 0);
  await me.endPhase(); // movement
  assert.match(await me.ask(), /Choose a hex to attack/);
  await me.endPhase(); // combat
  for (let i = 0; i < 20 && (await page.locator('.when .turn b').innerText()) !== '2'; i++) {
    if (/What did you throw/.test(await me.ask())) await me.throws(6);
    else await me.answer();
  }
  assert.equal(await page.locator('.when .turn b').innerText(), '2');
  assert.match(await me.ask(), /rolled for the weather/);
  await me.throws(6);
  await page.locator('[data-tab=log]').click();
  const said = /Weather rolls 6 \(total \d+\): (\w+)/.exec(await page.locator('.log').innerText())?.[1];
  assert.equal((await page.locator('.status.weather b').innerText()).toLowerCase(), said);
  assert.match(await me.figure('nationalist', 'HQs'), /^7 ready, 0 used/);
  await me.pictures('santander-turn-2');
  me.quiet();
});
