//! The page: HTML, CSS, modules and pictures, in the binary itself. (Debug builds read them from the source tree at each request.)

use axum::extract::Path;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use frente_engine::chance::hex;
use rust_embed::RustEmbed;
use sha2::{Digest as _, Sha256};

#[derive(RustEmbed)]
#[folder = "../../web"]
#[include = "*.html"]
#[include = "*.ico"]
#[include = "*.webmanifest"]
#[include = "css/*.css"]
#[include = "js/*.js"]
#[include = "img/*"]
#[include = "fonts/*"]
#[exclude = "node_modules/*"]
#[exclude = "*.test.js"]
struct Files;

/// The start page.
pub async fn index(headers: HeaderMap) -> Response {
    file("index.html", &headers)
}

/// A match's page.
pub async fn play(headers: HeaderMap) -> Response {
    file("play.html", &headers)
}

/// Any other file of the page.
pub async fn other(Path(path): Path<String>, headers: HeaderMap) -> Response {
    file(&path, &headers)
}

fn file(path: &str, headers: &HeaderMap) -> Response {
    let Some(file) = Files::get(path) else {
        return (StatusCode::NOT_FOUND, "There is no such page.\n").into_response();
    };
    let mime = mime_guess::from_path(path).first_or_octet_stream();
    let kind = if mime.type_() == "text" { format!("{mime}; charset=utf-8") } else { mime.to_string() };
    tagged(&kind, &hex(&file.metadata.sha256_hash()[..16]), file.data, headers)
}

/// An answer that the browser may keep, as long as it asks each time whether it is still right.
pub fn cached(kind: &str, body: String, headers: &HeaderMap) -> Response {
    let tag = hex(&Sha256::digest(body.as_bytes())[..16]);
    tagged(kind, &tag, body, headers)
}

fn tagged(kind: &str, tag: &str, body: impl IntoResponse, headers: &HeaderMap) -> Response {
    // Weak, because the same file may travel compressed or not.
    let tag = format!("W/\"{tag}\"");
    let known = headers.get(header::IF_NONE_MATCH).and_then(|v| v.to_str().ok());
    let fresh = known.is_some_and(|tags| tags.split(',').any(|t| t.trim() == tag));
    // The browser keeps a copy but asks each time: a new program is never met by old modules.
    let kept = [(header::CACHE_CONTROL, "no-cache"), (header::ETAG, tag.as_str())];
    if fresh {
        (StatusCode::NOT_MODIFIED, kept).into_response()
    } else {
        (kept, [(header::CONTENT_TYPE, kind)], body).into_response()
    }
}
