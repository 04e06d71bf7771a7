// The printed map of an area game: areas, river borders, roads, streams, the town, boxes round the sheet.
import { s, r1, pt } from '../lib/dom.js';
import { random } from '../lib/noise.js';
import { Labels, breakName } from './labels.js';
import { smooth } from './outline.js';
import { compass } from './signs.js';
import { definitions } from './terrain.js';

/** @typedef {import('../shapes').Point} Point */
/** @typedef {import('../types').AreaCell} AreaCell */
/** @typedef {import('./areagrid.js').AreaGrid} AreaGrid */

/** Points inside an area, at least `gap` apart. @param {AreaGrid} grid @param {string} id @param {number} n @param {number} gap @param {() => number} rand */
function scatter(grid, id, n, gap, rand) {
  const polygon = grid.polygons.get(id) ?? [];
  const xs = polygon.map((p) => p[0]);
  const ys = polygon.map((p) => p[1]);
  const [x0, x1, y0, y1] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  /** @type {Point[]} */
  const out = [];
  for (let k = 0; k < n * 14 && out.length < n; k++) {
    /** @type {Point} */
    const p = [x0 + rand() * (x1 - x0), y0 + rand() * (y1 - y0)];
    const clear = [
      [0, 0],
      [9, 0],
      [-9, 0],
      [0, 9],
      [0, -9],
    ].every(([a, b]) => grid.inside(id, [p[0] + a, p[1] + b]));
    if (clear && out.every((q) => Math.hypot(q[0] - p[0], q[1] - p[1]) > gap)) out.push(p);
  }
  return {
    spots: out,
    size: (x1 - x0) * (y1 - y0),
    middle: /** @type {Point} */ ([(x0 + x1) / 2, (y0 + y1) / 2]),
  };
}

/** @param {AreaGrid} grid @param {string} id @param {() => number} rand */
function trees(grid, id, rand) {
  const d = { shadow: '', crown: '', light: '' };
  /** @param {number} x @param {number} y @param {number} r */
  const dot = (x, y, r) =>
    `M${r1(x - r)} ${r1(y)}a${r1(r)} ${r1(r * 0.9)} 0 1 0 ${r1(2 * r)} 0a${r1(r)} ${r1(r * 0.9)} 0 1 0 ${r1(-2 * r)} 0`;
  for (const [x, y] of scatter(grid, id, 200, 13, rand).spots) {
    const r = 4.2 + 3 * rand();
    d.shadow += dot(x + 1.6, y + 2, r);
    d.crown += dot(x, y, r);
    d.light += dot(x - r * 0.3, y - r * 0.3, r * 0.4);
  }
  return [
    s('path', { class: 'tree-shadow', d: d.shadow }),
    s('path', { class: 'tree', d: d.crown }),
    s('path', { class: 'tree-light', d: d.light }),
  ];
}

/** @param {AreaGrid} grid @param {string} id @param {() => number} rand */
function slopes(grid, id, rand) {
  let d = '';
  for (const [x, y] of scatter(grid, id, 55, 30, rand).spots) {
    const length = 12 + 9 * rand();
    const a = -0.5 + rand();
    for (let i = 0; i <= 8; i++) {
      const t = i / 8 - 0.5;
      const px = x + t * 2 * length * Math.cos(a);
      const py = y + t * 2 * length * Math.sin(a);
      const high = length * (1 - 3 * t * t) * (0.7 + 0.4 * rand()) * 0.7;
      const [ex, ey] = [px + Math.cos(a + 1.4) * high, py + Math.sin(a + 1.4) * high];
      d += `M${r1(px - 0.9)} ${r1(py)}L${r1(px + 0.9)} ${r1(py)}L${r1(ex)} ${r1(ey)}Z`;
    }
  }
  return [s('path', { class: 'hill fall', d })];
}

/** @param {AreaGrid} grid @param {AreaCell} area @param {() => number} rand */
function streets(grid, area, rand) {
  const { middle } = scatter(grid, area.id, 0, 1, rand);
  const turn = (rand() - 0.5) * 0.5;
  const [c, q] = [Math.cos(turn), Math.sin(turn)];
  const dense = area.modifier > 3 ? 0.9 : 0.5;
  let d = '';
  for (let u = -420; u < 420; u += 19) {
    for (let v = -420; v < 420; v += 15) {
      if (rand() > dense) continue;
      const x = middle[0] + u * c - v * q;
      const y = middle[1] + u * q + v * c;
      const w = 7 + 7 * rand();
      const high = 5 + 6 * rand();
      const fits = [
        [0, 0],
        [w, high],
        [-4, -4],
      ].every(([a, b]) => grid.inside(area.id, [x + a, y + b]));
      if (fits)
        d += `M${r1(x)} ${r1(y)}l${r1(w * c)} ${r1(w * q)}l${r1(-high * q)} ${r1(high * c)}l${r1(-w * c)} ${r1(-w * q)}Z`;
    }
  }
  return [s('path', { class: 'streets', d })];
}

