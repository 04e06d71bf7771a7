//! One game from the start to the end: the loop under every simulation and every measurement.

use frente_engine::game::Sink;
use frente_engine::{Game, Outcome, Rng, Side, Wait};

/// A game that takes longer than this never ends.
pub const MOST_STEPS: u64 = 200_000;

/// How a game went.
#[derive(Clone, Copy, Debug)]
pub struct Played {
    /// How it ended.
    pub outcome: Outcome,
    /// Decisions taken.
    pub decisions: u64,
    /// Rolls and draws.
    pub throws: u64,
}

/// Why a game did not come to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Stuck {
    /// A decision without a legal action.
    #[error("nothing is legal after {0} decisions")]
    DeadEnd(u64),
    /// More steps than any game has.
    #[error("no end after {MOST_STEPS} steps")]
    Endless,
}

/// Looks on while a game is played. `()` looks at nothing, at no cost.
pub trait Watch<G: Game> {
    /// Where events go.
    type Events: Sink<G::Event>;
    /// Takes the events of what comes next.
    fn events(&mut self) -> &mut Self::Events;
    /// Something is about to be thrown or drawn: these are the outcomes with their weights, and this is the one that comes.
    fn throws(&mut self, position: &G::Position, outcomes: &[(G::Action, u32)], comes: G::Action);
    /// Something was decided or thrown, and this is the position after it.
    fn then(&mut self, position: &G::Position);
}

impl<G: Game> Watch<G> for () {
    type Events = ();
    #[inline]
    fn events(&mut self) -> &mut () {
        self
    }
    #[inline]
    fn throws(&mut self, _: &G::Position, _: &[(G::Action, u32)], _: G::Action) {}
    #[inline]
    fn then(&mut self, _: &G::Position) {}
}

/// The lists of a game, used over and over.
///
/// ```
/// use frente_aragon::Aragon;
/// use frente_board::data::DataSource;
/// use frente_engine::{Game, Options, Rng};
/// let game = Aragon::open(&DataSource::Embedded, "belchite", &Options::default())?;
/// let played = frente_lab::Playout::default().random(&game, &mut Rng::new(7))?;
/// assert!(played.decisions > 100);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Playout<G: Game> {
    legal: Vec<G::Action>,
    chance: Vec<(G::Action, u32)>,
}

impl<G: Game> Default for Playout<G> {
    fn default() -> Self {
        Playout { legal: Vec::new(), chance: Vec::new() }
    }
}

impl<G: Game> Playout<G> {
    /// Plays a game from the start. At each decision, `choose` is given the side, the position and what is legal.
    ///
    /// # Errors
    /// When the game gets stuck.
    #[inline]
    pub fn play(
        &mut self,
        game: &G,
        rng: &mut Rng,
        choose: impl FnMut(Side, &G::Position, &[G::Action], &mut Rng) -> G::Action,
    ) -> Result<Played, Stuck> {
        self.watched(game, rng, choose, &mut ())
    }

    /// The same, and somebody looks on.
    ///
    /// # Errors
    /// When the game gets stuck.
    #[inline]
    pub fn watched(
        &mut self,
        game: &G,
        rng: &mut Rng,
        mut choose: impl FnMut(Side, &G::Position, &[G::Action], &mut Rng) -> G::Action,
        watch: &mut impl Watch<G>,
    ) -> Result<Played, Stuck> {
        let mut position = game.start();
        let (mut decisions, mut throws) = (0, 0);
        loop {
            let action = match game.wait(&position) {
                Wait::Over(outcome) => return Ok(Played { outcome, decisions, throws }),
                Wait::Chance(_) => {
                    throws += 1;
                    game.chance(&position, &mut self.chance);
                    let comes = self.chance[rng.weighted(self.chance.iter().map(|(_, weight)| *weight))].0;
                    watch.throws(&position, &self.chance, comes);
                    comes
                }
                Wait::Decision(side) => {
                    decisions += 1;
                    game.legal(&position, &mut self.legal);
                    if self.legal.is_empty() {
                        return Err(Stuck::DeadEnd(decisions));
                    }
                    choose(side, &position, &self.legal, rng)
                }
            };
            game.apply(&mut position, action, watch.events());
            watch.then(&position);
            if decisions + throws > MOST_STEPS {
                return Err(Stuck::Endless);
            }
        }
    }

    /// Plays a game in which both sides decide at random.
    ///
    /// # Errors
    /// When the game gets stuck.
    #[inline]
    pub fn random(&mut self, game: &G, rng: &mut Rng) -> Result<Played, Stuck> {
        self.play(game, rng, |_, _, legal, rng| legal[rng.below(legal.len())])
    }
}
