// A day of Guadalajara at one screen, both sides: weather, air, command and supply, guns, duties, a battle, a withdrawal.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Person, makeMatch, openTable } from './lib.mjs';

const { server, browser } = await openTable();
// dice are typed in: the day goes the same way every time
const links = await makeMatch(
  server.url,
  { republican: 'me', nationalist: 'me' },
  {
    game: 'guadalajara',
    scenario: 'guadalajara',
    options: { 'suggested-setup': true },
    dice: 'typed',
  },
);
const me = await Person.at(browser, server.url);
await me.go(links.republican);

const weather = () => me.page.locator('.status.weather b').innerText();

/** Answers what comes until the page asks something else. @param {RegExp} until @param {number} die */
async function until(until, die) {
  for (let i = 0; i < 60; i++) {
    const ask = await me.ask();
    if (until.test(ask)) return;
    if (/What did you throw/.test(ask)) await me.throws(die);
    else await me.answer();
  }
  assert.fail(`never asked ${until}: ${await me.ask()}`);
}

/** Switches a layer on, says what it draws, and switches it off. @param {string} key */
async function layer(key) {
  const button = me.page.locator(`[data-layer="${key}"]`);
  await button.click();
  await me.page.waitForSelector(`.overlay.layer-${key}`, { state: 'attached' });
  await me.picture(`guadalajara-${key}`);
  const drawn = await me.page.evaluate((name) => {
    const el = document.querySelector(`.overlay.layer-${name}`);
    const all = (/** @type {string} */ what) => [...(el?.querySelectorAll(what) ?? [])];
    return {
      lines: all('.supply-line').map((l) => l.getAttribute('class') ?? ''),
      notes: all('.layer-note').map((n) => n.textContent ?? ''),
      shades: all('.shade').map((n) => n.getAttribute('data-shade') ?? ''),
    };
  }, key);
  await button.click();
  return drawn;
}

test('weather and air points', async () => {
  assert.match(await me.ask(), /rolled for the weather/);
  assert.equal(await weather(), '–');
  await me.throws(6);
  assert.equal(await weather(), 'Clear');
  assert.equal(await me.figure('nationalist', 'Air points'), '6');
  assert.equal(await me.figure('republican', 'Air points'), '0');

  await me.choose('bombard G23');
  await me.choose('bombard G23');
  assert.equal(await me.figure('nationalist', 'Air points'), '4');
  const bombs = me.page.locator('.place-marker.nationalist title');
  assert.deepEqual(await bombs.allTextContents(), ['2 air points']);
  await me.page.locator('.prompt [data-end]').click();
  assert.match(await me.page.locator('.prompt.warn').innerText(), /4 air points are left/);
  await me.acts(() => me.page.locator('.prompt.warn [data-main]').click());
  await until(/Take up a unit/, 1);
  assert.match(await me.page.locator('.phases .now').innerText(), /Nationalist movement/);
});

test('where troops enter and leave is at the edge of the map', async () => {
  const arrows = await me.page.evaluate(() =>
    [...document.querySelectorAll('.edge-arrow')].map((el) => [
      el.getAttribute('class')?.replace('edge-arrow ', ''),
      el.querySelector('text')?.textContent,
      el.querySelectorAll('path').length,
    ]),
  );
  assert.deepEqual(arrows, [
    ['way-in republican', 'By highway', 1],
    ['way-in republican', 'By road', 1],
    ['way-in republican', 'By railway', 1],
    ['way-in nationalist', 'From the north', 8],
    ['way-out nationalist', 'To Guadalajara', 1],
  ]);
  await me.page.keyboard.press('0');
  await me.pictures('guadalajara-whole');
});

test('supply and command are layers', async () => {
  const supply = await layer('supply');
  for (const side of ['republican', 'nationalist'])
    assert.ok(supply.lines.includes(`supply-line ${side}`), `roads that supply the ${side} side`);
  const command = await layer('command');
  assert.ok(command.lines.includes('supply-line nationalist'), 'a chain from leader to leader');
  assert.ok(command.notes.includes('Nuvolo') && command.notes.includes('Mancini'), command.notes.join());
  assert.deepEqual(command.shades.sort(), ['nationalist', 'republican']);
});

test('a gun pointed at, or at hand, shows its range and what it sees', async () => {
  const { page } = me;
  const sight = page.locator('.overlay.layer-sight');
  const gun = await me.find('X34');
  const bare = await me.placeOnScreen('V32');
  assert.ok(bare);
  await page.mouse.move(gun.x, gun.y);
  await sight.waitFor({ state: 'attached' });
  assert.equal(await sight.getAttribute('data-piece'), 'I-B-A3');
  // drawn as the engine told it
  const drawn = await page.evaluate(() =>
    [...document.querySelectorAll('.layer-sight .shade')].map((el) => [
      el.getAttribute('data-shade'),
      (el.getAttribute('d')?.match(/M/g) ?? []).length,
    ]),
  );
  const told = me.frames
    .map((f) => JSON.parse(f).ok?.overlay)
    .filter((o) => o?.shades?.[0]?.[0] === 'in-sight');
  assert.deepEqual(
    drawn,
    told[told.length - 1].shades.map((/** @type {[string, string[]]} */ [k, hexes]) => [k, hexes.length]),
  );
  assert.ok(Number(drawn[0][1]) > 20 && Number(drawn[1][1]) > 0, `it does not see all in range: ${drawn}`);
  await page.mouse.move(bare.x, bare.y);
  await sight.waitFor({ state: 'detached' });
  await me.chooseFor('I-B-A3');
  await sight.waitFor({ state: 'attached' });
  assert.ok((await page.locator('.reach-hex').count()) > 50, 'and where it can go');
  await me.pictures('guadalajara-gun');
  await me.acts(() => page.keyboard.press('Space'));
  await sight.waitFor({ state: 'detached' });
});

