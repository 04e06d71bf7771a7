// A phone held upright: the map is the page, the panel a sheet; every game is played by finger.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Person, makeMatch, openTable } from './lib.mjs';

const { server, browser } = await openTable();
const [WIDTH, HEIGHT] = [390, 844];

/** @param {string} game @param {string} scenario */
async function sits(game, scenario) {
  const links = await makeMatch(
    server.url,
    { republican: 'me', nationalist: 'me' },
    { game, scenario, seed: 7 },
  );
  const me = await Person.at(browser, server.url, {
    viewport: { width: WIDTH, height: HEIGHT },
    hasTouch: true,
    isMobile: true,
  });
  await me.page.goto(new URL(links.republican, server.url).href);
  await me.page.waitForSelector('.prompt');
  return me;
}

/** @param {Person} me @param {string} selector */
async function box(me, selector) {
  const found = await me.page.locator(selector).first().boundingBox();
  assert.ok(found, selector);
  return found;
}

for (const [game, scenario] of [
  ['aragon', 'belchite'],
  ['brunete', 'offensive'],
  ['guadalajara', 'guadalajara'],
  ['madrid', 'drive'],
  ['santander', 'santander'],
]) {
  test(`${game} upright`, async () => {
    const me = await sits(game, scenario);
    const map = await box(me, '.board');
    assert.ok(
      map.width >= WIDTH - 1 && map.height > HEIGHT * 0.6,
      `the map has ${map.width} × ${map.height}`,
    );
    await me.picture(`${game}-upright`);
    for (let step = 0; step < 6; step++) {
      const ask = await box(me, '.prompt .ask');
      assert.ok(ask.y > map.y && ask.y + ask.height <= HEIGHT + 1, `step ${step}: the question is in sight`);
      const button = me.page.locator('.prompt .btn.primary').first();
      if (await button.count()) {
        const at = await box(me, '.prompt .btn.primary');
        assert.ok(at.y + at.height <= HEIGHT + 1, `step ${step}: the main button is in sight`);
      }
      await me.answer();
      await me.page.waitForSelector('.prompt');
    }
    const low = await box(me, '.panel');
    await me.page.locator('.sheet-handle').tap();
    await me.page.waitForTimeout(300);
    const high = await box(me, '.panel');
    assert.ok(high.height > low.height + 100, 'a tap pulls the sheet up');
    await me.picture(`${game}-upright-sheet`);
    await me.page.locator('[data-tab=log]').tap();
    assert.ok(await me.page.locator('.scroll .replay').isVisible(), 'the replay is in the log');
    await me.page.touchscreen.tap(WIDTH - 60, 160);
    await me.page.waitForTimeout(300);
    assert.ok((await box(me, '.panel')).height < high.height, 'a touch of the map pushes it down');
    await me.page.locator('[data-layers]').tap();
    assert.ok(await me.page.locator('.map-tools .overlays').isVisible(), 'the layers can be had');
    const out = await me.page.evaluate(
      () =>
        document.documentElement.scrollWidth > innerWidth ||
        document.documentElement.scrollHeight > innerHeight,
    );
    assert.ok(!out, 'nothing sticks out of the page');
    me.quiet();
    await me.leave();
  });
}

test('after the computer’s turn one sees what it did', async () => {
  const links = await makeMatch(
    server.url,
    { republican: 'me', nationalist: 'computer:greedy' },
    { seed: 7 },
  );
  const me = await Person.at(browser, server.url);
  await me.go(links.republican);
  const recap = me.page.locator('.recap');
  for (let step = 0; step < 40 && !(await recap.count()); step++) {
    await me.myTurn();
    if (await recap.count()) break;
    if (await me.page.locator('.prompt [data-end]').count()) await me.endPhase();
    else await me.answer();
  }
  assert.match(await recap.locator('h3').innerText(), /Nationalist turn.*move/s);
  assert.ok(await me.page.locator('.layer-recap .move-path').count(), 'its moves are drawn as arrows');
  await me.picture('recap');
  await recap.getByRole('button', { name: 'Watch' }).click();
  await me.page.waitForSelector('body.in-past');
  await me.page.keyboard.press('Escape');
  await me.page.waitForSelector('body:not(.in-past)');
  await recap.getByRole('button', { name: 'Seen' }).click();
  assert.equal(await recap.count(), 0);
  assert.equal(await me.page.locator('.layer-recap .move-path').count(), 0);
  me.quiet();
  await me.leave();
});
