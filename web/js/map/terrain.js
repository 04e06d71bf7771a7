// Ground: paper, fields, hills with hachures, woods, sea, the zone out of play. Lowest first.
import { s, r1 } from '../lib/dom.js';
import { random } from '../lib/noise.js';
import { loops, organic, plain, smooth } from './outline.js';

/** @typedef {import('../shapes').Point} Point */
/** @typedef {import('./hexgrid.js').HexGrid} HexGrid */
/** @typedef {() => number} Rand */

const PAPER_TINT = '0 0 0 0 .25  0 0 0 0 .18  0 0 0 0 .08  0 0 0 -1.9 1.0';
const MOTTLE_TINT = '0 0 0 0 .42  0 0 0 0 .29  0 0 0 0 .08  0 0 0 -2.2 1.16';

/** Noise as a pattern. @param {string} name @param {string} id @param {number} size @param {string} frequency @param {number} octaves @param {string} tint */
const texture = (name, id, size, frequency, octaves, tint) => [
  s(
    'filter',
    {
      id: `${name}-noise${id}`,
      x: 0,
      y: 0,
      width: '100%',
      height: '100%',
      'color-interpolation-filters': 'sRGB',
    },
    s('feTurbulence', {
      type: 'fractalNoise',
      baseFrequency: frequency,
      numOctaves: octaves,
      seed: 7,
      stitchTiles: 'stitch',
    }),
    s('feColorMatrix', { values: tint }),
  ),
  s(
    'pattern',
    { id: `${name}${id}`, width: size, height: size, patternUnits: 'userSpaceOnUse' },
    s('rect', { width: size, height: size, filter: `url(#${name}-noise${id})` }),
  ),
];

/** @param {string} name @param {number} angle @param {number} gap */
const hatch = (name, angle, gap) =>
  s(
    'pattern',
    {
      id: name,
      width: gap,
      height: gap,
      patternUnits: 'userSpaceOnUse',
      patternTransform: `rotate(${angle})`,
    },
    s('path', { d: `M0 0V${gap}`, class: `${name}-line` }),
  );

/**
 * Shared definitions: paper grain, mottling and the hatching of ground out of play. `id` keeps several maps on a page apart.
 * @param {string} id @param {boolean} [textured]
 */
export function definitions(id, textured = true) {
  const out = hatch(`out-hatch${id}`, 45, 7);
  out.firstElementChild?.setAttribute('class', 'hatch-line');
  return s(
    'defs',
    {},
    out,
    textured && texture('paper', id, 256, '0.8 0.9', 3, PAPER_TINT),
    textured && texture('mottling', id, 1800, '0.0022 0.003', 4, MOTTLE_TINT),
  );
}

/** Hatchings for what play draws on the sheet; once a page. */
export const playDefinitions = () => [
  hatch('refused', -45, 6),
  hatch('control-n', 45, 9),
  hatch('zoc-r', 0, 6),
  hatch('zoc-n', 90, 6),
  hatch('both', 45, 5),
];

/**
 * Tapered strokes running downhill along the outline, heavier away from the light (north-west).
 * @param {Point[]} points @param {Rand} rand @param {number} length
 */
function hachures(points, rand, length) {
  let d = '';
  points.forEach((a, i) => {
    const b = points[(i + 1) % points.length];
    const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
    const len = Math.hypot(dx, dy) || 1;
    const [nx, ny] = [-dy / len, dx / len]; // inward: loops run clockwise
    const shade = 0.62 - 0.38 * (0.6 * nx + 0.8 * ny); // 0.24 lit to 1 in shadow
    for (let t = 0.15; t < 1; t += 5.2 / len) {
      const x = a[0] + dx * t + (rand() - 0.5);
      const y = a[1] + dy * t + (rand() - 0.5);
      const l = length * (0.55 + 0.5 * rand()) * (0.7 + 0.4 * shade);
      const w = 0.28 + 0.95 * shade;
      const [ex, ey] = [x + nx * l, y + ny * l];
      d += `M${r1(x)} ${r1(y)}L${r1(ex - ny * w)} ${r1(ey + nx * w)}L${r1(ex + ny * w)} ${r1(ey - nx * w)}Z`;
    }
  });
  return d;
}