/** @param {AreaGrid} grid @param {string} id @param {() => number} rand */
function fields(grid, id, rand) {
  let d = '';
  for (const [x, y] of scatter(grid, id, 50, 34, rand).spots) {
    const a = rand() * 3.14;
    const [c, q] = [Math.cos(a), Math.sin(a)];
    for (let k = -2; k <= 2; k++) {
      d += `M${r1(x - c * 9 - q * k * 3.4)} ${r1(y - q * 9 + c * k * 3.4)}l${r1(c * 18)} ${r1(q * 18)}`;
    }
  }
  return [s('path', { class: 'furrows', d })];
}

/** Ground inside one area. @param {AreaGrid} grid @param {AreaCell} area */
function decorate(grid, area) {
  const rand = random(`area${area.id}`);
  const kind = area.look.ground;
  if (kind === 'wood') return trees(grid, area.id, rand);
  if (kind === 'high') return slopes(grid, area.id, rand);
  return kind === 'urban' ? streets(grid, area, rand) : fields(grid, area.id, rand);
}

/** @param {AreaGrid} grid */
function lines(grid) {
  const water = s('g', { class: 'rivers' });
  const minor = s('g', { class: 'roads' });
  const main = s('g', { class: 'roads' });
  const front = s('g', { class: 'front' });
  for (const line of grid.sheet.lines) {
    const d = smooth(line.points.map((p) => grid.scaled(p)));
    if (line.look === 'stream' || line.look === 'river') {
      water.append(s('path', { class: 'stream casing', d }), s('path', { class: 'stream water', d }));
    } else if (line.look === 'front') {
      front.append(s('path', { class: 'front-casing', d }), s('path', { class: 'front-line', d }));
    } else {
      const kind = line.look === 'main-road' ? 'main-road' : 'minor';
      const layer = kind === 'minor' ? minor : main;
      layer.append(s('path', { class: `${kind} casing`, d }), s('path', { class: `${kind} bed`, d }));
    }
  }
  return { water, minor, main, front };
}

/** @param {AreaGrid} grid */
function borders(grid) {
  const dry = s('g', { class: 'borders' });
  const casing = s('g', { class: 'rivers' });
  const water = s('g', { class: 'rivers' });
  for (const border of grid.sheet.borders) {
    for (const course of border.points) {
      const d = smooth(course.map((p) => grid.scaled(p)));
      if (border.look === 'river') {
        casing.append(s('path', { class: 'river wide casing', d }));
        water.append(s('path', { class: 'river wide water', d }), s('path', { class: 'river light', d }));
      } else dry.append(s('path', { class: 'border-casing', d }), s('path', { class: 'border', d }));
    }
  }
  return [dry, casing, water];
}

/** Letter and modifier of each area; the badge is the area's own sign. @param {AreaGrid} grid */
function badges(grid) {
  const layer = s('g', { class: 'area-badges' });
  for (const area of grid.sheet.areas) {
    const square = area.look.ground === 'urban';
    layer.append(
      s(
        'g',
        {
          class: `area-badge ${square ? 'urban' : ''}`,
          transform: `translate(${pt(grid.centre(area.id))})`,
          data: { area: area.id },
        },
        square ? s('rect', { x: -19, y: -19, width: 38, height: 38, rx: 3 }) : s('circle', { r: 20 }),
        s('text', { class: 'letter', y: 1, 'text-anchor': 'middle', text: area.id }),
        s('text', { class: 'mod', y: 14, 'text-anchor': 'middle', text: `+${area.modifier}` }),
      ),
    );
  }
  return layer;
}

