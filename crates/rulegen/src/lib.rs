//! A game's rule ids as constants, made from its `rules.toml` when the game is built.
//!
//! Each statement, example and ruling becomes a constant whose documentation is what the rule says, so that an editor shows the rule where
//! the code names it, and an id that does not exist does not compile. A game's `build.rs` is one line:
//!
//! ```no_run
//! frente_rulegen::generate("data/rules.toml");
//! ```
//!
//! and its module of rule ids includes what came of it: `include!(concat!(env!("OUT_DIR"), "/rules.rs"));`.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

/// Writes `rules.rs` into the build's output folder.
///
/// # Panics
/// When the file is missing or wrong, or two ids make the same constant: the build then says which.
pub fn generate(file: &str) {
    println!("cargo::rerun-if-changed={file}");
    let text = std::fs::read_to_string(file).unwrap_or_else(|e| panic!("{file}: {e}"));
    let code = constants(&text).unwrap_or_else(|e| panic!("{file}: {e}"));
    let folder = std::env::var_os("OUT_DIR").unwrap_or_else(|| panic!("OUT_DIR: this is for build scripts"));
    let out = Path::new(&folder).join("rules.rs");
    std::fs::write(&out, code).unwrap_or_else(|e| panic!("{}: {e}", out.display()));
}

/// The constants of a rules file.
///
/// ```
/// let code = frente_rulegen::constants("[[rule]]\nid = \"7.6-r2\"\ntext = \"Stay.\"").unwrap();
/// assert!(code.contains("pub const R7_6_R2: ::frente_engine::Rule = ::frente_engine::Rule(\"7.6-r2\");"));
/// assert!(code.contains("#[doc = \"7.6-r2: Stay.\"]"));
/// ```
///
/// # Errors
/// When the text is no rules file, or two ids make the same constant.
pub fn constants(text: &str) -> Result<String, String> {
    let table: toml::Table = text.parse().map_err(|e: toml::de::Error| e.to_string())?;
    let mut code = String::new();
    let mut names: BTreeMap<String, String> = BTreeMap::new();
    for (kind, parts) in
        [("rule", &["text"][..]), ("example", &["text"]), ("ruling", &["question", "answer"])]
    {
        for entry in table.get(kind).and_then(toml::Value::as_array).into_iter().flatten() {
            let word = |key: &str| {
                let found = entry.get(key).and_then(toml::Value::as_str);
                found.ok_or_else(|| format!("a [[{kind}]] without {key}: {entry}"))
            };
            let id = word("id")?;
            let said = parts.iter().map(|p| word(p)).collect::<Result<Vec<_>, _>>()?.join(" ");
            let name = constant(id);
            if let Some(other) = names.insert(name.clone(), id.to_owned()) {
                return Err(format!("the ids {other:?} and {id:?} make the same constant {name}"));
            }
            // Square brackets and angles would be read as links and tags by the documentation.
            let doc = said.replace('[', "\\[").replace(']', "\\]").replace('<', "\\<").replace('>', "\\>");
            let written = writeln!(
                code,
                "#[doc = {:?}]\npub const {name}: ::frente_engine::Rule = ::frente_engine::Rule({id:?});",
                format!("{id}: {doc}")
            );
            written.map_err(|e| e.to_string())?;
        }
    }
    Ok(code)
}

/// `7.6-r2` is `R7_6_R2`, `x0a` is `X0A`.
fn constant(id: &str) -> String {
    let name: String =
        id.chars().map(|c| if c.is_alphanumeric() { c.to_ascii_uppercase() } else { '_' }).collect();
    if name.starts_with(|c: char| c.is_ascii_digit()) { format!("R{name}") } else { name }
}

#[cfg(test)]
mod tests {
    #[test]
    fn ids_that_look_the_same_are_refused() {
        let twice = "[[rule]]\nid = \"1.1a\"\ntext = \"\"\n[[rule]]\nid = \"1-1A\"\ntext = \"\"";
        assert!(super::constants(twice).is_err_and(|e| e.contains("\"1.1a\" and \"1-1A\"")));
    }
}