/** A ridge: a short crest with strokes falling to the shaded side. @param {Point} at @param {Rand} rand @param {number} size */
function ridge([x, y], rand, size) {
  const a = -0.5 + 1.1 * (rand() - 0.5);
  const length = size * (0.75 + 0.5 * rand());
  const bend = 0.28 * (rand() - 0.5);
  const n = 9;
  let crest = '';
  let fall = '';
  /** @param {number} px @param {number} py @param {number} half @param {number} angle @param {number} long */
  const stroke = (px, py, half, angle, long) =>
    `M${r1(px - half)} ${r1(py)}L${r1(px + half)} ${r1(py)}L${r1(px + Math.cos(angle) * long)} ${r1(py + Math.sin(angle) * long)}Z`;
  for (let i = 0; i <= n; i++) {
    const t = i / n - 0.5;
    const u = t * length * 2;
    const v = bend * length * (1 - 4 * t * t) * 2;
    const px = x + u * Math.cos(a) - v * Math.sin(a);
    const py = y + u * Math.sin(a) + v * Math.cos(a);
    crest += `${i ? 'L' : 'M'}${r1(px)} ${r1(py)}`;
    const long = length * 0.62 * (1 - 3 * t * t) * (0.8 + 0.35 * rand());
    fall +=
      stroke(px, py, 0.8, a + 1.35 + 0.5 * t, long) + stroke(px, py, 0.4, a - 1.4 + 0.3 * t, long * 0.42);
  }
  return { crest, fall };
}

/** A peak: lit and shaded face. @param {Point} at @param {Rand} rand @param {number} size */
function peak([x, y], rand, size) {
  const w = size * (0.8 + 0.4 * rand());
  const high = size * (1.05 + 0.4 * rand());
  const k = (rand() - 0.5) * w * 0.3;
  /** @param {number} foot */
  const face = (foot) =>
    `M${r1(x + foot)} ${r1(y)}L${r1(x + k)} ${r1(y - high)}L${r1(x + k * 0.4 - 1)} ${r1(y - high * 0.42)}L${r1(x - w * 0.12)} ${r1(y)}Z`;
  return { lit: face(-w), dark: face(w) };
}

/** @param {Point} at @param {number} r @param {Rand} rand */
function tree([x, y], r, rand) {
  /** @type {Point[]} */
  const rim = [...Array(7).keys()].map((i) => {
    const a = (2 * Math.PI * (i + 0.5 * (rand() - 0.5))) / 7;
    return [x + Math.cos(a) * r, y + Math.sin(a) * r * 0.92];
  });
  return smooth(rim, true, 1.15);
}

/** Fields: a few faint furrows on open ground. @param {HexGrid} grid @param {string[]} ids */
function furrows(grid, ids) {
  let d = '';
  const R = grid.radius;
  for (const id of ids) {
    const rand = random(`field${id}`);
    const [x, y] = grid.centre(id);
    for (let n = 0; n < 2; n++) {
      if (rand() < 0.35) continue;
      const a = rand() * Math.PI;
      const px = x + (rand() - 0.5) * R * 1.1;
      const py = y + (rand() - 0.5) * R * 1.1;
      const [c, q] = [Math.cos(a), Math.sin(a)];
      const len = R * (0.12 + 0.12 * rand());
      for (let k = -2; k <= 2; k++) {
        const [sx, sy] = [px - c * len - q * k * 3.2, py - q * len + c * k * 3.2];
        d += `M${r1(sx)} ${r1(sy)}l${r1(2 * c * len)} ${r1(2 * q * len)}`;
      }
    }
  }
  return s('path', { class: 'furrows', d });
}

