//! Representations: those of the standard library, of plug-ins, and of conversion functions that a program has
//! registered.
#![allow(unsafe_code, reason = "functions of the program are called")]

use std::ffi::{c_int, c_void};
use std::mem::transmute;
use std::sync::{Arc, PoisonError, RwLock};

use datarep::error::Direction;
use datarep::functions::ConversionFunctions;
use datarep::registry::MAX_DATAREP_STRING;
use datarep::{Datarep, ErrorClass, raw, standard};

use crate::abi::{Leaf, Word};
use crate::datatype::Datatype;
use crate::failure::Failure;
use crate::guard;
use crate::library::Library;
use crate::losses::Losses;
use crate::names::{OF_MPI, STANDARD};
use crate::num::to_usize;
use crate::values::Values;
use crate::{plugins, settings, texts};

/// `MPI_Datarep_conversion_function`: user buffer, datatype, count, file buffer, position, extra state.
type ConversionFunction =
    unsafe extern "C" fn(*mut c_void, Word, c_int, *mut c_void, i64, *mut c_void) -> c_int;
/// `MPI_Datarep_conversion_function_c`.
type ConversionFunctionLarge =
    unsafe extern "C" fn(*mut c_void, Word, i64, *mut c_void, i64, *mut c_void) -> c_int;
/// `MPI_Datarep_conversion_function` of Fortran: all arguments by reference, and the result in the last one.
type ConversionProcedure = unsafe extern "C" fn(
    *mut c_void,
    *const c_int,
    *const c_int,
    *mut c_void,
    *const i64,
    *mut c_void,
    *mut c_int,
);
/// `MPI_Datarep_extent_function`.
type ExtentFunction = unsafe extern "C" fn(Word, *mut i64, *mut c_void) -> c_int;
/// `MPI_Datarep_extent_function` of Fortran.
type ExtentProcedure = unsafe extern "C" fn(*const c_int, *mut i64, *mut c_void, *mut c_int);

/// The calling convention of functions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CallingConvention {
    /// C functions of `MPI_Register_datarep`.
    Int,
    /// C functions of `MPI_Register_datarep_c`.
    Large,
    /// Procedures of Fortran.
    Fortran,
}

/// The functions that a program has registered.
#[derive(Clone, Copy)]
pub(crate) struct ProgramFunctions {
    pub(crate) form: CallingConvention,
    pub(crate) read: *mut c_void,
    pub(crate) write: *mut c_void,
    pub(crate) extent: *mut c_void,
    pub(crate) state: *mut c_void,
}

impl ProgramFunctions {
    /// The function that converts in one direction. It is null if the program has none.
    fn conversion(&self, direction: Direction) -> *mut c_void {
        match direction {
            Direction::Read => self.read,
            Direction::Write => self.write,
        }
    }
}

// SAFETY: the functions and their state are only used to call the functions, and MPI lets any thread of a program do
// that. Test: `threads.c::own_files`.
unsafe impl Send for ProgramFunctions {}
// SAFETY: MPI requires that conversion functions are reentrant, so several threads may call them at the same time.
// Test: `threads.c::own_files`.
unsafe impl Sync for ProgramFunctions {}

/// A representation of files.
pub(crate) struct Representation {
    /// The extents, and the conversions that no function does.
    datarep: Datarep,
    functions: Option<ProgramFunctions>,
}

/// Items of an access in the memory of the program.
#[derive(Clone)]
pub(crate) struct Items {
    pub(crate) datatype: Arc<Datatype>,
    pub(crate) buffer: ItemMemory,
    /// Where losses are counted.
    pub(crate) losses: Arc<Losses>,
}

/// Where the items of an access are.
#[derive(Clone, Copy)]
pub(crate) enum ItemMemory {
    /// In the program's memory.
    Bytes(ProgramBuffer),
    /// In Rust values, which convert themselves.
    Values(Values),
}

/// Some of the items of an access.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ItemRange {
    /// The index of the first one.
    pub(crate) position: i64,
    pub(crate) count: i64,
}

/// The program's memory, as its functions get it.
#[derive(Clone, Copy)]
pub(crate) struct ProgramBuffer {
    /// The datatype, as the program passed it.
    pub(crate) handle: Word,
    /// The address of displacement zero of the first copy.
    pub(crate) begin: *mut c_void,
}

