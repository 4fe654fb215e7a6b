//! The threads that serve players: one for each core, each with a Tokio runtime of its own.
//!
//! A connection stays on one thread with all its calls, so a call never wakes another thread, and no memory moves between
//! cores. Background work and operators have the runtime of the process.

use std::{io, num::NonZeroUsize, sync::Arc, thread, time::Duration};

use tokio::{
    runtime::{self, Handle},
    sync::oneshot,
    time::sleep,
};

/// The maximum number of threads. Each one has a connection to every Redis node.
const THREADS_MAX: usize = 16;

/// The period of a timer that is always pending on the thread of a worker. [`Worker::current`] has none, because its
/// runtime is not its own. When a timer starts that ends before all pending ones, Tokio makes a system call. Each call
/// starts timers of at least a second: without a pending timer they cost half a system call per action.
const TICK: Duration = Duration::from_millis(500);

/// A thread that serves connections. Dropping it ends the thread and everything on it.
#[derive(Debug)]
pub(crate) struct Worker {
    runtime: Handle,
    /// One reference for each open connection, and one of the worker.
    connections: Arc<()>,
    /// Dropped to end the thread; `None` if the runtime is not the worker's own.
    _running: Option<oneshot::Sender<()>>,
}

/// A connection of a worker, counted until it is dropped.
#[derive(Debug)]
pub(crate) struct WorkerSlot(#[expect(dead_code, reason = "counted while it is held")] Arc<()>);

impl Worker {
    /// A worker for each core that the process may use.
    ///
    /// # Errors
    ///
    /// If the operating system refuses a thread.
    pub(crate) fn one_per_core() -> io::Result<Vec<Self>> {
        let cores = thread::available_parallelism().map_or(1, NonZeroUsize::get);
        (0..cores.min(THREADS_MAX)).map(|_| Self::start()).collect()
    }

    /// The current runtime as the only worker, for operators and for embedded servers.
    pub(crate) fn current() -> Vec<Self> {
        vec![Self::of(Handle::current(), None)]
    }

    fn start() -> io::Result<Self> {
        let runtime = runtime::Builder::new_current_thread().enable_all().build()?;
        let handle = runtime.handle().clone();
        handle.spawn(async {
            loop {
                sleep(TICK).await;
            }
        });
        let (running, ended) = oneshot::channel::<()>();
        thread::Builder::new().name("tinsel-worker".to_owned()).spawn(move || {
            // An error means that the sender was dropped.
            let _ = runtime.block_on(ended);
        })?;
        Ok(Self::of(handle, Some(running)))
    }

    fn of(runtime: Handle, running: Option<oneshot::Sender<()>>) -> Self {
        Self {
            runtime,
            connections: Arc::default(),
            _running: running,
        }
    }

    /// The worker with the fewest connections.
    pub(crate) fn least_busy(workers: &[Self]) -> Option<&Self> {
        workers
            .iter()
            .min_by_key(|worker| Arc::strong_count(&worker.connections))
    }

    pub(crate) const fn runtime(&self) -> &Handle {
        &self.runtime
    }

    pub(crate) fn slot(&self) -> WorkerSlot {
        WorkerSlot(Arc::clone(&self.connections))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_connection_goes_to_the_worker_with_the_fewest() {
        let workers = [Worker::start(), Worker::start(), Worker::start()].map(|worker| worker.expect("a thread"));
        let least_busy = || Worker::least_busy(&workers).expect("a worker");
        let mut slots: Vec<_> = (0..6)
            .map(|_| (least_busy().runtime().id(), least_busy().slot()))
            .collect();
        for worker in &workers {
            let id = worker.runtime().id();
            assert_eq!(slots.iter().filter(|(of, _)| *of == id).count(), 2);
        }
        let (freed, _) = slots.remove(4);
        assert_eq!(least_busy().runtime().id(), freed);
    }

    #[tokio::test]
    async fn a_timer_is_pending_only_on_threads_of_workers() {
        let worker = Worker::start().expect("a thread");
        assert_eq!(worker.runtime().metrics().num_alive_tasks(), 1);
        let [shared] = Worker::current().try_into().expect("one worker");
        assert_eq!(shared.runtime().metrics().num_alive_tasks(), 0);
    }

    #[tokio::test]
    async fn everything_on_a_worker_ends_with_it() {
        let worker = Worker::start().expect("a thread");
        let (held, dropped) = oneshot::channel::<()>();
        worker.runtime().spawn(async move {
            let _held = held;
            std::future::pending::<()>().await;
        });
        drop(worker);
        assert!(dropped.await.is_err());
    }
}