/** @param {HexGrid} grid @param {'hill' | 'mountain'} kind @param {string[]} ids */
function high(grid, kind, ids) {
  const R = grid.radius;
  const mountain = kind === 'mountain';
  const rand = random(kind);
  const rings = loops(grid, ids).map((l) => organic(l, { amount: 9, scale: 31, parts: 5, relax: 2 }));
  const raised = (/** @type {string} */ id) => ['hill', 'mountain'].includes(grid.cell(id).ground);
  const inner = ids.filter((id) => grid.neighbours(id).every(raised));
  const upper = loops(grid, inner).map((l) =>
    smooth(organic(l, { amount: 9, scale: 28, parts: 4, relax: 3 }), true),
  );
  const d = { crest: '', fall: '', lit: '', dark: '' };
  for (const id of ids) {
    const own = random(`ridge${id}`);
    const [x, y] = grid.centre(id);
    const n = 2 + (own() > 0.55 ? 1 : 0);
    for (let k = 0; k < n; k++) {
      const a = (k / n) * 6.283 + own() * 1.4;
      const far = R * (0.3 + 0.24 * own());
      /** @type {Point} */
      const p = [x + Math.cos(a) * far, y + Math.sin(a) * far * 0.8];
      if (mountain) {
        const m = peak([p[0], p[1] + 6], own, R * 0.2);
        d.lit += m.lit;
        d.dark += m.dark;
      } else {
        const m = ridge(p, own, R * 0.17);
        d.crest += m.crest;
        d.fall += m.fall;
      }
    }
  }
  const strokes = rings.map((p) => hachures(p, rand, R * (mountain ? 0.26 : 0.2))).join('');
  return [
    s('path', { class: `${kind} area`, d: rings.map((p) => smooth(p, true)).join('') }),
    s('path', { class: `${kind} upper`, d: upper.join('') }),
    s('path', { class: `${kind} hachure`, d: strokes }),
    s('path', { class: `${kind} fall`, d: d.fall }),
    s('path', { class: `${kind} crest`, d: d.crest }),
    mountain && [s('path', { class: 'peak-lit', d: d.lit }), s('path', { class: 'peak-dark', d: d.dark })],
  ];
}

/** @param {HexGrid} grid @param {string[]} ids */
function woods(grid, ids) {
  const R = grid.radius;
  const rings = loops(grid, ids).map((l) => organic(l, { amount: 7.5, scale: 26, parts: 5, relax: 1 }));
  const edge = rings.map((p) => smooth(p, true)).join('');
  const d = { crown: '', shadow: '', light: '' };
  for (const id of ids) {
    const own = random(`wood${id}`);
    const [x, y] = grid.centre(id);
    /** @type {Point[]} */
    const spots = [];
    for (let k = 0; k < 60 && spots.length < 17; k++) {
      const a = own() * 6.283;
      const far = R * 0.82 * Math.sqrt(own());
      /** @type {Point} */
      const p = [x + Math.cos(a) * far, y + Math.sin(a) * far * 0.9];
      if (spots.every((q) => Math.hypot(q[0] - p[0], q[1] - p[1]) > R * 0.21)) spots.push(p);
    }
    spots.sort((a, b) => a[1] - b[1]);
    for (const p of spots) {
      const r = R * (0.085 + 0.05 * own());
      d.shadow += tree([p[0] + 1.7, p[1] + 2], r, own);
      d.crown += tree(p, r, own);
      d.light += tree([p[0] - r * 0.28, p[1] - r * 0.32], r * 0.42, own);
    }
  }
  return [
    s('path', { class: 'forest shade', d: edge, transform: 'translate(2 2.5)' }),
    s('path', { class: 'forest area', d: edge }),
    s('path', { class: 'tree-shadow', d: d.shadow }),
    s('path', { class: 'tree', d: d.crown }),
    s('path', { class: 'tree-light', d: d.light }),
  ];
}

