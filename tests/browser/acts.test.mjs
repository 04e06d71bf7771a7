// Fewer clicks: several units in one act, questions with one answer, no step ended by a key meant for the one before; a combat as one thing.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Person, makeMatch, openTable } from './lib.mjs';

const { server, browser } = await openTable();

/** Both sides of a match at one screen that is not covered. @param {object} match @param {object} [how] */
async function plays(match, how) {
  const { republican } = await makeMatch(server.url, { republican: 'me', nationalist: 'me' }, match);
  const me = await Person.at(browser, server.url, how);
  await me.page.goto(new URL(republican, server.url).href);
  await me.page.waitForSelector('.prompt');
  return me;
}

/** Answers what comes until this is asked. @param {Person} me @param {RegExp} question */
async function untilAsked(me, question) {
  for (let i = 0; i < 40 && !question.test(await me.ask()); i++) {
    if (await me.page.locator('.prompt [data-end]').count()) await me.endPhase();
    else await me.answer();
  }
  assert.match(await me.ask(), question);
}

/** A stack of one’s own whose units can all act. @param {Person} me @param {number} least */
async function stackOf(me, least) {
  const { page } = me;
  const keys = await page
    .locator('.stack.republican:has(.count)')
    .evaluateAll((all) => all.map((el) => el.getAttribute('data-key') ?? ''));
  for (const key of keys) {
    await me.find(key.split('|')[0]);
    await page.waitForTimeout(300);
    await page.locator(`.stack[data-key="${key}"]`).click();
    if (await page.locator('.popover:visible [data-together]').count()) {
      const able = await page.locator('.popover li input[type=checkbox]').count();
      if (able >= least) return key;
    }
    await page.keyboard.press('Escape');
  }
  throw new Error(`no stack of ${least} among ${keys}`);
}

test('a stack goes in one act, is recorded as single actions, and comes back with one undo', async () => {
  const me = await plays({ game: 'brunete', scenario: 'campaign', seed: 7 });
  const { page } = me;
  await untilAsked(me, /Choose a unit to move/);
  const key = await stackOf(me, 3);
  const before = await me.point();
  const units = page.locator('.popover li input[type=checkbox]');
  const several = await units.count();
  await me.picture('stack-card');
  await page.locator('.popover [data-together]').click();
  await page.waitForSelector('.in-hand .picture');
  assert.equal(await page.locator('.in-hand .picture').count(), several);
  assert.match(await me.ask(), new RegExp(`${several} units in hand`));
  assert.ok((await page.locator('.reach-hex').count()) > 0, 'where they can go together is tinted');
  await me.picture('group');
  const row = page.locator('.choices li').first();
  const goal = /(\d{4})/.exec((await row.getAttribute('data-row')) ?? '')?.[1];
  await me.acts(() => row.click());
  const there = page.locator(`.stack[data-key="${goal}|republican"]`);
  await there.waitFor();
  const came = (await me.point()) - before;
  assert.ok(came >= 2 * several - 1, `each is taken up and moved: ${came} actions`);
  assert.match((await there.getAttribute('aria-label')) ?? '', /;.*;/, 'all of them lie there');
  assert.equal(await page.locator(`.stack[data-key="${key}"]`).count(), 0, 'and none where they were');
  await me.acts(() => page.locator('[data-undo]').click());
  assert.equal(await me.point(), before, 'one undo takes all of it back');
  await page.waitForSelector(`.stack[data-key="${key}"]`);

  // two of them, marked one by one
  await stackOf(me, 3);
  await units.nth(0).check();
  await units.nth(1).check();
  await page.locator('.popover [data-together]').click();
  await page.waitForSelector('.in-hand .picture');
  assert.equal(await page.locator('.in-hand .picture').count(), 2);
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => !document.querySelector('.in-hand'));
  assert.match(await me.ask(), /Choose a unit to move/, 'Esc puts them down');

  // from the list, with Shift
  const rows = page.locator('.choices li');
  await rows.nth(0).click({ modifiers: ['Shift'] });
  await rows.nth(1).click({ modifiers: ['Shift'] });
  await page.waitForFunction(() => document.querySelector('.in-hand, .notice'));
  assert.equal(await me.point(), before, 'nothing was played');
  me.quiet();
  await me.leave();
});