/** @param {AreaGrid} grid */
function names(grid) {
  const labels = new Labels({
    x0: grid.margin + 4,
    x1: grid.width - grid.margin - 4,
    y0: grid.top + 4,
    y1: grid.height - grid.top - 4,
  });
  const marks = s('g', { class: 'places' });
  for (const area of grid.sheet.areas) {
    const [x, y] = grid.centre(area.id);
    labels.block(x, y, 150, 130, 0.5);
    labels.block(x, y, 48, 48, 4);
    for (const [, at] of area.places ?? []) {
      const [px, py] = grid.scaled(at);
      marks.append(s('rect', { class: 'hamlet', x: r1(px - 4.5), y: r1(py - 4.5), width: 9, height: 9 }));
      labels.block(px, py, 12, 12, 2);
    }
  }
  for (const area of grid.sheet.areas) {
    for (const [name, at] of area.places ?? []) {
      const big = name === area.look.chief;
      labels.place(
        grid.scaled(at),
        [
          [9, 4, 'start'],
          [-9, 4, 'end'],
          [0, 19],
          [0, -10],
          [9, -8, 'start'],
          [9, 16, 'start'],
          [-9, -8, 'end'],
          [-9, 16, 'end'],
        ],
        { size: big ? 24 : 14, cls: `place ${big ? 'big' : ''}`, lines: [name] },
      );
    }
    if (!area.places?.length) {
      const lines = breakName(area.name, 14);
      labels.place(
        grid.centre(area.id),
        [
          [0, -28 - (lines.length - 1) * 15],
          [0, 40],
        ],
        { size: 14, cls: 'place', lines },
      );
    }
  }
  return [marks, labels.layer];
}

/** @param {AreaGrid} grid */
function boxes(grid) {
  return grid.sheet.boxes.map((box) => {
    const at = grid.boxes.get(box.id);
    if (!at) return null;
    const rows = at.w > 300 ? [box.name] : box.name.split(/ - |; |: /).flatMap((t) => breakName(t, 15));
    return s(
      'g',
      { class: `edge-box ${box.side ?? ''}`, transform: `translate(${r1(at.x)} ${r1(at.y)})` },
      s('rect', { width: r1(at.w), height: at.h, rx: box.side === 'republican' ? 14 : 0 }),
      s('text', { class: 'n', x: 12, y: 30, text: box.id }),
      rows.slice(0, 5).map((text, i) => s('text', { class: 'name', x: 38, y: 24 + i * 18, text })),
    );
  });
}

/**
 * @param {AreaGrid} grid
 * @param {{ id?: string, thumb?: boolean, title?: string, subtitle?: string }} [how]
 */
export function areaMap(grid, { id = '', thumb = false, title = '', subtitle = '' } = {}) {
  const field = { x: grid.margin, y: grid.top, width: r1(grid.inner.w), height: r1(grid.inner.h) };
  const whole = { x: 6, y: 6, width: r1(grid.width - 12), height: r1(grid.height - 12) };
  const line = lines(grid);
  const view = thumb
    ? `${field.x} ${field.y + field.height * 0.12} ${field.width} ${field.height * 0.75}`
    : `0 0 ${grid.width} ${grid.height}`;
  return s(
    'svg',
    {
      class: `map sheet-map area-map ${thumb ? 'thumb' : ''}`,
      viewBox: view,
      width: r1(grid.width),
      height: r1(grid.height),
      'aria-hidden': 'true',
    },
    definitions(id, !thumb),
    s('rect', { class: 'sheet', ...whole, rx: 4 }),
    grid.sheet.areas.map((a) => [
      s('path', { class: `area-fill ${a.look.ground} t${a.modifier}`, d: grid.outline(a.id) }),
      decorate(grid, a),
    ]),
    !thumb && s('rect', { class: 'mottling', ...field, fill: `url(#mottling${id})` }),
    line.water,
    line.minor,
    grid.sheet.areas.map((a) => [
      s('clipPath', { id: `in-${id}${a.id}` }, s('path', { d: grid.outline(a.id) })),
      s('path', {
        class: 'control-edge',
        d: grid.outline(a.id),
        'clip-path': `url(#in-${id}${a.id})`,
        data: { area: a.id },
      }),
    ]),
    borders(grid),
    line.main,
    line.front,
    !thumb && s('rect', { class: 'paper', ...whole, fill: `url(#paper${id})` }),
    s('rect', { class: 'frame', ...field }),
    !thumb && names(grid),
    badges(grid),
    !thumb && [
      boxes(grid),
      s('rect', { class: 'frame', ...whole, rx: 4 }),
      s('text', { class: 'map-title', x: 26, y: 72, text: title.toUpperCase() }),
      s('text', { class: 'map-sub', x: 28, y: 104, text: subtitle }),
      compass(grid.width - 92, 84, 34),
    ],
  );
}
