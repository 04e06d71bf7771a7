//! Saves come back unchanged, and a damaged or foreign one is refused with what is wrong.

use frente_engine::table::{Code, Opening, Table};
use frente_engine::{Rng, Seat, Seed, Wait};

fn played(actions: usize) -> Box<dyn Table> {
    let opening =
        Opening { scenario: "belchite".into(), seed: Some(Seed::from_number(5)), ..Opening::default() };
    let mut table = frente_catalog::open("aragon", None, &opening).unwrap();
    let mut rng = Rng::new(5);
    while table.point() < actions {
        match table.wait() {
            Wait::Chance(_) => table.throw().unwrap(),
            Wait::Decision(side) => {
                let lines = table.lines();
                table.play(side.into(), &lines[rng.below(lines.len())]).unwrap();
            }
            Wait::Over(_) => break,
        }
    }
    table
}

fn refusal(save: &str) -> String {
    frente_catalog::load(None, save).err().expect("a damaged save was accepted").to_string()
}

#[test]
fn a_save_comes_back() {
    let table = played(300);
    let back = frente_catalog::load(None, &table.save()).unwrap();
    assert_eq!(back.save(), table.save());
    for seat in Seat::ALL {
        assert_eq!(serde_json::json!(back.state(seat)), serde_json::json!(table.state(seat)));
    }
    assert!(back.verify().unwrap() > 20);
}

#[test]
fn dice_made_without_somebody_say_so_and_verify() {
    use frente_engine::chance::{Share, add_share, hex, leave_out};
    use frente_engine::{Holds, Side};
    let sides = Side::BOTH.map(Holds::Side);
    let mut shares = sides.map(Share::expected).to_vec();
    add_share(&mut shares, sides[1], None, Some(&hex(&[1; 32]))).unwrap();
    leave_out(&mut shares, sides[0]).unwrap();
    add_share(&mut shares, sides[1], None, Some(&hex(&[2; 32]))).unwrap();
    let mut table = played(0);
    table.set_shares(shares).unwrap();
    let mut rng = Rng::new(5);
    while table.point() < 120 {
        match table.wait() {
            Wait::Decision(side) => {
                let lines = table.lines();
                table.play(side.into(), &lines[rng.below(lines.len())]).unwrap();
            }
            _ => table.throw().unwrap(),
        }
    }
    let file = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("left-out.frente");
    std::fs::write(&file, table.save()).unwrap();
    let verify = |file: &std::path::Path| {
        let out = std::process::Command::new(env!("CARGO_BIN_EXE_frente"))
            .args(["replay", "--verify"])
            .arg(file)
            .output()
            .unwrap();
        (out.status.success(), String::from_utf8_lossy(&out.stdout).into_owned())
    };
    let (well, said) = verify(&file);
    assert!(well && said.contains("republican added nothing: the dice were made without"), "{said}");
    assert!(said.contains(&format!("nationalist added {}", hex(&[2; 32]))), "{said}");
    assert!(said.contains(&format!("nationalist had shown {}", hex(&[1; 32]))), "{said}");
    // Whoever hides that somebody was left out changes the dice.
    let lines: Vec<String> = table.save().lines().map(str::to_owned).collect();
    let header = lines[0].replace(",\"left_out\":true", "");
    assert_ne!(header, lines[0]);
    let forged = frente_engine::record::assemble(&header, &lines[1..lines.len() - 1]);
    std::fs::write(&file, forged).unwrap();
    assert!(!verify(&file).0);
}

#[test]
fn the_dice_go_on_where_they_were() {
    let mut table = played(200);
    let mut back = frente_catalog::load(None, &table.save()).unwrap();
    let mut rng = Rng::new(9);
    for _ in 0..200 {
        match table.wait() {
            Wait::Chance(_) => {
                table.throw().unwrap();
                back.throw().unwrap();
            }
            Wait::Decision(side) => {
                let lines = table.lines();
                let line = &lines[rng.below(lines.len())];
                table.play(side.into(), line).unwrap();
                back.play(side.into(), line).unwrap();
            }
            Wait::Over(_) => break,
        }
    }
    assert_eq!(table.save(), back.save());
}

