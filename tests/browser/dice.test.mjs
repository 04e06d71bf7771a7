// Dice from both sides, when somebody does not come back; chat of those who watch; a match from a file.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { Person, makeMatch, openTable } from './lib.mjs';

const { server, browser } = await openTable();
const seats = { republican: 'me', nationalist: 'link' };

/** @param {Person} who */
const text = (who) => who.page.locator('.prompt').innerText();

/** Waits until the page has said something for the dice. @param {Person} who @param {string} what */
const added = (who, what) =>
  who.page.waitForFunction(
    (key) => Object.keys(localStorage).some((k) => k.startsWith(key)),
    `frente.share${what}`,
  );

/** Waits until the server has a promise from somebody. @param {Person} who */
async function marked(who) {
  for (let i = 0; i < 100 && !who.frames.some((f) => /"mark":\s*"/.test(f)); i++)
    await who.page.waitForTimeout(50);
}

/** @param {Person} who */
const dice = (who) => who.page.waitForSelector('.prompt [data-without]');

test('a share is kept by the browser: whoever comes back later sets the dice going', async () => {
  const links = await makeMatch(server.url, seats);
  const host = await Person.at(browser, server.url);
  await host.go(links.republican);
  await added(host, '');
  await host.page.goto('about:blank');
  const guest = await Person.at(browser, server.url);
  await guest.go(links.nationalist);
  await dice(guest);
  assert.match(await text(guest), /The dice wait/);
  await guest.picture('dice-wait');
  await guest.fits();
  // too early to go on without him
  await guest.page.locator('[data-without=republican]').click();
  await guest.page.waitForFunction(() => /wait a little longer/.test(document.body.textContent ?? ''));
  await host.go(links.republican);
  await guest.page.waitForSelector('.prompt [data-without]', { state: 'detached' });
  for (const who of [host, guest]) who.quiet();
  await Promise.all([host.leave(), guest.leave()]);
});

test('a browser that has lost its share gives it up, and the match goes on', async () => {
  const links = await makeMatch(server.url, seats);
  const host = await Person.at(browser, server.url);
  await host.go(links.republican);
  await added(host, '');
  await marked(host);
  await host.leave();
  const guest = await Person.at(browser, server.url);
  await guest.go(links.nationalist);
  await dice(guest);
  // another browser, the same link
  const again = await Person.at(browser, server.url);
  await again.go(links.republican);
  await dice(again);
  assert.match(await text(again), /does not have what was promised/);
  await again.picture('dice-lost');
  await again.fits();
  await again.page.locator('[data-without=republican]').click();
  await again.page.waitForSelector('.prompt [data-without]', { state: 'detached' });
  await guest.page.waitForSelector('.prompt [data-without]', { state: 'detached' });
  await again.page.waitForFunction(() => /made without your share/.test(document.body.textContent ?? ''));
  await again.picture('dice-left-out');
  const decides = await Promise.all([again, guest].map((who) => who.page.locator('.turn-of em').innerText()));
  assert.ok(
    decides.some((d) => /your decision/.test(d)),
    decides.join(' / '),
  );
  for (const who of [again, guest]) who.quiet();
  await Promise.all([again.leave(), guest.leave()]);
});

test('those who watch speak when the players let them', async () => {
  const links = await makeMatch(server.url, seats);
  const host = await Person.at(browser, server.url);
  const watcher = await Person.at(browser, server.url);
  await host.go(links.republican);
  await watcher.go(links.spectator);
  for (const who of [host, watcher]) await who.page.locator('[data-tab=chat]').click();
  assert.equal(await watcher.page.getByLabel('Message').count(), 0, 'nothing to write in');
  await watcher.picture('chat-closed');
  await host.page.locator('.chat input[type=checkbox]').check();
  await watcher.page.getByLabel('Message').waitFor();
  await watcher.page.getByLabel('Message').fill('¡Salud!');
  await watcher.page.keyboard.press('Enter');
  await host.page.waitForFunction(() => /Salud/.test(document.querySelector('.chat')?.textContent ?? ''));
  await watcher.picture('chat-open');
  await host.page.locator('.chat input[type=checkbox]').uncheck();
  await watcher.page.getByLabel('Message').waitFor({ state: 'detached' });
  for (const who of [host, watcher]) who.quiet();
  await Promise.all([host.leave(), watcher.leave()]);
});

test('a match from a file says so to whoever did not have the file', async () => {
  const golden = new URL('../../crates/games/aragon/tests/golden/', import.meta.url);
  const file = readdirSync(golden).find((name) => name.endsWith('.frente'));
  assert.ok(file);
  const save = readFileSync(new URL(file, golden), 'utf8');
  const answer = await fetch(`${server.url}/api/matches/load`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ save, seats }),
  });
  const made = await answer.json();
  assert.ok(made.links, JSON.stringify(made));
  const guest = await Person.at(browser, server.url);
  await guest.go(made.links.nationalist);
  await guest.page.waitForFunction(() => /comes from a file/.test(document.body.textContent ?? ''));
  await guest.picture('uploaded');
  guest.quiet();
  await guest.leave();
});
