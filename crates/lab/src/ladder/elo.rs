//! Ratings out of scores: the Elo scale, by maximum likelihood.
//!
//! A player `d` points better than another is expected to score `1 / (1 + 10^(-d/400))`; a draw is half a point. Every pair that met is
//! counted one draw besides what it played, so that a player who won everything has a rating at all.

/// What two players made against each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Score {
    /// The one.
    pub a: usize,
    /// The other.
    pub b: usize,
    /// Games between them.
    pub games: f64,
    /// Points of the one: a win 1, a draw ½.
    pub points: f64,
}

/// A rating with its 95 % confidence interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// The likeliest value.
    pub elo: f64,
    /// Half the width of the interval.
    pub spread: f64,
}

/// What the players of a field have on average.
pub const AVERAGE: f64 = 1500.0;
/// Elo points of one unit of log odds.
const SCALE: f64 = 400.0 / std::f64::consts::LN_10;
/// How many standard errors 95 % are.
const Z: f64 = 1.96;

/// The ratings of so many players, [`AVERAGE`] on average.
///
/// ```
/// use frente_lab::ladder::elo::{Score, ratings};
/// let found = ratings(2, &[Score { a: 0, b: 1, games: 100.0, points: 76.0 }]);
/// let ahead = found[0].elo - found[1].elo;
/// assert!((195.0..202.0).contains(&ahead), "76 of 100 are about 200 points: {ahead}");
/// ```
pub fn ratings(players: usize, scores: &[Score]) -> Vec<Rating> {
    let met: Vec<Score> = scores
        .iter()
        .filter(|s| s.games > 0.0)
        .map(|s| Score { games: s.games + 1.0, points: s.points + 0.5, ..*s })
        .collect();
    let mut strength = vec![0.0; players];
    // Newton's method; the likelihood is concave, and a step is bounded so that the first ones do not overshoot.
    for _ in 0..100 {
        let (slope, curve) = derivatives(&strength, &met);
        let step = solve(curve, slope);
        let largest = step.iter().fold(0.0, |most: f64, s| most.max(s.abs()));
        let brake = if largest > 1.0 { 1.0 / largest } else { 1.0 };
        for (value, step) in strength.iter_mut().zip(&step) {
            *value += brake * step;
        }
        if largest < 1e-10 {
            break;
        }
    }
    let (_, curve) = derivatives(&strength, &met);
    let mean = strength.iter().sum::<f64>() / players.max(1) as f64;
    (0..players)
        .map(|i| {
            // The variance of a rating relative to the field's average: unit vector less the average, through the inverse.
            let unit: Vec<f64> =
                (0..players).map(|j| f64::from(u8::from(i == j)) - 1.0 / players as f64).collect();
            let variance: f64 =
                solve(curve.clone(), unit.clone()).iter().zip(&unit).map(|(a, b)| a * b).sum();
            Rating {
                elo: AVERAGE + SCALE * (strength[i] - mean),
                spread: Z * SCALE * variance.max(0.0).sqrt(),
            }
        })
        .collect()
}

/// Slope of the log likelihood, and its curvature with the sign turned, with the sum of all strengths held at nought.
fn derivatives(strength: &[f64], met: &[Score]) -> (Vec<f64>, Vec<Vec<f64>>) {
    let n = strength.len();
    // A ridge along the one direction that no game tells anything of: everybody better by as much. It also keeps apart those who
    // never met, directly or by others.
    let mut curve = vec![vec![1.0 / (n.max(1) * n.max(1)) as f64; n]; n];
    for (i, row) in curve.iter_mut().enumerate() {
        row[i] += 1e-9;
    }
    let mut slope: Vec<f64> = vec![-strength.iter().sum::<f64>() / (n.max(1) * n.max(1)) as f64; n];
    for s in met {
        let expected = 1.0 / (1.0 + (strength[s.b] - strength[s.a]).exp());
        let surplus = s.points - s.games * expected;
        slope[s.a] += surplus;
        slope[s.b] -= surplus;
        let weight = s.games * expected * (1.0 - expected);
        curve[s.a][s.a] += weight;
        curve[s.b][s.b] += weight;
        curve[s.a][s.b] -= weight;
        curve[s.b][s.a] -= weight;
    }
    (slope, curve)
}

/// Solves a small system of linear equations (Gauss, with the largest pivot).
#[allow(clippy::needless_range_loop)]
pub(crate) fn solve(mut matrix: Vec<Vec<f64>>, mut right: Vec<f64>) -> Vec<f64> {
    let n = right.len();
    for column in 0..n {
        let pivot = (column..n).max_by(|a, b| matrix[*a][column].abs().total_cmp(&matrix[*b][column].abs()));
        let pivot = pivot.unwrap_or(column);
        matrix.swap(column, pivot);
        right.swap(column, pivot);
        let lead = matrix[column][column];
        if lead == 0.0 {
            continue;
        }
        for row in 0..n {
            if row != column && matrix[row][column] != 0.0 {
                let factor = matrix[row][column] / lead;
                for k in column..n {
                    matrix[row][k] -= factor * matrix[column][k];
                }
                right[row] -= factor * right[column];
            }
        }
    }
    (0..n).map(|i| if matrix[i][i] == 0.0 { 0.0 } else { right[i] / matrix[i][i] }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_average_stays_and_the_order_is_that_of_the_scores() {
        let scores = [
            Score { a: 0, b: 1, games: 50.0, points: 10.0 },
            Score { a: 1, b: 2, games: 50.0, points: 15.0 },
            Score { a: 0, b: 2, games: 50.0, points: 2.0 },
        ];
        let found = ratings(3, &scores);
        let mean = found.iter().map(|r| r.elo).sum::<f64>() / 3.0;
        assert!((mean - AVERAGE).abs() < 1e-6, "{mean}");
        assert!(found[0].elo < found[1].elo && found[1].elo < found[2].elo);
    }

    #[test]
    fn more_games_make_the_interval_narrower() {
        let width = |games: f64| ratings(2, &[Score { a: 0, b: 1, games, points: games * 0.6 }])[0].spread;
        assert!(width(100.0) < width(25.0));
        // A hundred games at 60 %: the standard error of the difference is about 35.5 points, of each rating half of it.
        assert!((30.0..40.0).contains(&width(100.0)), "{}", width(100.0));
    }

    #[test]
    fn who_won_everything_has_a_rating() {
        let found = ratings(2, &[Score { a: 0, b: 1, games: 20.0, points: 20.0 }]);
        assert!(found[0].elo.is_finite() && found[0].elo - found[1].elo > 400.0);
    }
}
