//! A ladder is resumable, and says the same however often it is interrupted.

use frente_lab::ladder::{Ladder, LadderFile};
use std::sync::atomic::AtomicU64;

fn ladder(games: u64) -> Ladder {
    Ladder {
        game: "madrid".to_owned(),
        scenario: "drive".to_owned(),
        options: frente_engine::Options::default(),
        data: None,
        players: vec!["random".to_owned(), "greedy".to_owned()],
        games,
        seed: 7,
        threads: 2,
    }
}

fn scores(standings: &frente_lab::ladder::Standings) -> Vec<(u64, f64)> {
    standings.pairs.iter().map(|p| (p.games, p.score_a)).collect()
}

#[test]
fn an_interrupted_ladder_goes_on() {
    let folder = std::env::temp_dir().join(format!("frente-ladder-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("games.jsonl");
    let whole = ladder(8).play(None, &AtomicU64::new(0)).unwrap();
    assert_eq!((whole.games, whole.pairs[0].games), (8, 8));
    assert_eq!(whole.players[0].name, "greedy");

    ladder(4).play(Some(&mut LadderFile::open(&path).unwrap()), &AtomicU64::new(0)).unwrap();
    // A line that was being written when the power went.
    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, &text[..text.len() - 9]).unwrap();
    let mut file = LadderFile::open(&path).unwrap();
    assert_eq!(file.meetings().len(), 3);
    let progress = AtomicU64::new(0);
    let resumed = ladder(8).play(Some(&mut file), &progress).unwrap();
    assert_eq!(scores(&resumed), scores(&whole));
    assert_eq!(progress.into_inner(), 8);
    drop(file);
    assert_eq!(LadderFile::open(&path).unwrap().meetings().len(), 8);
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn what_is_no_ladder_is_refused() {
    let folder = std::env::temp_dir().join(format!("frente-no-ladder-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("games.jsonl");
    std::fs::write(&path, "{\"dear\": \"diary\"}\n").unwrap();
    let problem = LadderFile::open(&path).unwrap_err().to_string();
    assert!(problem.contains("line 1"), "{problem}");

    std::fs::remove_file(&path).unwrap();
    let mut file = LadderFile::open(&path).unwrap();
    ladder(0).play(Some(&mut file), &AtomicU64::new(0)).unwrap();
    let other = Ladder { scenario: "campaign".to_owned(), ..ladder(0) };
    let problem = other.play(Some(&mut file), &AtomicU64::new(0)).unwrap_err().to_string();
    assert!(problem.contains("madrid/drive") && problem.contains("madrid/campaign"), "{problem}");

    let alone = Ladder { players: vec!["greedy".to_owned()], ..ladder(2) };
    assert!(alone.play(None, &AtomicU64::new(0)).unwrap_err().to_string().contains("two players"));
    let unknown = Ladder { players: vec!["greedy".to_owned(), "napoleon".to_owned()], ..ladder(2) };
    assert!(unknown.play(None, &AtomicU64::new(0)).unwrap_err().to_string().contains("napoleon"));
    std::fs::remove_dir_all(&folder).unwrap();
}
