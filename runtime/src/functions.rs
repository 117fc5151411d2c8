//! Conversion functions that a program provides, as an alternative to generated ones.
//!
//! They are closures, so that they may have state. They get the arguments that the standard lists, and are called only
//! after their buffers were checked. A panic in one of them becomes an error.
//!
//! Source: MPI 4.1, "User-Defined Data Representations".

use std::any::Any;
use std::cell::Cell;
use std::fmt;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::OnceLock;

use crate::datatype::{Items, Memory};
use crate::error::{Direction, Error, ErrorKind};
use crate::predefined::Predefined;

/// The argument of a read function: items to take from the file and store.
///
/// Its parts are the arguments of [`Datarep::read_items`](crate::Datarep::read_items), so that a function may call
/// other conversions.
///
/// ```
/// use datarep::datatype::{Items, Memory};
/// use datarep::functions::ConversionFunctions;
/// use datarep::{Datarep, Predefined, standard::big_endian};
/// // Big-endian, every byte inverted.
/// let inverted = ConversionFunctions::new("inverted", |predefined| Ok(predefined.native_size() as i64))
///     .on_read(|call| {
///         call.file.iter_mut().for_each(|byte| *byte = !*byte);
///         big_endian::DATAREP.read_items(call.items, call.native, call.file)?;
///         Ok(())
///     });
/// let (values, _) = Datarep::from(inverted).to_vec::<i16>(&[0xFF, 0xFE])?;
/// assert_eq!(values, [1]);
/// # Ok::<(), datarep::Error>(())
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub struct ReadCall<'a> {
    /// The items and their datatype.
    pub items: Items<'a>,
    /// The native buffer, which contains every item of the call. For a slice of a Rust type it is a copy of the slice,
    /// in which only the values with items of the call are filled.
    pub native: Memory<&'a mut [u8]>,
    /// The items in the file, without gaps. The function may overwrite them.
    pub file: &'a mut [u8],
}

/// The argument of a write function: the mirror of [`ReadCall`], with the arguments of
/// [`Datarep::write_items`](crate::Datarep::write_items).
#[derive(Debug)]
#[non_exhaustive]
pub struct WriteCall<'a> {
    /// The items and their datatype.
    pub items: Items<'a>,
    /// The native buffer, which contains every item of the call. For a slice of a Rust type it is a copy of the slice,
    /// in which only the values with items of the call are filled.
    pub native: Memory<&'a [u8]>,
    /// The bytes in the file to write the items to, without gaps.
    pub file: &'a mut [u8],
}

/// Why a conversion function failed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FunctionError {
    /// The position of the item, if it is known. A position outside the call counts as unknown.
    pub item: Option<i64>,
    /// What happened.
    pub message: String,
}

impl FunctionError {
    /// A failure at the item with this position.
    pub fn at(item: i64, message: impl Into<String>) -> FunctionError {
        FunctionError { item: Some(item), message: message.into() }
    }
}

impl From<&str> for FunctionError {
    fn from(message: &str) -> FunctionError {
        FunctionError { item: None, message: message.to_owned() }
    }
}

impl From<String> for FunctionError {
    fn from(message: String) -> FunctionError {
        FunctionError { item: None, message }
    }
}

/// Lets a function use `?` on other conversions. The item's position is kept.
impl From<Error> for FunctionError {
    fn from(error: Error) -> FunctionError {
        let item = match error.kind() {
            ErrorKind::Conversion { fault, .. } => i64::try_from(fault.item).ok(),
            ErrorKind::Function { item, .. } => Some(*item),
            _ => None,
        };
        FunctionError { item, message: error.to_string() }
    }
}

thread_local! {
    /// Whether this thread is running a program's function.
    static INSIDE: Cell<bool> = const { Cell::new(false) };
}

/// Whether the caller runs inside a conversion or extent function.
pub(crate) fn is_inside_function() -> bool {
    INSIDE.get()
}

/// Runs a program's function, marks the thread meanwhile, and catches a panic.
fn catch_panic<R>(function: impl FnOnce() -> R) -> Result<R, Box<dyn Any + Send>> {
    // A function may call a conversion whose function is called in turn. So the old value is put back, and not
    // `false`.
    let before = INSIDE.replace(true);
    // The panic must not pass through the frames of a C library that may have called us.
    let result = catch_unwind(AssertUnwindSafe(function));
    INSIDE.set(before);
    result
}

