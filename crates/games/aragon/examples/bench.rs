//! Random play, measured.
use frente_aragon::Aragon;
use frente_board::DataSource;
use frente_engine::{Game, Options, Rng, Wait};
fn main() {
    for sc in ["belchite", "teruel", "alfambra"] {
        let g = Aragon::open(&DataSource::Embedded, sc, &Options::default()).unwrap();
        let (mut l, mut c) = (Vec::new(), Vec::new());
        for _round in 0..2 {
            let t = std::time::Instant::now();
            let (mut d, mut games) = (0u64, 0u64);
            let mut rng = Rng::new(7);
            while t.elapsed().as_secs_f64() < 2.0 {
                let mut p = g.start();
                loop {
                    match g.wait(&p) {
                        Wait::Over(_) => break,
                        Wait::Decision(_) => {
                            g.legal(&p, &mut l);
                            d += 1;
                            let a = l[rng.below(l.len())];
                            g.apply(&mut p, a, &mut ());
                        }
                        Wait::Chance(_) => {
                            g.chance(&p, &mut c);
                            let tot: u32 = c.iter().map(|x| x.1).sum();
                            let mut n = rng.below(tot as usize) as u32;
                            let mut k = 0;
                            while n >= c[k].1 {
                                n -= c[k].1;
                                k += 1;
                            }
                            let a = c[k].0;
                            g.apply(&mut p, a, &mut ());
                        }
                    }
                }
                games += 1;
            }
            let s = t.elapsed().as_secs_f64();
            println!("{sc}: {:.0} decisions/s, {:.0} games/s", d as f64 / s, games as f64 / s);
        }
    }
}
