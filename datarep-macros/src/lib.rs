//! The macros of datarep: `datarep!`, which compiles a description, and `#[derive(Datatype)]`, which makes a struct
//! readable from files and writable to them.
#![forbid(unsafe_code)]

mod derive;
mod report;
#[cfg(test)]
mod tests;
mod token_map;

use proc_macro::TokenStream;

/// Describes number formats, representations and records, and makes a module of conversion functions for each
/// representation and each record.
///
/// The braces hold a text in the language of datarep, the same as in a `.datarep` file. For each `datarep NAME` the
/// macro makes a module `NAME` with the functions `read`, `write`, `to_vec`, `to_bytes` and `extent`, and the
/// descriptor `DATAREP`. The macro checks each `test`. `cargo test` runs the tests again if the macro is called in a
/// module. It does not find tests inside functions.
///
/// ```
/// datarep::datarep! {
///     /// Short hexadecimal floating point of IBM System/360.
///     float hfp32 = S1 E7 F24 where value = 0.F * 16^(E - 64);
///
///     /// Mainframe reals in an otherwise big-endian file.
///     datarep mainframe extends external32 {
///         real { 4 => hfp32 }
///         on read  { overflow => infinity }
///         on write { overflow => error, infinity | nan => error, underflow => zero }
///     }
///
///     test hfp32 { -118.625 <=> 0xC276_A000; 0.1 => 0x4019_999A; }
/// }
///
/// let (values, loss) = mainframe::to_vec::<f32>(&[0xC2, 0x76, 0xA0, 0x00])?;
/// assert_eq!(values, [-118.625]);
/// assert!(loss.is_none());
/// # Ok::<(), datarep::Error>(())
/// ```
///
/// # Records
///
/// A `record NAME` is a sequence of fields in formats of their own. For each, the macro makes a struct of native types, `Name`,
/// and a module `name` with the same functions for slices of it: `TraceHeader` and `trace_header`, whichever of the two the
/// text has. `at` states the byte at which a field begins, and is checked.
///
/// ```
/// datarep::datarep! {
///     use ibm::hfp32;
///     use segy::binary_header;          // a record of the standard library
///
///     record station {
///         order big;
///         id:    i24 at 0;
///         lat:   hfp32 at 3;
///         _:     1 byte;                // bytes that mean nothing
///         name:  [ebcdic(cp037); 4] at 8;
///         depth: [u16; 2] at 12;
///     }
/// }
///
/// let file = [0, 1, 2, 0xC2, 0x76, 0xA0, 0, 0, 0xD6, 0xD2, 0x40, 0x40, 0, 7, 0, 9];
/// let (stations, _) = station::to_vec(&file)?;
/// assert_eq!(stations[0], Station { id: 258, lat: -118.625, name: "OK".try_into()?, depth: [7, 9] });
/// assert_eq!(station::to_bytes(&stations)?.0, file);
///
/// let (headers, _) = binary_header::to_vec(&[0; 400])?;
/// assert_eq!(headers[0].samples, 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// If the length of an array is a field, the struct has a `Vec`, and the module has `first` for one record after the other.
///
/// # Another name of the crate
///
/// The code that is made calls the runtime `::datarep`. A crate that has it by another name, as by
/// `dr = { package = "datarep", … }`, says so once, at its root: `extern crate dr as datarep;`.
///
/// # Faults
///
/// Faults in the text are compile errors that point at the words concerned. One build reports all of them, up to
/// 20 for each text.
///
/// ```compile_fail
/// datarep::datarep! {
///     float hfp32 = S1 E7 F24 where value = 1.F * 16^(E - 64);   // a hidden bit needs radix 2
/// }
/// ```
#[proc_macro]
pub fn datarep(tokens: TokenStream) -> TokenStream {
    expand(tokens.into()).into()
}

fn expand(tokens: proc_macro2::TokenStream) -> proc_macro2::TokenStream {
    let map = token_map::TokenMap::new(tokens);
    match datarep_dsl::compile(&map.source) {
        // Editors find the names of modules in the text, and not in the generated code.
        Ok(model) => map.point_to_definitions(datarep_codegen::generate(&model)),
        Err(failure) => report::report(&map, &failure),
    }
}

