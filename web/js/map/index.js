// A map of either kind: its geometry and its picture.
import { AreaGrid } from './areagrid.js';
import { areaMap } from './areamap.js';
import { HexGrid } from './hexgrid.js';
import { hexMap } from './hexmap.js';

/**
 * @param {import('../types').MapSheet} sheet
 * @param {{ id?: string, thumb?: boolean, title?: string, subtitle?: string }} [how]
 * @returns {{ geometry: import('../shapes').Geometry, picture: SVGSVGElement }}
 */
export function drawMap(sheet, how) {
  if (sheet.kind === 'areas') {
    const grid = new AreaGrid(sheet);
    return { geometry: grid, picture: areaMap(grid, how) };
  }
  const grid = new HexGrid(sheet);
  return { geometry: grid, picture: hexMap(grid, how) };
}
