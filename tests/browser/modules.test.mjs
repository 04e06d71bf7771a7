// The pages preload exactly the modules they use, so that none is found late. `node tests/browser/modules.test.mjs --write` rewrites the lists.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path/posix';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const web = fileURLToPath(new URL('../../web', import.meta.url));

/** Modules reached from one. @param {string} path @param {Set<string>} seen */
function graph(path, seen = new Set()) {
  if (seen.has(path)) return seen;
  seen.add(path);
  const text = readFileSync(join(web, path), 'utf8');
  for (const [, from] of text.matchAll(/^(?:import|export)[^'";]*?from '(\.[^']+)'|^import '(\.[^']+)'/gm)) {
    if (from) graph(normalize(join(dirname(path), from)), seen);
  }
  return seen;
}

/** @param {string} page @param {string} entry */
function lists(page, entry) {
  const html = readFileSync(join(web, page), 'utf8');
  const said = [...html.matchAll(/<link rel="modulepreload" href="\/([^"]+)"/g)].map((m) => m[1]).sort();
  const used = [...graph(entry)].filter((m) => m !== entry).sort();
  return { html, said, used };
}

const PAGES = /** @type {[string, string][]} */ ([
  ['index.html', 'js/start.js'],
  ['play.html', 'js/play.js'],
]);

if (process.argv.includes('--write')) {
  for (const [page, entry] of PAGES) {
    const { html, used } = lists(page, entry);
    const plain = html.replace(/ *<link rel="modulepreload"[^>]*>\n/g, '');
    const links = used.map((m) => `    <link rel="modulepreload" href="/${m}" />\n`).join('');
    writeFileSync(join(web, page), plain.replace(/( *<script)/, `${links}$1`));
  }
} else {
  for (const [page, entry] of PAGES) {
    test(`${page} preloads what it uses`, () => {
      const { said, used } = lists(page, entry);
      assert.deepEqual(said, used);
    });
  }
}