#[test]
fn damage_is_found_and_named() {
    let save = played(120).save();
    let lines: Vec<&str> = save.lines().collect();
    let cut = lines[..lines.len() - 5].join("\n");
    assert!(refusal(&cut).contains("cut off"), "{}", refusal(&cut));
    let changed = save.replacen("end", "end-", 1);
    assert!(refusal(&changed).contains("damaged"), "{}", refusal(&changed));
    let swapped = save.replacen(lines[40], lines[41], 1);
    assert!(refusal(&swapped).contains("damaged"), "{}", refusal(&swapped));
    assert!(refusal("").contains("no saved match"));
    assert!(refusal("PK\u{3}\u{4}zip").contains("no saved match"));
    assert!(refusal(&save.replacen("\"frente\":1", "\"frente\":99", 1)).contains("format 99"));
    assert!(refusal(&save.replacen("\"game\":\"aragon\"", "\"game\":\"chess\"", 1)).contains("chess"));
    assert!(
        refusal(&save.replacen("\"scenario\":\"belchite\"", "\"scenario\":\"ebro\"", 1)).contains("damaged")
    );
}

#[test]
fn an_illegal_line_in_a_save_is_refused_with_its_number() {
    let table = played(60);
    let mut lines: Vec<String> = table.record_lines(0).into_iter().map(str::to_owned).collect();
    let at = lines.len() / 2;
    lines[at] = "roll 9".to_owned();
    let forged = frente_engine::record::assemble(&table.header(), &lines);
    let error = refusal(&forged);
    assert!(error.contains(&format!("line {}", at + 2)), "{error}");
}

#[test]
fn undo_goes_back_to_the_last_dice_and_no_further() {
    let mut table = played(400);
    let mut undone = 0;
    let side = loop {
        match table.wait() {
            Wait::Decision(side) => break side,
            Wait::Chance(_) => table.throw().unwrap(),
            Wait::Over(_) => return,
        }
    };
    let before = table.save();
    let line = table.lines()[0].clone();
    table.play(side.into(), &line).unwrap();
    if table.undo(side.into()).is_ok() {
        assert_eq!(table.save(), before, "undo gives the same match back");
    }
    while table.undo(side.into()).is_ok() {
        undone += 1;
        assert!(undone < 10_000);
    }
    assert!(table.undo(Seat::Spectator).is_err());
    // What stands before now is a throw, a secret, or the other side's.
    let error = table.undo(side.into()).unwrap_err();
    assert_eq!(error.code, Code::CannotUndo);
}

#[test]
fn a_save_of_earlier_rules_is_replayed_as_far_as_it_goes_and_read_to_its_end() {
    let table = played(120);
    let mut lines: Vec<String> = table.record_lines(0).into_iter().map(str::to_owned).collect();
    lines[80] = "roll 9".to_owned();
    let earlier = table.header().replacen("\"rules\":2", "\"rules\":1", 1);
    assert_ne!(earlier, table.header(), "the version of these rules is not the one this test knows");
    let file = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("earlier.frente");
    std::fs::write(&file, frente_engine::record::assemble(&earlier, &lines)).unwrap();
    let replay = |more: &[&str]| {
        let frente = std::process::Command::new(env!("CARGO_BIN_EXE_frente"));
        let out = { frente }.arg("replay").arg(&file).args(more).output().unwrap();
        let said = [out.stdout, out.stderr].concat();
        (out.status.success(), String::from_utf8(said).unwrap())
    };
    let (well, said) = replay(&[]);
    assert!(well && said.contains("by version 2 action 81 is another one"), "{said}");
    let rest: Vec<&str> = said.lines().skip_while(|line| !line.contains("action 81")).skip(1).collect();
    assert_eq!(rest.len(), lines.len() - 80, "{said}");
    for (n, (read, written)) in rest.iter().zip(&lines[80..]).enumerate() {
        let open = table.notation().open(written);
        assert_eq!(read.split_whitespace().collect::<Vec<_>>().join(" "), format!("{} {open}", n + 81));
    }
    let (well, said) = replay(&["--verify"]);
    assert!(!well && said.contains("line 82"), "{said}");
    assert!(replay(&["--at", "40"]).0);
}