// SAFETY: memory of the program may be accessed by any thread: MPI forbids the program to touch the buffer until the
// access is completed, in whichever thread that is. Rust values stay in the thread that has begun the access, because
// `PinnedBuffer`, which their requests have, is not `Send`. Test: `threads.c::round_of`.
unsafe impl Send for Items {}

impl Items {
    /// Some of the items.
    pub(crate) fn part(&self, position: i64, count: i64) -> datarep::datatype::Items<'_> {
        datarep::datatype::Items { datatype: &self.datatype.memory, count, position }
    }
}

impl Representation {
    /// A representation without functions of C.
    pub(crate) fn from_datarep(datarep: &Datarep) -> Representation {
        Representation { datarep: datarep.into(), functions: None }
    }

    fn from_functions(library: &'static Library, name: &str, functions: ProgramFunctions) -> Representation {
        let extents = ConversionFunctions::new(name, move |predefined| {
            let functions: &ProgramFunctions = &functions;
            let handle = library.abi.handle(Leaf::One(predefined));
            let handle =
                handle.ok_or_else(|| format!("`{}` is unknown to the MPI library", predefined.name()))?;
            let (mut extent, state) = (0, functions.state);
            let code = guard::in_function(|| match functions.form {
                CallingConvention::Int | CallingConvention::Large => {
                    // SAFETY: the program has registered a function of this type, as MPI requires. Test:
                    // `matrix.c::view_of`.
                    let function = unsafe { transmute::<*mut c_void, ExtentFunction>(functions.extent) };
                    // SAFETY: `extent` is a place for the extent, and the state is the one that the program has
                    // registered with the function. Test: `matrix.c::view_of`.
                    unsafe { function(handle, &raw mut extent, state) }
                }
                CallingConvention::Fortran => {
                    let (handle, mut code) = (to_fortran_handle(handle), 0);
                    // SAFETY: the program has registered a procedure of this type, as MPI requires. Tests:
                    // `handles.F90`, `typed.F90`.
                    let function = unsafe { transmute::<*mut c_void, ExtentProcedure>(functions.extent) };
                    // SAFETY: `handle`, `extent` and `code` are places for numbers, and the state is the one that the
                    // program has registered with the procedure. Tests: `handles.F90`, `typed.F90`.
                    unsafe { function(&raw const handle, &raw mut extent, state, &raw mut code) };
                    code
                }
            });
            if code == 0 { Ok(extent) } else { Err(format!("it returned {code}").into()) }
        });
        Representation { datarep: extents.into(), functions: Some(functions) }
    }

    /// Whether a program has registered the representation.
    pub(crate) fn has_functions(&self) -> bool {
        self.functions.is_some()
    }

    /// The extents and layouts of the representation.
    pub(crate) fn datarep(&self) -> &Datarep {
        &self.datarep
    }

    /// Converts some items. When it reads, the program's function may overwrite `file`.
    pub(crate) fn convert(
        &self,
        direction: Direction,
        items: &Items,
        range: ItemRange,
        file: &mut [u8],
    ) -> Result<(), Failure> {
        let buffer = match items.buffer {
            ItemMemory::Bytes(buffer) => buffer,
            ItemMemory::Values(values) => {
                items.losses.add(values.convert(&self.datarep, range, file)?);
                return Ok(());
            }
        };
        if let Some(functions) = &self.functions
            && !functions.conversion(direction).is_null()
        {
            return self.call_in_parts(functions, direction, items, buffer, range, file);
        }
        let part = items.part(range.position, range.count);
        let loss = match direction {
            Direction::Read => {
                // SAFETY: the program has passed a buffer in which these items lie, and MPI forbids it to use them
                // until the access is completed. Tests: `matrix.c::read_case`, `large.c::large`.
                unsafe { raw::read_items(&self.datarep, part, buffer.begin, file) }
            }
            Direction::Write => {
                // SAFETY: the program has passed a buffer in which these items lie, and MPI forbids it to change them
                // until the access is completed. Tests: `matrix.c::write_case`, `large.c::large`.
                unsafe { raw::write_items(&self.datarep, part, buffer.begin, file) }
            }
        };
        items.losses.add(loss?);
        Ok(())
    }

