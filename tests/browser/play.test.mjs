// One person against the computer: start, move, undo, fight, reload in mid-combat, end the turn.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Person, makeMatch, openTable } from './lib.mjs';

const { server, browser } = await openTable();

test('two clicks from the start page to the first decision', async () => {
  const me = await Person.at(browser, server.url);
  await me.go('/');
  await me.page.waitForSelector('.card .pic svg');
  await me.picture('start');
  await me.page.locator('.card[data-game=aragon]').click();
  await me.page.locator('[data-go]').click();
  await me.page.waitForSelector('.stack');
  await me.myTurn();
  assert.match(await me.ask(), /Move units/);
  assert.ok((await me.page.locator('.lit.possible').count()) > 10, 'what can be chosen is lit');
  const size = await me.page.evaluate(
    () => document.querySelector('.counter .body')?.getBoundingClientRect().width ?? 0,
  );
  assert.ok(size >= 44, `counters are large enough to read at the opening: ${size}`);
  const elements = await me.page.evaluate(() => document.querySelectorAll('*').length);
  assert.ok(elements < 3500, `${elements} elements`);
  await me.picture('table-1440-light');
  await me.go('/');
  await me.page.waitForSelector('.mine li');
  assert.match(await me.page.locator('.mine li').first().innerText(), /Your decision/);
  await me.picture('start-with-games');
  me.quiet();
  await me.leave();
});

test('a unit is picked on the map, its reach is painted, it moves, the move is taken back', async () => {
  const links = await makeMatch(
    server.url,
    { republican: 'me', nationalist: 'computer:greedy' },
    { seed: 7 },
  );
  const me = await Person.at(browser, server.url);
  await me.go(links.republican);
  const at = await me.placeOnScreen('2017');
  assert.ok(at);
  await me.acts(() => me.page.mouse.click(at.x, at.y));
  assert.match(await me.ask(), /1\/11 is moving; movement points left: 4/);
  assert.ok((await me.page.locator('.reach-hex').count()) > 10);
  await me.picture('reach');

  const goal = await me.placeOnScreen('2118');
  assert.ok(goal);
  await me.page.mouse.move(goal.x, goal.y);
  await me.page.waitForSelector('.move-path');
  assert.match(await me.page.locator('.hex-info').innerText(), /Azaila 2118[^]*2½ movement points left/);

  const far = await me.placeOnScreen('1813');
  assert.ok(far);
  await me.page.mouse.move(far.x, far.y);
  await me.page.waitForSelector('.hex-info em.no');
  assert.ok(await me.page.locator('.hex-info em.no .rule').count(), 'why not, with its rule');
  await me.picture('why-not');

  await me.acts(() => me.page.mouse.click(goal.x, goal.y));
  const there = () => me.page.locator('.stack[data-key^="2118|"]').count();
  assert.equal(await there(), 1);
  await me.acts(() => me.page.locator('[data-undo]').click());
  assert.equal(await there(), 0);
  await me.acts(() => me.page.keyboard.press('Escape')); // the unit is put down again
  assert.match(await me.ask(), /Move units/);
  me.quiet();
  await me.leave();
});

test('an attack: odds follow each attacker, a reload keeps it, dice, retreats, the other side’s turn', async () => {
  const links = await makeMatch(
    server.url,
    { republican: 'me', nationalist: 'computer:greedy' },
    { seed: 7 },
  );
  const me = await Person.at(browser, server.url);
  const { page } = me;
  await me.go(links.republican);
  await me.endPhase();
  await me.endPhase();
  assert.match(await me.ask(), /Attack an enemy unit/);
  await me.choose('Attack 1817 Belchite');
  await me.choose('100/11 takes part');
  await page.waitForSelector('.odds');
  const one = await page.locator('.crt thead .lit').innerText();
  await page.locator('.tray button.piece:not(.on)').first().hover();
  await page.waitForFunction(
    () => /→/.test(document.querySelector('.headline')?.textContent ?? '') || document.querySelector('.odds'),
  );
  await me.acts(() => page.locator('.tray button.piece:not(.on)').first().click());
  await page.waitForFunction((old) => {
    const now = document.querySelector('.crt thead .lit');
    return now instanceof HTMLElement && now.innerText !== old;
  }, one);
  const chances = await page.locator('.bar b').allInnerTexts();
  const sum = chances.reduce((t, c) => t + parseFloat(c), 0);
  assert.ok(Math.abs(sum - 100) < 4, `the bars add up: ${chances}`);
  assert.equal(await page.locator('.arrow').count(), 2);
  await me.picture('combat-1440-light');

  await page.reload();
  await page.waitForSelector('.tray');
  await page.waitForSelector('.odds');
  assert.equal(
    await page.locator('.tray .piece.on').count(),
    2,
    'a reload in mid-combat keeps the attackers',
  );

  await me.press(/Declare/);
  // through supports, results, retreats and advances, whatever they are, until the next attack can be chosen
  for (let i = 0; i < 25; i++) {
    await me.myTurn();
    if (/Attack an enemy unit/.test(await me.ask())) break;
    if (i === 0) await me.picture('combat-support');
    await me.acts(() => page.locator('.prompt .btn:not([data-back]), .choices li').first().click());
  }
  assert.match(await me.ask(), /Attack an enemy unit/);
  assert.ok(await page.locator('.throw .die').count(), 'the throw is shown');
  await me.picture('combat-result');
  await page.locator('[data-tab=log]').click();
  assert.ok(await page.locator('.log .die').count());
  await page.locator('.log li').last().hover();
  await me.picture('log');
  await page.locator('[data-tab=decide]').click();

  for (let i = 0; i < 12; i++) {
    await me.myTurn();
    if ((await page.locator('.when .turn b').innerText()) === '2') break;
    const end = page.locator('.prompt [data-end]');
    if (await end.count()) await me.endPhase();
    else await me.acts(() => page.locator('.prompt .btn:not([data-back]), .choices li').first().click());
  }
  assert.equal(await page.locator('.when .turn b').innerText(), '2', 'the computer has had its turn');
  await me.picture('turn-2');
  me.quiet();
  await me.leave();
});

