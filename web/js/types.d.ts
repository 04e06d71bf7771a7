// The shapes of the protocol. Written by `FRENTE_WRITE_TYPES=1 cargo test -p frente-server --test types`; not by hand.

/**
 * A game as listed: title, makers, scenarios, options.
 */
export type About = { 
/**
 * Its key.
 */
key: string, 
/**
 * Its title.
 */
title: string, 
/**
 * Who designed the printed game.
 */
designer: string, 
/**
 * Who published it.
 */
publisher: string, 
/**
 * When, as far as the rulebook says.
 */
year?: number, 
/**
 * What it is like, in a sentence or two.
 */
summary: string, 
/**
 * What of the printed game is reconstructed here.
 */
reconstructed: string, 
/**
 * Its scenarios.
 */
scenario: Array<ScenarioAbout>, };

/**
 * What a line of the account is added to.
 */
export type Account = "attack" | "defence" | "shift" | "die" | "intensity" | "dice" | "note";

/**
 * An area to draw.
 */
export type AreaCell = { 
/**
 * Its label.
 */
id: string, 
/**
 * Its name.
 */
name: string, 
/**
 * `city`, `suburb`, `normal`, ….
 */
kind: string, 
/**
 * What is printed in it: terrain modifier, points.
 */
facts: Array<[string, string]>, 
/**
 * The number in its badge.
 */
modifier: number, 
/**
 * How it is drawn.
 */
look: AreaLook, 
/**
 * Its outline.
 */
polygon: Array<[number, number]>, 
/**
 * Where counters go.
 */
centre: [number, number], 
/**
 * Towns and other named places in it, with where they lie.
 */
places: Array<[string, [number, number]]>, 
/**
 * Where it is from.
 */
source: string, };

/**
 * The ground of an area.
 */
export type AreaGround = "field" | "high" | "wood" | "urban";

/**
 * What an area looks like.
 */
export type AreaLook = { 
/**
 * Its ground.
 */
ground: AreaGround, 
/**
 * Which of its places is written large.
 */
chief?: string, };

/**
 * An area map to draw, in its own drawing space.
 */
export type AreaSheet = { 
/**
 * The map's key.
 */
key: string, 
/**
 * Width and height of the drawing.
 */
size: [number, number], 
/**
 * The areas.
 */
areas: Array<AreaCell>, 
/**
 * Off-map boxes.
 */
boxes: Array<BoxCell>, 
/**
 * Borders with what lies on them: `river` or nothing.
 */
borders: Array<BorderSheet>, 
/**
 * Roads, streams and other lines.
 */
lines: Array<PolySheet>, };

/**
 * The colour of a counter's body. Light ones are for the Republican side, dark ones for the Nationalist.
 */
export type Body = "plain" | "lime" | "copper" | "apricot" | "stone" | "salmon" | "moss" | "slate" | "navy" | "violet" | "wine" | "teal";

/**
 * A border between two areas.
 */
export type BorderSheet = { 
/**
 * The areas.
 */
between: [string, string], 
/**
 * `river` or nothing.
 */
kind: string | null, 
/**
 * How it is drawn, if anything lies on it.
 */
look: LineLook | null, 
/**
 * Its name.
 */
name: string | null, 
/**
 * Its course.
 */
points: Array<Array<[number, number]>>, };

/**
 * An off-map box to draw.
 */
export type BoxCell = { 
/**
 * Its label.
 */
id: string, 
/**
 * Its name.
 */
name: string, 
/**
 * Whose it is.
 */
side: Side | null, 
/**
 * The map edge it lies at: `north`, `south-east`, ….
 */
edge: string, 
/**
 * The areas it leads to.
 */
connects: Array<string>, };

/**
 * A side's card.
 */
export type CardView = { 
/**
 * Whose.
 */
side: Side, 
/**
 * What it says.
 */
figures: Array<FigureView>, };

/**
 * See [`Chance`]. `weight` of `total` is exact, `probability` is its rounded value.
 */
export type ChanceView = { result: string, meaning: string, tone: Tone, weight: number, total: number, probability: number, };

/**
 * A line of chat.
 */
export type ChatLine = { 
/**
 * The seat that wrote it.
 */
who: string, 
/**
 * What it says.
 */
text: string, 
/**
 * When, in seconds since 1970.
 */
at: number, };

