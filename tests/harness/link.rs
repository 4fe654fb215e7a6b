//! A TCP proxy between two processes, with faults that can be switched.

use std::{
    net::SocketAddr,
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{
        TcpListener, TcpStream,
        tcp::{OwnedReadHalf, OwnedWriteHalf},
    },
    sync::watch,
    task::JoinHandle,
    time::sleep,
};

use crate::chance::Chance;

/// The way in which a link treats the bytes of its connections.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// Forwards them.
    Forward,
    /// Forwards them later.
    Delay(Duration),
    /// Closes all connections, also new ones.
    Cut,
    /// Keeps connections open and forwards nothing, as when all packets are lost.
    Partition,
    /// Forwards responses at one kibibyte each time, with this pause.
    Slow(Duration),
    /// Changes some bytes of responses, at random by this seed.
    Corrupt(u64),
    /// Sends the bytes of each new connection to a second one as well, and discards the responses of that one.
    Duplicate,
}

/// The proxy of one address.
#[derive(Debug)]
pub struct Link {
    address: SocketAddr,
    target: Arc<Mutex<SocketAddr>>,
    state: watch::Sender<State>,
    accepted: Arc<AtomicUsize>,
    accepting: JoinHandle<()>,
}

/// The state of a link, which all its connections observe.
#[derive(Debug, Clone, Copy)]
struct State {
    mode: Mode,
    /// Number of resets: each closes the connections of its time.
    resets: u32,
    /// Number of silences: after each, the connections of its time carry nothing until a side closes them.
    silences: u32,
}

impl Link {
    /// A link to this address.
    pub async fn to(target: SocketAddr) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("an address");
        let target = Arc::new(Mutex::new(target));
        let (state, _) = watch::channel(State {
            mode: Mode::Forward,
            resets: 0,
            silences: 0,
        });
        let accepted = Arc::<AtomicUsize>::default();
        let counted = Arc::clone(&accepted);
        let accepting = tokio::spawn(accept(listener, Arc::clone(&target), state.clone(), counted));
        Self {
            address,
            target,
            state,
            accepted,
            accepting,
        }
    }

    /// Its own address.
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// The number of accepted connections.
    pub fn accepted(&self) -> usize {
        self.accepted.load(Ordering::Relaxed)
    }

    /// Leads new connections to this address.
    pub fn lead_to(&self, target: SocketAddr) {
        *self.target.lock().expect("the target") = target;
    }

    /// Changes its mode.
    pub fn set(&self, mode: Mode) {
        self.state.send_modify(|state| state.mode = mode);
    }

    /// Closes all connections once.
    pub fn reset(&self) {
        self.state.send_modify(|state| state.resets += 1);
    }

    /// Loses all further bytes of all present connections, which stay open.
    pub fn silence(&self) {
        self.state.send_modify(|state| state.silences += 1);
    }
}

impl Drop for Link {
    fn drop(&mut self) {
        self.accepting.abort();
    }
}

async fn accept(
    listener: TcpListener,
    target: Arc<Mutex<SocketAddr>>,
    state: watch::Sender<State>,
    accepted: Arc<AtomicUsize>,
) {
    loop {
        // Without free descriptors, accepting fails until connections have ended.
        let Ok((stream, _)) = listener.accept().await else {
            sleep(Duration::from_millis(50)).await;
            continue;
        };
        accepted.fetch_add(1, Ordering::Relaxed);
        let target = *target.lock().expect("the target");
        tokio::spawn(connect(stream, target, state.subscribe()));
    }
}

async fn connect(from: TcpStream, target: SocketAddr, state: watch::Receiver<State>) {
    let State { mode, resets, .. } = *state.borrow();
    if mode == Mode::Cut {
        return;
    }
    let Ok(to) = TcpStream::connect(target).await else {
        return;
    };
    let copy = if mode == Mode::Duplicate {
        TcpStream::connect(target).await.ok()
    } else {
        None
    };
    for stream in [Some(&from), Some(&to), copy.as_ref()].into_iter().flatten() {
        // Fails only if the connection is already closed.
        drop(stream.set_nodelay(true));
    }
    let (from_reader, from_writer) = from.into_split();
    let (to_reader, to_writer) = to.into_split();
    let (copy_reader, copy_writer) = copy.map(TcpStream::into_split).unzip();
    let requests = forward(from_reader, (to_writer, copy_writer), state.clone(), false);
    let responses = forward(to_reader, (from_writer, None), state.clone(), true);
    let discarded = async {
        if let Some(mut reader) = copy_reader {
            let mut bytes = [0; 4096];
            while reader.read(&mut bytes).await.is_ok_and(|read| read > 0) {}
        }
        std::future::pending::<()>().await;
    };
    tokio::select! {
        () = requests => {}
        () = responses => {}
        () = discarded => {}
        () = closed(state, resets) => {}
    }
}

/// Waits until the link closes its connections: it is cut, or reset more often than this.
async fn closed(mut state: watch::Receiver<State>, resets: u32) {
    let ended = state.wait_for(|state| state.mode == Mode::Cut || state.resets != resets);
    // The link itself is gone: its connections stay.
    if ended.await.is_err() {
        std::future::pending().await
    }
}

/// Forwards bytes in one direction until a side has closed.
async fn forward(
    mut from: OwnedReadHalf,
    (mut to, mut copy): (OwnedWriteHalf, Option<OwnedWriteHalf>),
    mut state: watch::Receiver<State>,
    responses: bool,
) {
    let mut bytes = vec![0; 16 * 1024];
    let mut forwarded = 0;
    let silences = state.borrow().silences;
    loop {
        let is_slow = responses && matches!(state.borrow().mode, Mode::Slow(_));
        let most = if is_slow { 1024 } else { bytes.len() };
        let Ok(read) = from.read(&mut bytes[..most]).await else {
            return;
        };
        if read == 0 {
            return;
        }
        loop {
            let mode = state.borrow_and_update().mode;
            match mode {
                Mode::Delay(pause) => sleep(pause).await,
                Mode::Slow(pause) if responses => sleep(pause).await,
                Mode::Partition => {
                    if state.changed().await.is_err() {
                        return;
                    }
                    continue;
                }
                Mode::Corrupt(seed) if responses => corrupt(&mut bytes[..read], seed.wrapping_add(forwarded)),
                Mode::Forward | Mode::Cut | Mode::Slow(_) | Mode::Duplicate | Mode::Corrupt(_) => {}
            }
            break;
        }
        if state.borrow().silences != silences {
            continue;
        }
        forwarded += 1;
        if let Some(copied) = &mut copy
            && copied.write_all(&bytes[..read]).await.is_err()
        {
            copy = None;
        }
        if to.write_all(&bytes[..read]).await.is_err() {
            return;
        }
    }
}

/// Changes a byte, in half of all cases.
fn corrupt(bytes: &mut [u8], seed: u64) {
    let mut chance = Chance::new(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    if chance.below(2) == 0 {
        let index = chance.below(bytes.len());
        bytes[index] = chance.byte();
    }
}
