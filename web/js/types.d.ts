// The shapes of the protocol, as the engine serialises them. The page adds nothing to them.

export type Side = 'republican' | 'nationalist';
export type Seat = Side | 'spectator';
export type Point = [number, number];

export interface About {
  key: string;
  title: string;
  designer: string;
  publisher: string;
  year?: number;
  summary: string;
  reconstructed: string;
  scenario: ScenarioAbout[];
}
export interface ScenarioAbout {
  key: string;
  title: string;
  dates: string;
  summary: string;
  turns: number;
  minutes: number;
  option?: OptionAbout[];
}
export interface OptionAbout {
  key: string;
  title: string;
  summary: string;
  rule: string;
  default?: boolean;
}

export interface Sheet {
  map: MapSheet;
  pieces: PieceSheet[];
  tables: TableSheet[];
  turns: TurnSheet[];
  overlays: [string, string][];
  /** Words for the marks on pieces, where the engine sends them. */
  tags?: [string, string][];
}
export type MapSheet = ({ kind: 'hexes' } & HexSheet) | ({ kind: 'areas' } & AreaSheet);
export interface HexSheet {
  key: string;
  orientation: 'flat' | 'pointy';
  numbering: 'column-row' | 'row-column' | 'lettered';
  shifted: string;
  km: number;
  hexes: HexCell[];
  sides: LineSheet[];
  links: LineSheet[];
  zones: ZoneSheet[];
}
export interface HexCell {
  id: string;
  x: number;
  y: number;
  terrain: string;
  features?: string[];
  name?: string;
  elevation: number;
  points: number;
  source: string;
}
export interface LineSheet {
  kind: string;
  name: string | null;
  hexes: string[];
  source: string;
}
export interface ZoneSheet {
  name: string;
  hexes: string[];
  source: string;
}
export interface AreaSheet {
  key: string;
  size: Point;
  areas: AreaCell[];
  boxes: BoxCell[];
  borders: BorderSheet[];
  lines: PolySheet[];
}
export interface AreaCell {
  id: string;
  name: string;
  kind: string;
  facts: [string, string][];
  /** Towns in it: name and place. */
  places?: [string, Point][];
  polygon: Point[];
  centre: Point;
  source: string;
}
export interface BoxCell {
  id: string;
  name: string;
  side: Side | null;
  edge: string;
  connects: string[];
}
export interface BorderSheet {
  between: [string, string];
  kind: string | null;
  name: string | null;
  points: Point[][];
}
export interface PolySheet {
  kind: string;
  name: string | null;
  points: Point[];
  source: string;
}
export interface PieceSheet {
  id: string;
  name: string;
  side: Side | null;
  branch: string;
  size: string;
  formation: string;
  front: string;
  back: string | null;
  steps: number;
  marks: string[];
  source: string;
}
export interface TableSheet {
  key: string;
  title: string;
  columns: string[];
  rows: string[][];
  notes: string[];
  source: string;
}
export interface TurnSheet {
  turn: number;
  date: string;
  notes: string[];
  due: [Side, string[]][];
}

export interface Reference {
  game: string;
  section: { id: string; title: string }[];
  rule: { id: string; text: string; test: string }[];
  example?: { id: string; rules?: string[]; text: string; printed?: boolean }[];
  ruling?: { id: string; question: string; answer: string; why: string }[];
}
export interface Printed {
  sheet: Sheet;
  rules: Reference;
  about: About;
}

export interface View {
  seat: Seat;
  turn: number;
  turns: number;
  date: string;
  phases: { key: string; title: string; current: boolean }[];
  active: Side | null;
  prompt: string;
  prompt_rule: string | null;
  pieces: PieceView[];
  markers: MarkerView[];
  control: { place: string; side: Side }[];
  cards: { side: Side; figures: { title: string; value: string; rule: string | null }[] }[];
  tracks: { key: string; title: string; spaces: string[]; at: number | null; note: string }[];
  hand: HandView[];
  fight: FightView | null;
}
export interface PieceView {
  id: string | null;
  side: Side | null;
  place: string | null;
  box: string | null;
  factors: string;
  steps: number;
  reduced: boolean;
  tags: string[];
  name: string;
}
export interface MarkerView {
  kind: string;
  place: string;
  side: Side | null;
  text: string;
}
export interface HandView {
  title: string;
  text: string;
  count: number;
  playable: boolean;
}
export interface FightView {
  kind: string;
  target: string | null;
  defenders: string[];
  attackers: string[];
}
export interface Choice {
  n: number;
  line: string;
  text: string;
  kind: 'button' | 'piece' | 'place' | 'target' | 'secret' | 'entry';
  piece?: string | null;
  place?: string | null;
  path?: string[];
  left?: number | null;
  stop?: boolean;
  rule?: string | null;
  warning?: string | null;
}
export interface OddsView {
  kind: string;
  items: { text: string; account: 'attack' | 'defence' | 'shift' | 'die'; value: number; rule: string }[];
  columns: [string, number][];
  results: ChanceView[];
  /** positions imagined for what the seat does not know; missing when the chances are exact */
  imagined?: number;
}
export interface ChanceView {
  result: string;
  meaning: string;
  tone: 'good' | 'even' | 'bad';
  weight: number;
  total: number;
  probability: number;
}
export interface Overlay {
  shades: [string, string[]][];
  lines: [string, string[]][];
  notes: [string, string][];
}
export interface Waits {
  kind: 'decision' | 'chance' | 'over';
  side?: Side | null;
  text: string;
  winner?: Side | null;
  rule?: string | null;
  /** Typed dice: what can be typed. */
  outcomes?: string[];
}
export interface State {
  match: string;
  game: string;
  scenario: string;
  options: Record<string, boolean>;
  dice: 'seeded' | 'typed';
  commitment?: string | null;
  seed?: string | null;
  point: number;
  /** Actions there are by now: more than `point` when looking back. */
  length: number;
  turns: { turn: number; point: number }[];
  waits: Waits;
  view: View;
  choices: Choice[];
  undo: boolean;
}
/** What somebody who sits down is told. */
export interface Joined extends Played {
  /** The seats this link holds. */
  you: Seat[];
  seats: Seats;
  chat: ChatLine[];
  /** Pause between two decisions of a computer, in milliseconds. */
  pace: number;
}
export interface Problem {
  code: string;
  message: string;
  rule?: string | null;
  /** A late action is told where the match stands. */
  state?: State;
  entries?: Entry[];
}
export interface Entry {
  point: number;
  by: Side | 'chance';
  line: string;
  turn: number;
  events: Told[];
}
export interface Told {
  text: string;
  rule: string | null;
  pieces: string[];
  places: string[];
  die?: number | null;
  weight: 'turn' | 'phase' | 'result' | 'loss' | 'plain';
}
export interface Played extends State {
  entries: Entry[];
}
export interface SeatView {
  player: string;
  present: boolean;
}
export interface Seats {
  republican?: SeatView;
  nationalist?: SeatView;
  spectators?: number;
}
export interface ChatLine {
  who: string;
  text: string;
  at: number;
}
/** Where a new match is played: one link a person, one for those who watch. */
export interface Links {
  republican?: string;
  nationalist?: string;
  spectator?: string;
}
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
