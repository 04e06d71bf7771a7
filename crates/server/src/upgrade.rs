//! From a request to a WebSocket: the handshake of RFC 6455, and how much a socket sets aside.
//!
//! Messages leave in pieces of `PIECE` bytes. The codec copies whatever it sends into a buffer that it never gives back: sent whole, one
//! large state would cost its size for as long as the socket is open.

use crate::parcel::Parcel;
use crate::wire::Problem;
use axum::body::Body;
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use frente_engine::table::Code;
use futures_util::{Sink, SinkExt as _};
use hyper::upgrade::{OnUpgrade, Upgraded};
use hyper_util::rt::TokioIo;
use std::future::Future;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::handshake::derive_accept_key;
use tokio_tungstenite::tungstenite::protocol::frame::Frame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};
use tokio_tungstenite::tungstenite::protocol::{Role, WebSocketConfig};
use tokio_tungstenite::tungstenite::{Error, Message};

/// A socket of a client.
pub type Socket = WebSocketStream<TokioIo<Upgraded>>;

/// What a socket reads at once, in bytes: an action is far smaller.
const READ: usize = 1 << 10;
/// What it writes at once.
const PIECE: usize = 8 << 10;

/// A request that asks for a WebSocket.
pub struct Upgrade {
    key: HeaderValue,
    socket: OnUpgrade,
}

impl<S: Sync> FromRequestParts<S> for Upgrade {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Response> {
        let headers = &parts.headers;
        let asked = says(headers, &header::CONNECTION, "upgrade")
            && says(headers, &header::UPGRADE, "websocket")
            && says(headers, &header::SEC_WEBSOCKET_VERSION, "13");
        let key = headers.get(header::SEC_WEBSOCKET_KEY).filter(|_| asked).cloned();
        match (key, parts.extensions.remove::<OnUpgrade>()) {
            (Some(key), Some(socket)) => Ok(Upgrade { key, socket }),
            _ => Err(Problem::new(Code::BadRequest, "this is the address of a WebSocket").into_response()),
        }
    }
}

/// Is the word one of a header's list?
fn says(headers: &HeaderMap, name: &HeaderName, word: &str) -> bool {
    let lists = headers.get_all(name).into_iter().filter_map(|list| list.to_str().ok());
    lists.flat_map(|list| list.split(',')).any(|one| one.trim().eq_ignore_ascii_case(word))
}

impl Upgrade {
    /// Agrees, and serves the socket as soon as it is one. Messages of more than `most` bytes end it.
    pub fn serve<F>(self, most: usize, serve: impl FnOnce(Socket) -> F + Send + 'static) -> Response
    where
        F: Future<Output = ()> + Send + 'static,
    {
        let config = WebSocketConfig::default()
            .read_buffer_size(READ)
            .write_buffer_size(0)
            .max_message_size(Some(most))
            .max_frame_size(Some(most));
        let accept = derive_accept_key(self.key.as_bytes());
        tokio::spawn(async move {
            match self.socket.await {
                Ok(upgraded) => {
                    let io = TokioIo::new(upgraded);
                    let socket = WebSocketStream::from_raw_socket(io, Role::Server, Some(config)).await;
                    serve(socket).await;
                }
                Err(error) => tracing::debug!(%error, "a connection did not become a socket"),
            }
        });
        let headers = [
            (header::CONNECTION, HeaderValue::from_static("upgrade")),
            (header::UPGRADE, HeaderValue::from_static("websocket")),
            (header::SEC_WEBSOCKET_ACCEPT, accept.parse().expect("base64 fits into a header")),
        ];
        (StatusCode::SWITCHING_PROTOCOLS, headers, Body::empty()).into_response()
    }
}

/// Sends a message to its end, piece by piece.
///
/// # Errors
/// When the connection is gone.
pub async fn send(
    sink: &mut (impl Sink<Message, Error = Error> + Unpin),
    parcel: Parcel,
) -> Result<(), Error> {
    let (mut rest, mut kind) = match parcel {
        Parcel::Text(text) => (axum::body::Bytes::from(text), Data::Text),
        Parcel::Packed(bytes) => (bytes, Data::Binary),
    };
    loop {
        let piece = rest.split_to(rest.len().min(PIECE));
        let last = rest.is_empty();
        sink.feed(Message::Frame(Frame::message(piece, OpCode::Data(kind), last))).await?;
        if last {
            return sink.flush().await;
        }
        kind = Data::Continue;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_header_is_a_list_of_words() {
        let with = |text| HeaderMap::from_iter([(header::CONNECTION, HeaderValue::from_static(text))]);
        for text in ["Upgrade", "keep-alive, Upgrade", "upgrade,x"] {
            assert!(says(&with(text), &header::CONNECTION, "upgrade"), "{text}");
        }
        for text in ["", "close", "upgraded", "x upgrade"] {
            assert!(!says(&with(text), &header::CONNECTION, "upgrade"), "{text}");
        }
    }
}
