// Deterministic randomness: the same map looks the same on every machine and at every redraw.

/** @typedef {import('../shapes').Point} Point */

/**
 * A number in [0, 1) for any text.
 * @param {string} text
 */
export function hash(text) {
  let v = 2166136261;
  for (const c of text) {
    v ^= c.charCodeAt(0);
    v = Math.imul(v, 16777619);
  }
  v ^= v >>> 15;
  v = Math.imul(v, 2246822519);
  v ^= v >>> 13;
  v = Math.imul(v, 3266489917);
  v ^= v >>> 16;
  return (v >>> 0) / 4294967296;
}

/**
 * A seeded generator of numbers in [0, 1).
 * @param {string} seed
 * @returns {() => number}
 */
export function random(seed) {
  let a = Math.floor(hash(seed) * 4294967296);
  return () => {
    a |= 0;
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** @param {number} i @param {number} j @param {number} k */
function lattice(i, j, k) {
  let v = Math.imul(i, 374761393) ^ Math.imul(j, 668265263) ^ Math.imul(k, 974634761);
  v = Math.imul(v ^ (v >>> 13), 1274126177);
  return ((v ^ (v >>> 16)) >>> 0) / 2147483648 - 1;
}
/** @param {number} t */
const ease = (t) => t * t * (3 - 2 * t);

/** Smooth value noise in [-1, 1]. @param {number} x @param {number} y @param {number} k */
function noise(x, y, k) {
  const i = Math.floor(x);
  const j = Math.floor(y);
  const u = ease(x - i);
  const v = ease(y - j);
  const a = lattice(i, j, k);
  const b = lattice(i + 1, j, k);
  const c = lattice(i, j + 1, k);
  const d = lattice(i + 1, j + 1, k);
  return a + (b - a) * u + (c - a) * v + (a - b - c + d) * u * v;
}

/**
 * Moves a point by a field that depends on the place only, so that neighbouring outlines stay together.
 * @param {Point} p @param {number} amount @param {number} scale
 * @returns {Point}
 */
export function wobble([x, y], amount, scale) {
  const u = x / scale;
  const v = y / scale;
  return [
    x + amount * (noise(u, v, 1) + 0.45 * noise(u * 2.7, v * 2.7, 3)),
    y + amount * (noise(u, v, 2) + 0.45 * noise(u * 2.7, v * 2.7, 4)),
  ];
}
