//! Rule ids become constants.

fn main() {
    frente_rulegen::generate("data/rules.toml");
}
