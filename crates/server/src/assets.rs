//! The page: HTML, CSS, modules and pictures, in the binary itself. (Debug builds read them from the source tree at each request.)
//!
//! The two pages are asked for each time and name everything else by a path that holds the version of all files together. So a browser
//! keeps the hundred files of a table for good, comes back with one request, and a new program is never met by old modules.

use axum::extract::Path;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use frente_engine::chance::hex;
use rust_embed::{EmbeddedFile, RustEmbed};
use sha2::{Digest as _, Sha256};
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::LazyLock;

#[derive(RustEmbed)]
#[folder = "../../web/html"]
struct Html;

#[derive(RustEmbed)]
#[folder = "../../web/css"]
#[prefix = "css/"]
struct Css;

#[derive(RustEmbed)]
#[folder = "../../web/js"]
#[prefix = "js/"]
struct Js;

#[derive(RustEmbed)]
#[folder = "../../web/img"]
#[prefix = "img/"]
struct Img;

/// All files of the page, folder by folder: beside the folders lie the tools that check it, and nobody is served those.
struct Files;

impl Files {
    fn get(path: &str) -> Option<EmbeddedFile> {
        Html::get(path).or_else(|| Css::get(path)).or_else(|| Js::get(path)).or_else(|| Img::get(path))
    }

    fn iter() -> impl Iterator<Item = Cow<'static, str>> {
        Html::iter().chain(Css::iter()).chain(Js::iter()).chain(Img::iter())
    }
}

/// The start page.
pub async fn index(headers: HeaderMap) -> Response {
    static PAGE: LazyLock<String> = LazyLock::new(|| page("index.html"));
    cached("text/html; charset=utf-8", current(&PAGE, "index.html"), &headers)
}

/// A match's page.
pub async fn play(headers: HeaderMap) -> Response {
    static PAGE: LazyLock<String> = LazyLock::new(|| page("play.html"));
    cached("text/html; charset=utf-8", current(&PAGE, "play.html"), &headers)
}

/// A page as it is: in debug builds the files may have changed since the last request.
fn current(kept: &LazyLock<String>, name: &str) -> String {
    if cfg!(debug_assertions) { page(name) } else { LazyLock::force(kept).clone() }
}

/// A page with a list of all modules it will need, so that none is found late.
fn page(name: &str) -> String {
    let html = text(name).unwrap_or_default();
    let Some((head, entry)) = html.split_once(ENTRY) else { return html };
    let Some((module, _)) = entry.split_once('"') else { return html.clone() };
    let links = modules(module).into_iter().filter(|path| path != module);
    let links: String =
        links.map(|path| format!("<link rel=\"modulepreload\" href=\"/{path}\" />\n    ")).collect();
    let html = format!("{head}{links}{ENTRY}{entry}");
    let version = version();
    FOLDERS.iter().fold(html, |html, folder| {
        html.replace(&format!("=\"/{folder}/"), &format!("=\"/{KEPT}/{version}/{folder}/"))
    })
}

/// Where files lie that a browser may keep for good.
pub const KEPT: &str = "kept";
/// What a page's HTML names files in.
const FOLDERS: [&str; 3] = ["css", "js", "img"];
/// A year, and never asked about again.
const FOR_GOOD: &str = "public, max-age=31536000, immutable";
/// Kept, but asked about each time.
const ASKED: &str = "no-cache";

/// The name of all files as they are: it changes when any of them does.
fn version() -> String {
    static BUILT: LazyLock<String> = LazyLock::new(hash_all);
    if cfg!(debug_assertions) { hash_all() } else { BUILT.clone() }
}

fn hash_all() -> String {
    let mut names: Vec<_> = Files::iter().collect();
    names.sort_unstable();
    let mut digest = Sha256::new();
    for name in names {
        if let Some(file) = Files::get(&name) {
            digest.update(name.as_bytes());
            digest.update(file.metadata.sha256_hash());
        }
    }
    hex(&digest.finalize()[..8])
}

/// A file by a path that names a version. Another version's is answered, too (a page that was open while the server was replaced), but not
/// for keeping. Debug builds do not compare: to read all files for each of them would take longer than the page.
pub async fn kept(Path((asked, path)): Path<(String, String)>, headers: HeaderMap) -> Response {
    let current = cfg!(debug_assertions) || asked == version();
    file(&path, if current { FOR_GOOD } else { ASKED }, &headers)
}

/// How a page names its first module.
const ENTRY: &str = "<script type=\"module\" src=\"/";

