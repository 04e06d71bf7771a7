// What play draws on top of the sheet: lit choices, reach, paths, arrows, layers. Data in, elements out.
import { s, r1, pt } from '../lib/dom.js';

/** @typedef {import('../shapes').Point} Point */
/** @typedef {import('../shapes').Geometry} Geometry */
/** @typedef {'possible' | 'hover' | 'selected' | 'refused' | 'aim' | 'target' | 'source'} LitState */

/** A place that can be chosen. @param {Geometry} geo @param {string} id @param {LitState} state */
export function litPlace(geo, id, state) {
  const d = geo.outline(id, 3);
  return s(
    'g',
    { class: `lit ${state}`, data: { place: id } },
    s('path', { class: 'lit-casing', d }),
    s('path', { class: 'lit-line', d }),
  );
}

/** A ring round a counter that can be picked; follows the side's outline. @param {Point} at @param {LitState} state @param {string | null} side */
export function litCounter(at, state, side, r = 33) {
  const box = { x: -r, y: -r, width: 2 * r, height: 2 * r, rx: side === 'nationalist' ? 4 : 9 };
  return s(
    'g',
    { class: `lit ring ${state}`, transform: `translate(${pt(at)})` },
    s('rect', { class: 'lit-casing', ...box }),
    s('rect', { class: 'lit-line', ...box }),
  );
}

/** @typedef {{ left: number | null, text: string, stop: boolean }} Reached `left` for comparing, `text` as people write it */

/** A piece's reach: tint by points left, figure in each place. @param {Geometry} geo @param {Map<string, Reached>} reach */
export function reachLayers(geo, reach, taken = /** @type {Set<string>} */ (new Set())) {
  const under = s('g', { class: 'reach' });
  const over = s('g', { class: 'reach-numbers' });
  const most = Math.max(1, ...[...reach.values()].map((r) => r.left ?? 0));
  for (const [id, { left, text, stop }] of reach) {
    const near = 0.2 + (0.8 * (left ?? 0)) / most;
    under.append(
      s('path', {
        class: `reach-hex ${stop ? 'stop' : ''}`,
        d: geo.outline(id, 1.5),
        style: { '--near': near.toFixed(2) },
      }),
    );
    const [x, y] = geo.centre(id);
    /** @type {Point} */
    const aside = geo.kind === 'areas' ? [34, -16] : [0, taken.has(id) ? geo.radius * 0.66 : 0];
    if (left === null && !stop) continue;
    over.append(
      s(
        'g',
        { class: `left ${stop ? 'stop' : ''}`, transform: `translate(${pt([x + aside[0], y + aside[1]])})` },
        s('rect', { x: -11, y: -8, width: 22, height: 15, rx: 7.5 }),
        s('text', { y: 3.8, 'text-anchor': 'middle', text: stop ? '■' : text }),
      ),
    );
  }
  return { under, over };
}

/** A route through places. @param {Geometry} geo @param {string[]} ids @param {string} [cls] @param {boolean} [under] it lies under the counters: its head stops short of them */
export function pathLayer(geo, ids, cls = '', under = false) {
  /** @type {Point[]} */
  const points = ids.filter((i) => geo.has(i)).map((i) => [...geo.centre(i)]);
  if (points.length < 2) return null;
  const [first, second] = points;
  const far = Math.hypot(second[0] - first[0], second[1] - first[1]) || 1;
  const free = Math.min(34, far * 0.45); // leave the counter free
  points[0] = [
    first[0] + ((second[0] - first[0]) * free) / far,
    first[1] + ((second[1] - first[1]) * free) / far,
  ];
  const end = points[points.length - 1];
  const before = points[points.length - 2];
  if (under) {
    const last = Math.hypot(end[0] - before[0], end[1] - before[1]) || 1;
    const short = Math.max(0, Math.min(40, last - 16));
    end[0] += ((before[0] - end[0]) * short) / last;
    end[1] += ((before[1] - end[1]) * short) / last;
  }
  const d = `M${points.map(pt).join('L')}`;
  const angle = (Math.atan2(end[1] - before[1], end[0] - before[0]) * 180) / Math.PI;
  return s(
    'g',
    { class: `move-path ${cls}` },
    s('path', { class: 'casing', d }),
    s('path', { class: 'line', d }),
    points.slice(1, -1).map((p) => s('circle', { class: 'dot', cx: r1(p[0]), cy: r1(p[1]), r: 4.4 })),
    s('path', {
      class: 'head',
      transform: `translate(${pt(end)}) rotate(${r1(angle)})`,
      d: 'M10 0L-8 -11L-4 0L-8 11Z',
    }),
  );
}

