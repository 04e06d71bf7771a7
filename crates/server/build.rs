//! A new file of the page makes a new program: what is embedded is read when the crate is compiled.

fn main() {
    for part in ["css", "html", "img", "js"] {
        println!("cargo::rerun-if-changed=../../web/{part}");
    }
}
