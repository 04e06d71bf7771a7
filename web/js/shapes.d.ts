// Shapes of the page's own, and the few answers over HTTP that are put together from others.
import type { Problem, Seat, Waits } from './types';

export type Point = [number, number];

/** Where a new match is played: one link a person, one for those who watch. */
export interface Links {
  republican?: string;
  nationalist?: string;
  spectator?: string;
}
/** A match in the list of one's own. */
export interface Summary {
  token: string;
  match: string;
  game: string;
  scenario: string;
  seat: Seat;
  turn: number;
  turns: number;
  date: string;
  over: boolean;
  point: number;
  waits: Waits;
  opponent: string;
  /** Why it cannot be opened; nothing else is told then. */
  error?: Problem;
}

/** What both kinds of map offer to the board. */
export interface Geometry {
  kind: 'hexes' | 'areas';
  width: number;
  height: number;
  ids: string[];
  has(id: string): boolean;
  centre(id: string): Point;
  pick(at: Point): string | null;
  /** Outline of a place, `inset` units inside its border. */
  outline(id: string, inset?: number): string;
  /** Width and height of a box off the map; nothing for other places. */
  boxSize?(id: string): Point | null;
  /** Size of a place: distance from its middle within which things fit. */
  radius: number;
}

/** What an element may contain; what is absent is skipped. */
export type Kid = Node | string | number | false | null | undefined;
export type Kids = Kid | Kids[];