type ReadFunction = dyn Fn(ReadCall<'_>) -> Result<(), FunctionError> + Send + Sync;
type WriteFunction = dyn Fn(WriteCall<'_>) -> Result<(), FunctionError> + Send + Sync;
type ExtentClosure = dyn Fn(Predefined) -> Result<i64, FunctionError> + Send + Sync;

// Requirement: R-REG-1, R-REG-7.
/// A representation by functions: its name, the extents of its items, and their conversions.
///
/// A direction without a function moves data in the native representation.
///
/// ```
/// use datarep::datatype::{Items, Memory, Typemap};
/// use datarep::{Datarep, Predefined, functions::ConversionFunctions};
/// // Bytes, each with a key added.
/// let key = 13_u8;
/// let functions = ConversionFunctions::new("keyed", |_| Ok(1)).on_read(move |call| {
///     let Items { datatype, position, .. } = call.items;
///     for (item, byte) in (position..).zip(call.file) {
///         let (_, displacement) = datatype.locate(item)?;
///         let at = call.native.origin.checked_add_signed(displacement as isize).ok_or("out of memory")?;
///         call.native.bytes[at] = byte.wrapping_sub(key);
///     }
///     Ok(())
/// });
/// let every_second = Typemap::vector(3, 1, 2, &Predefined::Byte.into())?.commit()?;
/// let items = Items { datatype: &every_second, count: 3, position: 0 };
/// let mut native = [0; 5];
/// Datarep::from(functions).read_items(items, Memory::new(&mut native), &[14, 15, 16])?;
/// assert_eq!(native, [1, 0, 2, 0, 3]);
/// # Ok::<(), datarep::Error>(())
/// ```
pub struct ConversionFunctions {
    name: String,
    read: Option<Box<ReadFunction>>,
    write: Option<Box<WriteFunction>>,
    extent: Box<ExtentClosure>,
    /// The results of the extent function, which is called once for each type that is used.
    extents: [OnceLock<i64>; Predefined::COUNT],
}

impl ConversionFunctions {
    /// A representation without conversion functions. `extent` returns the bytes of an item in the file.
    pub fn new(
        name: impl Into<String>,
        extent: impl Fn(Predefined) -> Result<i64, FunctionError> + Send + Sync + 'static,
    ) -> ConversionFunctions {
        ConversionFunctions {
            name: name.into(),
            read: None,
            write: None,
            extent: Box::new(extent),
            extents: [const { OnceLock::new() }; Predefined::COUNT],
        }
    }

    /// Adds a function for reading.
    #[must_use]
    pub fn on_read(
        mut self,
        read: impl Fn(ReadCall<'_>) -> Result<(), FunctionError> + Send + Sync + 'static,
    ) -> ConversionFunctions {
        self.read = Some(Box::new(read));
        self
    }

    /// Adds a function for writing.
    #[must_use]
    pub fn on_write(
        mut self,
        write: impl Fn(WriteCall<'_>) -> Result<(), FunctionError> + Send + Sync + 'static,
    ) -> ConversionFunctions {
        self.write = Some(Box::new(write));
        self
    }

    /// The representation's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    pub(crate) fn has_read(&self) -> bool {
        self.read.is_some()
    }

    pub(crate) fn has_write(&self) -> bool {
        self.write.is_some()
    }

    // Requirement: R-EXT-1, R-CONV-12.
    /// The bytes of an item in the file, as the extent function returns them.
    pub(crate) fn extent(&self, predefined: Predefined) -> Result<i64, Error> {
        // Asked once for each type: every access needs it, and views rely on an answer that does not change.
        let known = &self.extents[predefined as usize];
        if let Some(&extent) = known.get() {
            return Ok(extent);
        }
        let failed = |message| ErrorKind::Extent { datarep: self.name.clone(), predefined, message };
        let extent = match catch_panic(|| (self.extent)(predefined)) {
            Ok(Ok(extent)) if extent >= 0 => extent,
            Ok(Ok(extent)) => return Err(failed(format!("its function says {extent}")).into()),
            Ok(Err(error)) => return Err(failed(error.message).into()),
            Err(panic) => return Err(failed(describe_panic(&*panic)).into()),
        };
        // Two threads may have asked at once. All go on with the answer that was kept.
        Ok(*known.get_or_init(|| extent))
    }

    /// Runs the read function, which the caller has checked to exist.
    pub(crate) fn read(&self, call: ReadCall<'_>) -> Result<(), Error> {
        // Not reached: the caller has asked `has_read`.
        let Some(read) = &self.read else { return Ok(()) };
        // Kept for `check_outcome`, as the call consumes its arguments.
        let items = call.items.position..call.items.position + call.items.count;
        let result = catch_panic(|| read(call));
        self.check_outcome(result, Direction::Read, items)
    }

    /// Runs the write function, which the caller has checked to exist.
    pub(crate) fn write(&self, call: WriteCall<'_>) -> Result<(), Error> {
        let Some(write) = &self.write else { return Ok(()) };
        let items = call.items.position..call.items.position + call.items.count;
        let result = catch_panic(|| write(call));
        self.check_outcome(result, Direction::Write, items)
    }

    // Requirement: R-CONV-11.
    /// Makes the outcome of a function a result. `items` are the positions of the call. A position outside them does
    /// not say where the function failed.
    fn check_outcome(
        &self,
        result: Result<Result<(), FunctionError>, Box<dyn Any + Send>>,
        direction: Direction,
        items: Range<i64>,
    ) -> Result<(), Error> {
        let error = match result {
            Ok(Ok(())) => return Ok(()),
            Ok(Err(error)) => error,
            Err(panic) => describe_panic(&*panic).into(),
        };
        // A function of the program may name any item. One outside of the call would give wrong counts to the caller.
        let item = error.item.filter(|item| items.contains(item)).unwrap_or(items.start);
        let message = error.message;
        Err(ErrorKind::Function { datarep: self.name.clone(), direction, item, message }.into())
    }
}

impl fmt::Debug for ConversionFunctions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, read, write) = (&self.name, self.has_read(), self.has_write());
        write!(f, "ConversionFunctions {{ name: {name:?}, read: {read}, write: {write} }}")
    }
}

/// The message of a panic.
pub(crate) fn describe_panic(panic: &(dyn Any + Send)) -> String {
    let message = panic.downcast_ref::<&str>().copied();
    let message = message.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    format!("panicked: {}", message.unwrap_or("without a message"))
}