/// Implements the traits that let a struct be read from files and written to them.
///
/// The struct must be `#[repr(C)]` or `#[repr(transparent)]`, implement [`Copy`], and have fields that can
/// be in a file: numbers, `bool`, `char`, `datarep::Character`, other structs with this derive, and arrays
/// of these. In memory the fields are where the compiler put them. In the file they follow each other in
/// declaration order, without padding, each in the format that the representation gives its type.
///
/// ```
/// use datarep::{Datatype, standard::big_endian};
///
/// #[derive(Debug, Clone, Copy, PartialEq, Datatype)]
/// #[repr(C)]
/// struct Position {
///     x: f64,
///     y: f64,
/// }
///
/// #[derive(Debug, Clone, Copy, PartialEq, Datatype)]
/// #[repr(C)]
/// struct Station {
///     id: i16,
///     position: Position,
///     levels: [f32; 3],
/// }
///
/// let station = Station { id: 7, position: Position { x: 1.5, y: -0.25 }, levels: [0.0, 1.0, 2.0] };
/// let (file, _) = big_endian::to_bytes(&[station])?;
/// assert_eq!(file.len(), 2 + 2 * 8 + 3 * 4);
/// assert_eq!(big_endian::to_vec::<Station>(&file)?.0, [station]);
/// # Ok::<(), datarep::Error>(())
/// ```
///
/// A field of type `u8` is always a number: `[u8; 8]` has the same bytes in the file, so text in EBCDIC stays in
/// EBCDIC. For text, use `[datarep::Character; 8]`, which is converted by the representation's character set.
///
/// # Formats of fields
///
/// A field may have its own format in every representation, so one struct can mix formats.
/// `#[datarep(format = "…")]` names the format as a field of a record does, with its byte order and its rules.
/// For an array, the format is that of the items. A text field has the type `datarep::Chars<N>` and names a
/// character set.
///
/// ```
/// use datarep::{Chars, Datatype, standard::big_endian};
///
/// #[derive(Debug, Clone, Copy, PartialEq, Datatype)]
/// #[repr(C)]
/// struct Station {
///     id: i16,
///     #[datarep(format = "hfp32")]
///     latitude: f32,
///     #[datarep(format = "vax_g { on write { overflow => saturate } }")]
///     depths: [f64; 2],
///     #[datarep(format = "ebcdic(cp037)")]
///     name: Chars<4>,
/// }
///
/// let file = [0, 7, 0xC2, 0x76, 0xA0, 0, 0x10, 0x40, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xD6, 0xD2, 0x40, 0x40];
/// let (stations, _) = big_endian::to_vec::<Station>(&file)?;
/// assert_eq!((stations[0].id, stations[0].latitude, stations[0].depths), (7, -118.625, [1.0, 0.0]));
/// assert_eq!(stations[0].name, "OK");
/// assert_eq!(big_endian::to_bytes(&stations)?.0, file);
/// # Ok::<(), datarep::Error>(())
/// ```
///
/// Formats of the standard library are known by their names. `#[datarep(text = "…")]` before the struct defines
/// other formats. `#[datarep(record = "order little;")]` holds record lines that apply to all such fields: a byte
/// order and rules. A field with `#[datarep(representation = PATH)]` is stored in the representation `PATH`, which is
/// any type that `datarep!` has made.
///
/// The functions of a representation convert such a struct, but it has no typemap. A `File` therefore cannot
/// read or write it: a typemap leaves the format of each type to the representation.
///
/// # Errors
///
/// If the type of a field cannot be in a file, a compile error says why.
///
/// ```compile_fail
/// #[derive(Clone, Copy, datarep::Datatype)]
/// #[repr(C)]
/// struct Trace {
///     samples: usize,   // write `u32` or `u64`: `usize` has not the same size on every machine
/// }
/// ```
#[proc_macro_derive(Datatype, attributes(datarep))]
pub fn datatype(item: TokenStream) -> TokenStream {
    match syn::parse(item) {
        Ok(item) => derive::expand(&item).into(),
        Err(error) => error.into_compile_error().into(),
    }
}