/** A tapered arrow from one place to another, stopping short of both. @param {Point} from @param {Point} to */
export function arrow(from, to, { start = 24, stop = 21, width = 9.5 } = {}) {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const len = Math.hypot(dx, dy) || 1;
  const L = Math.max(14, len - start - stop);
  const head = Math.min(17, L * 0.62);
  const w = width;
  const angle = (Math.atan2(dy, dx) * 180) / Math.PI;
  const d = `M0 ${-w * 0.34}L${r1(L - head)} ${-w * 0.62}L${r1(L - head)} ${-w * 1.45}L${r1(L)} 0L${r1(L - head)} ${w * 1.45}L${r1(L - head)} ${w * 0.62}L0 ${w * 0.34}Z`;
  const at = pt([from[0] + (dx / len) * start, from[1] + (dy / len) * start]);
  return s(
    'g',
    { class: 'arrow attack' },
    s('path', { d, transform: `translate(${at}) rotate(${r1(angle)})` }),
  );
}

/** Marks the places of a log entry or a replayed event. @param {Point} at */
export const spotlight = (at, r = 46) =>
  s(
    'g',
    { class: 'spotlight', transform: `translate(${pt(at)})` },
    s('circle', { class: 'casing', r }),
    s('circle', { class: 'line', r }),
  );

/** Shades that have a colour of their own; the others share one. */
const COLOURED = ['republican', 'nationalist', 'both', 'cut'];
/** Class of a shade or line of a layer. @param {import('../types').Shade} shade */
const layerClass = (shade) => (COLOURED.includes(shade) ? shade : 'other');

const HATCHES = /** @type {Record<string, string>} */ ({
  republican: 'url(#zoc-r)',
  nationalist: 'url(#zoc-n)',
  both: 'url(#both)',
  cut: 'url(#refused)',
});

/** A layer as the engine gives it. @param {Geometry} geo @param {string} key @param {import('../types').Overlay} overlay @param {import('../types').Shading} [shading] */
export function engineLayer(geo, key, overlay, shading = 'hatch') {
  const layer = s('g', { class: `overlay layer-${key.replace(/\W+$/, '')} ${shading}` });
  const control = shading === 'tint';
  for (const [shade, ids] of overlay.shades) {
    const cls = layerClass(shade);
    const d = ids
      .filter((i) => geo.has(i))
      .map((i) => geo.outline(i, control ? 0 : 2))
      .join('');
    layer.append(s('path', { class: `shade ${control ? 'control' : 'zone'} ${cls}`, d, data: { shade } }));
    if (!control) layer.append(s('path', { class: 'shade-hatch', d, fill: HATCHES[cls] ?? 'none' }));
    else if (cls === 'nationalist')
      layer.append(s('path', { class: 'shade-hatch', d, fill: 'url(#control-n)' }));
  }
  /** @type {Map<string, string>} */
  const lines = new Map();
  for (const [line, ids] of overlay.lines) {
    const points = ids.filter((i) => geo.has(i)).map((i) => pt(geo.centre(i)));
    if (points.length > 1)
      lines.set(layerClass(line), `${lines.get(layerClass(line)) ?? ''}M${points.join('L')}`);
  }
  for (const [cls, d] of lines) {
    layer.append(
      s(
        'g',
        { class: `supply-line ${cls}` },
        s('path', { class: 'casing', d }),
        s('path', { class: 'line', d }),
      ),
    );
  }
  for (const [place, text] of overlay.notes) {
    if (!geo.has(place)) continue;
    const [x, y] = geo.centre(place);
    layer.append(
      s('text', {
        class: 'layer-note',
        x: r1(x),
        y: r1(y - geo.radius * 0.86), // above the counters, which lie over the layers
        'text-anchor': 'middle',
        text,
      }),
    );
  }
  return layer;
}

/** Markers lying in places. @param {import('../types').MarkerView} marker @param {import('../types').MarkerLook | undefined} look @param {Point} at */
export function marker(marker, look, at) {
  const fort = look?.shape === 'fort';
  return s(
    'g',
    {
      class: `place-marker ${marker.side ?? 'neutral'} ${fort ? 'fort' : ''}`,
      transform: `translate(${pt(at)})`,
    },
    s('title', { text: marker.text || marker.kind }),
    fort
      ? s('path', { class: 'sign', d: 'M-13 8V-6H-7V-1H-3V-6H3V-1H7V-6H13V8Z' })
      : [
          s('rect', { x: -12, y: -12, width: 24, height: 24, rx: marker.side === 'nationalist' ? 2 : 12 }),
          s('text', { y: 4.5, 'text-anchor': 'middle', text: look?.letter ?? '' }),
        ],
  );
}