/**
 * A legal action, for showing.
 */
export type ChoiceView = { 
/**
 * Its number in the list.
 */
n: number, 
/**
 * Its notation.
 */
line: string, 
/**
 * What it does, in words.
 */
text: string, 
/**
 * How it is offered.
 */
kind: Kind, 
/**
 * The piece it is about.
 */
piece?: string, 
/**
 * The place it is about.
 */
place?: string, 
/**
 * The route, start included.
 */
path?: Array<string>, 
/**
 * Movement points left, in quarters of a point: for comparing.
 */
left?: number, 
/**
 * The same as people write it: `3½`.
 */
left_text?: string, 
/**
 * Must the move stop there?
 */
stop: boolean, 
/**
 * Does it end the phase, or leave the piece where it is?
 */
flow?: Flow, 
/**
 * The rule behind it.
 */
rule?: Rule, 
/**
 * What it costs at once: a step, a unit, a point.
 */
price?: string, 
/**
 * What to know before; asked about once.
 */
warning?: string, };

/**
 * What sort of denial: the engine's own, and those of who carries messages to it.
 */
export type Code = "refused" | "not-a-line" | "wrong-side" | "over" | "cannot-undo" | "stale" | "bad-request" | "bad-json" | "bad-data" | "bad-save" | "bad-token" | "unknown-match" | "too-large" | "too-many" | "too-slow" | "failed";

/**
 * Who controls a place.
 */
export type ControlView = { 
/**
 * The place.
 */
place: string, 
/**
 * Who.
 */
side: Side, };

/**
 * Why something was not done. Nothing has changed.
 */
export type Denied = { 
/**
 * What sort of denial.
 */
code: Code, 
/**
 * In words.
 */
message: string, 
/**
 * The rule behind it.
 */
rule?: Rule, };

/**
 * Where a new match's dice come from.
 */
export type DiceKind = "seeded" | "typed";

/**
 * Where a match of earlier rules differs from how it would have gone on by those of this program.
 */
export type Differing = { 
/**
 * How many of its actions mean the same; it would go on from there.
 */
point: number, 
/**
 * How many actions it has.
 */
actions: number, 
/**
 * The version of the rules it was played with.
 */
played: number, 
/**
 * The version of this program.
 */
program: number, 
/**
 * The rule that forbids the first action that differs, if one does.
 */
rule?: Rule, 
/**
 * Who has agreed to go on.
 */
agreed: Array<Side>, };

/**
 * How a mark on a piece is shown.
 */
export type Disc = "letter" | "shown" | "pale" | "unsupplied" | "uncommanded" | "must" | "fortified" | "retreated" | "disrupted" | "fired" | "moved" | "frozen" | "support";

/**
 * One action of the log, as a seat may know it.
 */
export type EntryView = { 
/**
 * The point it answered.
 */
point: number, 
/**
 * `republican`, `nationalist` or `chance`.
 */
by: Side | 'chance', 
/**
 * Whose throw or draw it was; nobody's for weather and the like.
 */
roller?: Side, 
/**
 * Its notation; what the seat may not know is `?`.
 */
line: string, 
/**
 * The game turn.
 */
turn: number, 
/**
 * The combat it is part of.
 */
fight?: InFight, 
/**
 * What came of it.
 */
events: Array<EventView>, };

/**
 * An event, for showing.
 */
export type EventView = { 
/**
 * In words.
 */
text: string, 
/**
 * The rule behind it.
 */
rule: Rule, 
/**
 * Pieces it is about.
 */
pieces: Array<string>, 
/**
 * Places it is about.
 */
places: Array<string>, 
/**
 * A die that was rolled.
 */
die?: number, 
/**
 * How much it matters.
 */
weight: Weight, };

/**
 * A worked example.
 */
export type Example = { 
/**
 * Its id.
 */
id: string, 
/**
 * The statements it shows.
 */
rules: Array<string>, 
/**
 * What it says.
 */
text: string, 
/**
 * Does the rulebook print it, or is it ours?
 */
printed: boolean, };

/**
 * What sort of combat.
 */
export type FightKind = "attack" | "bombardment" | "combat" | "assault" | "fire";

/**
 * The combat being prepared or fought, for arrows and spotlight.
 */
