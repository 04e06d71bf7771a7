// axe-core on every page, tab and dialog, in both themes: nothing serious, headings in order, one main part.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { Person, makeMatch, openTable } from './lib.mjs';

const { server, browser } = await openTable();
const require = createRequire(new URL('../../web/package.json', import.meta.url));
const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

/** What is wrong with what is on the screen. @param {Person} me @param {string} where @param {string[]} [only] tags or rules of axe-core */
async function findings(me, where, only = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'best-practice']) {
  await me.page.evaluate(axe);
  const found = await me.page.evaluate(async (runOnly) => {
    // what is printed on the map is a picture; the same stands in the lists
    const context = { exclude: document.querySelector('.world') ? ['.sheet-map'] : [] };
    const { violations } = await /** @type {any} */ (globalThis).axe.run(context, {
      runOnly,
      resultTypes: ['violations'],
    });
    const strict = ['heading-order', 'landmark-one-main', 'page-has-heading-one'];
    return violations
      .filter(
        (/** @type {any} */ v) => v.impact === 'serious' || v.impact === 'critical' || strict.includes(v.id),
      )
      .map((/** @type {any} */ v) => {
        const nodes = v.nodes
          .slice(0, 3)
          .map((/** @type {any} */ n) => `${n.html.slice(0, 140)} ${n.any[0]?.message ?? ''}`);
        return `${v.id} (${v.impact}, ${v.nodes.length}): ${nodes.join(' | ')}`;
      });
  }, only);
  return found.map((/** @type {string} */ text) => `${where}: ${text}`);
}

for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
  test(`start page and table, ${colorScheme}`, async () => {
    const me = await Person.at(browser, server.url, { colorScheme });
    const { page } = me;
    /** @type {string[]} */
    const found = [];
    const only = colorScheme === 'dark' ? ['color-contrast'] : undefined; // but for colours both are the same page
    await me.go('/');
    await page.waitForSelector('.card .pic svg');
    found.push(...(await findings(me, 'the start page', only)));
    const seats = { republican: 'me', nationalist: 'me' };
    const { republican } = await makeMatch(server.url, seats, { seed: 7 });
    await me.go(republican);
    found.push(...(await findings(me, 'a choice of units', only)));
    await me.acts(() => page.locator('.choices li').first().click());
    found.push(...(await findings(me, 'a unit in hand', only)));
    for (const tab of ['log', 'tables', 'forces', 'chat']) {
      await page.locator(`[data-tab=${tab}]`).click();
      found.push(...(await findings(me, tab, only)));
    }
    for (const name of ['Statistics', 'Rules', 'Keys', 'Links']) {
      await page.getByRole('button', { name: 'Menu' }).click();
      if (name === 'Statistics') found.push(...(await findings(me, 'menu', only)));
      await page.locator('dialog .menu-buttons').getByRole('button', { name }).click();
      await page.waitForTimeout(150);
      found.push(...(await findings(me, name, only)));
      while (await page.locator('dialog[open]').count()) await page.keyboard.press('Escape');
    }
    assert.deepEqual(found, []);
    me.quiet();
    await me.leave();
  });
}

test('a combat, and the other maps', async () => {
  const me = await Person.at(browser, server.url, { colorScheme: 'dark' });
  const { page } = me;
  /** @type {string[]} */
  const found = [];
  const seats = { republican: 'me', nationalist: 'me' };
  for (const [game, scenario] of [
    ['madrid', 'drive'],
    ['santander', 'santander'],
  ]) {
    const { republican } = await makeMatch(server.url, seats, { game, scenario, seed: 7 });
    await page.goto(new URL(republican, server.url).href);
    await page.waitForSelector('.prompt');
    found.push(...(await findings(me, `${game}: the first question`)));
    await page.locator('[data-tab=forces]').click();
    found.push(...(await findings(me, `${game}: forces`)));
  }
  const { republican } = await makeMatch(server.url, seats, { seed: 7 });
  await me.go(republican);
  await me.endPhase();
  await me.endPhase();
  const target = page.locator('.choices li', { hasText: 'Attack' }).first();
  await me.acts(() => target.click());
  await page.waitForSelector('.tray');
  await me.acts(() => page.locator('.tray button.piece:not(.on)').first().click());
  await page.waitForSelector('.odds');
  found.push(...(await findings(me, 'a combat with its odds')));
  assert.deepEqual(found, []);
  me.quiet();
  await me.leave();
});