test('a second key meant for the step before does not end the next one; nearly nobody moved is asked about', async () => {
  const me = await plays({ seed: 7 });
  const { page } = me;
  assert.match(await me.ask(), /Move units/);
  const before = await me.point();
  await page.waitForTimeout(700);
  await page.keyboard.press('e');
  await page.waitForSelector('.prompt.warn');
  assert.match(await page.locator('.prompt.warn').innerText(), /can still move, and none has moved/);
  await page.keyboard.press('Escape');
  assert.equal(await me.point(), before, 'Esc: nothing has ended');
  await page.keyboard.press('e');
  await page.waitForSelector('.prompt.warn');
  await me.acts(() => page.keyboard.press('Enter'));
  const ended = await me.point();
  await page.waitForSelector('.prompt [data-end]');
  for (let i = 0; i < 3; i++) await page.keyboard.press('e');
  assert.equal(await page.locator('.prompt [data-end][aria-disabled=true]').count(), 1);
  await page.waitForTimeout(250);
  assert.equal(await me.point(), ended, 'the first moment of a step is guarded');
  await page.waitForSelector('.prompt [data-end]:not([aria-disabled])');
  await me.acts(async () => {
    await page.keyboard.press('e');
    if (await page.locator('.prompt.warn [data-main]').count()) await page.keyboard.press('Enter');
  });
  me.quiet();
  await me.leave();
});

test('a combat is one entry of the log that opens: who, modifiers, dice, result', async () => {
  const me = await plays({ seed: 7 });
  const { page } = me;
  await untilAsked(me, /Attack an enemy unit/);
  await me.choose('Attack 1817 Belchite');
  await page.waitForSelector('.tray');
  const join = page.locator('.tray button.piece:not(.on)');
  if (await join.count()) await me.acts(() => join.first().click());
  await page.waitForSelector('.odds');
  const column = await page.locator('.ledger .column .by').innerText();
  await me.press(/Declare|Resolve|Attack/);
  for (let i = 0; i < 12 && !(await page.locator('.block.result .die').count()); i++) await me.answer();
  const result = page.locator('.block.result');
  await result.locator('.reckoning .picture').first().waitFor();
  assert.ok((await result.locator('.die').count()) >= 1, 'the dice as dice');
  await me.picture('combat-decide');
  await page.locator('[data-tab=log]').click();
  const battle = page.locator('.scroll .log li.battle').last();
  const open = battle.locator('details');
  assert.ok(await open.evaluate((el) => /** @type {HTMLDetailsElement} */ (el).open), 'the last one is open');
  await battle.locator('.reckoning .ledger').waitFor();
  const text = await battle.innerText();
  for (const part of ['Attack on', 'Attackers', 'Defenders', column])
    assert.ok(text.includes(part), `${part}: ${text}`);
  assert.ok((await battle.locator('.reckoning .picture').count()) >= 2);
  assert.ok((await battle.locator('li .die').count()) >= 1);
  await me.picture('combat-log');
  await battle.locator('summary').click();
  assert.ok(!(await open.evaluate((el) => /** @type {HTMLDetailsElement} */ (el).open)));
  assert.ok((await battle.locator('summary .die').count()) >= 1, 'closed, it says what was thrown');
  me.quiet();
  await me.leave();
});

test('on a wide screen the log stands beside the map, and can be put away', async () => {
  const me = await plays({ seed: 7 }, { viewport: { width: 1920, height: 1080 } });
  const { page } = me;
  await page.waitForSelector('.log-column .log');
  await me.endPhase();
  await page.waitForSelector('.log-column .log li');
  await me.fits();
  await me.picture('log-beside');
  const [column, map] = await Promise.all(
    ['.log-column', '.board'].map((q) => page.locator(q).boundingBox()),
  );
  assert.ok(column && map && column.x + column.width <= map.x + 1, 'beside the map, not over it');
  await page.getByRole('button', { name: 'Put the log away' }).click();
  assert.equal(await page.locator('.log-column .log').count(), 0);
  await page.reload();
  await page.waitForSelector('.prompt');
  assert.equal(await page.locator('.log-column .log').count(), 0, 'it stays away');
  await page.locator('[data-tab=log]').click();
  await page.getByRole('button', { name: 'Keep it beside the map' }).click();
  await page.waitForSelector('.log-column .log');
  me.quiet();
  await me.leave();
});