export type FightView = { 
/**
 * What sort it is.
 */
kind: FightKind, 
/**
 * The place attacked.
 */
target: string | null, 
/**
 * The defending pieces (known ones).
 */
defenders: Array<string>, 
/**
 * The attacking pieces.
 */
attackers: Array<string>, };

/**
 * A figure with its name.
 */
export type FigureView = { 
/**
 * What it counts.
 */
title: string, 
/**
 * How much: `7`, `3 of 10`.
 */
value: string, 
/**
 * The rule behind it.
 */
rule: Rule | null, };

/**
 * What a choice does to the phase or the piece at hand.
 */
export type Flow = "on" | "ends" | "stays";

/**
 * The ground of a hex.
 */
export type Ground = "clear" | "hill" | "mountain" | "forest" | "sea" | "out";

/**
 * Something a seat holds in secret.
 */
export type HandView = { 
/**
 * What it is: `+3`, `+2 aircraft`, a chit's title.
 */
title: string, 
/**
 * What it does.
 */
text: string, 
/**
 * How many of the same.
 */
count: number, 
/**
 * Can it be played now?
 */
playable: boolean, };

/**
 * A hex to draw.
 */
export type HexCell = { 
/**
 * Its number.
 */
id: string, 
/**
 * The middle: x and y in hex radii, y to the south.
 */
x: number, 
/**
 * See `x`.
 */
y: number, 
/**
 * Its terrain.
 */
terrain: string, 
/**
 * What else is in it.
 */
features?: Array<string>, 
/**
 * Its name.
 */
name?: string, 
/**
 * What is written on the map for its name.
 */
label?: string, 
/**
 * How its ground is drawn.
 */
ground: Ground, 
/**
 * The signs drawn in it.
 */
signs: Array<Sign>, 
/**
 * Height.
 */
elevation: number, 
/**
 * Victory points printed in it.
 */
points: number, 
/**
 * Where it is from.
 */
source: string, };

/**
 * A hex map to draw.
 */
export type HexSheet = { 
/**
 * The map's key.
 */
key: string, 
/**
 * Columns of hexes, or rows.
 */
orientation: 'flat' | 'pointy', 
/**
 * How hexes are numbered, for finding a hex by typing.
 */
numbering: 'column-row' | 'row-column' | 'lettered', 
/**
 * Which lines are shifted.
 */
shifted: 'odd-down' | 'even-down' | 'odd-right' | 'even-right' | 'skewed', 
/**
 * Kilometres from hex to hex.
 */
km: number, 
/**
 * The hexes.
 */
hexes: Array<HexCell>, 
/**
 * Hexside features.
 */
sides: Array<LineSheet>, 
/**
 * Roads, trails, railways.
 */
links: Array<LineSheet>, 
/**
 * Named sets of hexes worth drawing: front lines, entry hexes, objectives.
 */
zones: Array<ZoneSheet>, };

/**
 * The icon of a layer's button.
 */
export type Icon = "layer" | "zones" | "supply" | "control" | "reinforcements" | "eye" | "branch" | "target";

/**
 * The combat an action is part of.
 */
export type InFight = { 
/**
 * What sort it is.
 */
kind: FightKind, 
/**
 * The place attacked.
 */
target: string | null, 
/**
 * Did the combat begin with this action?
 */
first: boolean, };

/**
 * See [`Item`].
 */
export type ItemView = { text: string, account: Account, value: number, rule: Rule, };

/**
 * What somebody who sits down is told.
 */
