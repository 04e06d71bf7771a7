// Keyboard and hand: Tab walks from unit to unit on the map, a counter is dragged with the mouse or a finger, links are kept.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Person, makeMatch, openTable } from './lib.mjs';

const { server, browser } = await openTable();

/** Opens Belchite as the Republican. @param {object} [how] */
async function belchite(how) {
  const links = await makeMatch(server.url, { republican: 'me', nationalist: 'me' }, { seed: 7 });
  const me = await Person.at(browser, server.url, how);
  await me.go(links.republican);
  return me;
}

/** The unit the keyboard stands on. @param {Person} me */
const stands = (me) => me.page.evaluate(() => document.activeElement?.getAttribute('data-stop') ?? null);

test('Tab walks from unit to unit, Enter takes one, the lists stay in reach', async () => {
  const me = await belchite();
  const { page } = me;
  const able = await page.locator('.choices li').count();
  assert.equal(await page.locator('.stop').count(), able, 'one stop for each unit that can act');
  await page.keyboard.press('Tab');
  const first = await stands(me);
  assert.ok(first, 'from nowhere, Tab goes to the first unit');
  await page.keyboard.press('Tab');
  const second = await stands(me);
  assert.ok(second && second !== first);
  const ring = await page.evaluate(() => {
    const el = document.activeElement;
    const box = el?.getBoundingClientRect();
    const view = document.querySelector('.view')?.getBoundingClientRect();
    if (!el || !box || !view) return null;
    const inside =
      box.left >= view.left && box.right <= view.right && box.top >= view.top && box.bottom <= view.bottom;
    return { stroke: getComputedStyle(el).stroke, inside, label: el.getAttribute('aria-label') };
  });
  assert.ok(ring && ring.stroke !== 'none', 'the focus ring shows');
  assert.ok(ring.inside, 'and is in the window');
  assert.match(ring.label ?? '', /\d{4}/, 'a screen reader hears what it is and where');
  await me.picture('tab');
  await page.keyboard.press('Shift+Tab');
  assert.equal(await stands(me), first);
  const rows = await page.evaluate(() =>
    [...document.querySelectorAll('.stop')].map((el) => Math.round(el.getBoundingClientRect().y)),
  );
  assert.ok(rows[0] <= rows[rows.length - 1], 'in reading order');

  await me.acts(() => page.keyboard.press('Enter'));
  assert.match(await me.ask(), /is moving/);
  assert.equal(await stands(me), first, 'the keyboard stays with the unit');
  await me.acts(() => page.keyboard.press('Enter'));
  assert.match(await me.ask(), /Move units/, 'Enter again puts it down');

  await page.keyboard.press('F6');
  assert.ok(await page.evaluate(() => document.activeElement?.matches('.choices li')), 'F6: to the list');
  await page.keyboard.press('ArrowDown');
  await me.acts(() => page.keyboard.press('Enter'));
  assert.match(await me.ask(), /is moving/);
  await page.keyboard.press('F6');
  assert.ok(await stands(me), 'and back to the map');
  me.quiet();
  await me.leave();
});

test('a counter is dragged where a click would take it, and nowhere else', async () => {
  const me = await belchite();
  const { page } = me;
  await page.keyboard.press('0');
  const [from, to, far] = [
    await me.placeOnScreen('2017'),
    await me.placeOnScreen('2118'),
    await me.placeOnScreen('1813'),
  ];
  assert.ok(from && to && far);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 20, from.y + 20, { steps: 3 });
  await page.waitForSelector('.drag-ghost');
  await page.waitForSelector('.reach-hex');
  await page.mouse.move(to.x, to.y, { steps: 3 });
  await page.waitForSelector('.move-path');
  await me.picture('drag');
  await page.mouse.up();
  await page.waitForSelector('.stack[data-key^="2118|"]');
  assert.equal(await page.locator('.drag-ghost').count(), 0);
  const after = await me.point();
  await page.locator('[data-undo]').click();
  await page.waitForSelector('.stack[data-key^="2118|"]', { state: 'detached' });
  await page.locator('[data-undo]').click();
  await page.waitForFunction(() => /Move units/.test(document.querySelector('.ask')?.textContent ?? ''));

  await me.drags(from, far);
  await page.waitForFunction(() => /Move units/.test(document.querySelector('.ask')?.textContent ?? ''));
  await page.waitForTimeout(300);
  assert.equal(await me.point(), after - 2, 'let go where it cannot go, it is put down again');
  assert.equal(await page.locator('.stack[data-key^="1813|republican"]').count(), 0);

  const before = await page.locator('.world').getAttribute('style');
  await me.drags({ x: far.x, y: far.y }, { x: far.x + 80, y: far.y + 40 });
  assert.notEqual(
    await page.locator('.world').getAttribute('style'),
    before,
    'dragging the ground moves the map',
  );
  me.quiet();
  await me.leave();
});