fn text(path: &str) -> Option<String> {
    String::from_utf8(Files::get(path)?.data.into_owned()).ok()
}

/// A module and all it imports, directly or not.
fn modules(entry: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut open = vec![entry.to_owned()];
    while let Some(path) = open.pop() {
        let Some(source) = text(&path) else { continue };
        open.extend(imports(&source).map(|import| resolve(&path, import)).filter(|p| !found.contains(p)));
        found.insert(path);
    }
    found
}

/// What a module imports by a path of its own: `from './x.js'`.
fn imports(source: &str) -> impl Iterator<Item = &str> {
    let after = |mark: &'static str| source.split(mark).skip(1).filter_map(|rest| rest.split_once('\''));
    after(" from '").chain(after("import '")).map(|(path, _)| path).filter(|path| path.starts_with('.'))
}

/// A path as seen from the module at `from`.
fn resolve(from: &str, import: &str) -> String {
    let mut parts: Vec<&str> = from.split('/').collect();
    parts.pop();
    for part in import.split('/') {
        match part {
            "." => {}
            ".." => {
                parts.pop();
            }
            name => parts.push(name),
        }
    }
    parts.join("/")
}

/// Any other file of the page.
pub async fn other(Path(path): Path<String>, headers: HeaderMap) -> Response {
    file(&path, ASKED, &headers)
}

fn file(path: &str, keep: &'static str, headers: &HeaderMap) -> Response {
    let Some(file) = Files::get(path) else {
        return (StatusCode::NOT_FOUND, "There is no such page.\n").into_response();
    };
    let mime = mime_guess::from_path(path).first_or_octet_stream();
    let kind = if mime.type_() == "text" { format!("{mime}; charset=utf-8") } else { mime.to_string() };
    tagged(&kind, &hex(&file.metadata.sha256_hash()[..16]), file.data, keep, headers)
}

/// An answer that the browser may keep, as long as it asks each time whether it is still right.
pub fn cached(kind: &str, body: String, headers: &HeaderMap) -> Response {
    let tag = hex(&Sha256::digest(body.as_bytes())[..16]);
    tagged(kind, &tag, body, ASKED, headers)
}

fn tagged(
    kind: &str,
    tag: &str,
    body: impl IntoResponse,
    keep: &'static str,
    headers: &HeaderMap,
) -> Response {
    // Weak, because the same file may travel compressed or not.
    let tag = format!("W/\"{tag}\"");
    let known = headers.get(header::IF_NONE_MATCH).and_then(|v| v.to_str().ok());
    let fresh = known.is_some_and(|tags| tags.split(',').any(|t| t.trim() == tag));
    let kept = [(header::CACHE_CONTROL, keep), (header::ETAG, tag.as_str())];
    if fresh {
        (StatusCode::NOT_MODIFIED, kept).into_response()
    } else {
        (kept, [(header::CONTENT_TYPE, kind)], body).into_response()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn imports_are_found_and_resolved() {
        let source = "import {\n  a,\n} from '../lib/a.js';\nimport './b.js';\nexport { c } from './c/c.js';\n/** @type {import('../types').T} */\nconst t = ' from ';\n";
        let found: Vec<String> = imports(source).map(|i| resolve("js/table/page.js", i)).collect();
        assert_eq!(found, ["js/lib/a.js", "js/table/c/c.js", "js/table/b.js"]);
    }

    #[test]
    fn each_page_lists_its_modules_and_only_files_there_are() {
        for (name, entry) in [("index.html", "js/start.js"), ("play.html", "js/play.js")] {
            let html = page(name);
            let prefix = format!("/{KEPT}/{}/", version());
            let listed: Vec<&str> = html
                .split(&format!("modulepreload\" href=\"{prefix}"))
                .skip(1)
                .filter_map(|l| l.split('"').next())
                .collect();
            assert!(listed.len() > 20, "{name} lists {} modules", listed.len());
            assert!(listed.iter().all(|path| Files::get(path).is_some()), "{name}: {listed:?}");
            assert!(!listed.contains(&entry), "{name}: the first module is named by its script");
            assert_eq!(html.matches(&format!("src=\"{prefix}{entry}\"")).count(), 1, "{name}");
            let own = |attribute: &str| html.matches(&format!("{attribute}=\"/")).count();
            assert_eq!(
                html.matches(&prefix).count(),
                own("href") + own("src"),
                "{name}: every file has its version"
            );
        }
    }
}