export type Joined = { 
/**
 * The seats he holds.
 */
you: Array<Seat>, 
/**
 * Who else is there.
 */
seats: Presence, 
/**
 * What was said.
 */
chat: Array<ChatLine>, 
/**
 * May those who watch speak?
 */
open_chat: boolean, 
/**
 * Does the match come from a file? Whoever had it may know all that was secret in it.
 */
uploaded: boolean, 
/**
 * Pause between two decisions of a computer, in milliseconds.
 */
pace: number, 
/**
 * Who has offered a draw that is not answered yet.
 */
offer: Side | null, 
/**
 * Set when the match is of earlier rules and waits until everybody who plays agrees to go on by these.
 */
differs?: Differing, 
/**
 * The match.
 */
match: string, 
/**
 * The game's key.
 */
game: string, 
/**
 * The scenario's key.
 */
scenario: string, 
/**
 * The options in force.
 */
options: Options, 
/**
 * Where the dice come from.
 */
dice: DiceKind, 
/**
 * SHA-256 of the seed, when the program throws the dice.
 */
commitment: string | null, 
/**
 * The seed itself, once the game is over.
 */
seed: string | null, 
/**
 * What people add to the dice: whoever has given nothing yet is waited for before the first throw.
 */
shares?: Array<Share>, 
/**
 * How many actions were taken.
 */
point: number, 
/**
 * How many actions there are by now (more than `point` when looking back).
 */
length: number, 
/**
 * The point each turn began at.
 */
turns: Array<TurnPoint>, 
/**
 * What the match waits for.
 */
waits: Waits, 
/**
 * The board.
 */
view: View, 
/**
 * What the seat can do, if it decides.
 */
choices: Array<ChoiceView>, 
/**
 * Lines that stand for several choices and are offered beside them: a ready set-up, the rest of one.
 */
shortcuts?: Array<ShortcutView>, 
/**
 * May the seat take its last action back?
 */
undo: boolean, 
/**
 * Was the last action of this seat an intention only (a unit taken in hand, a target named, an attacker joined)? Nothing lies
 * differently since, and taking it back puts it down.
 */
back: boolean, 
/**
 * What several pieces can do in one act.
 */
together?: Together, 
/**
 * Is there one answer only, which may be given for the player? (Not where the asking itself hides a secret.)
 */
alone: boolean, 
/**
 * Odds of the combat at hand, as far as the seat knows.
 */
odds?: OddsView, 
/**
 * Why the phase cannot end yet, to the seat that decides.
 */
blocked?: WhyView, 
/**
 * What the boxes off the map are called in which pieces lie: key and words.
 */
boxes: Array<[string, string]>, 
/**
 * What happened.
 */
entries: Array<EntryView>, 
/**
 * The point to ask from for what follows; absent when this is all.
 */
next?: number, };

/**
 * How a choice is offered.
 */
export type Kind = "button" | "piece" | "place" | "target" | "secret" | "entry";

/**
 * A line along hexsides, through hexes or over areas.
 */
export type LineLook = "river" | "stream" | "wall" | "front" | "road" | "main-road" | "trail" | "railroad";

/**
 * Hexsides (`between`, each `hex/hex`) or chains of hexes.
 */
export type LineSheet = { 
/**
 * `river`, `road`, ….
 */
kind: string, 
/**
 * Its name.
 */
name: string | null, 
/**
 * What is written along it.
 */
label: string | null, 
/**
 * How it is drawn.
 */
look: LineLook, 
/**
 * The hexsides or hexes.
 */
hexes: Array<string>, 
/**
 * Where it is from.
 */
source: string, };

/**
 * A part of the log.
 */
export type Log = { 
/**
 * What happened.
 */
entries: Array<EntryView>, 
/**
 * The point to ask from for what follows; absent when this is all.
 */
next?: number, };

/**
 * A map to draw.
 */
export type MapSheet = { "kind": "hexes" } & HexSheet | { "kind": "areas" } & AreaSheet;

/**
 * How a marker in a place is shown, and the letter where it is one.
 */
export type MarkerLook = { 
/**
 * How.
 */
shape: MarkerShape, 
/**
 * The letter.
 */
letter?: string, };

/**
 * How a marker in a place is shown.
 */
export type MarkerShape = "disc" | "fort";

/**
 * A marker in a place.
 */
export type MarkerView = { 
/**
 * What sort it is, in the game's own words; its looks say how it is drawn.
 */
kind: string, 
/**
 * Where.
 */
place: string, 
/**
 * Whose, if anybody's.
 */
side: Side | null, 
/**
 * What it says.
 */
text: string, };

/**
 * What a late action is told.
 */
export type News = { 
/**
 * The point the match is at.
 */
point: number, 
/**
 * The state.
 */
state: StateOf, 
/**
 * What happened.
 */
entries: Array<EntryView>, 
/**
 * The point to ask from for what follows; absent when this is all.
 */
next?: number, };

/**
 * Odds in words, for showing and for the protocol.
 */
