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
  const loaded = [...new Set(seen.loaded)];
  assert.deepEqual(seen.said.sort(), loaded.filter((p) => !p.endsWith(entry)).sort());
  assert.ok(
    loaded.every((p) => /^\/kept\/[0-9a-f]{16}\/js\//.test(p)),
    'each under its version',
  );
  me.quiet();
  await me.leave();
}

test('who comes again asks for the page and keeps the rest', async () => {
  const { republican } = await makeMatch(server.url, {
    republican: 'me',
    nationalist: 'me',
  });
  const me = await Person.at(browser, server.url);
  await me.go(republican);
  const files = () =>
    me.page.evaluate(
      () => performance.getEntriesByType('resource').filter((r) => r.name.includes('/kept/')).length,
    );
  const brought = () =>
    me.page.evaluate(
      () =>
        performance
          .getEntriesByType('resource')
          .filter((r) => r.name.includes('/kept/') && /** @type {any} */ (r).transferSize > 0).length,
    );
  assert.ok((await brought()) > 50, 'the first time they are brought');
  const first = await files();
  await me.page.goto('about:blank');
  await me.go(republican);
  assert.equal(await files(), first, 'the second time they are used');
  assert.equal(await brought(), 0, 'and none is brought again');
  await me.leave();
});

test('the start page lists what it uses', () => lists('/', '/js/start.js'));

test('the table lists what it uses', async () => {
  const { republican } = await makeMatch(server.url, {
    republican: 'me',
    nationalist: 'me',
  });
  await lists(republican, '/js/play.js');
});