test('a finger that rests on a counter drags it, a swipe moves the map', async () => {
  const me = await belchite({ hasTouch: true });
  const { page } = me;
  await page.keyboard.press('0');
  const cdp = await page.context().newCDPSession(page);
  /** @param {'touchStart' | 'touchMove' | 'touchEnd'} type @param {{ x: number, y: number }} [at] */
  const touch = (type, at) =>
    cdp.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [{ x: at.x, y: at.y }] : [] });
  const [from, to] = [await me.placeOnScreen('2017'), await me.placeOnScreen('2118')];
  assert.ok(from && to);
  const still = await page.locator('.world').getAttribute('style');
  await touch('touchStart', from);
  await page.waitForSelector('.drag-ghost');
  await page.waitForSelector('.reach-hex');
  await touch('touchMove', { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 });
  await touch('touchMove', to);
  await touch('touchEnd');
  await page.waitForSelector('.stack[data-key^="2118|"]');
  assert.equal(await page.locator('.world').getAttribute('style'), still, 'the map stood still');

  const before = await me.point();
  await touch('touchStart', to);
  for (let i = 1; i <= 4; i++) await touch('touchMove', { x: to.x + 20 * i, y: to.y });
  await touch('touchEnd');
  assert.notEqual(await page.locator('.world').getAttribute('style'), still, 'a swipe moves the map');
  assert.equal(await me.point(), before);
  me.quiet();
  await me.leave();
});

test('moves slide one after the other, however many, and a key ends it', async () => {
  const me = await belchite({ reducedMotion: 'no-preference' });
  const { page } = me;
  const { starts, total } = await page.evaluate(async () => {
    /** @type {typeof import('../../web/js/table/motion.js')} */
    const motion = await import(/** @type {any} */ ('/js/table/motion.js'));
    const move = (/** @type {number} */ i) => ({
      text: '',
      rule: '',
      pieces: [`unit ${i % 20}`],
      places: ['1', '2', '3', '4'],
      weight: /** @type {'plain'} */ ('plain'),
    });
    const { legs, total } = motion.timetable([...Array(60).keys()].map(move));
    const starts = [...legs.values()].flat().sort((a, b) => a.from - b.from);
    return { starts: starts.map(({ from, to }) => [from, to]), total };
  });
  assert.equal(starts.length, 60, 'none is left out');
  for (let i = 1; i < starts.length; i++) assert.ok(Math.abs(starts[i][0] - starts[i - 1][1]) < 1e-6);
  assert.ok(total <= 9001, `all of it in ${total} ms`);

  await me.choose('Take 1/11');
  await page.locator('.choices li', { hasText: '1/11 moves to 2219' }).first().click();
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .some((a) => /** @type {KeyframeEffect} */ (a.effect)?.target?.matches('[data-unit="1/11"]')),
  );
  await page.keyboard.press('Shift');
  await page.waitForFunction(
    () =>
      !document
        .getAnimations()
        .some((a) => /** @type {KeyframeEffect} */ (a.effect)?.target?.matches('[data-unit]')),
  );
  assert.equal(await page.locator('.stack[data-key^="2219|"]').count(), 1);
  me.quiet();
  await me.leave();
});

test('who started a game finds its links again, in the menu and among his games', async () => {
  const me = await Person.at(browser, server.url);
  const { page } = me;
  await me.go('/');
  await page.getByRole('radio', { name: 'Someone by link' }).click();
  await page.locator('[data-go]').click();
  await page.waitForSelector('dialog.links');
  const links = () =>
    page
      .locator('dialog.links input')
      .evaluateAll((all) => all.map((el) => /** @type {HTMLInputElement} */ (el).value).slice(0, 3));
  const given = await links();
  assert.equal(new Set(given).size, 3);
  await me.go('/');
  await page.locator('.mine').getByRole('button', { name: 'Links to hand out' }).click();
  await page.waitForSelector('dialog.links');
  assert.deepEqual(await links(), given);
  await me.picture('links-again');
  await page.keyboard.press('Escape');
  await page.locator('.mine li a.btn').first().click();
  await page.waitForSelector('.stack');
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Links' }).click();
  await page.waitForSelector('dialog.links');
  assert.deepEqual(await links(), given);
  me.quiet();
  await me.leave();
});

test('the banner holds long titles on every screen', async () => {
  const me = await Person.at(browser, server.url);
  for (const [game, scenario] of [
    ['aragon', 'alfambra'],
    ['madrid', 'corunna-road'],
    ['santander', 'santander'],
  ]) {
    const seats = { republican: 'me', nationalist: 'me' };
    const { republican } = await makeMatch(server.url, seats, { game, scenario });
    await me.page.goto(new URL(republican, server.url).href);
    await me.page.waitForSelector('.prompt');
    for (const [width, height] of [
      [1440, 900],
      [1181, 821],
      [1024, 768],
      [844, 390],
    ]) {
      await me.page.setViewportSize({ width, height });
      const boxes = await me.page.evaluate(() => {
        const banner = document.querySelector('.banner');
        const all = [...(banner?.children ?? [])]
          .map((el) => el.getBoundingClientRect())
          .filter((b) => b.width);
        const { right, height } = banner?.getBoundingClientRect() ?? { right: 0, height: 0 };
        return { right, height, all: all.map((b) => [b.left, b.right, b.height]) };
      });
      const where = `${game} at ${width} × ${height}: ${JSON.stringify(boxes)}`;
      assert.ok(boxes.all.length >= 4, where);
      boxes.all.forEach(([left, right, high], i) => {
        assert.ok(right <= boxes.right + 1 && high <= boxes.height, where);
        if (i) assert.ok(left >= boxes.all[i - 1][1] - 1, `one over the other: ${where}`);
      });
      if (game === 'aragon') await me.picture(`banner-${width}`);
    }
  }
  me.quiet();
  await me.leave();
});
