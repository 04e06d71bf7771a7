//! A game as people see it: text, views, the printed sheet, odds, reasons.
//!
//! The page knows no rules and no game: it draws a [`Sheet`] (what is printed: map, counters, tables, rules) and a [`View`] (what
//! is the case now, as far as its seat may know), and offers [`Choice`]s. All text in them is already in the reader's language.

use crate::game::{Game, Outcome, Refusal};
use crate::odds::Odds;
use crate::rule::Rule;
use crate::side::{Seat, Side};
use crate::text::{Arg, Lexicon, Message};
use serde::Serialize;
use std::fmt;
use std::sync::Arc;
use ts_rs::TS;

pub use crate::sheet::Sheet;

/// What a game shows people.
pub trait Present: Game {
    /// The game's texts in a language (`en` when the game does not speak it).
    fn lexicon(&self, language: &str) -> Arc<Lexicon>;

    /// What is printed: map, counters, tables.
    fn sheet(&self) -> Sheet;

    /// What the seat may know, for showing.
    fn view(&self, seen: &Self::Seen, seat: Seat, words: &Lexicon) -> View;

    /// The combat that is prepared or fought, as in the [`View`].
    fn fight(&self, seen: &Self::Seen, seat: Seat, words: &Lexicon) -> Option<FightView> {
        self.view(seen, seat, words).fight
    }

    /// A legal action, for showing. Called only for the side that decides.
    fn choice(&self, position: &Self::Position, action: Self::Action) -> Choice;

    /// What an event says and where it happened.
    fn tell(&self, event: &Self::Event) -> Told;

    /// A number of a refusal as the game writes it: half points are no whole ones.
    fn number(&self, number: i16) -> String {
        number.to_string()
    }

    /// What a refusal says: its own message, or the one of its rule ([`reason_id`]), or what the rule states. All get `rule`, `text`,
    /// `unit`, `place`, `needs` and `has`; a unit or place that the refusal does not name is "that unit", "that place" in the game's words.
    fn explain(&self, refusal: &Refusal, words: &Lexicon) -> Message {
        let of_rule = reason_id(refusal.rule);
        let mut message = if refusal.what == GENERIC && words.has(&of_rule) {
            Message::named(of_rule)
        } else {
            Message::new(refusal.what)
        };
        message = message.with("rule", refusal.rule.id());
        if let Some(text) = self.edition().reference().reason(refusal.rule.id()) {
            message = message.with("text", text);
        }
        let unit = refusal.unit.map(|unit| Arg::from(self.unit_label(unit)));
        let place = refusal.place.map(|place| Arg::from(self.place_label(place)));
        message = message
            .with("unit", unit.unwrap_or_else(|| Message::new("that-unit").into()))
            .with("place", place.unwrap_or_else(|| Message::new("that-place").into()));
        if let Some((needs, has)) = refusal.numbers {
            message = message.with("needs", self.number(needs)).with("has", self.number(has));
        }
        message
    }

    /// The label of a unit as [`Refusal::unit`] numbers them.
    fn unit_label(&self, unit: u16) -> String;
    /// The label of a place as [`Refusal::place`] numbers them.
    fn place_label(&self, place: u16) -> String;

    /// What an outcome says.
    fn conclude(&self, outcome: &Outcome) -> Message {
        let winner = outcome.winner.map_or("none", Side::key);
        Message::new(outcome.reason).with("winner", winner)
    }

    /// Why the place cannot be chosen now (by the piece, if one is given), when it can't; asked about neither, why the phase cannot
    /// end. `None`: it can, or nothing is to be said.
    fn why_not(&self, position: &Self::Position, ask: &Ask) -> Option<Refusal>;

    /// Exact odds of the combat declared or being prepared in the position, as far as the seat knows; `None` where there is none.
    fn odds(&self, seen: &Self::Seen, seat: Seat) -> Option<Odds>;

    /// Lines that stand for several ([`Game::expand`]) and are worth a button in this position: a ready set-up, the rest of one.
    fn shortcuts(&self, _position: &Self::Position) -> Vec<(String, Message)> {
        Vec::new()
    }

    /// A layer over the map: `zones`, `supply`, `control`, `reinforcements`, …. `None`: the game has no such layer.
    fn overlay(&self, _seen: &Self::Seen, _seat: Seat, _key: &str) -> Option<Overlay> {
        None
    }
}

/// The message that says no more than what the rule behind a refusal states.
const GENERIC: &str = "refused";

