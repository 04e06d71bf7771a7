//! `frente play`: a match in the terminal.

use crate::{Which, fresh_seed, odds, terminal};
use anyhow::{Context, Result, anyhow};
use clap::Args;
use frente_engine::present::Ask;
use frente_engine::table::{Budget, Mind, Opening, State, Table};
use frente_engine::{About, Rng, Seat, Seed, Side, Wait};
use std::io::{BufRead, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// How many choices are listed before "more".
const PAGE: usize = 40;

const HELP: &str = "\
  a number        choose that action              a line        choose by notation: unit 32/35
  more            all choices                     map, units    the board; every unit
  odds [line…]    odds of the combat at hand, or of one: odds attack 1616 with 32/35
  why PLACE       why that place cannot be chosen rule ID       what a rule says
  log [n]         what happened                   undo          take the last action back
  back            put down a unit taken in hand, a target named, an attacker joined
  save FILE       save the match                  quit          leave (saved games go on with --load)";

/// Arguments of `frente play`.
#[derive(Args)]
pub struct PlayArgs {
    /// Game and scenario, such as `aragon/belchite`; asked for without it.
    #[arg(value_name = "GAME/SCENARIO")]
    scenario: Option<String>,
    /// Play in the terminal (the only way this command plays; kept for scripts).
    #[arg(long)]
    terminal: bool,
    /// The side you play: `republican`, `nationalist` or `both`.
    #[arg(long)]
    side: Option<String>,
    /// Who plays the other side: `random`, `greedy`, `recruit`, `captain` or `general`.
    #[arg(long, value_name = "PLAYER", visible_alias = "against")]
    opponent: Option<String>,
    /// How long a commander (`recruit`, `captain`, `general`) thinks in a turn: `2.5s`, or `20000p` for positions looked at.
    #[arg(long, value_name = "TIME")]
    time: Option<Budget>,
    /// Switch an option on (`fatigue`) or off (`no-fatigue`); may be repeated.
    #[arg(long = "option", value_name = "OPTION")]
    options: Vec<String>,
    /// Seed of the dice; from the system without it.
    #[arg(long)]
    seed: Option<Seed>,
    /// Type in the dice you roll yourself.
    #[arg(long, conflicts_with = "seed")]
    typed_dice: bool,
    /// Go on with a saved match.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["scenario", "options", "seed", "typed_dice"])]
    load: Option<PathBuf>,
}

/// Arguments of `frente games`.
#[derive(Args)]
pub struct GamesArgs {
    /// Only the names that other commands take, one a line.
    #[arg(long)]
    keys: bool,
}

/// Lists games and scenarios.
pub fn games(args: &GamesArgs, data: Option<&Path>) -> Result<ExitCode> {
    let mut out = std::io::stdout().lock();
    for about in frente_catalog::about(data)? {
        if args.keys {
            for s in &about.scenario {
                writeln!(out, "{}/{}", about.key, s.key)?;
            }
            continue;
        }
        let year = about.year.map_or(String::new(), |y| format!(" {y}"));
        writeln!(out, "{} ({}, {}{year})", about.title, about.designer, about.publisher)?;
        for s in &about.scenario {
            let name = format!("{}/{}", about.key, s.key);
            writeln!(
                out,
                "  {name:28} {} · {} · {} turns · about {} minutes",
                s.title, s.dates, s.turns, s.minutes
            )?;
            for o in &s.option {
                let default = if o.default { " (on unless switched off)" } else { "" };
                writeln!(out, "      --option {:16} {}{default}", o.key, o.summary)?;
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Plays a match in the terminal.
pub fn run(args: &PlayArgs, data: Option<&Path>) -> Result<ExitCode> {
    let mut io = Io { input: std::io::stdin().lock(), out: std::io::stdout().lock() };
    let Some((table, people, opponent)) = io.open(args, data)? else { return Ok(ExitCode::SUCCESS) };
    let mut rng = Rng::new(u64::from_le_bytes(fresh_seed()?.0[..8].try_into()?));
    let mut desk = Desk { table, people, opponent: Mind::new(&opponent), told: 0 };
    io.say(HELP)?;
    desk.board(&mut io)?;
    loop {
        match desk.step(&mut io, &mut rng)? {
            Next::GoOn => {}
            Next::Quit => return Ok(ExitCode::SUCCESS),
        }
    }
}

struct Io<I, O> {
    input: I,
    out: O,
}

impl<I: BufRead, O: Write> Io<I, O> {
    fn say(&mut self, text: &str) -> Result<()> {
        Ok(writeln!(self.out, "{text}")?)
    }

    /// A line typed in; `None` at the end of input.
    fn ask(&mut self, prompt: &str) -> Result<Option<String>> {
        write!(self.out, "{prompt}")?;
        self.out.flush()?;
        let mut line = String::new();
        Ok((self.input.read_line(&mut line)? > 0).then(|| line.trim().to_owned()))
    }

    /// One of several, by number or by key.
    fn choose(&mut self, title: &str, items: &[(String, String)]) -> Result<Option<String>> {
        self.say(title)?;
        for (i, (_, text)) in items.iter().enumerate() {
            self.say(&format!("  {}. {text}", i + 1))?;
        }
        loop {
            let Some(line) = self.ask("> ")? else { return Ok(None) };
            let by_number = line.parse::<usize>().ok().and_then(|n| items.get(n.wrapping_sub(1)));
            match by_number.or_else(|| items.iter().find(|(key, _)| *key == line)) {
                Some((key, _)) => return Ok(Some(key.clone())),
                None => self.say(&format!("Please type a number from 1 to {}.", items.len()))?,
            }
        }
    }

    #[allow(clippy::type_complexity)]
    fn open(
        &mut self,
        args: &PlayArgs,
        data: Option<&Path>,
    ) -> Result<Option<(Box<dyn Table>, Vec<Side>, String)>> {
        let games = frente_catalog::about(data)?;
        let scenario = match (&args.scenario, &args.load) {
            (Some(scenario), _) => scenario.clone(),
            (None, Some(_)) => String::new(),
            (None, None) => match self.choose("Which scenario?", &scenarios(&games))? {
                Some(scenario) => scenario,
                None => return Ok(None),
            },
        };
        let side = match &args.side {
            Some(side) => side.clone(),
            None => {
                let items = [
                    ("republican", "Republican"),
                    ("nationalist", "Nationalist"),
                    ("both", "both, on this screen"),
                ];
                let items = items.map(|(k, t)| (k.to_owned(), t.to_owned()));
                match self.choose("Which side do you play?", &items)? {
                    Some(side) => side,
                    None => return Ok(None),
                }
            }
        };
        let people = if side == "both" { Side::BOTH.to_vec() } else { vec![side.parse::<Side>()?] };
        let opponent = match &args.opponent {
            Some(player) => player.clone(),
            None if people.len() == 2 => "greedy".to_owned(),
            None => {
                let items: Vec<_> = frente_ai::PLAYERS
                    .iter()
                    .rev()
                    .map(|p| ((*p).to_owned(), format!("the computer, {p}")))
                    .collect();
                match self.choose("Against whom?", &items)? {
                    Some(player) => player,
                    None => return Ok(None),
                }
            }
        };
        let opponent = frente_ai::with_time(&opponent, args.time);
        if !frente_ai::is_player(&opponent) {
            return Err(anyhow!(frente_ai::unknown(&opponent)));
        }
        let table = match &args.load {
            Some(path) => {
                let save = std::fs::read_to_string(path).with_context(|| format!("{}", path.display()))?;
                frente_catalog::load(data, &save).with_context(|| format!("{}", path.display()))?
            }
            None => {
                let which = Which { scenario, options: args.options.clone() };
                let (game, scenario) = which.names()?;
                let seed = match (args.typed_dice, args.seed) {
                    (true, _) => None,
                    (false, Some(seed)) => Some(seed),
                    (false, None) => Some(fresh_seed()?),
                };
                let opening =
                    Opening { scenario: scenario.to_owned(), options: which.options(), seed, set: None };
                frente_catalog::open(game, data, &opening)?
            }
        };
        Ok(Some((table, people, opponent)))
    }
}

fn scenarios(games: &[About]) -> Vec<(String, String)> {
    let list = |about: &About| {
        let key = about.key.clone();
        let title = about.title.clone();
        about
            .scenario
            .iter()
            .map(|s| {
                (
                    format!("{key}/{}", s.key),
                    format!("{title}: {} ({}, about {} minutes)", s.title, s.dates, s.minutes),
                )
            })
            .collect::<Vec<_>>()
    };
    games.iter().flat_map(list).collect()
}

enum Next {
    GoOn,
    Quit,
}

struct Desk {
    table: Box<dyn Table>,
    people: Vec<Side>,
    opponent: Mind,
    /// How much of the log has been shown.
    told: usize,
}

impl Desk {
    /// Through whose eyes the board is shown.
    fn seat(&self) -> Seat {
        match (self.table.wait().side(), &self.people[..]) {
            (Some(side), people) if people.contains(&side) => side.into(),
            (_, [only]) => (*only).into(),
            _ => Seat::Spectator,
        }
    }

    fn board<I: BufRead, O: Write>(&self, io: &mut Io<I, O>) -> Result<()> {
        terminal::board(&self.table.sheet().sheet, &self.table.state(self.seat()).view, &mut io.out)
    }

    /// Shows what happened since it was last shown.
    fn tell<I: BufRead, O: Write>(&mut self, io: &mut Io<I, O>) -> Result<()> {
        for entry in self.table.entries(self.seat(), self.told, usize::MAX) {
            terminal::entry(&entry, &mut io.out)?;
        }
        self.told = self.table.point();
        Ok(())
    }

    fn step<I: BufRead, O: Write>(&mut self, io: &mut Io<I, O>, rng: &mut Rng) -> Result<Next> {
        self.tell(io)?;
        match self.table.wait() {
            Wait::Over(_) => {
                terminal::banner(&self.table.state(self.seat()), &mut io.out)?;
                if let Some(seed) = self.table.seed() {
                    io.say(&format!("   seed {seed}"))?;
                }
                Ok(Next::Quit)
            }
            Wait::Chance(_) if self.table.seeded() => {
                self.table.throw().map_err(|d| anyhow!("{d}"))?;
                Ok(Next::GoOn)
            }
            Wait::Chance(_) => self.typed_throw(io),
            Wait::Decision(side) if self.people.contains(&side) => self.decide(io, side.into()),
            Wait::Decision(side) => {
                let line = self.table.suggest(&mut self.opponent, rng).map_err(|d| anyhow!("{d}"))?;
                self.table.play(side.into(), &line).map_err(|d| anyhow!("the computer's {line:?}: {d}"))?;
                Ok(Next::GoOn)
            }
        }
    }

    fn typed_throw<I: BufRead, O: Write>(&mut self, io: &mut Io<I, O>) -> Result<Next> {
        let state = self.table.state(self.seat());
        io.say(&format!("{} Type one of: {}", state.waits.text, state.waits.outcomes.join(", ")))?;
        let Some(line) = io.ask("dice> ")? else { return Ok(Next::Quit) };
        if line == "quit" {
            return Ok(Next::Quit);
        }
        if let Err(denied) = self.table.type_throw(&line) {
            io.say(&format!("{denied}"))?;
        }
        Ok(Next::GoOn)
    }

    fn decide<I: BufRead, O: Write>(&mut self, io: &mut Io<I, O>, seat: Seat) -> Result<Next> {
        let state = self.table.state(seat);
        terminal::banner(&state, &mut io.out)?;
        io.say(&format!("{}: {}", seat, state.view.prompt))?;
        list(&state, PAGE, &mut io.out)?;
        loop {
            let Some(line) = io.ask("> ")? else { return Ok(Next::Quit) };
            let (word, rest) = line.split_once(' ').unwrap_or((&line, ""));
            match word {
                "" => {}
                "quit" | "q" => return Ok(Next::Quit),
                "help" | "?" => {
                    io.say(HELP)?;
                    io.say("\nLines of this game:")?;
                    terminal::notation(&self.table.notation(), &mut io.out)?;
                }
                "more" => list(&state, usize::MAX, &mut io.out)?,
                "map" => self.board(io)?,
                "units" => terminal::stacks(&state.view, &mut io.out)?,
                "log" => {
                    let n = rest.parse().unwrap_or(20);
                    for entry in self.table.entries(seat, self.table.point().saturating_sub(n), usize::MAX) {
                        terminal::entry(&entry, &mut io.out)?;
                    }
                }
                "odds" => {
                    let lines: Vec<String> =
                        (!rest.is_empty()).then(|| rest.to_owned()).into_iter().collect();
                    match self.table.odds(seat, &lines) {
                        Ok(Some(view)) => odds::print(&view, &mut io.out)?,
                        Ok(None) => io.say("No combat is declared.")?,
                        Err(denied) => io.say(&format!("{denied}"))?,
                    }
                }
                "why" => match self.table.why(seat, &Ask { piece: None, place: Some(rest.to_owned()) }) {
                    Some(why) => io.say(&format!("{} [{}]", why.text, why.rule))?,
                    None => io.say("Nothing to say about that place now.")?,
                },
                "rule" => match self.table.sheet().rules.text(rest) {
                    Some(text) => io.say(&text)?,
                    None => io.say("There is no such rule.")?,
                },
                "save" => match std::fs::write(rest, self.table.save()) {
                    Ok(()) => io.say(&format!("Saved to {rest}."))?,
                    Err(e) => io.say(&format!("{rest}: {e}"))?,
                },
                "back" if !state.back => {
                    io.say("There is nothing in hand to put down; `undo` takes an action back.")?
                }
                "undo" | "back" => {
                    match self.table.undo(seat) {
                        Ok(()) => self.told = self.table.point(),
                        Err(denied) => io.say(&format!("{denied}"))?,
                    }
                    return Ok(Next::GoOn);
                }
                _ => {
                    let chosen =
                        line.parse::<usize>().ok().and_then(|n| state.choices.get(n.wrapping_sub(1)));
                    let line = chosen.map_or(line.as_str(), |c| c.line.as_str());
                    match self.table.play(seat, line) {
                        Ok(()) => return Ok(Next::GoOn),
                        Err(denied) => {
                            let rule = denied.rule.map_or(String::new(), |r| format!(" [{r}]"));
                            io.say(&format!("{denied}{rule}"))?;
                        }
                    }
                }
            }
        }
    }
}

fn list(state: &State, most: usize, out: &mut impl Write) -> Result<()> {
    for choice in state.choices.iter().take(most) {
        writeln!(out, "{:4}. {:60} {}", choice.n + 1, choice.text, choice.line)?;
    }
    if state.choices.len() > most {
        writeln!(out, "      … {} more (type more)", state.choices.len() - most)?;
    }
    Ok(())
}
