//! The page's types are the program's: `web/js/types.d.ts` is written from the Rust types of the protocol.
//!
//! `FRENTE_WRITE_TYPES=1 cargo test -p frente-server --test types` writes it anew.

use frente_engine::About;
use frente_engine::present::Overlay;
use frente_engine::protocol::{Log, News, Problem};
use frente_engine::table::{Denied, SheetView};
use frente_server::wire::{Joined, Rest};
use std::any::TypeId;
use std::collections::BTreeMap;
use std::path::Path;
use ts_rs::{Config, TS, TypeVisitor};

/// Every type reached from the roots, by name, with its declaration.
struct Declarations {
    config: Config,
    seen: Vec<TypeId>,
    found: BTreeMap<String, String>,
}

impl TypeVisitor for Declarations {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        if self.seen.contains(&TypeId::of::<T>()) {
            return;
        }
        self.seen.push(TypeId::of::<T>());
        // Only types of our own have a file to be exported to, and so a declaration.
        if T::output_path().is_some() {
            let docs = T::docs().map(|docs| format!("{}\n", docs.trim_end())).unwrap_or_default();
            let text = format!("{docs}export {}\n", T::decl(&self.config));
            self.found.insert(T::ident(&self.config), text);
        }
        T::visit_dependencies(self);
        T::visit_generics(self);
    }
}

fn written() -> String {
    let config = Config::new().with_large_int("number");
    let mut all = Declarations { config, seen: Vec::new(), found: BTreeMap::new() };
    all.visit::<SheetView>();
    all.visit::<About>();
    all.visit::<Joined>();
    all.visit::<Rest>();
    all.visit::<Problem>();
    all.visit::<Denied>();
    all.visit::<News>();
    all.visit::<Log>();
    all.visit::<Overlay>();
    let head = "// The shapes of the protocol. Written by `FRENTE_WRITE_TYPES=1 cargo test -p frente-server --test types`; not by hand.\n";
    let types = all.found.values().map(String::as_str);
    std::iter::once(head).chain(types).collect::<Vec<_>>().join("\n")
}

#[test]
fn the_page_has_the_types_of_the_protocol() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/js/types.d.ts");
    let text = written();
    if std::env::var_os("FRENTE_WRITE_TYPES").is_some() {
        std::fs::write(&path, &text).expect("web/js can be written");
    }
    let there = std::fs::read_to_string(&path).expect("web/js/types.d.ts");
    assert!(
        there == text,
        "web/js/types.d.ts is stale: FRENTE_WRITE_TYPES=1 cargo test -p frente-server --test types"
    );
}
