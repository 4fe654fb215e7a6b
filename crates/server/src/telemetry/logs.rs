//! The filter and the format of log lines.

use std::{io::IsTerminal, sync::Arc};

use parking_lot::Mutex;
use tinsel_service::Logs;
use tracing::{Event, Metadata, level_filters::LevelFilter, subscriber::Interest};
use tracing_subscriber::{
    Layer, Registry,
    filter::Targets,
    layer::{Context, Filter},
    reload,
};

use super::{
    call_trace::CALL_TRACE,
    instance,
    repeats::{Limited, Repeats},
};
use crate::config::{Config, ConfigProblem, LogFormat, filter_of};

/// The log filter, as `target=level,…`. It can be changed at run time.
#[derive(Debug, Clone)]
pub(crate) struct LogFilter {
    handle: reload::Handle<Lines, Registry>,
    /// The configured filter.
    configured: Arc<Mutex<String>>,
}

impl LogFilter {
    /// Applies the log filter of a configuration that was read again. If the configuration is invalid, nothing changes.
    pub(crate) fn reread(&self, config: Result<Config, ConfigProblem>) {
        match config {
            Ok(config) => {
                *self.configured.lock() = config.log;
                self.choose("");
            }
            Err(problem) => tracing::error!(%problem, "log filter not changed"),
        }
    }
}

impl Logs for LogFilter {
    fn choose(&self, filter: &str) -> Option<String> {
        let (filter, wanted) = if filter.is_empty() {
            let configured = self.configured.lock().clone();
            let wanted = configured.parse().ok()?;
            (configured, wanted)
        } else {
            (filter.to_owned(), filter_of(filter)?)
        };
        match self.handle.modify(|lines| lines.wanted = wanted) {
            Ok(()) => tracing::info!(filter, "log filter changed"),
            Err(error) => {
                tracing::error!(%error, "log filter not changed");
                return None;
            }
        }
        Some(filter)
    }
}

/// Selects log lines, and the spans that a line needs for its trace ids, whatever the level of the line is.
#[derive(Debug, Clone)]
struct Lines {
    wanted: Targets,
    around: Around,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Around {
    /// None: lines contain the trace of the call's caller, if any.
    Nothing,
    /// All spans of Tinsel, as a collector receives them.
    Everything,
}

impl Lines {
    fn needs(&self, metadata: &Metadata<'_>) -> bool {
        let needs = match self.around {
            Around::Nothing => false,
            Around::Everything => metadata.target().starts_with("tinsel"),
        };
        needs && metadata.is_span()
    }
}

impl<S> Filter<S> for Lines {
    fn enabled(&self, metadata: &Metadata<'_>, context: &Context<'_, S>) -> bool {
        self.needs(metadata) || Filter::<S>::enabled(&self.wanted, metadata, context)
    }

    fn callsite_enabled(&self, metadata: &'static Metadata<'static>) -> Interest {
        if self.needs(metadata) {
            Interest::always()
        } else {
            Filter::<S>::callsite_enabled(&self.wanted, metadata)
        }
    }

    fn max_level_hint(&self) -> Option<LevelFilter> {
        let wanted = Filter::<S>::max_level_hint(&self.wanted)?;
        Some(match self.around {
            Around::Nothing => wanted,
            Around::Everything => wanted.max(LevelFilter::DEBUG),
        })
    }
}

/// The log layer on standard error, as text or JSON, and the handle to change its filter. A JSON line contains its
/// trace id and span id: of the spans that are sent to a collector or, without any, of the caller. `repeats` limits repeated
/// lines.
pub(super) fn layer(
    config: &Config,
    spans_are_sent: bool,
    repeats: Repeats,
) -> (impl Layer<Registry> + use<>, LogFilter) {
    let human = match config.log_format {
        LogFormat::Human => true,
        LogFormat::Json => false,
        LogFormat::Auto => std::io::stderr().is_terminal(),
    };
    let lines = Lines {
        wanted: config.log.parse().unwrap_or_default(),
        around: if spans_are_sent && !human {
            Around::Everything
        } else {
            Around::Nothing
        },
    };
    let (filter, handle) = reload::Layer::new(lines);
    let layer = if human {
        let lines = tracing_subscriber::fmt::layer().with_writer(std::io::stderr);
        Limited { lines, repeats }.with_filter(filter).boxed()
    } else {
        let mut lines = json_subscriber::fmt::layer()
            .with_writer(std::io::stderr)
            .flatten_event(true)
            .with_current_span(false)
            .with_span_list(false)
            .with_opentelemetry_ids(spans_are_sent);
        lines.inner_layer_mut().add_static_field("instance", instance().into());
        if !spans_are_sent {
            let ids = |_: &Event<'_>, _: &Context<'_, _>| CALL_TRACE.try_with(|trace| trace.ids()).ok();
            lines.inner_layer_mut().add_dynamic_field("openTelemetry", ids);
        }
        Limited { lines, repeats }.with_filter(filter).boxed()
    };
    let configured = Arc::new(Mutex::new(config.log.clone()));
    (layer, LogFilter { handle, configured })
}
