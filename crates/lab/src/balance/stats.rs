//! Means, quantiles, and how sure they are.

use serde::Serialize;

/// 95 % of a normal distribution lie within so many standard deviations.
pub(crate) const Z: f64 = 1.96;

/// How values are spread, and their mean with its 95 % interval.
#[derive(Clone, Copy, Debug, Serialize, Default, PartialEq)]
#[allow(missing_docs)]
pub struct Spread {
    pub n: u64,
    pub mean: f64,
    pub low: f64,
    pub high: f64,
    pub sd: f64,
    pub min: f64,
    pub q05: f64,
    pub q25: f64,
    pub median: f64,
    pub q75: f64,
    pub q95: f64,
    pub max: f64,
}

impl Spread {
    /// The spread of values.
    ///
    /// ```
    /// let s = frente_lab::balance::Spread::of(vec![4.0, 1.0, 2.0, 3.0, 5.0]);
    /// assert_eq!((s.mean, s.median, s.q25, s.max), (3.0, 3.0, 2.0, 5.0));
    /// ```
    pub fn of(mut values: Vec<f64>) -> Self {
        values.sort_by(f64::total_cmp);
        let (Some(&min), Some(&max)) = (values.first(), values.last()) else { return Spread::default() };
        let n = values.len() as f64;
        let mean = values.iter().sum::<f64>() / n;
        let squares: f64 = values.iter().map(|v| (v - mean).powi(2)).sum();
        let sd = if values.len() > 1 { (squares / (n - 1.0)).sqrt() } else { 0.0 };
        let half = Z * sd / n.sqrt();
        let q = |share: f64| quantile(&values, share);
        Spread {
            n: values.len() as u64,
            mean,
            low: mean - half,
            high: mean + half,
            sd,
            min,
            q05: q(0.05),
            q25: q(0.25),
            median: q(0.5),
            q75: q(0.75),
            q95: q(0.95),
            max,
        }
    }

    /// The variance of the mean.
    fn error(&self) -> f64 {
        self.sd.powi(2) / (self.n.max(1) as f64)
    }
}

/// A quantile of sorted values, straight between the two nearest.
fn quantile(sorted: &[f64], share: f64) -> f64 {
    let at = share * (sorted.len() - 1) as f64;
    let (low, high) = (at.floor() as usize, at.ceil() as usize);
    sorted[low] + (sorted[high] - sorted[low]) * (at - at.floor())
}

/// A difference with its 95 % interval, and how likely one so large would be by chance.
#[derive(Clone, Copy, Debug, Serialize, Default, PartialEq)]
#[allow(missing_docs)]
pub struct Difference {
    pub value: f64,
    pub low: f64,
    pub high: f64,
    pub p: f64,
}

impl Difference {
    fn new(value: f64, variance: f64) -> Self {
        let error = variance.sqrt();
        let p = match (error > 0.0, value == 0.0) {
            (true, _) => 2.0 * tail((value / error).abs()),
            (false, true) => 1.0,
            (false, false) => 0.0,
        };
        Difference { value, low: value - Z * error, high: value + Z * error, p }
    }

    /// Between the means of two independent samples (Welch, in the normal approximation).
    pub fn of_means(a: &Spread, b: &Spread) -> Self {
        Difference::new(b.mean - a.mean, a.error() + b.error())
    }

    /// Between two independent shares, `hits` of `all`: the interval after Newcombe, from Wilson's for each; p from the pooled test.
    pub fn of_shares(a: (u64, u64), b: (u64, u64)) -> Self {
        use crate::Interval;
        let (ia, ib) = (Interval::of(a.0, a.1), Interval::of(b.0, b.1));
        let value = ib.share - ia.share;
        let low = value - ((ib.share - ib.low).powi(2) + (ia.high - ia.share).powi(2)).sqrt();
        let high = value + ((ib.high - ib.share).powi(2) + (ia.share - ia.low).powi(2)).sqrt();
        let (na, nb) = (a.1.max(1) as f64, b.1.max(1) as f64);
        let pooled = (a.0 + b.0) as f64 / (na + nb);
        let p = Difference::new(value, pooled * (1.0 - pooled) * (1.0 / na + 1.0 / nb)).p;
        Difference { value, low, high, p }
    }

    /// The mean of differences between pairs. A spread of none at all (every pair the same) gets the spread that one pair in `n` would
    /// have, so that a few equal games do not count as proof of equality.
    pub fn of_pairs(differences: &[f64], one: f64) -> Self {
        let spread = Spread::of(differences.to_vec());
        let n = spread.n.max(1) as f64;
        let least = one * one / n / n;
        Difference::new(spread.mean, spread.error().max(least))
    }

    /// Half the width of the interval.
    pub fn half_width(&self) -> f64 {
        (self.high - self.low) / 2.0
    }
}

/// The share of a normal distribution beyond `z` (Abramowitz and Stegun 26.2.17; wrong by less than 1e-7).
fn tail(z: f64) -> f64 {
    let t = 1.0 / (1.0 + 0.231_641_9 * z);
    let poly = t
        * (0.319_381_530
            + t * (-0.356_563_782 + t * (1.781_477_937 + t * (-1.821_255_978 + t * 1.330_274_429))));
    ((-z * z / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt() * poly).clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tails_are_those_of_the_tables() {
        for (z, share) in [(0.0, 0.5), (1.0, 0.158_655), (1.96, 0.024_998), (3.0, 0.001_350)] {
            assert!((tail(z) - share).abs() < 1e-5, "{z}: {}", tail(z));
        }
    }

    #[test]
    fn differences_are_sure_when_they_are_large() {
        let equal = Difference::of_shares((50, 100), (50, 100));
        assert!(equal.low < 0.0 && equal.high > 0.0 && equal.p > 0.99);
        let large = Difference::of_shares((50, 100), (90, 100));
        assert!(large.low > 0.2 && large.high < 0.55 && large.p < 1e-6, "{large:?}");
        // Newcombe's example: 56/70 against 48/80 gives 0.20 (0.0524 to 0.3339).
        let known = Difference::of_shares((48, 80), (56, 70));
        assert!((known.low - 0.0524).abs() < 1e-3 && (known.high - 0.3339).abs() < 1e-3, "{known:?}");
    }

    #[test]
    fn equal_pairs_are_no_proof() {
        let same = Difference::of_pairs(&[0.0; 10], 1.0);
        assert_eq!(same.value, 0.0);
        assert!(same.high > 0.1, "{same:?}");
    }
}
