//! Tests at every level of the processor.

use std::sync::{Mutex, PoisonError};

use datarep::codegen::{force_level, levels};

/// The level is shared by the process, so one test at a time sets it.
static LEVEL: Mutex<()> = Mutex::new(());

/// Calls `f` at each level of the processor.
pub(crate) fn at_every_level(mut f: impl FnMut(&str)) {
    let _guard = LEVEL.lock().unwrap_or_else(PoisonError::into_inner);
    #[cfg(feature = "parallel")]
    datarep::codegen::divide_everything();
    let levels = levels();
    for level in &levels {
        assert!(force_level(level));
        f(level);
    }
    assert!(levels.last().is_some_and(|highest| force_level(highest)));
}