export type OddsView = { 
/**
 * See [`Odds::kind`].
 */
kind: FightKind, 
/**
 * See [`Odds::table`].
 */
table?: string, 
/**
 * See [`Odds::items`].
 */
items: Array<ItemView>, 
/**
 * Columns with their probabilities.
 */
columns: Array<[string, number]>, 
/**
 * Results with their probabilities.
 */
results: Array<ChanceView>, 
/**
 * See [`Odds::imagined`].
 */
imagined?: number, };

/**
 * An optional rule as listed.
 */
export type OptionAbout = { 
/**
 * Its key.
 */
key: string, 
/**
 * Its title.
 */
title: string, 
/**
 * What it does.
 */
summary: string, 
/**
 * The section that describes it.
 */
rule: string, 
/**
 * On unless switched off?
 */
default: boolean, };

/**
 * The options a match is played with: optional rules by key, such as `fatigue`.
 */
export type Options = { [key in string]: boolean };

/**
 * A layer over the map.
 */
export type Overlay = { 
/**
 * Places with a shade.
 */
shades: Array<[Shade, Array<string>]>, 
/**
 * Lines through places, such as lines of supply: shade and route.
 */
lines: Array<[Shade, Array<string>]>, 
/**
 * Notes in places.
 */
notes: Array<[string, string]>, };

/**
 * How a layer over the map is shown.
 */
export type OverlayLook = { 
/**
 * The icon of its button.
 */
icon: Icon, 
/**
 * How its shades are drawn.
 */
shading: Shading, };

/**
 * A phase in the banner.
 */
export type PhaseView = { 
/**
 * Its key.
 */
key: string, 
/**
 * Its name.
 */
title: string, 
/**
 * Is it now?
 */
current: boolean, };

/**
 * What a counter looks like.
 */
export type PieceLook = { 
/**
 * Its symbol.
 */
symbol: Symbol, 
/**
 * Size mark: `II`, `III`, `X`, `XX`; empty without one.
 */
size: string, 
/**
 * Colour of its body.
 */
body: Body, 
/**
 * Has it a star?
 */
star: boolean, 
/**
 * The short name at its top.
 */
short: string, };

/**
 * A counter's two faces.
 */
export type PieceSheet = { 
/**
 * Its id, as in notation.
 */
id: string, 
/**
 * Its name in full.
 */
name: string, 
/**
 * Whose it is.
 */
side: Side | null, 
/**
 * Its branch, in the game's own words: `infantry`, `cavalry`, `bicycle`, ….
 */
branch: string, 
/**
 * Size mark: `II`, `III`, `X`, `XX`.
 */
size: string, 
/**
 * Formation, for the band and its colour.
 */
formation: string, 
/**
 * Factors of the front: `2-3-4`.
 */
front: string, 
/**
 * Factors of the back, if it has one.
 */
back: string | null, 
/**
 * Steps at full strength.
 */
steps: number, 
/**
 * Further marks: `elite`, `shock`, `motorised`.
 */
marks: Array<string>, 
/**
 * How it is drawn.
 */
look: PieceLook, 
/**
 * Where it is from.
 */
source: string, };

/**
 * A piece. Face-down pieces have no id and show their side only.
 */
export type PieceView = { 
/**
 * Its id on the sheet; `None` face down.
 */
id: string | null, 
/**
 * Whose it is.
 */
side: Side | null, 
/**
 * Where it is on the map.
 */
place: string | null, 
/**
 * Or in which box off the map (`turn-3`, `casualties`, `pool`).
 */
box: string | null, 
/**
 * The factors it shows now, as printed on the side that is up: `2-3-4`.
 */
factors: string, 
/**
 * Steps left.
 */
steps: number, 
/**
 * Shows its reduced side?
 */
reduced: boolean, 
/**
 * Marks on it: `fortified`, `unsupplied`, `fatigue-1`, `moved`, `fought`, …, each with a message `tag-…` in the game's text.
 */
tags: Array<string>, 
/**
 * All of it in words, for the screen reader: "10 BM / 46 DI, infantry, 8-8, 2 of 2 steps, has attacked".
 */
name: string, };

/**
 * The looks of what comes and goes in play, by the game's own keys.
 */
export type PlayLooks = { 
/**
 * Marks on pieces ([`PieceView::tags`](crate::present::PieceView::tags)).
 */
tags: { [key in string]: TagLook }, 
/**
 * Markers in places ([`MarkerView::kind`](crate::present::MarkerView::kind)).
 */
markers: { [key in string]: MarkerLook }, 
/**
 * Layers over the map, by their keys in [`Sheet::overlays`].
 */
overlays: { [key in string]: OverlayLook }, };

