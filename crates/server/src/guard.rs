//! What stands between the network and the table: security headers, whose page may speak to us, and who is calling.

use crate::server::App;
use crate::wire::Problem;
use axum::extract::{ConnectInfo, FromRequestParts, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use frente_engine::table::Code;
use std::convert::Infallible;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;

/// The page runs its own scripts and styles and speaks to its own server; nothing else, from nowhere else, and nobody frames it.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; \
                      connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const HEADERS: [(HeaderName, &str); 7] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    // Links carry their secret in the fragment, which is never sent; nor is the rest of the address.
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (
        HeaderName::from_static("permissions-policy"),
        "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    ),
];

/// Adds the security headers to every answer.
pub async fn headers(mut response: Response) -> Response {
    for (name, value) in HEADERS {
        response.headers_mut().entry(name).or_insert(HeaderValue::from_static(value));
    }
    response
}

/// Refuses what another site's page sends here (browsers say whose page it is; programs don't, and need not).
pub async fn own_pages_only(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    if app.config.listen.ip().is_loopback() && app.config.proxies == 0 && !is_local(request.headers()) {
        let why = "this server is for this machine only (behind a proxy, start it with --trust-proxy)";
        return Problem::new(Code::Refused, why).into_response();
    }
    if from_elsewhere(request.headers(), app.config.proxies > 0) {
        return Problem::new(Code::Refused, "only this server's own page may ask this").into_response();
    }
    next.run(request).await
}

/// Does the browser think it speaks to this machine? A foreign name that leads here is somebody's trick to get at what listens on
/// other people's machines.
fn is_local(headers: &HeaderMap) -> bool {
    let Some(host) = headers.get(header::HOST).and_then(|h| h.to_str().ok()) else { return false };
    let name = host.rsplit_once(':').filter(|(_, port)| port.bytes().all(|b| b.is_ascii_digit()));
    let name = name.map_or(host, |(name, _)| name).trim_matches(['[', ']']);
    name.eq_ignore_ascii_case("localhost") || name.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback())
}

fn from_elsewhere(headers: &HeaderMap, trust_proxy: bool) -> bool {
    let text = |name: &str| headers.get(name).and_then(|v| v.to_str().ok());
    let Some(origin) = headers.get(header::ORIGIN) else { return false };
    let page = origin.to_str().ok().and_then(|o| o.split_once("://")).map(|(_, host)| host);
    let forwarded = if trust_proxy { text("x-forwarded-host") } else { None };
    let host = forwarded.or_else(|| text("host"));
    match (page, host) {
        (Some(page), Some(host)) => !page.eq_ignore_ascii_case(host),
        _ => true,
    }
}

/// Where a request comes from.
#[derive(Clone, Copy, Debug)]
pub struct Caller(pub IpAddr);

impl FromRequestParts<Arc<App>> for Caller {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Infallible> {
        let direct = parts.extensions.get::<ConnectInfo<SocketAddr>>().map(|info| info.0.ip());
        let forwarded = forwarded(&parts.headers, app.config.proxies);
        Ok(Caller(forwarded.or(direct).unwrap_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED))))
    }
}

/// Each proxy adds the address that called it at the end of the chain. The one our outermost proxy saw is as many from the end as there
/// are proxies; those before it anybody can make up.
fn forwarded(headers: &HeaderMap, proxies: usize) -> Option<IpAddr> {
    let chain =
        headers.get_all("x-forwarded-for").iter().rev().flat_map(|part| {
            part.to_str().unwrap_or_default().rsplit(',').map(str::trim).collect::<Vec<_>>()
        });
    chain.take(proxies).last()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(pairs: &[(&'static str, &'static str)]) -> HeaderMap {
        pairs.iter().map(|(k, v)| (HeaderName::from_static(k), HeaderValue::from_static(v))).collect()
    }

    #[test]
    fn other_sites_pages_are_told_from_our_own() {
        let host = ("host", "frente.example:1936");
        assert!(!from_elsewhere(&with(&[host]), false), "a program");
        assert!(!from_elsewhere(&with(&[host, ("origin", "http://frente.example:1936")]), false));
        assert!(!from_elsewhere(&with(&[host, ("origin", "https://FRENTE.example:1936")]), false));
        for origin in [
            "http://evil.example",
            "null",
            "http://frente.example",
            "http://frente.example:1936.evil.example",
        ] {
            assert!(from_elsewhere(&with(&[host, ("origin", origin)]), false), "{origin}");
        }
        let proxied = [host, ("origin", "https://games.example"), ("x-forwarded-host", "games.example")];
        assert!(from_elsewhere(&with(&proxied), false), "anybody can write that header");
        assert!(!from_elsewhere(&with(&proxied), true));
    }

    #[test]
    fn a_local_server_knows_its_own_names() {
        for host in ["localhost", "localhost:1936", "127.0.0.1:1936", "[::1]:1936", "[::1]", "LocalHost:80"] {
            assert!(is_local(&with(&[("host", host)])), "{host}");
        }
        for host in ["evil.example:1936", "localhost.evil.example", "10.0.0.7:1936", ""] {
            assert!(!is_local(&with(&[("host", host)])), "{host}");
        }
        assert!(!is_local(&HeaderMap::new()));
    }

    #[test]
    fn a_proxys_own_word_counts_and_no_other() {
        let chain = with(&[("x-forwarded-for", "1.2.3.4, 10.0.0.7")]);
        assert_eq!(forwarded(&chain, 0), None);
        assert_eq!(forwarded(&chain, 1), Some("10.0.0.7".parse().unwrap()));
        assert_eq!(forwarded(&chain, 2), Some("1.2.3.4".parse().unwrap()));
        assert_eq!(
            forwarded(&chain, 3),
            Some("1.2.3.4".parse().unwrap()),
            "a chain shorter than it should be"
        );
        assert_eq!(forwarded(&with(&[("x-forwarded-for", "nonsense")]), 1), None);
        assert_eq!(forwarded(&HeaderMap::new(), 1), None);
    }
}
