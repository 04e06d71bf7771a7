// Set-up, movement and an attack of each game on every size of screen, by finger or mouse; and the same by keyboard alone.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Follower, firstFight, firstMove, golden, loadGolden } from './golden.mjs';
import { Person, makeMatch, openTable } from './lib.mjs';

const { server, browser } = await openTable();

const GAMES = /** @type {const} */ ([
  ['aragon', 'belchite'],
  ['brunete', 'campaign'],
  ['guadalajara', 'guadalajara'],
  ['madrid', 'drive'],
  ['santander', 'santander'],
]);
/** Width, height, and whether one plays with a finger. */
const SCREENS = /** @type {const} */ ([
  [390, 844, true],
  [844, 390, true],
  [1024, 768, false],
  [1440, 900, false],
  [2560, 1440, false],
]);
/** So many lines of the set-up are pressed one by one. */
const PLACED = 2;

/** @param {string} game @param {string} scenario @param {object} how */
async function sits(game, scenario, how) {
  const seats = { republican: 'me', nationalist: 'me' };
  const { republican } = await makeMatch(server.url, seats, { game, scenario, seed: 11 });
  const me = await Person.at(browser, server.url, how);
  await me.page.goto(new URL(republican, server.url).href);
  await me.page.waitForSelector('.prompt .btn, .choices li');
  return me;
}

/** What is asked, and what can be answered. @param {Person} me */
const asked = (me) =>
  me.page.evaluate(() => ({
    text: document.querySelector('.ask')?.textContent ?? '',
    turn: document.querySelector('.when .turn')?.textContent ?? '',
    end: !!document.querySelector('.prompt [data-end]'),
    ready:
      [...document.querySelectorAll('.prompt .btn[data-line]')]
        .find((el) => /as in|rest|ready|history|standard/i.test(el.textContent ?? ''))
        ?.getAttribute('data-line') ?? '',
    main: !!document.querySelector('.prompt [data-main]'),
    rows: [...document.querySelectorAll('.choices li')].map((li) => li.getAttribute('data-row') ?? ''),
    fight: !!document.querySelector('.tray'),
    fought: !!document.querySelector('.block.result h3'), // a combat has its name
  }));

/** Nothing sticks out, nothing that can be pressed lies outside the window. @param {Person} me @param {string} where */
async function holds(me, where) {
  const out = await me.page.evaluate(() => {
    const root = document.documentElement;
    const wide = root.scrollWidth > innerWidth || root.scrollHeight > innerHeight ? ['the page itself'] : [];
    const ask = document.querySelector('.ask')?.getBoundingClientRect();
    if (!ask || ask.width < 80 || ask.top < 0 || ask.top >= innerHeight) wide.push('the question');
    const first = document.querySelector('.prompt .btn')?.getBoundingClientRect();
    if (first && (first.bottom > innerHeight + 1 || first.right > innerWidth + 1))
      wide.push('the first button');
    const target = document.querySelector('.tray .target .picture')?.getBoundingClientRect();
    if (
      document.querySelector('.tray .target .piece') &&
      !(target && target.width > 20 && target.right <= innerWidth)
    )
      wide.push('who is attacked');
    return wide;
  });
  assert.deepEqual(out, [], where);
}

for (const [width, height, hasTouch] of SCREENS) {
  test(`set-up, a move and a fight of each game at ${width} × ${height}`, async (t) => {
    const me = await Person.at(browser, server.url, { viewport: { width, height }, hasTouch });
    for (const [game, scenario] of GAMES) {
      await t.test(game, async () => {
        const match = golden(game, scenario);
        const { lines } = match;
        const name = `size-${width}-${game}`;
        const follower = new Follower(me, hasTouch, lines);
        const opens = async (/** @type {number} */ at) => {
          await me.page.goto('about:blank');
          await me.page.goto(new URL(await loadGolden(server.url, match, at), server.url).href);
          await me.page.waitForSelector('.prompt .btn, .choices li');
        };

        const placed = lines.findIndex((line) => line.startsWith('place '));
        if (placed >= 0) {
          await opens(placed);
          await holds(me, 'set-up');
          await follower.follows(placed + PLACED);
        }

        const goes = firstMove(lines);
        await opens(goes);
        await follower.follows(goes + 1);
        await me.page.waitForTimeout(60);
        await holds(me, 'a unit in hand');
        await me.picture(`${name}-move`);
        await follower.follows(goes + 2);

        const fight = firstFight(lines);
        const { begins, thrown } = fight;
        follower.lines = fight.lines;
        await opens(begins);
        await follower.follows(begins + 2);
        await holds(me, 'a fight');
        await me.picture(`${name}-fight`);
        await follower.follows(thrown + 1);
        await me.page.waitForSelector('.block.result .throw');
        await holds(me, 'after a fight');
        await me.picture(`${name}-fought`);
        me.quiet();
      });
    }
    await me.leave();
  });
}

for (const [game, scenario] of GAMES) {
  test(`${game}: a turn by keyboard alone, the focus is never lost`, async () => {
    const me = await sits(game, scenario, {});
    const { page } = me;
    await page.keyboard.press('F6');
    const lost = () =>
      page.evaluate(() => document.activeElement === document.body || !document.activeElement);
    assert.ok(!(await lost()), 'F6 goes to the lists');
    const start = (await asked(me)).turn;
    let begun = '';
    let stay = 0;
    for (let step = 0; step < 260; step++) {
      const now = await asked(me);
      if (!/Set-up/.test(now.turn) && !begun) begun = now.turn;
      if (begun && now.turn !== begun) break;
      if (await page.getByText('game over').count()) break;
      const before = await me.point();
      const warned = await page.locator('.prompt.warn').count();
      if (warned) await page.keyboard.press('Enter');
      else if (now.ready) {
        await page.locator(`.prompt .btn[data-line="${now.ready}"]`).first().focus();
        await page.keyboard.press('Enter');
      } else if (now.end && (begun || !now.rows.length)) await page.keyboard.press('e');
      else if (now.rows.length) {
        if (!(await page.evaluate(() => !!document.activeElement?.closest('.panel'))))
          await page.keyboard.press('F6');
        await page.keyboard.press('1');
      } else {
        const here = await page.evaluate(() => document.activeElement?.matches('.prompt .btn') ?? false);
        if (!here && !now.main) await page.locator('.prompt .btn:not([data-back])').first().focus();
        await page.keyboard.press('Enter');
      }
      await page
        .waitForFunction(
          ([n, w]) =>
            Number(document.querySelector('.dock .replay input')?.getAttribute('max')) !== n ||
            !!document.querySelector('.prompt.warn') !== !!w ||
            document.querySelector('.choices [aria-selected=true]'),
          /** @type {const} */ ([before, warned]),
          { timeout: 900 },
        )
        .catch(() => stay++);
      assert.ok(!(await lost()), `the focus fell to the body after: ${now.text}`);
    }
    const { turn, text } = await asked(me);
    assert.ok(begun && turn !== begun, `${start}, ${begun} and now ${turn} (${stay} keys in vain): ${text}`);
    me.quiet();
    await me.leave();
  });
}
