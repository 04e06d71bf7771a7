//! Player-visible text, made from data in one place.
//!
//! Rules never write sentences: they make [`Message`]s, an id with arguments. A [`Lexicon`] turns them into a
//! language; each game has one Fluent file for each language.

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use std::borrow::Cow;
use std::sync::{Arc, OnceLock};

/// A sentence as data: a message id of the game's Fluent files, and what goes into it.
///
/// ```
/// use frente_engine::text::{Lexicon, Message};
/// let english = Lexicon::new("en", &["lost = { $unit } loses a step.\n"]).unwrap();
/// let message = Message::new("lost").with("unit", "3/52");
/// assert_eq!(english.say(&message), "3/52 loses a step.");
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Message {
    /// The message's id.
    pub id: Cow<'static, str>,
    /// Its arguments.
    pub args: Vec<(&'static str, Arg)>,
}

/// An argument of a message.
#[derive(Clone, Debug, PartialEq)]
pub enum Arg {
    /// A word or a name.
    Text(String),
    /// A number.
    Number(i64),
    /// A message inside the message.
    Message(Box<Message>),
}

impl Arg {
    /// A number with its sign: `+2`, `-1`, `+0`.
    pub fn signed(n: impl Into<i64>) -> Arg {
        Arg::Text(format!("{:+}", n.into()))
    }
}

impl From<&str> for Arg {
    fn from(s: &str) -> Arg {
        Arg::Text(s.to_owned())
    }
}

impl From<String> for Arg {
    fn from(s: String) -> Arg {
        Arg::Text(s)
    }
}

impl From<crate::Side> for Arg {
    fn from(side: crate::Side) -> Arg {
        Arg::Text(side.key().to_owned())
    }
}

impl From<Message> for Arg {
    fn from(m: Message) -> Arg {
        Arg::Message(Box::new(m))
    }
}

macro_rules! number {
    ($($t:ty),*) => {$(
        impl From<$t> for Arg {
            fn from(n: $t) -> Arg {
                Arg::Number(n as i64)
            }
        }
    )*};
}
number!(u8, u16, u32, usize, i8, i16, i32, i64);

impl Message {
    /// A message without arguments.
    pub fn new(id: &'static str) -> Self {
        Message { id: Cow::Borrowed(id), args: Vec::new() }
    }

    /// The same for an id that is put together.
    pub fn named(id: String) -> Self {
        Message { id: Cow::Owned(id), args: Vec::new() }
    }

    /// The same with one more argument.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl Into<Arg>) -> Self {
        self.args.push((name, value.into()));
        self
    }
}

/// What the table itself says in any game, in English: the language of whatever a game's files do not say in theirs.
const OF_THE_TABLE: &str = include_str!("../ftl/en.ftl");

/// All messages of a game in one language.
pub struct Lexicon {
    bundle: FluentBundle<FluentResource>,
}

/// The texts of one language that are built into the program, read when they are first asked for.
#[derive(Debug)]
pub struct BuiltIn {
    language: &'static str,
    file: &'static str,
    read: OnceLock<Arc<Lexicon>>,
}

impl BuiltIn {
    /// A Fluent file: `static ENGLISH: BuiltIn = BuiltIn::new("en", include_str!("../ftl/en.ftl"));`.
    pub const fn new(language: &'static str, file: &'static str) -> Self {
        BuiltIn { language, file, read: OnceLock::new() }
    }

    /// The texts.
    ///
    /// # Panics
    /// When the file is not Fluent: every test of the game reads it.
    pub fn lexicon(&self) -> Arc<Lexicon> {
        let read = || Lexicon::new(self.language, &[self.file]).unwrap_or_else(|e| panic!("{e}"));
        Arc::clone(self.read.get_or_init(|| Arc::new(read())))
    }
}

/// Why a Fluent file cannot be used.
#[derive(Debug, Clone, thiserror::Error)]
#[error("text file for {language}: {problem}")]
pub struct LexiconError {
    language: String,
    problem: String,
}

impl std::fmt::Debug for Lexicon {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Lexicon").field("locales", &self.bundle.locales).finish()
    }
}

impl Lexicon {
    /// Reads the Fluent files of a language. Later files may replace messages of earlier ones, and all of them those of the table itself.
    ///
    /// # Errors
    /// When a file is not Fluent or the language unknown.
    pub fn new(language: &str, files: &[&str]) -> Result<Self, LexiconError> {
        let wrong = |problem: String| LexiconError { language: language.to_owned(), problem };
        let id = language.parse().map_err(|_| wrong("unknown language tag".to_owned()))?;
        let mut bundle = FluentBundle::new_concurrent(vec![id]);
        // The marks Fluent puts around arguments for right-to-left text would end up in notation and tests.
        bundle.set_use_isolating(false);
        for file in [OF_THE_TABLE].iter().chain(files) {
            let resource =
                FluentResource::try_new((*file).to_owned()).map_err(|(_, e)| wrong(format!("{e:?}")))?;
            bundle.add_resource_overriding(resource);
        }
        Ok(Lexicon { bundle })
    }

    /// Says a message. A missing message says its id, so that a gap shows and nothing breaks.
    pub fn say(&self, message: &Message) -> String {
        let Some(pattern) = self.bundle.get_message(&message.id).and_then(|m| m.value()) else {
            return format!("[{}]", message.id);
        };
        let mut args = FluentArgs::new();
        for (name, value) in &message.args {
            let value = match value {
                Arg::Text(s) => FluentValue::String(Cow::Borrowed(s)),
                Arg::Number(n) => FluentValue::from(*n),
                Arg::Message(m) => FluentValue::String(Cow::Owned(self.say(m))),
            };
            args.set(*name, value);
        }
        let mut errors = Vec::new();
        self.bundle.format_pattern(pattern, Some(&args), &mut errors).into_owned()
    }

    /// What a box off the map is called: the message `box-KEY`, or `box-STEM` with what follows the last dash as `of`
    /// (`turn-3`, `beside-1417`); without either, its key.
    pub fn box_title(&self, key: &str) -> String {
        let say = |id: String, of: &str| {
            let pattern = self.bundle.get_message(&id)?.value()?;
            let mut args = FluentArgs::new();
            args.set("of", FluentValue::String(Cow::Borrowed(of)));
            Some(self.bundle.format_pattern(pattern, Some(&args), &mut Vec::new()).into_owned())
        };
        let stem = || key.rsplit_once('-').and_then(|(stem, of)| say(format!("box-{stem}"), of));
        say(format!("box-{key}"), "").or_else(stem).unwrap_or_else(|| key.to_owned())
    }

    /// Is there such a message?
    pub fn has(&self, id: &str) -> bool {
        self.bundle.has_message(id)
    }
}