/// The message of whatever a rule forbids: `no-7_6g`. Ids of messages have no dots.
///
/// ```
/// use frente_engine::{Rule, present::reason_id};
/// assert_eq!(reason_id(Rule("10.4.1-r8")), "no-10_4_1-r8");
/// ```
pub fn reason_id(rule: Rule) -> String {
    format!("no-{}", rule.id().replace('.', "_"))
}

/// The longest reason that can still be read at a glance.
const LONGEST_REASON: usize = 200;

/// What is wrong with how a refusal is said: it recites its rule, asks a question, leaves a gap or goes on for too long.
///
/// # Errors
/// What is wrong, with the text.
pub fn audit_reason<G: Present>(game: &G, refusal: &Refusal, words: &Lexicon) -> Result<(), String> {
    let message = game.explain(refusal, words);
    let text = words.say(&message);
    let recited =
        || game.edition().reference().reason(refusal.rule.id()).is_some_and(|rule| text.contains(&rule));
    let fault = if message.id == GENERIC || recited() {
        "recites its rule"
    } else if text.chars().count() > LONGEST_REASON {
        "is too long"
    } else if text.contains('?') {
        "asks a question"
    } else if text.contains(['[', '{', '$']) {
        "has a gap"
    } else {
        return Ok(());
    };
    Err(format!("the refusal by {} {fault}: {text:?} ({refusal:?})", refusal.rule))
}

/// What "why not?" is asked about: labels as on the sheet.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Deserialize)]
pub struct Ask {
    /// The piece, if the question is about one.
    pub piece: Option<String>,
    /// The place.
    pub place: Option<String>,
}

/// What is the case now, as far as a seat may know.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct View {
    /// Who looks.
    pub seat: Seat,
    /// Game turn, from 1; 0 while setting up.
    pub turn: u8,
    /// Last game turn.
    pub turns: u8,
    /// What the turn stands for: `24–25 August`.
    pub date: String,
    /// The phases of the turn in order, for the banner.
    pub phases: Vec<PhaseView>,
    /// The side whose player turn it is.
    pub active: Option<Side>,
    /// What the position waits for, in one sentence to this seat.
    pub prompt: String,
    /// The rule behind the prompt.
    pub prompt_rule: Option<Rule>,
    /// Everything on the map and in boxes that can be pointed at, bottom of a stack first.
    pub pieces: Vec<PieceView>,
    /// Markers that lie in places: fortifications, interdiction, ….
    pub markers: Vec<MarkerView>,
    /// Who controls which place, where control matters and differs from what is printed.
    pub control: Vec<ControlView>,
    /// What stands on each side's card: hands by number, losses, points, command points.
    pub cards: Vec<CardView>,
    /// Tracks and boxes off the map: weather, morale, initiative, casualties.
    pub tracks: Vec<TrackView>,
    /// The seat's own secrets: markers, chits, resources in hand.
    pub hand: Vec<HandView>,
    /// The combat being prepared or fought.
    pub fight: Option<FightView>,
}

impl View {
    /// Does everything lie as in another view, whatever is asked and whichever piece is in hand?
    pub fn lies_as(&self, other: &View) -> bool {
        fn lies(piece: &PieceView) -> impl PartialEq {
            (&piece.id, piece.side, &piece.place, &piece.off_map, &piece.factors, piece.steps)
        }
        self.turn == other.turn
            && self.phases == other.phases
            && self.active == other.active
            && self.pieces.len() == other.pieces.len()
            && self.pieces.iter().zip(&other.pieces).all(|(a, b)| lies(a) == lies(b))
            && self.markers == other.markers
            && self.control == other.control
            && self.cards == other.cards
            && self.tracks == other.tracks
            && self.hand == other.hand
    }

    /// A board with nothing on it, for a game that fills in what it has.
    pub fn new(seat: Seat, turn: u8, turns: u8) -> Self {
        View {
            seat,
            turn,
            turns,
            date: String::new(),
            phases: Vec::new(),
            active: None,
            prompt: String::new(),
            prompt_rule: None,
            pieces: Vec::new(),
            markers: Vec::new(),
            control: Vec::new(),
            cards: Vec::new(),
            tracks: Vec::new(),
            hand: Vec::new(),
            fight: None,
        }
    }
}

/// A phase in the banner.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct PhaseView {
    /// Its key.
    pub key: &'static str,
    /// Its name.
    pub title: String,
    /// Is it now?
    pub current: bool,
}

