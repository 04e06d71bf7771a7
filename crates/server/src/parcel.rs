//! Messages as they leave: as text, or packed for those who can unpack it.
//!
//! A state is tens of kilobytes of JSON, of which a tenth is news. The codec of the sockets does not compress, and a window kept for
//! each socket would cost more memory than the socket itself: so a large text is packed by itself (zlib, RFC 1950) and sent as a
//! binary message. Only who says that he can unpack gets any; everybody else is sent text.

use axum::body::Bytes;
use flate2::Compression;
use flate2::write::ZlibEncoder;
use std::io::Write as _;
use tokio_tungstenite::tungstenite::Utf8Bytes;

/// Below this a text is not worth packing, in bytes.
const SMALL: usize = 1 << 10;

/// A message on its way out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Parcel {
    /// As it was written.
    Text(Utf8Bytes),
    /// The same, packed.
    Packed(Bytes),
}

impl Parcel {
    /// The text, packed if that is worth it.
    pub fn pack(text: Utf8Bytes) -> Self {
        if text.len() < SMALL {
            return Parcel::Text(text);
        }
        let mut packer = ZlibEncoder::new(Vec::with_capacity(text.len() / 6), Compression::fast());
        match packer.write_all(text.as_bytes()).and_then(|()| packer.finish()) {
            Ok(mut bytes) => {
                bytes.shrink_to_fit();
                Parcel::Packed(bytes.into())
            }
            Err(_) => Parcel::Text(text),
        }
    }

    /// How many bytes it has.
    pub fn bytes(&self) -> usize {
        match self {
            Parcel::Text(text) => text.len(),
            Parcel::Packed(bytes) => bytes.len(),
        }
    }
}

impl From<Utf8Bytes> for Parcel {
    fn from(text: Utf8Bytes) -> Self {
        Parcel::Text(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read as _;

    #[test]
    fn a_large_text_is_packed_and_comes_out_the_same() {
        let text = "{\"piece\":\"1/11\",\"place\":\"2017\"},".repeat(500);
        let Parcel::Packed(bytes) = Parcel::pack(text.clone().into()) else { panic!("it is large") };
        assert!(bytes.len() * 8 < text.len(), "{} of {}", bytes.len(), text.len());
        let mut again = String::new();
        flate2::read::ZlibDecoder::new(bytes.as_ref()).read_to_string(&mut again).expect("it unpacks");
        assert_eq!(again, text);
    }

    #[test]
    fn a_small_text_goes_as_it_is() {
        assert_eq!(Parcel::pack("{}".into()), Parcel::Text("{}".into()));
    }
}