/**
 * A line on an area map.
 */
export type PolySheet = { 
/**
 * `supply-road`, `road`, `stream`, `front`, ….
 */
kind: string, 
/**
 * How it is drawn.
 */
look: LineLook, 
/**
 * Its name.
 */
name: string | null, 
/**
 * Its course.
 */
points: Array<[number, number]>, 
/**
 * Where it is from.
 */
source: string, };

/**
 * Who sits where, and who is there.
 */
export type Presence = { 
/**
 * The Republican seat.
 */
republican: SeatPresence, 
/**
 * The Nationalist seat.
 */
nationalist: SeatPresence, 
/**
 * How many watch.
 */
spectators: number, };

/**
 * Why something was not done. Nothing has changed.
 */
export type Problem = Denied & Partial<News>;

/**
 * A game's rules reference: the rulebook cut into statements, with examples and rulings.
 */
export type Reference = { 
/**
 * The game's key.
 */
game: string, 
/**
 * Sections, in the rulebook's order.
 */
section: Array<Section>, 
/**
 * Statements.
 */
rule: Array<Statement>, 
/**
 * Worked examples.
 */
example: Array<Example>, 
/**
 * Rulings.
 */
ruling: Array<Ruling>, };

/**
 * What was written of a match after the point at which its rules differ.
 */
export type Rest = { 
/**
 * The point of the first of these lines.
 */
from: number, 
/**
 * The lines as they were written; `?` for one that may have hidden something from the reader.
 */
lines: Array<string>, 
/**
 * The point to ask from for what follows; absent when this is all.
 */
next?: number, };

/**
 * The id of a rule statement or ruling, such as `7.6g` or `7.6-r2`.
 */
export type Rule = string;

/**
 * An answer where the rulebook is silent or contradicts itself.
 */
export type Ruling = { 
/**
 * Its id.
 */
id: string, 
/**
 * What is open.
 */
question: string, 
/**
 * What this program does.
 */
answer: string, 
/**
 * On what grounds.
 */
why: string, };

/**
 * A scenario as listed.
 */
export type ScenarioAbout = { 
/**
 * Its key.
 */
key: string, 
/**
 * Its title.
 */
title: string, 
/**
 * When it takes place.
 */
dates: string, 
/**
 * What it is about.
 */
summary: string, 
/**
 * Game turns.
 */
turns: number, 
/**
 * How long people take, in minutes.
 */
minutes: number, 
/**
 * Optional rules.
 */
option: Array<OptionAbout>, };

/**
 * Who looks at a game: one side, or nobody's side.
 */
export type Seat = "republican" | "nationalist" | "spectator";

/**
 * Who sits in a seat, and whether he is there.
 */
export type SeatPresence = { 
/**
 * `human`, or `computer:` and a name.
 */
player: string, 
/**
 * Is he connected? Computers always are.
 */
present: boolean, };

/**
 * A section of the rulebook.
 */
export type Section = { 
/**
 * Its number.
 */
id: string, 
/**
 * Its title.
 */
title: string, };

/**
 * What a shade of a layer means.
 */
export type Shade = "republican" | "nationalist" | "both" | "cut" | "exit" | "must-attack" | "must-be-attacked" | "in-sight" | "in-range";

/**
 * How the shades of a layer are drawn.
 */
export type Shading = "hatch" | "tint" | "range";

/**
 * What one person adds to the dice.
 *
 * Whoever keeps the match and plays in it as well could wait for the other's share and then choose his own. So a careful client first
 * shows only the mark of its share, and the share itself when everybody else has shown a mark: nothing can be chosen any more then.
 */
export type Share = { 
/**
 * Whose it is: the seats his link holds.
 */
by: string, 
/**
 * SHA-256 of the share, shown before it.
 */
mark?: string, 
/**
 * The share: 64 hexadecimal digits.
 */
share?: string, 
/**
 * The dice are made without him: he did not come, or has lost what he promised.
 */
left_out?: boolean, 
/**
 * The share he had given when somebody else was left out. It counts for nothing any more, and cannot be given again.
 */
before?: string, };

/**
 * Everything printed that belongs to a scenario.
 */