test('keyboard only', async () => {
  const links = await makeMatch(
    server.url,
    { republican: 'me', nationalist: 'computer:greedy' },
    { seed: 7 },
  );
  const me = await Person.at(browser, server.url);
  const { page } = me;
  await me.go(links.republican);
  await me.acts(async () => {
    await page.keyboard.press('1'); // the first unit of the list
    await page.waitForTimeout(700);
  });
  assert.match(await me.ask(), /1\/11 is moving/);
  await page.keyboard.type('2118'); // the hex, by its number
  await page.waitForFunction(() => document.querySelector('.stack[data-key^="2118|"]'));
  await me.acts(() => page.keyboard.press('Space')); // it stops there
  await me.acts(() => page.keyboard.press('u'));
  await me.acts(() => page.keyboard.press('Space'));

  const list = page.locator('.choices').first();
  await list.focus();
  await page.keyboard.press('ArrowDown');
  const second = await page.evaluate(() => document.activeElement?.getAttribute('data-row'));
  assert.ok(second);
  await me.acts(() => page.keyboard.press('Enter'));
  await me.acts(() => page.keyboard.press('Escape'));
  await page.keyboard.press('z');
  await page.waitForSelector('.layer-zones');
  await page.keyboard.press('0');
  await me.picture('zones');
  await page.keyboard.press('z');
  await page.keyboard.press('r');
  await page.waitForSelector('dialog.rules');
  await page.keyboard.type('retreat');
  assert.ok((await page.locator('.rules-list p').count()) > 3);
  await me.picture('rules');
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await page.waitForSelector('dialog.keys');
  await page.keyboard.press('Escape');
  const before = await me.point();
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
  await page.keyboard.press('e');
  const sure = page.locator('.prompt.warn');
  if (await sure.count()) await page.keyboard.press('Enter');
  await page.waitForFunction(
    (n) => Number(document.querySelector('.dock .replay input')?.getAttribute('max')) > n,
    before,
  );
  assert.match(await me.ask(), /Bombard/);
  me.quiet();
  await me.leave();
});

test('what was only intended is put down again, and another unit is taken by a click', async () => {
  const links = await makeMatch(
    server.url,
    { republican: 'me', nationalist: 'computer:greedy' },
    { seed: 7 },
  );
  const me = await Person.at(browser, server.url);
  await me.go(links.republican);
  const { page } = me;
  const back = page.locator('.prompt [data-back]');
  const before = await me.point();
  assert.equal(await back.count(), 0, 'nothing is in hand');
  await me.choose('102/43');
  await back.waitFor();
  await me.acts(() => back.click());
  assert.equal(await me.point(), before, 'the intention left no trace');
  await me.choose('102/43');
  await me.acts(() => page.keyboard.press('Escape'));
  assert.equal(await me.point(), before);
  await me.choose('102/43');
  // another unit of one's own: it is taken instead
  await page.locator('.counter[data-unit="119/26"]').first().click();
  await page.waitForFunction(() => /119\/26/.test(document.querySelector('.ask')?.textContent ?? ''));
  assert.equal(await me.point(), before + 1);
  me.quiet();
  await me.leave();
});
