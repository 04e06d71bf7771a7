//! Figures for whoever runs the server, in Prometheus' text format, and logs.

use frente_engine::table::Code;
use metrics_exporter_prometheus::{BuildError, Matcher, PrometheusBuilder, PrometheusHandle};
use std::sync::{Mutex, PoisonError};

/// Upper bounds of the histograms of durations, in seconds.
const SECONDS: [f64; 14] =
    [0.0002, 0.0005, 0.001, 0.002, 0.003, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 1.0, 5.0, 30.0];
/// Upper bounds of the histogram of group sizes.
const SIZES: [f64; 8] = [1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 500.0];

/// The recorder of all figures; one for the process, however many servers run in it.
///
/// # Errors
/// When the histograms are set up wrongly.
pub fn figures() -> Result<PrometheusHandle, BuildError> {
    // Behind a lock from the first look to the last: of two servers that start at once, both must get the recorder that is installed.
    static FIGURES: Mutex<Option<PrometheusHandle>> = Mutex::new(None);
    let mut figures = FIGURES.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(handle) = &*figures {
        return Ok(handle.clone());
    }
    let recorder = PrometheusBuilder::new()
        .set_buckets_for_metric(Matcher::Suffix("_seconds".to_owned()), &SECONDS)?
        .set_buckets_for_metric(Matcher::Suffix("_size".to_owned()), &SIZES)?
        .build_recorder();
    let handle = recorder.handle();
    // Somebody else's recorder may be there already (a program that embeds the server): then figures go there.
    if metrics::set_global_recorder(recorder).is_ok() {
        describe();
    }
    Ok(figures.insert(handle).clone())
}

/// Says what every figure is, and gives it out from the first moment on: a dashboard then shows 0, not nothing, for what has not happened.
fn describe() {
    use metrics::{counter, describe_counter, describe_gauge, describe_histogram, gauge, histogram};
    macro_rules! figures {
        ($($kind:ident $describe:ident $name:literal $(, $label:literal => $value:expr)?; $says:literal)*) => {
            $(
                $describe!($name, $says);
                let _ = $kind!($name $(, $label => $value)?);
            )*
        };
    }
    figures! {
        counter describe_counter "frente_actions_total", "result" => "ok"; "Actions asked for, by result"
        histogram describe_histogram "frente_action_seconds"; "From an action's arrival to its answer, disk included"
        counter describe_counter "frente_computer_decisions_total"; "Decisions of computer players"
        histogram describe_histogram "frente_computer_seconds"; "How long a computer player thought about a decision"
        counter describe_counter "frente_matches_total"; "Matches made"
        gauge describe_gauge "frente_rooms"; "Matches in memory"
        gauge describe_gauge "frente_sockets"; "Open sockets"
        counter describe_counter "frente_sockets_cut_total"; "Sockets cut off because their reader was too slow"
        histogram describe_histogram "frente_store_commit_seconds"; "How long a commit took"
        histogram describe_histogram "frente_store_group_size"; "How many changes shared a commit"
        counter describe_counter "frente_store_failures_total"; "Changes the disk refused"
        counter describe_counter "frente_store_races_total"; "Changes that came too late because another server was faster"
        counter describe_counter "frente_store_retries_total"; "Changes tried again because the database had gone"
        counter describe_counter "frente_notices_total"; "Notices of this and other servers"
        counter describe_counter "frente_notices_lost_total"; "How often the connection broke on which notices come"
        histogram describe_histogram "frente_look_seconds"; "How long a look at all matches in memory took"
        counter describe_counter "frente_broken_total"; "Requests the program broke down over; should stay 0"
        counter describe_counter "frente_refused_total", "reason" => Code::TooMany.key(); "HTTP requests and joins refused, by reason"
    }
}

/// How much is logged unless `RUST_LOG` says otherwise.
const USUAL: &str = "info,sqlx=warn";

/// Writes logs to standard error: as much as `RUST_LOG` says, one JSON object per line if `FRENTE_LOG` is `json`.
pub fn logs() {
    use tracing_subscriber::filter::Targets;
    use tracing_subscriber::fmt::layer;
    use tracing_subscriber::prelude::*;
    let asked = std::env::var("RUST_LOG").ok().filter(|asked| !asked.is_empty());
    let (filter, wrong) = match asked.as_deref().unwrap_or(USUAL).parse::<Targets>() {
        Ok(filter) => (filter, None),
        Err(error) => (USUAL.parse().unwrap_or_default(), Some(error)),
    };
    let json = std::env::var("FRENTE_LOG").is_ok_and(|v| v == "json");
    let lines = (!json).then(|| layer().with_target(false).with_writer(std::io::stderr));
    let objects = json.then(|| layer().json().with_writer(std::io::stderr));
    // A program that embeds the server may have set up logs of its own.
    let _ = tracing_subscriber::registry().with(filter).with(lines).with(objects).try_init();
    if let Some(error) = wrong {
        tracing::warn!(
            "RUST_LOG is not understood ({error}), and {USUAL:?} is logged; expected targets and levels, such as {USUAL:?}"
        );
    }
}
