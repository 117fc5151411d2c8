//! How a file is opened: MPI's access modes.

use std::fmt;
use std::ops::BitOr;

use crate::error::ErrorClass;

/// Modes of a file, joined by `|`, as `MPI_File_open` takes them.
///
/// ```
/// use datarep::file::Mode;
/// let mode = Mode::CREATE | Mode::WRONLY;
/// assert!(mode.has(Mode::CREATE) && !mode.has(Mode::RDONLY));
/// assert_eq!(mode.to_string(), "CREATE | WRONLY");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Mode(u16);

macro_rules! modes {
    ($($(#[$doc:meta])* $name:ident = $bit:literal;)*) => {
        impl Mode {
            $($(#[$doc])* pub const $name: Mode = Mode(1 << $bit);)*
        }

        const NAMES: &[(Mode, &str)] = &[$((Mode::$name, stringify!($name))),*];
    };
}

modes! {
    /// The file is created if it does not exist.
    CREATE = 0;
    /// Reading only.
    RDONLY = 1;
    /// Writing only.
    WRONLY = 2;
    /// Reading and writing.
    RDWR = 3;
    /// The file is deleted when its last handle is closed.
    DELETE_ON_CLOSE = 4;
    /// The program promises that the file is not opened anywhere else meanwhile. Then a write through a view with
    /// holes may read the bytes between its runs and write them back.
    ///
    /// An opening that writes with this promise takes an exclusive lock of the system. On Unix, an opening that writes
    /// without the promise takes a shared lock. An opening that does not get its lock fails with the class
    /// [`FileInUse`](crate::ErrorClass::FileInUse), because each could undo what the other writes. The lock is held
    /// until the last handle is closed. Clones of a handle are one opening. An opening that only reads takes no lock.
    ///
    /// On Unix locks are advisory: they do not keep away programs that take none. On a file system without locks the
    /// promise is not checked.
    UNIQUE_OPEN = 5;
    /// With [`Mode::CREATE`], an error if the file exists.
    EXCL = 6;
    /// The pointers begin at the end of the file.
    APPEND = 7;
    /// The file is only read or written from start to end, by the shared pointer.
    SEQUENTIAL = 8;
}

impl Mode {
    /// Whether it has all of these modes.
    pub const fn has(self, modes: Mode) -> bool {
        self.0 & modes.0 == modes.0
    }

    pub(super) fn reads(self) -> bool {
        !self.has(Mode::WRONLY)
    }

    pub(super) fn writes(self) -> bool {
        !self.has(Mode::RDONLY)
    }

    /// Refuses modes that exclude each other.
    pub(super) fn check(self) -> Result<(), (ErrorClass, String)> {
        let wrong = |reason: &str| Err((ErrorClass::Amode, format!("the mode {self}: {reason}")));
        // The MPI standard, at `MPI_File_open`, calls these three combinations erroneous.
        let directions =
            [Mode::RDONLY, Mode::WRONLY, Mode::RDWR].iter().filter(|mode| self.has(**mode)).count();
        if directions != 1 {
            return wrong("say one of RDONLY, WRONLY and RDWR");
        }
        if self.has(Mode::RDONLY) && (self.has(Mode::CREATE) || self.has(Mode::EXCL)) {
            return wrong("a file that is only read cannot be made: leave out CREATE and EXCL");
        }
        if self.has(Mode::RDWR | Mode::SEQUENTIAL) {
            return wrong("a sequential file is read or written: say RDONLY or WRONLY");
        }
        Ok(())
    }
}

impl BitOr for Mode {
    type Output = Mode;

    fn bitor(self, other: Mode) -> Mode {
        Mode(self.0 | other.0)
    }
}

impl fmt::Display for Mode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> =
            NAMES.iter().filter(|(mode, _)| self.has(*mode)).map(|known| known.1).collect();
        f.write_str(&names.join(" | "))
    }
}

impl fmt::Debug for Mode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Mode({self})")
    }
}
