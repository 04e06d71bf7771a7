use frente_engine::*;
use frente_santander::*;
#[test]
fn smoke() {
    let g = Santander::open(&frente_board::DataSource::Embedded, "santander", &Options::default()).unwrap();
    println!("pos {} action {} ", std::mem::size_of::<Position>(), std::mem::size_of::<Action>());
    let mut won = [0; 2];
    let t = std::time::Instant::now();
    let mut n = 0u64;
    let mut dec = 0u64;
    for seed in 0..300 {
        let mut rng = Rng::new(seed);
        let mut p = g.start();
        let (mut l, mut c) = (vec![], vec![]);
        loop {
            match g.wait(&p) {
                Wait::Over(o) => { won[o.winner.unwrap().index()] += 1; break; }
                Wait::Decision(_) => {
                    g.legal(&p, &mut l);
                    assert!(!l.is_empty(), "{:?}", p.public.frames.top());
                    let a = l[rng.below(l.len())];
                    dec += 1;
                    g.apply(&mut p, a, &mut ());
                }
                Wait::Chance(_) => {
                    g.chance(&p, &mut c);
                    let a = c[rng.below(c.len())].0;
                    g.apply(&mut p, a, &mut ());
                }
            }
            n += 1;
        }
    }
    println!("{won:?} steps {n} decisions {dec} in {:?}", t.elapsed());
}