    // Requirement: R-CONV-1, R-CONV-2, R-CONV-6, R-CONV-11, R-REG-7.
    /// Calls a function of the program, in parts whose counts fit in its argument.
    fn call_in_parts(
        &self,
        functions: &ProgramFunctions,
        direction: Direction,
        items: &Items,
        buffer: ProgramBuffer,
        range: ItemRange,
        file: &mut [u8],
    ) -> Result<(), Failure> {
        let function = functions.conversion(direction);
        // A procedure of Fortran counts in an `int`, too.
        let most = if functions.form == CallingConvention::Large { i64::MAX } else { i64::from(c_int::MAX) };
        let (mut converted_items, mut rest) = (0, file);
        while converted_items < range.count {
            let (position, count) =
                (range.position + converted_items, (range.count - converted_items).min(most));
            let bytes = to_usize(self.datarep.file_size(items.part(position, count))?);
            let (now, later) = rest.split_at_mut(bytes);
            let code = call_function(functions, function, buffer, ItemRange { position, count }, now);
            if code != 0 {
                let name = self.datarep.name();
                let message = format!(
                    "datarep `{name}`: its {direction} function returned {code} for {count} items from item {position} on"
                );
                return Err(Failure::new(ErrorClass::Conversion, message));
            }
            (converted_items, rest) = (converted_items + count, later);
        }
        Ok(())
    }
}

/// Calls a function once.
fn call_function(
    functions: &ProgramFunctions,
    function: *mut c_void,
    buffer: ProgramBuffer,
    range: ItemRange,
    file: &mut [u8],
) -> c_int {
    let (ProgramBuffer { handle, begin }, ItemRange { position, count }) = (buffer, range);
    let state = functions.state;
    let int_count = c_int::try_from(count).unwrap_or(c_int::MAX);
    let file = file.as_mut_ptr().cast();
    guard::in_function(|| match functions.form {
        CallingConvention::Int => {
            // SAFETY: the program has registered a function of this type, as MPI requires. Tests:
            // `functions.c::direction`, `matrix.c::convert`.
            let function = unsafe { transmute::<*mut c_void, ConversionFunction>(function) };
            // SAFETY: the state is the one that the program has registered with the function. The items lie in the
            // buffer that the program has passed, and `file` has as many bytes as they take. `count` fits in an `int`,
            // because `call_in_parts` has divided the items. Tests: `functions.c::direction`, `matrix.c::convert`.
            unsafe { function(begin, handle, int_count, file, position, state) }
        }
        CallingConvention::Large => {
            // SAFETY: the program has registered a function of this type, as MPI requires. Test: `matrix.c::convert`.
            let function = unsafe { transmute::<*mut c_void, ConversionFunctionLarge>(function) };
            // SAFETY: the state is the one that the program has registered with the function. The items lie in the
            // buffer that the program has passed, and `file` has as many bytes as they take. Test: `matrix.c::convert`.
            unsafe { function(begin, handle, count, file, position, state) }
        }
        CallingConvention::Fortran => {
            let (handle, mut code) = (to_fortran_handle(handle), 0);
            // SAFETY: the program has registered a procedure of this type, as MPI requires. Tests: `handles.F90`,
            // `typed.F90`.
            let function = unsafe { transmute::<*mut c_void, ConversionProcedure>(function) };
            // SAFETY: the state is the one that the program has registered with the function. The items lie in the
            // buffer that the program has passed, and `file` has as many bytes as they take. `handle`, `int_count`,
            // `position` and `code` are places of numbers that live during the call. Tests: `handles.F90`, `typed.F90`.
            unsafe {
                function(
                    begin,
                    &raw const handle,
                    &raw const int_count,
                    file,
                    &raw const position,
                    state,
                    &raw mut code,
                );
            };
            code
        }
    })
}

/// A handle of Fortran. Procedures are called directly only in libraries where handles of C are the same numbers.
fn to_fortran_handle(handle: Word) -> c_int {
    let [a, b, c, d, ..] = handle.to_le_bytes();
    c_int::from_le_bytes([a, b, c, d])
}

static REGISTERED: RwLock<Vec<(String, Arc<Representation>)>> = RwLock::new(Vec::new());

/// The most bytes of a name. In C, `MPI_MAX_DATAREP_STRING` counts the zero at the end, too: a program gives
/// `MPI_File_get_view` a place of that size.
const LONGEST: usize = MAX_DATAREP_STRING - 1;

