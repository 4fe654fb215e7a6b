//! What is logged, and how.

use std::{io::IsTerminal, sync::Arc};

use parking_lot::Mutex;
use tinsel_service::Logs;
use tracing::{Metadata, level_filters::LevelFilter, subscriber::Interest};
use tracing_subscriber::{
    Layer, Registry,
    filter::Targets,
    layer::{Context, Filter},
    reload,
};

use crate::config::{Config, ConfigProblem, LogFormat};

/// Which lines are logged, as `target=level,…`. It can be changed while the process runs.
#[derive(Debug, Clone)]
pub(crate) struct LogFilter {
    handle: reload::Handle<Lines, Registry>,
    /// What is configured.
    configured: Arc<Mutex<String>>,
}

impl LogFilter {
    /// Logs from now on what a configuration that was read again asks for. If it cannot be used, nothing changes.
    pub(crate) fn reread(&self, config: Result<Config, ConfigProblem>) {
        match config {
            Ok(config) => {
                *self.configured.lock() = config.log;
                self.choose("");
            }
            Err(problem) => tracing::error!(%problem, "the log filter stays as it is"),
        }
    }
}

impl Logs for LogFilter {
    fn choose(&self, filter: &str) -> Option<String> {
        let filter = if filter.is_empty() {
            self.configured.lock().clone()
        } else {
            filter.to_owned()
        };
        let wanted = filter.parse().ok()?;
        match self.handle.modify(|lines| lines.wanted = wanted) {
            Ok(()) => tracing::info!(filter, "the log filter was changed"),
            Err(error) => {
                tracing::error!(%error, "the log filter stays as it is");
                return None;
            }
        }
        Some(filter)
    }
}

/// Which lines are logged, and whether each names the trace it belongs to.
#[derive(Debug, Clone)]
struct Lines {
    wanted: Targets,
    /// A line can name its trace only if it knows of the spans around it, whatever its own level is.
    with_traces: bool,
}

impl Lines {
    fn needs(&self, metadata: &Metadata<'_>) -> bool {
        self.with_traces && metadata.is_span() && metadata.target().starts_with("tinsel")
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
        Some(if self.with_traces {
            wanted.max(LevelFilter::DEBUG)
        } else {
            wanted
        })
    }
}

/// Lines on the standard error output, for a person or as JSON, and what changes which. As JSON a line names its trace
/// and span, if there are traces.
pub(super) fn layer(config: &Config) -> (impl Layer<Registry> + use<>, LogFilter) {
    let human = match config.log_format {
        LogFormat::Human => true,
        LogFormat::Json => false,
        LogFormat::Auto => std::io::stderr().is_terminal(),
    };
    let lines = Lines {
        wanted: config.log.parse().unwrap_or_default(),
        with_traces: config.otlp_endpoint.is_some() && !human,
    };
    let (filter, handle) = reload::Layer::new(lines);
    let layer = if human {
        let lines = tracing_subscriber::fmt::layer().with_writer(std::io::stderr);
        lines.with_filter(filter).boxed()
    } else {
        let lines = json_subscriber::fmt::layer()
            .with_writer(std::io::stderr)
            .flatten_event(true)
            .with_current_span(false)
            .with_span_list(false)
            .with_opentelemetry_ids(true);
        lines.with_filter(filter).boxed()
    };
    let configured = Arc::new(Mutex::new(config.log.clone()));
    (layer, LogFilter { handle, configured })
}
