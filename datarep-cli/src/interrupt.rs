//! Signals that end the program: from the keyboard, from a closed terminal, from `kill`.
//!
//! A signal that the program was started to ignore stays ignored, as `nohup` and shells expect.

/// Calls `cleanup` when a signal ends the program. Then the program ends by that signal, so that whoever started it can
/// see which one it was. Only the first call has an effect.
#[cfg(unix)]
pub(crate) fn watch_signals(cleanup: fn()) {
    use std::sync::{Once, mpsc};
    use std::thread;

    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;

    static WATCHED: Once = Once::new();
    WATCHED.call_once(|| {
        let signals = list_signals();
        let (ready, is_ready) = mpsc::channel::<()>();
        // The thread registers itself: if the system has none left, signals end the program as they do by default.
        let thread = move || {
            let Ok(mut signals) = Signals::new(signals) else { return };
            drop(ready);
            if let Some(signal) = signals.forever().next() {
                cleanup();
                let _ = emulate_default_handler(signal);
            }
        };
        if thread::Builder::new().spawn(thread).is_ok() {
            // The channel is closed when all is registered.
            let _ = is_ready.recv();
        }
    });
}

/// The signals that end the program, without those that it ignores.
#[cfg(unix)]
fn list_signals() -> Vec<i32> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};

    match read_ignored_signals() {
        Some(ignored) => [SIGHUP, SIGINT, SIGTERM]
            .into_iter()
            .filter(|signal| ignored & (1 << (signal - 1)) == 0)
            .collect(),
        // A hangup is left as it is, because `nohup` may be the reason why it is ignored.
        None => vec![SIGINT, SIGTERM],
    }
}

/// The signals that the program ignores, one in each bit, if the system tells them.
#[cfg(unix)]
fn read_ignored_signals() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"))?;
    u64::from_str_radix(mask.trim(), 16).ok()
}

/// Does nothing, because there are no such signals.
#[cfg(not(unix))]
pub(crate) fn watch_signals(_: fn()) {}