/// A piece. Face-down pieces have no id and show their side only.
#[derive(Clone, Debug, PartialEq, Serialize, Default, TS)]
pub struct PieceView {
    /// Its id on the sheet; `None` face down.
    pub id: Option<String>,
    /// Whose it is.
    pub side: Option<Side>,
    /// Where it is on the map.
    pub place: Option<String>,
    /// Or in which box off the map (`turn-3`, `casualties`, `pool`).
    #[serde(rename = "box")]
    pub off_map: Option<String>,
    /// The factors it shows now, as printed on the side that is up: `2-3-4`.
    pub factors: String,
    /// Steps left.
    pub steps: u8,
    /// Shows its reduced side?
    pub reduced: bool,
    /// Marks on it: `fortified`, `unsupplied`, `fatigue-1`, `moved`, `fought`, …, each with a message `tag-…` in the game's text.
    pub tags: Vec<&'static str>,
    /// All of it in words, for the screen reader: "10 BM / 46 DI, infantry, 8-8, 2 of 2 steps, has attacked".
    pub name: String,
}

/// A marker in a place.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct MarkerView {
    /// What sort it is, in the game's own words; its looks say how it is drawn.
    pub kind: &'static str,
    /// Where.
    pub place: String,
    /// Whose, if anybody's.
    pub side: Option<Side>,
    /// What it says.
    pub text: String,
}

/// Who controls a place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct ControlView {
    /// The place.
    pub place: String,
    /// Who.
    pub side: Side,
}

/// A side's card.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct CardView {
    /// Whose.
    pub side: Side,
    /// What it says.
    pub figures: Vec<FigureView>,
}

/// A figure with its name.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct FigureView {
    /// What it counts.
    pub title: String,
    /// How much: `7`, `3 of 10`.
    pub value: String,
    /// The rule behind it.
    pub rule: Option<Rule>,
}

/// A track or a box off the map.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct TrackView {
    /// Its key.
    pub key: &'static str,
    /// Its name.
    pub title: String,
    /// Its spaces, if it has any.
    pub spaces: Vec<String>,
    /// The space the marker is in.
    pub at: Option<usize>,
    /// What there is to say about it.
    pub note: String,
}

/// Something a seat holds in secret.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct HandView {
    /// What it is: `+3`, `+2 aircraft`, a chit's title.
    pub title: String,
    /// What it does.
    pub text: String,
    /// How many of the same.
    pub count: u8,
    /// Can it be played now?
    pub playable: bool,
}

/// The combat being prepared or fought, for arrows and spotlight.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct FightView {
    /// What sort it is.
    pub kind: FightKind,
    /// The place attacked.
    pub target: Option<String>,
    /// The defending pieces (known ones).
    pub defenders: Vec<String>,
    /// The attacking pieces.
    pub attackers: Vec<String>,
}

/// What sort of combat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "kebab-case")]
pub enum FightKind {
    /// One hex is attacked from others.
    Attack,
    /// Guns or aircraft alone.
    Bombardment,
    /// Both sides stand in one area.
    Combat,
    /// One area is attacked out of another.
    Assault,
    /// Fire on troops that move.
    Fire,
}

/// Movement points, as a game counts them.
///
/// ```
/// use frente_engine::present::Points;
/// assert_eq!(Points::halves(7).to_string(), "3½");
/// assert_eq!(Points::quarters(3).to_string(), "¾");
/// assert_eq!(Points::whole(0).to_string(), "0");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Points {
    quarters: u16,
}

impl Points {
    /// Whole points.
    pub fn whole(n: u8) -> Self {
        Points { quarters: 4 * u16::from(n) }
    }

    /// Half points.
    pub fn halves(n: u8) -> Self {
        Points { quarters: 2 * u16::from(n) }
    }

    /// Quarter points.
    pub fn quarters(n: u8) -> Self {
        Points { quarters: n.into() }
    }

    /// In quarters of a point.
    pub fn in_quarters(self) -> u16 {
        self.quarters
    }
}

impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let part = ["", "¼", "½", "¾"][usize::from(self.quarters % 4)];
        match self.quarters / 4 {
            0 if !part.is_empty() => f.write_str(part),
            whole => write!(f, "{whole}{part}"),
        }
    }
}

