//! The runner of cases is itself tested: by cases that are wrong on purpose.

use frente_engine::case::Case;

/// A case must fail when what it expects is not so: the runner itself is tested by cases that are wrong on purpose.
#[test]
fn a_wrong_case_fails() {
    let wrong = |step: &str, expected: &str| {
        let text =
            format!("covers = [\"4.1b\"]\nscenario = \"belchite\"\ngame = \"aragon\"\n[[step]]\n{step}\n");
        let case = Case::read("wrong.toml", &text).unwrap();
        let mut error = String::new();
        frente_catalog::run_cases(&[case], None, &mut |_, result| error = result.unwrap_err().to_string());
        assert!(error.contains(expected), "{error}");
        assert!(error.contains("wrong.toml:4"), "{error}");
    };
    wrong("waits = \"over\"", "expected: over");
    wrong("legal = []", "in excess");
    wrong("turn = 7", "expected: 7");
    wrong("do = [\"fly to the moon\"]\nturn = 1", "a line of notation");
    wrong("nonsense = 1", "there is no such key");
    wrong("offers = \"fly\"", "offers");
    wrong("winner = \"none\"", "not over");
    let nothing = Case::read(
        "n.toml",
        "game = \"aragon\"\ncovers = []\nscenario = \"belchite\"\n[[step]]\nnote = \"\"\n",
    );
    assert!(nothing.unwrap_err().to_string().contains("could not fail"));
}
