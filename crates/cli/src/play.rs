//! `frente play`: a match in the terminal.

use crate::chart::Chart;
use crate::{Which, fresh_seed, odds, terminal};
use anyhow::{Context, Result, anyhow};
use clap::Args;
use frente_engine::present::{Ask, Kind};
use frente_engine::table::{Budget, ChoiceView, Denied, Mind, Opening, State, Table};
use frente_engine::{About, Rng, Seat, Seed, Side, Wait};
use std::io::{BufRead, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// How many choices are listed before "more".
const PAGE: usize = 40;
/// How many outcomes of a throw are listed; of more, the first and the last.
const MOST_OUTCOMES: usize = 12;

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
    let mut desk = Desk { table, people, opponent: Mind::new(&opponent), told: 0, status: Vec::new() };
    desk.board(&mut io, None)?;
    io.say("Type a number to choose, `help` for everything else.")?;
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
    /// The status as it was shown last.
    status: Vec<String>,
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

    fn board<I: BufRead, O: Write>(&self, io: &mut Io<I, O>, around: Option<&str>) -> Result<()> {
        let (seat, sheet) = (self.seat(), self.table.sheet().sheet);
        let (view, control) = (self.table.state(seat).view, self.table.overlay(seat, "control"));
        Chart { sheet: &sheet, view: &view, control: control.as_ref() }.draw(around, &mut io.out)
    }

    /// Shows the status if it is not as it was.
    fn status<I: BufRead, O: Write>(&mut self, io: &mut Io<I, O>, state: &State) -> Result<()> {
        let status = terminal::status(state);
        if status != self.status {
            status.iter().try_for_each(|line| io.say(line))?;
            self.status = status;
        }
        Ok(())
    }

    /// What can be typed, with lines of the game that is played.
    fn help<I: BufRead, O: Write>(&self, io: &mut Io<I, O>, state: &State) -> Result<()> {
        let notation = self.table.notation();
        let line = state.choices.first().map_or("end", |c| c.line.as_str());
        let fights = |line: &str| ["attack", "combat", "bombard"].iter().any(|verb| line.starts_with(verb));
        let short = notation.short.iter().map(|short| short.example).find(|line| fights(line));
        let fight =
            short.or_else(|| notation.verbs.iter().map(|verb| verb.example).find(|line| fights(line)));
        let place = state.choices.iter().find_map(|c| c.place.as_deref());
        let place = place.or(state.view.pieces.iter().find_map(|p| p.place.as_deref())).unwrap_or("PLACE");
        let rule = state.view.prompt_rule.map_or("ID", |rule| rule.id());
        let rows = [
            ("a number".to_owned(), "chooses that action".to_owned()),
            (format!("a line: {line}"), "chooses by notation".to_owned()),
            ("more".to_owned(), "all choices".to_owned()),
            (format!("map, map {place}"), "the board, or what lies around a place".to_owned()),
            ("units".to_owned(), "every unit with the id one types".to_owned()),
            (
                format!("odds, odds {}", fight.unwrap_or(line)),
                "odds of the combat at hand, or of one".to_owned(),
            ),
            (format!("why {place}"), "why that place cannot be chosen".to_owned()),
            (format!("rule {rule}"), "what a rule says".to_owned()),
            ("log, log 50".to_owned(), "what happened".to_owned()),
            (
                "back".to_owned(),
                "puts down a unit taken in hand, a target named, an attacker joined".to_owned(),
            ),
            ("undo".to_owned(), "takes the last action back".to_owned()),
            ("save FILE".to_owned(), "saves the match; --load FILE goes on with it".to_owned()),
            ("quit".to_owned(), "leaves".to_owned()),
        ];
        for (form, says) in rows {
            io.say(&format!("  {form:44} {says}"))?;
        }
        io.say("\nLines of this game:")?;
        terminal::notation(&notation, &mut io.out)
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
                let state = self.table.state(self.seat());
                self.status(io, &state)?;
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
        // Whoever types the dice throws them: for a draw he has to know what can be drawn.
        let outcomes: Vec<String> = self.table.outcomes().into_iter().map(|(line, _)| line).collect();
        let shown = match &outcomes[..] {
            [first, .., last] if outcomes.len() > MOST_OUTCOMES => format!("{first} … {last}"),
            all => all.join(", "),
        };
        io.say(&format!("{} Type one of: {shown}", state.waits.text))?;
        let Some(line) = io.ask("dice> ")? else { return Ok(Next::Quit) };
        if line == "quit" {
            return Ok(Next::Quit);
        }
        // A bare number is meant as the throw that ends with it.
        let meant = |outcome: &&String| outcome.rsplit(' ').next() == Some(line.as_str());
        let line = outcomes.iter().find(meant).unwrap_or(&line);
        if let Err(denied) = self.table.type_throw(line) {
            io.say(&refused(&denied))?;
        }
        Ok(Next::GoOn)
    }

    /// The one answer there is, given for the player and told. What is committed in secret is never answered for him.
    fn answer_for<I: BufRead, O: Write>(&mut self, io: &mut Io<I, O>, state: &State) -> Result<bool> {
        let ([only], [], Some(side)) = (&state.choices[..], &state.shortcuts[..], state.waits.side) else {
            return Ok(false);
        };
        if only.kind == Kind::Secret || only.warning.is_some() {
            return Ok(false);
        }
        io.say(&format!("{side}: {} (there is no other choice)", only.text))?;
        self.table.play(side.into(), &only.line).map_err(|d| anyhow!("{d}"))?;
        Ok(true)
    }

    /// Takes the last action back, and what was answered for the player after it.
    fn undo(&mut self, seat: Seat) -> Result<(), Denied> {
        self.table.undo(seat)?;
        while self.table.state(seat).choices.len() == 1 && self.table.may_undo(seat) {
            self.table.undo(seat)?;
        }
        self.told = self.table.point();
        Ok(())
    }

    fn decide<I: BufRead, O: Write>(&mut self, io: &mut Io<I, O>, seat: Seat) -> Result<Next> {
        let state = self.table.state(seat);
        self.status(io, &state)?;
        if self.answer_for(io, &state)? {
            return Ok(Next::GoOn);
        }
        io.say(&format!("{}: {}", seat, state.view.prompt))?;
        terminal::choices(&state, PAGE, &mut io.out)?;
        loop {
            let Some(line) = io.ask("> ")? else { return Ok(Next::Quit) };
            let (word, rest) = line.split_once(' ').unwrap_or((&line, ""));
            match word {
                "" => {}
                "quit" | "q" => return Ok(Next::Quit),
                "back" if !state.back => {
                    io.say("There is nothing in hand to put down; `undo` takes an action back.")?;
                }
                "undo" | "back" => {
                    if let Err(denied) = self.undo(seat) {
                        io.say(&refused(&denied))?;
                    }
                    return Ok(Next::GoOn);
                }
                _ if self.asked(io, seat, &state, word, rest)? => {}
                _ => {
                    let chosen = chosen(&state, &line);
                    if !self.confirmed(io, chosen)? {
                        continue;
                    }
                    match self.table.play(seat, chosen.map_or(line.as_str(), |c| c.line.as_str())) {
                        Ok(()) => return Ok(Next::GoOn),
                        Err(denied) => io.say(&refused(&denied))?,
                    }
                }
            }
        }
    }

    /// A choice with a warning is asked about once.
    fn confirmed<I: BufRead, O: Write>(
        &self,
        io: &mut Io<I, O>,
        choice: Option<&ChoiceView>,
    ) -> Result<bool> {
        let Some(warning) = choice.and_then(|c| c.warning.as_ref()) else { return Ok(true) };
        let answer = io.ask(&format!("{warning} Do it all the same? (y or n) "))?;
        Ok(answer.is_some_and(|answer| answer.starts_with(['y', 'Y'])))
    }

    /// Answers a question that changes nothing; false if it is none.
    fn asked<I: BufRead, O: Write>(
        &self,
        io: &mut Io<I, O>,
        seat: Seat,
        state: &State,
        word: &str,
        rest: &str,
    ) -> Result<bool> {
        match word {
            "help" | "?" => self.help(io, state)?,
            "more" => terminal::choices(state, usize::MAX, &mut io.out)?,
            "map" => self.board(io, Some(rest).filter(|place| !place.is_empty()))?,
            "units" => terminal::stacks(&state.view, &mut io.out)?,
            "log" => {
                let n = rest.parse().unwrap_or(20);
                for entry in self.table.entries(seat, self.table.point().saturating_sub(n), usize::MAX) {
                    terminal::entry(&entry, &mut io.out)?;
                }
            }
            "odds" => {
                let lines: Vec<String> = (!rest.is_empty()).then(|| rest.to_owned()).into_iter().collect();
                match self.table.odds(seat, &lines) {
                    Ok(Some(view)) => odds::print(&view, &mut io.out)?,
                    Ok(None) => io.say("No combat is declared.")?,
                    Err(denied) => io.say(&refused(&denied))?,
                }
            }
            "why" => match self.table.why(seat, &Ask { piece: None, place: Some(rest.to_owned()) }) {
                Some(why) => io.say(&format!("{} [{}]", why.text, why.rule))?,
                None => io.say("Nothing to say about that place now.")?,
            },
            "rule" => match self.table.rule(rest) {
                Some(text) => io.say(&text)?,
                None => io.say("There is no such rule.")?,
            },
            "save" => match std::fs::write(rest, self.table.save()) {
                Ok(()) => io.say(&format!("Saved to {rest}."))?,
                Err(e) => io.say(&format!("{rest}: {e}"))?,
            },
            _ => return Ok(false),
        }
        Ok(true)
    }
}

/// The choice that a number or a line means.
fn chosen<'a>(state: &'a State, line: &str) -> Option<&'a ChoiceView> {
    let by_number = line.parse::<usize>().ok().and_then(|n| state.choices.get(n.wrapping_sub(1)));
    by_number.or_else(|| state.choices.iter().find(|c| c.line == line))
}

/// Why something was not done, with the rule behind it.
fn refused(denied: &Denied) -> String {
    let rule = denied.rule.map_or(String::new(), |rule| format!(" [{rule}]"));
    format!("{denied}{rule}")
}