export type Sheet = { 
/**
 * The map.
 */
map: MapSheet, 
/**
 * All counters.
 */
pieces: Array<PieceSheet>, 
/**
 * Tables: combat results, terrain, ….
 */
tables: Array<TableSheet>, 
/**
 * The turn track.
 */
turns: Array<TurnSheet>, 
/**
 * Overlays the game offers: key and name.
 */
overlays: Array<[string, string]>, 
/**
 * What the tags of pieces mean ([`PieceView::tags`](crate::present::PieceView::tags)): key and words.
 */
tags: Array<[string, string]>, };

/**
 * What is printed, with the rules.
 */
export type SheetView = { sheet: Sheet, looks: PlayLooks, rules: Reference, about: About, };

/**
 * A line that stands for several choices, one after the other.
 */
export type ShortcutView = { 
/**
 * Its notation.
 */
line: string, 
/**
 * What it does, in words.
 */
text: string, };

/**
 * One of the two sides of every game.
 */
export type Side = "republican" | "nationalist";

/**
 * A sign in a hex.
 */
export type Sign = "city" | "town" | "village" | "height" | "pass" | "objective" | "second-objective" | "way-off";

/**
 * A state with the match it is of.
 */
export type StateOf = { 
/**
 * The match.
 */
match: string, 
/**
 * The game's key.
 */
game: string, 
/**
 * The scenario's key.
 */
scenario: string, 
/**
 * The options in force.
 */
options: Options, 
/**
 * Where the dice come from.
 */
dice: DiceKind, 
/**
 * SHA-256 of the seed, when the program throws the dice.
 */
commitment: string | null, 
/**
 * The seed itself, once the game is over.
 */
seed: string | null, 
/**
 * What people add to the dice: whoever has given nothing yet is waited for before the first throw.
 */
shares?: Array<Share>, 
/**
 * How many actions were taken.
 */
point: number, 
/**
 * How many actions there are by now (more than `point` when looking back).
 */
length: number, 
/**
 * The point each turn began at.
 */
turns: Array<TurnPoint>, 
/**
 * What the match waits for.
 */
waits: Waits, 
/**
 * The board.
 */
view: View, 
/**
 * What the seat can do, if it decides.
 */
choices: Array<ChoiceView>, 
/**
 * Lines that stand for several choices and are offered beside them: a ready set-up, the rest of one.
 */
shortcuts?: Array<ShortcutView>, 
/**
 * May the seat take its last action back?
 */
undo: boolean, 
/**
 * Was the last action of this seat an intention only (a unit taken in hand, a target named, an attacker joined)? Nothing lies
 * differently since, and taking it back puts it down.
 */
back: boolean, 
/**
 * What several pieces can do in one act.
 */
together?: Together, 
/**
 * Is there one answer only, which may be given for the player? (Not where the asking itself hides a secret.)
 */
alone: boolean, 
/**
 * Odds of the combat at hand, as far as the seat knows.
 */
odds?: OddsView, 
/**
 * Why the phase cannot end yet, to the seat that decides.
 */
blocked?: WhyView, 
/**
 * What the boxes off the map are called in which pieces lie: key and words.
 */
boxes: Array<[string, string]>, };

/**
 * One testable statement.
 */
export type Statement = { 
/**
 * Its id: section number and letter.
 */
id: string, 
/**
 * What it says, in our own words.
 */
text: string, 
/**
 * How it can be tested.
 */
test: Test, };

/**
 * The symbol in a counter's box.
 */
export type Symbol = "infantry" | "motorised" | "shock" | "cavalry" | "armour" | "artillery" | "engineers" | "garrison" | "fort" | "machine-gun" | "hq" | "leader" | "air" | "train" | "supply" | "marines" | "support";

/**
 * A printed table.
 */
export type TableSheet = { 
/**
 * Its key: `crt`, `terrain`, ….
 */
key: string, 
/**
 * Its name.
 */
title: string, 
/**
 * Column heads; the first is the head of the row labels.
 */
columns: Array<string>, 
/**
 * Rows: label, then cells.
 */
rows: Array<Array<string>>, 
/**
 * What is to be said below it.
 */
notes: Array<string>, 
/**
 * Where it is from.
 */
source: string, };

/**
 * How a mark on a piece is shown, and the letter where it is one.
 */