/// What a choice does to the phase or the piece at hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, TS)]
#[serde(rename_all = "kebab-case")]
pub enum Flow {
    /// Play goes on.
    #[default]
    On,
    /// It ends a phase, a segment, a list of things that could still be done.
    Ends,
    /// It leaves the piece at hand where it is.
    Stays,
}

impl Flow {
    /// Does play simply go on?
    pub fn is_on(&self) -> bool {
        *self == Flow::On
    }
}

/// A legal action, for showing.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Choice {
    /// What it does, in words.
    pub text: Option<Message>,
    /// What sort it is, so that the page knows how to offer it.
    pub kind: Kind,
    /// The piece it is about.
    pub piece: Option<String>,
    /// The place it is about.
    pub place: Option<String>,
    /// The route, start included.
    pub path: Vec<String>,
    /// Movement points left after it.
    pub left: Option<Points>,
    /// Must the move stop there?
    pub stop: bool,
    /// Does it end the phase, or leave the piece where it is?
    pub flow: Flow,
    /// The rule behind it or behind its price.
    pub rule: Option<Rule>,
    /// What it costs, where that is not plain from its text and is no loss that follows at once (those are found by trying the action
    /// out): a support point, two command points.
    pub price: Option<Message>,
    /// What the player should know before he does it: things left undone, supply lost. Asked once.
    pub warning: Option<Message>,
}

/// How a choice is offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, TS)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// A button: end a phase, declare, pass.
    #[default]
    Button,
    /// A click on a piece.
    Piece,
    /// A click on a place, for the piece at hand.
    Place,
    /// A click on a place or the enemy in it, as a target.
    Target,
    /// Something out of the hand, committed in secret.
    Secret,
    /// A place for a piece that is not on the map yet.
    Entry,
}

/// What an event says and where it happened.
#[derive(Clone, Debug, PartialEq)]
pub struct Told {
    /// What it says.
    pub text: Message,
    /// The rule behind it.
    pub rule: Rule,
    /// The pieces it is about.
    pub pieces: Vec<String>,
    /// The places it is about, in order (a route, for a move).
    pub places: Vec<String>,
    /// A die that was rolled, for the dice statistics.
    pub die: Option<u8>,
    /// How it is shown in the log.
    pub weight: Weight,
}

impl Told {
    /// An event told in words.
    pub fn new(text: Message, rule: Rule) -> Self {
        Told { text, rule, pieces: Vec::new(), places: Vec::new(), die: None, weight: Weight::Plain }
    }

    /// The same, about a piece.
    #[must_use]
    pub fn piece(mut self, id: impl Into<String>) -> Self {
        self.pieces.push(id.into());
        self
    }

    /// The same, about a place.
    #[must_use]
    pub fn place(mut self, label: impl Into<String>) -> Self {
        self.places.push(label.into());
        self
    }

    /// The same, with a die.
    #[must_use]
    pub fn die(mut self, die: u8) -> Self {
        self.die = Some(die);
        self
    }

    /// The same, shown otherwise.
    #[must_use]
    pub fn weight(mut self, weight: Weight) -> Self {
        self.weight = weight;
        self
    }
}

/// How much an event matters in the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "kebab-case")]
pub enum Weight {
    /// A new turn or player turn.
    Turn,
    /// A new phase.
    Phase,
    /// Dice and results.
    Result,
    /// A step or a unit lost.
    Loss,
    /// The rest.
    Plain,
}

/// A layer over the map.
#[derive(Clone, Debug, PartialEq, Serialize, Default, TS)]
pub struct Overlay {
    /// Places with a shade.
    pub shades: Vec<(Shade, Vec<String>)>,
    /// Lines through places, such as lines of supply: shade and route.
    pub lines: Vec<(Shade, Vec<String>)>,
    /// Notes in places.
    pub notes: Vec<(String, String)>,
}

/// What a shade of a layer means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "kebab-case")]
pub enum Shade {
    /// The Republican side's.
    Republican,
    /// The Nationalist side's.
    Nationalist,
    /// Both sides'.
    Both,
    /// Cut off.
    Cut,
    /// Where units leave the map.
    Exit,
    /// Who must attack.
    MustAttack,
    /// Who must be attacked.
    MustBeAttacked,
    /// Within range, and seen.
    InSight,
    /// Within range.
    InRange,
}

impl From<Side> for Shade {
    fn from(side: Side) -> Shade {
        match side {
            Side::Republican => Shade::Republican,
            Side::Nationalist => Shade::Nationalist,
        }
    }
}
