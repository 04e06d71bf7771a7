// How long a whole match takes to draw: points of a match of each game, one after the other, in the page. Prints the median and the worst in
// milliseconds: from the question to the server's answer, and the main thread's work for the answer until all is laid out and painted.
// For a quiet machine:
//   FRENTE=target/release/frente node tests/browser/draw.mjs [GAME/SCENARIO …]
import { golden, loadGolden } from './golden.mjs';
import { Person, launch } from './lib.mjs';

const MATCHES = [
  'aragon/belchite',
  'brunete/campaign',
  'guadalajara/guadalajara',
  'madrid/drive',
  'santander/santander',
];
/** Every so many points of a match are drawn. */
const EACH = 5;

/** @param {number[]} times */
function told(times) {
  const sorted = [...times].sort((a, b) => a - b);
  const ms = (/** @type {number | undefined} */ t) => (t ?? NaN).toFixed(1).padStart(6);
  return `median ${ms(sorted[Math.floor(sorted.length / 2)])} worst ${ms(sorted[sorted.length - 1])}`;
}

const { server, browser } = await launch();
try {
  for (const name of process.argv.length > 2 ? process.argv.slice(2) : MATCHES) {
    const [game, scenario] = name.split('/');
    const match = golden(game, scenario);
    const me = await Person.at(browser, server.url);
    const { page } = me;
    let sent = 0;
    /** @type {number[]} */
    const answers = [];
    page.on('websocket', (ws) => {
      ws.on('framesent', () => (sent = performance.now()));
      ws.on('framereceived', () => answers.push(performance.now() - sent));
    });
    const link = await loadGolden(server.url, match, match.lines.length);
    await page.goto(new URL(link, server.url).href);
    await page.waitForSelector('.prompt');
    const cdp = await page.context().newCDPSession(page);
    await cdp.send('Performance.enable');
    const work = async () => {
      const { metrics } = await cdp.send('Performance.getMetrics');
      return 1000 * (metrics.find((m) => m.name === 'TaskDuration')?.value ?? 0);
    };
    answers.length = 0;
    /** @type {number[]} */
    const drawings = [];
    for (let point = 0; point < match.lines.length; point += EACH) {
      const before = await work();
      await page.evaluate((to) => {
        const input = document.querySelector('.dock .replay input');
        if (!(input instanceof HTMLInputElement)) return;
        input.value = String(to);
        input.dispatchEvent(new Event('input', { bubbles: true }));
      }, point);
      await page.waitForFunction(
        (to) => new RegExp(`^${to} /`).test(document.querySelector('.dock .replay .at')?.textContent ?? ''),
        point,
      );
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
      drawings.push((await work()) - before);
    }
    console.log(
      `${name.padEnd(24)} ${String(drawings.length).padStart(4)} points  answered ${told(answers)}  drawn ${told(drawings)}`,
    );
    await me.leave();
  }
} finally {
  await browser.close();
  await server.stop();
}