// Requirement: R-REG-1, R-REG-2, R-REG-3, R-REG-4, R-REG-5.
/// Registers functions under a name.
pub(crate) fn register(
    library: &'static Library,
    name: &str,
    functions: ProgramFunctions,
) -> Result<(), Failure> {
    if name.is_empty() || name.len() > LONGEST {
        return Err(name_length_failure(name));
    }
    if functions.extent.is_null() {
        let message = format!("datarep `{name}` has no extent function: without it no file can be laid out");
        return Err(Failure::new(ErrorClass::Arg, message));
    }
    let new = Arc::new(Representation::from_functions(library, name, functions));
    let mut registered = REGISTERED.write().unwrap_or_else(PoisonError::into_inner);
    if OF_MPI.contains(&name)
        || plugins::get().find_datarep(name).is_some()
        || texts::get().find_datarep(name).is_some()
        || registered.iter().any(|(registered_name, _)| registered_name == name)
    {
        return Err(Failure::new(ErrorClass::DupDatarep, format!("the datarep `{name}` is defined already")));
    }
    registered.push((name.to_owned(), new));
    Ok(())
}

/// Forgets the representations that the program has registered. Views that have them keep them.
pub(crate) fn forget_registered() {
    REGISTERED.write().unwrap_or_else(PoisonError::into_inner).clear();
}

/// The representation of a name, if it is one of ours. The MPI library handles other names. The call fails if a plug-in
/// that could not be loaded, or a text that has faults, may have the name.
pub(crate) fn find_representation(name: &str) -> Result<Option<Arc<Representation>>, Failure> {
    let representation = find_known(name)?;
    // A plug-in may have it.
    if representation.is_some() && name.len() > LONGEST {
        return Err(name_length_failure(name));
    }
    let mut faults = plugins::get().faults().iter().chain(texts::get().faults()).peekable();
    if representation.is_none() && !OF_MPI.contains(&name) && faults.peek().is_some() {
        let faults: Vec<&str> = faults.map(String::as_str).collect();
        let message = format!(
            "no representation is named `{name}`, and some that were asked for are missing: {}",
            faults.join("; ")
        );
        return Err(Failure::new(ErrorClass::UnsupportedDatarep, message));
    }
    Ok(representation)
}

fn name_length_failure(name: &str) -> Failure {
    let message = format!("`{name}` has {} bytes: the name of a datarep has 1 to {LONGEST}", name.len());
    Failure::new(ErrorClass::Arg, message)
}

fn find_known(name: &str) -> Result<Option<Arc<Representation>>, Failure> {
    let registered = REGISTERED.read().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, representation)) = registered.iter().find(|(registered_name, _)| registered_name == name)
    {
        return Ok(Some(Arc::clone(representation)));
    }
    drop(registered);
    let compiled = |datarep: &Datarep| Ok(Some(Arc::new(Representation::from_datarep(datarep))));
    if let Some(datarep) = STANDARD.iter().find(|datarep| datarep.name() == name) {
        return compiled(datarep);
    }
    if name == "external32" && settings::get().external32 {
        return compiled(standard::external32::DATAREP);
    }
    if let Some(datarep) = plugins::get().find_datarep(name).or_else(|| texts::get().find_datarep(name)) {
        return compiled(datarep);
    }
    texts::find_shipped(name)?.map_or(Ok(None), |datarep| compiled(&datarep))
}

/// The names that [`find_representation`] knows. Those that are registered later come last.
pub(crate) fn list_names() -> Vec<String> {
    let external32 = settings::get().external32.then_some("external32");
    let compiled = STANDARD.iter().map(|datarep| datarep.name()).chain(external32);
    let compiled = compiled.chain(texts::shipped_names().iter().copied());
    let compiled = compiled.chain(plugins::get().names()).chain(texts::get().names()).map(str::to_owned);
    let registered = REGISTERED.read().unwrap_or_else(PoisonError::into_inner);
    let mut names: Vec<String> = compiled.collect();
    for (name, _) in registered.iter() {
        if !names.contains(name) {
            names.push(name.clone());
        }
    }
    names
}

/// How many bytes of memory the first `count` items take.
pub(crate) fn native_size(items: &Items, count: i64) -> Result<i64, Failure> {
    Ok(Datarep::NATIVE.file_size(items.part(0, count))?)
}

/// How many items an access has.
pub(crate) fn count_items(datatype: &Datatype, copies: i64) -> Result<i64, Failure> {
    if copies < 0 {
        return Err(Failure::new(ErrorClass::Count, format!("the count is {copies}")));
    }
    let items = datatype.memory.items().checked_mul(copies);
    let large = || Failure::new(ErrorClass::ValueTooLarge, "the number of items does not fit in 64 bits");
    items.ok_or_else(large)
}