/** Sea with shoals along the coast. @param {HexGrid} grid @param {string[]} ids @param {string} id */
function sea(grid, ids, id) {
  const parts = 6;
  const how = { amount: 9, scale: 30, parts, relax: 1 };
  const rings = loops(grid, ids);
  const d = rings.map((l) => smooth(organic(l, how), true)).join('');
  /** The stretches that are coast, not the sheet's edge. @type {Point[][]} */
  const coast = [];
  for (const ring of rings) {
    const points = organic(ring, how);
    const first = Math.max(
      0,
      ring.findIndex((e) => e.edge),
    );
    /** @type {Point[] | null} */
    let run = null;
    for (let n = 0; n < ring.length; n++) {
      const i = (n + first) % ring.length;
      if (ring[i].edge) run = null;
      else {
        if (!run) coast.push((run = []));
        run.push(...points.slice(i * parts, (i + 1) * parts));
      }
    }
  }
  const shore = coast.map((run) => smooth(run)).join('');
  const shoals = [34, 24, 15, 7].map((w, n) =>
    s('path', { class: `shoal s${n}`, d: shore, 'stroke-width': w * 2 }),
  );
  return [
    s('clipPath', { id: `sea${id}` }, s('path', { d })),
    s('g', { 'clip-path': `url(#sea${id})` }, s('path', { class: 'sea', d }), shoals),
    s('path', { class: 'coast', d: shore }),
  ];
}

/** Raised ground that is not drawn as hill: a tint with a contour. @param {HexGrid} grid @param {string[]} ids */
function raisedGround(grid, ids) {
  const d = loops(grid, ids)
    .map((l) => smooth(organic(l, { amount: 7, scale: 33, parts: 4, relax: 2 }), true))
    .join('');
  return s('path', { class: 'raised', d });
}

/**
 * @param {HexGrid} grid
 * @param {{ id: string, textured: boolean, height: number }} how
 */
export function ground(grid, { id, textured, height }) {
  /** @param {import('../types').Ground} kind */
  const of = (kind) => grid.ids.filter((i) => grid.cell(i).ground === kind);
  const raised = grid.ids.filter((i) => {
    const cell = grid.cell(i);
    return cell.elevation > 0 && !['hill', 'mountain'].includes(cell.ground);
  });
  const [hills, mountains, forest, water, out] = [
    of('hill'),
    of('mountain'),
    of('forest'),
    of('sea'),
    of('out'),
  ];
  const land = grid.ids.filter((i) => grid.cell(i).ground !== 'out');
  const whole = { x: 6, y: 6, width: r1(grid.width - 12), height: r1(height - 12) };
  const outline = plain(grid, out);
  return s(
    'g',
    { class: 'ground' },
    s('rect', { class: 'sheet', ...whole, rx: 4 }),
    s('path', { class: 'clear', d: plain(grid, land) }),
    s('clipPath', { id: `land${id}` }, s('path', { d: plain(grid, grid.ids) })),
    raised.length > 0 && raisedGround(grid, raised),
    furrows(grid, of('clear')),
    hills.length > 0 && high(grid, 'hill', hills),
    mountains.length > 0 && high(grid, 'mountain', mountains),
    forest.length > 0 && woods(grid, forest),
    water.length > 0 && sea(grid, water, id),
    textured &&
      s('rect', { class: 'mottling', ...whole, fill: `url(#mottling${id})`, 'clip-path': `url(#land${id})` }),
    out.length > 0 && [
      s('path', { class: 'out', d: outline }),
      s('path', { d: outline, fill: `url(#out-hatch${id})` }),
      s('path', { class: 'out-edge', d: outline }),
    ],
    textured && s('rect', { class: 'paper', ...whole, fill: `url(#paper${id})` }),
  );
}
