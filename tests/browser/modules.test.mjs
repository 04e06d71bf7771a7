// The pages list exactly the modules they load, so that none is found late.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Person, makeMatch, openTable } from './lib.mjs';

const { server, browser } = await openTable();

/** @param {string} path @param {string} entry */
async function lists(path, entry) {
  const me = await Person.at(browser, server.url);
  await me.page.goto(new URL(path, server.url).href);
  await me.page.waitForSelector('.prompt, .card');
  const seen = await me.page.evaluate(() => ({
    said: [...document.querySelectorAll('link[rel=modulepreload]')].map((l) => l.getAttribute('href')),
    loaded: performance
      .getEntriesByType('resource')
      .map((r) => new URL(r.name).pathname)
      .filter((p) => p.endsWith('.js')),
  }));
  assert.deepEqual(seen.said.sort(), [...new Set(seen.loaded)].filter((p) => p !== entry).sort());
  me.quiet();
  await me.leave();
}

test('the start page lists what it uses', () => lists('/', '/js/start.js'));

test('the table lists what it uses', async () => {
  const { republican } = await makeMatch(server.url, { republican: 'me', nationalist: 'me' });
  await lists(republican, '/js/play.js');
});