test('mandatory combat: what is owed, why the phase cannot end, the odds, the battle', async () => {
  const { page } = me;
  await me.endPhase(); // movement
  await me.choose('One air point to attack W32');
  assert.equal(await me.figure('nationalist', 'Air points'), '3');
  await me.endPhase(); // air points
  assert.match(await me.ask(), /Still to attack: I-PN-I5, I-PN-I6\. To be attacked: W32/);
  await page.waitForSelector('.prompt .blocked .rule[data-rule="9a"]');
  assert.equal(await page.locator('.prompt [data-end]').count(), 0);
  assert.ok((await page.locator('.stack .mark.must').count()) > 0, 'who must attack is marked');
  const duty = await layer('duty');
  assert.deepEqual(duty.shades, ['must-attack', 'must-be-attacked']);

  await me.choose('Attack W32');
  await page.waitForSelector('.odds');
  const column = () => page.locator('.crt thead .lit').getAttribute('title');
  const [first, attack] = [
    await column(),
    Number(await page.locator('.ledger .sum .by').first().innerText()),
  ];
  await me.acts(() => page.locator('.tray button.piece[data-piece="I-B-A1"]').click());
  await page.waitForFunction(
    (old) => Number(document.querySelector('.ledger .sum .by')?.textContent) > old,
    attack,
  );
  await me.acts(() => page.locator('.tray button.piece[data-piece="I-B-A3"]').click());
  await page.waitForFunction(
    (old) => document.querySelector('.crt thead .lit')?.getAttribute('title') !== old,
    first,
  );
  const ledger = await page.locator('.ledger').innerText();
  assert.match(ledger, /Air points\s+1/);
  assert.match(ledger, /Terrain of the hex\s+2/);
  assert.match(ledger, /Surprise[^\n]*\s\+1/);
  const chances = await page.locator('.bar b').allInnerTexts();
  assert.ok(Math.abs(chances.reduce((t, c) => t + parseFloat(c), 0) - 100) < 4, chances.join());
  assert.equal(await page.locator('.arrow').count(), 3, 'one from each hex');
  await me.pictures('guadalajara-odds');

  await me.press(/Declare/);
  assert.match(await page.locator('.turn-of').innerText(), /Republican/, 'the defender may fire');
  await until(/Spread your hits/, 6);
  const hits = Number(/(\d+) left/.exec(await me.ask())?.[1]);
  await me.chooseFor('R-L-I2');
  const hurt = page.locator('.stack .counter[data-unit="R-L-I2"]');
  assert.equal(await hurt.locator('.mark.other text').first().textContent(), 'H1');
  assert.equal(await hurt.locator('.factors').textContent(), '3-6');
  await me.pictures('guadalajara-hits');
  for (let i = 1; i < hits; i++) await me.chooseFor('R-L-I2');

  assert.match(await me.ask(), /Retreat your units/);
  await until(/Advance into/, 6);
  assert.ok(await page.locator('.throw .die').count(), 'the throw is still shown');
  await me.pictures('guadalajara-advance');
  const row = page.locator('.choices li').first();
  await row.click();
  await page.waitForSelector('.choices [aria-selected=true]');
  await me.acts(() => page.locator('.choices li', { hasText: 'advances to W32' }).first().click());
  assert.equal(await page.locator('.stack.nationalist[data-key^="W32|"]').count(), 1);
  await until(/Choose a hex to attack, or end/, 6);
  assert.equal(await page.locator('.prompt .blocked').count(), 0, 'nothing is owed any more');
  await page.locator('[data-tab=log]').click();
  const log = await page.locator('.log').innerText();
  for (const said of [
    /W32 Mirabueno is attacked/,
    /Column .*, die 6: 0-2/,
    /takes a hit/,
    /retreats to/,
    /advances to W32/,
  ])
    assert.match(log, said);
  await page.locator('[data-tab=decide]').click();
  await me.endPhase();
});

test('the Republican side must withdraw before it may end its movement; then it is the next day', async () => {
  const { page } = me;
  assert.match(await page.locator('.turn-of').innerText(), /Republican/);
  assert.match(await me.ask(), /Withdraw every unit/);
  await page.waitForSelector('.prompt .blocked .rule[data-rule="x1.1a"]');
  await me.picture('guadalajara-withdrawal');
  for (let i = 0; i < 80 && !(await page.locator('.prompt [data-end]').count()); i++) {
    const rows = page.locator('.choices li');
    const moving = /points left/.test(await me.ask());
    await me.acts(() => (moving ? rows.last() : rows.first()).click()); // as far as it can go
  }
  assert.equal(await page.locator('.prompt .blocked').count(), 0);
  for (let i = 0; i < 30; i++) {
    if ((await page.locator('.when .turn b').innerText()) === '2') break;
    if (await page.locator('.prompt [data-end]').count()) await me.endPhase();
    else if (/What did you throw/.test(await me.ask())) await me.throws(3);
    else await me.answer();
  }
  assert.equal(await page.locator('.when .turn b').innerText(), '2');
  assert.match(await page.locator('.when .date').innerText(), /9 March/);
  assert.match(await me.ask(), /rolled for the weather/);
  await me.throws(6);
  assert.equal(await weather(), 'Mud', 'a six after a clear day');
  assert.equal(await me.figure('republican', 'Air points'), '15');
  await me.pictures('guadalajara-day-2');
  me.quiet();
});