export type TagLook = { 
/**
 * How.
 */
disc: Disc, 
/**
 * The letter, with a figure if need be.
 */
letter?: string, };

/**
 * How a statement can be tested.
 */
export type Test = "none" | "decision" | "effect" | "number" | "sequence" | "setup" | "victory" | "secrecy";

/**
 * What several pieces can do in one act.
 */
export type Together = "go" | "join";

/**
 * For whom a result is good.
 */
export type Tone = "good" | "even" | "bad";

/**
 * A track or a box off the map.
 */
export type TrackView = { 
/**
 * Its key.
 */
key: string, 
/**
 * Its name.
 */
title: string, 
/**
 * Its spaces, if it has any.
 */
spaces: Array<string>, 
/**
 * The space the marker is in.
 */
at: number | null, 
/**
 * What there is to say about it.
 */
note: string, };

/**
 * The point a turn began at.
 */
export type TurnPoint = { turn: number, point: number, };

/**
 * A space of the turn track.
 */
export type TurnSheet = { 
/**
 * Its number.
 */
turn: number, 
/**
 * What it stands for.
 */
date: string, 
/**
 * What is printed in it: support numbers, events.
 */
notes: Array<string>, 
/**
 * Pieces due: side and ids.
 */
due: Array<[Side, Array<string>]>, };

/**
 * What is the case now, as far as a seat may know.
 */
export type View = { 
/**
 * Who looks.
 */
seat: Seat, 
/**
 * Game turn, from 1; 0 while setting up.
 */
turn: number, 
/**
 * Last game turn.
 */
turns: number, 
/**
 * What the turn stands for: `24–25 August`.
 */
date: string, 
/**
 * The phases of the turn in order, for the banner.
 */
phases: Array<PhaseView>, 
/**
 * The side whose player turn it is.
 */
active: Side | null, 
/**
 * What the position waits for, in one sentence to this seat.
 */
prompt: string, 
/**
 * The rule behind the prompt.
 */
prompt_rule: Rule | null, 
/**
 * Everything on the map and in boxes that can be pointed at, bottom of a stack first.
 */
pieces: Array<PieceView>, 
/**
 * Markers that lie in places: fortifications, interdiction, ….
 */
markers: Array<MarkerView>, 
/**
 * Who controls which place, where control matters and differs from what is printed.
 */
control: Array<ControlView>, 
/**
 * What stands on each side's card: hands by number, losses, points, command points.
 */
cards: Array<CardView>, 
/**
 * Tracks and boxes off the map: weather, morale, initiative, casualties.
 */
tracks: Array<TrackView>, 
/**
 * The seat's own secrets: markers, chits, resources in hand.
 */
hand: Array<HandView>, 
/**
 * The combat being prepared or fought.
 */
fight: FightView | null, };

/**
 * What sort of thing a match waits for.
 */
export type WaitKind = "decision" | "chance" | "over";

/**
 * What a match waits for, for showing.
 */
export type Waits = { 
/**
 * What sort of thing.
 */
kind: WaitKind, 
/**
 * Who decides, or whose throw it is.
 */
side: Side | null, 
/**
 * What is thrown for, or how the game ended.
 */
text: string, 
/**
 * Who won, when it is over.
 */
winner: Side | null, 
/**
 * The rule that ended it.
 */
rule: Rule | null, 
/**
 * Typed dice: what can be typed, for the seat whose throw it is (for all, if it is nobody's).
 */
outcomes: Array<string>, };

/**
 * How much an event matters in the log.
 */
export type Weight = "turn" | "phase" | "result" | "loss" | "plain";

/**
 * Why not, for showing.
 */
export type WhyView = { text: string, rule: Rule, };

/**
 * A named set of hexes.
 */
export type ZoneLook = "plain" | "front" | "letter" | "way-in" | "way-out" | "supply" | "objective";

/**
 * A named set of hexes.
 */
export type ZoneSheet = { 
/**
 * Its name.
 */
name: string, 
/**
 * How it is drawn.
 */
look: ZoneLook, 
/**
 * Whose it is, where that is drawn.
 */
side: Side | null, 
/**
 * What is written there.
 */
label: string, 
/**
 * Its hexes.
 */
hexes: Array<string>, 
/**
 * Where it is from.
 */
source: string, };
