// Several people: by link, watching, at one screen; replay, branches, saves, links that open nothing.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Person, makeMatch, openTable } from './lib.mjs';

const { server, browser } = await openTable();

/** Ends phases until the other side decides. @param {Person} me */
async function endTurn(me) {
  for (let i = 0; i < 12; i++) {
    const end = me.page.locator('.prompt [data-end]');
    if (await end.count()) await me.endPhase();
    else await me.acts(() => me.page.locator('.prompt .btn:not([data-back]), .choices li').first().click());
    if (!/your decision/.test(await me.page.locator('.turn-of em').innerText())) return;
  }
}

test('two browsers play each other; a third watches and learns no secret', async () => {
  const host = await Person.at(browser, server.url);
  await host.go('/');
  await host.page.getByRole('radio', { name: 'Someone by link' }).click();
  await host.page.locator('[data-go]').click();
  await host.page.waitForSelector('dialog.links');
  await host.picture('links');
  const links = await host.page
    .locator('dialog.links input')
    .evaluateAll((all) => all.map((el) => /** @type {HTMLInputElement} */ (el).value));
  const [, nationalist, spectator] = links;
  await host.page.getByRole('link', { name: 'Take my seat' }).click();
  await host.page.waitForSelector('.stack');

  const guest = await Person.at(browser, server.url);
  const watcher = await Person.at(browser, server.url);
  await guest.page.goto(nationalist);
  await watcher.page.goto(spectator);
  await Promise.all([guest.page.waitForSelector('.stack'), watcher.page.waitForSelector('.stack')]);
  await host.page.waitForFunction(() => document.querySelectorAll('.side-card .dot.on').length === 2);

  await guest.page.locator('[data-tab=chat]').click();
  await guest.page.getByLabel('Message').fill('¡Salud!');
  await guest.page.keyboard.press('Enter');
  await host.page.waitForFunction(() =>
    /1/.test(document.querySelector('[data-tab=chat] i')?.textContent ?? ''),
  );
  await host.page.locator('[data-tab=chat]').click();
  await host.page.waitForFunction(() => /Salud/.test(document.querySelector('.chat')?.textContent ?? ''));
  await host.picture('chat');
  await host.page.locator('[data-tab=decide]').click();

  assert.equal(await guest.page.locator('.choices li').count(), 0, 'only who decides has choices');
  await host.choose('Take 1/11');
  await host.choose('1/11 moves to 2018');
  await guest.page.waitForSelector('.stack[data-key^="2018|"]');
  await watcher.page.waitForSelector('.stack[data-key^="2018|"]');

  // the Republican side's hand is in its own browser and in no other
  const hand = await host.page.locator('.hand-list b').allInnerTexts();
  assert.ok(hand.length > 0, 'the host sees his own markers');
  assert.ok(host.frames.some((f) => /"hand":\[\{/.test(f)));
  for (const other of [guest, watcher]) {
    for (const frame of other.frames) {
      const message = JSON.parse(frame);
      const view = (message.ok ?? message.state ?? {}).view;
      if (!view) continue;
      if (other === watcher) assert.deepEqual(view.hand, [], 'a spectator holds nothing');
      assert.notEqual(view.seat, 'republican');
    }
    const drawn = other.frames.filter((f) => /Republican draw: \+/.test(f));
    assert.deepEqual(drawn, [], 'what the Republican side drew');
  }
  await watcher.picture('spectator');

  await endTurn(host);
  await guest.page.locator('[data-tab=decide]').click();
  await guest.myTurn();
  await guest.picture('guest');
  for (const who of [host, guest, watcher]) who.quiet();
  await Promise.all([host.leave(), guest.leave(), watcher.leave()]);
});

test('one screen: it is covered while it changes hands', async () => {
  const me = await Person.at(browser, server.url);
  await me.go('/');
  await me.page.getByRole('radio', { name: 'Someone here' }).click();
  await me.page.locator('[data-go]').click();
  await me.page.waitForSelector('.cover');
  await me.picture('cover');
  await me.page.locator('.cover .btn').click();
  await me.page.waitForSelector('.stack');
  const own = await me.page.locator('.hand-list b').allInnerTexts();
  for (let i = 0; i < 12 && !(await me.page.locator('.cover').count()); i++) {
    const end = me.page.locator('.prompt [data-end]');
    if (await end.count()) await end.click();
    else await me.page.locator('.prompt .btn:not([data-back]), .choices li').first().click();
    await me.page.waitForTimeout(250);
    const sure = me.page.locator('.prompt.warn [data-main]');
    if (await sure.count()) await sure.click();
    await me.page.waitForTimeout(250);
  }
  await me.page.waitForSelector('.cover.nationalist');
  const visible = await me.page.evaluate(
    () => getComputedStyle(document.querySelector('.panel') ?? document.body).visibility,
  );
  assert.equal(visible, 'hidden', 'nothing shows under the cover');
  await me.page.keyboard.press('Enter');
  await me.page.waitForSelector('.cover', { state: 'detached' });
  assert.match(await me.page.locator('.turn-of').innerText(), /Nationalist/);
  const other = await me.page.locator('.hand-list b').allInnerTexts();
  assert.notDeepEqual(other, own);
  await me.page.locator('[data-tab=log]').click();
  assert.doesNotMatch(await me.page.locator('.log').innerText(), /Republican draw: \+/);
  me.quiet();
  await me.leave();
});

test('replay, branch, save and load', async () => {
  const links = await makeMatch(server.url, { republican: 'me', nationalist: 'me' }, { seed: 11 });
  const me = await Person.at(browser, server.url);
  const { page } = me;
  await me.go(links.republican);
  await me.choose('Take 1/11');
  await me.choose('1/11 moves to 2018');
  const end = await me.point();
  await page.keyboard.press('[');
  await page.waitForSelector('body.in-past');
  assert.equal(await page.locator('.stack[data-key^="2018|"]').count(), 0, 'the board shows the past');
  await me.picture('replay');
  await page.keyboard.press(']');
  await page.waitForSelector('body:not(.in-past)');
  await page.keyboard.press('[');
  await page.waitForSelector('body.in-past');
  await page.getByRole('button', { name: 'Play on from here' }).click();
  await page.waitForFunction(
    (n) => Number(document.querySelector('.dock .replay input')?.getAttribute('max')) === n,
    end - 1,
  );
  assert.match(await me.ask(), /1\/11 is moving/);

  await page.getByRole('button', { name: 'Menu' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save to a file' }).click(),
  ]);
  const file = await download.path();
  assert.match(readFileSync(file, 'utf8'), /belchite/);
  await me.picture('menu');
  await me.go('/');
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByRole('button', { name: 'I play both sides' }).click();
  await page.waitForSelector('.stack');
  assert.equal(await me.point(), end - 1);
  assert.match(await me.ask(), /1\/11 is moving/);
  me.quiet();
  await me.leave();
});

test('the computer plays itself, watched', async () => {
  const me = await Person.at(browser, server.url);
  await me.go('/');
  await me.page.getByRole('button', { name: /Watch the computer/ }).click();
  await me.page.waitForSelector('.stack');
  const before = await me.point();
  await me.page.waitForFunction(
    (n) => Number(document.querySelector('.dock .replay input')?.getAttribute('max')) > n + 2,
    before,
  );
  assert.equal(await me.page.locator('.choices li').count(), 0);
  me.quiet();
  await me.leave();
});

test('dice of one’s own are typed in', async () => {
  const links = await makeMatch(server.url, { republican: 'me', nationalist: 'me' }, { dice: 'typed' });
  const me = await Person.at(browser, server.url);
  await me.page.goto(new URL(links.republican, server.url).href);
  await me.page.waitForSelector('.prompt .btn');
  const before = await me.point();
  await me.page.locator('.prompt .btn').first().click();
  await me.page.waitForFunction(
    (n) => Number(document.querySelector('.dock .replay input')?.getAttribute('max')) > n,
    before,
  );
  await me.picture('typed-dice');
  me.quiet();
  await me.leave();
});

test('a link that opens nothing says so', async () => {
  const me = await Person.at(browser, server.url);
  await me.page.goto(`${server.url}/play#AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA`);
  await me.page.waitForFunction(() => /No such seat/.test(document.body.innerText));
  await me.page.goto(`${server.url}/play`);
  await me.page.waitForFunction(() => /No game here/.test(document.body.innerText));
  me.quiet();
  await me.leave();
});
