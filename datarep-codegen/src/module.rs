//! The module of a representation: descriptor, extents, functions, conversions, tests.

use std::collections::{BTreeMap, HashMap};

use datarep_dsl::model::{ByteOrder, Conversion, Datarep, FormatId, Model, Native, Policy, TypeMapping};
use proc_macro2::{Ident, TokenStream};
use quote::quote;

use crate::{assertions, convert, names};

/// The properties that distinguish conversions.
type ConversionKey<'m> = (Native, FormatId, &'m ByteOrder, Policy, Policy, &'m str);

/// The conversions of sibling modules, so that each is generated and compiled once.
#[derive(Default)]
pub(crate) struct SiblingConversions<'m> {
    /// The path of each conversion, as a sibling writes it.
    made: HashMap<ConversionKey<'m>, TokenStream>,
    /// Whether a module uses a conversion of a sibling.
    pub(crate) shared: bool,
}

/// `pub mod NAME` with everything of the representation except the conversions that an earlier sibling has.
pub(crate) fn emit_module<'m>(
    model: &Model,
    datarep: &'m Datarep,
    siblings: &mut SiblingConversions<'m>,
) -> TokenStream {
    let module = names::make_ident(&datarep.name);
    let marker = names::representation_name(&datarep.name);
    // All conversions of the representation get names, shared ones too, so that names do not depend on the siblings.
    let names = conversion_names(model, datarep.conversions.iter());
    // Before the own ones are entered, which would be found otherwise.
    let found: Vec<Option<TokenStream>> = datarep
        .conversions
        .iter()
        .map(|conversion| siblings.made.get(&conversion_key(conversion)).cloned())
        .collect();
    // A conversion that an earlier module has is named by a path to it. Emitted twice, it would be compiled
    // twice, and a program with several representations would grow with each.
    siblings.shared |= found.iter().any(Option::is_some);
    for (conversion, name) in datarep.conversions.iter().zip(&names) {
        siblings
            .made
            .entry(conversion_key(conversion))
            // Paths begin with `super`, as the modules of one text are siblings wherever the user puts them.
            .or_insert_with(|| quote!(super::#module::conversions::#name));
    }
    let conversions: Vec<TokenStream> = found
        .iter()
        .zip(&names)
        .map(|(shared, name)| shared.clone().unwrap_or_else(|| quote!(conversions::#name)))
        .collect();
    // A closure, as the conversions are walked once for their code and once for their tests.
    let own = || {
        // Only what no sibling has is generated here.
        let all = datarep.conversions.iter().zip(&names).zip(&found);
        all.filter(|(_, shared)| shared.is_none()).map(|(own, _)| own)
    };
    let docs = emit_docs(model, datarep).into_iter().map(|line| names::doc_line(&line));
    let descriptor = emit_descriptor(datarep, &conversions, &names);
    let functions =
        [emit_functions(&marker, &datarep.name), emit_dry_runs(&marker), emit_new_vectors(&marker)];
    let items = emit_items(datarep, &conversions, &marker);
    let own_conversions = emit_own_conversions(model, own());
    let tests = assertions::emit_tests(model, own());
    let name = &datarep.name;
    let marker_doc = format!(" The representation `{name}` as a type.");
    let capitals = names::allow_capitals(name);
    quote! {
        #(#[doc = #docs])*
        #[allow(clippy::all, clippy::pedantic, dead_code, unused_doc_comments, unused_parens, unreachable_pub, reason = "generated code")]
        #capitals
        pub mod #module {
            use ::datarep::codegen as rt;

            #[doc = #marker_doc]
            #[derive(Debug, Clone, Copy, PartialEq, Eq)]
            pub struct #marker;

            impl rt::Representation for #marker {
                const NAME: &'static str = #name;
                const DATAREP: &'static rt::Datarep = DATAREP;
            }

            #descriptor
            #(#functions)*
            #items

            #own_conversions

            #tests
        }
    }
}

/// The conversions that are the module's own. A representation that consists of rules only has none.
fn emit_own_conversions<'a>(
    model: &Model,
    own: impl Iterator<Item = (&'a Conversion, &'a Ident)>,
) -> Option<TokenStream> {
    let impls: Vec<TokenStream> =
        own.map(|(conversion, name)| convert::emit_conversion(model, conversion, name)).collect();
    (!impls.is_empty()).then(|| {
        quote! {
            pub(super) mod conversions {
                use ::datarep::codegen as rt;

                #(#impls)*
            }
        }
    })
}

/// A module whose functions accept everything, for a text with faults.
pub(crate) fn emit_stub(name: &str) -> TokenStream {
    let module = names::make_ident(name);
    let marker = names::representation_name(name);
    quote! {
        #[allow(clippy::all, clippy::pedantic, dead_code, unreachable_pub, reason = "generated code")]
        #[allow(missing_docs, reason = "stands for a representation with faults")]
        pub mod #module {
            use ::datarep::codegen as rt;

            #[derive(Debug, Clone, Copy, PartialEq, Eq)]
            pub struct #marker;

            impl rt::Representation for #marker {
                const NAME: &'static str = #name;
                const DATAREP: &'static rt::Datarep = DATAREP;
            }

            pub const DATAREP: &rt::Datarep = &rt::Datarep::compiled(DESCRIPTOR);
            const DESCRIPTOR: &rt::Descriptor =
                &rt::Descriptor::new(#name, "", [rt::Entry::Unsupported; rt::Predefined::COUNT]);
            pub static EXTENTS: [Option<usize>; rt::Predefined::COUNT] = DESCRIPTOR.extents();

            pub const fn extent<T>() -> usize {
                0
            }

            // The functions take any type, so that the user's calls compile and the fault of the text is the only
            // error. They are never run: the fault is an error of the build, too.
            pub fn read<T>(_file: &[u8], _native: &mut [T]) -> Result<rt::Loss, rt::Error> {
                Ok(rt::Loss::default())
            }

            pub fn write<T>(_native: &[T], _file: &mut [u8]) -> Result<rt::Loss, rt::Error> {
                Ok(rt::Loss::default())
            }

            pub fn loss<T>(_file: &[u8]) -> Result<rt::Loss, rt::Error> {
                Ok(rt::Loss::default())
            }

            pub fn loss_on_write<T>(_native: &[T]) -> rt::Loss {
                rt::Loss::default()
            }

            pub fn to_vec<T>(_file: &[u8]) -> Result<(Vec<T>, rt::Loss), rt::Error> {
                Ok((Vec::new(), rt::Loss::default()))
            }

            pub fn to_bytes<T>(_native: &[T]) -> Result<(Vec<u8>, rt::Loss), rt::Error> {
                Ok((Vec::new(), rt::Loss::default()))
            }
        }
    }
}

/// A name for each conversion: `Real8`, or `Real8AsHfp32` if there are two of a kind.
pub(crate) fn conversion_names<'a>(
    model: &Model,
    conversions: impl Iterator<Item = &'a Conversion> + Clone,
) -> Vec<Ident> {
    let plain = |conversion: &Conversion| names::native_row(conversion.native).conversion;
    // The first pass counts, because even the first of two conversions has the longer name.
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for conversion in conversions.clone() {
        *counts.entry(plain(conversion)).or_default() += 1;
    }
    let mut given = names::UsedNames::default();
    conversions
        .map(|conversion| {
            let mut name = plain(conversion).to_owned();
            // The format tells two conversions of one native type apart.
            if counts.get(name.as_str()).is_some_and(|&count| count > 1) {
                let format = &model.formats[conversion.format.0].name;
                name = format!("{name}As{}", names::marker_name(format));
            }
            given.make_distinct(&name)
        })
        .collect()
}

fn conversion_key(conversion: &Conversion) -> ConversionKey<'_> {
    let Conversion { native, format, order, read, write, title, .. } = conversion;
    // All that the code depends on, and the title, which errors print.
    (*native, *format, order, *read, *write, title)
}

fn emit_docs(model: &Model, datarep: &Datarep) -> Vec<String> {
    let mut docs: Vec<String> = datarep.doc.lines().map(|line| format!(" {line}")).collect();
    if !docs.is_empty() {
        docs.push(String::new());
    }
    let origin = &datarep.origin;
    docs.push(format!(" Datarep `{}` (`{origin}`).", datarep.name));
    docs.push(String::new());
    docs.push(" | types | in the file | bytes |".to_owned());
    docs.push(" |---|---|---|".to_owned());
    docs.extend(list_stored(model, datarep).into_iter().map(|StoredTypes { types, what, bytes }| {
        let types: Vec<String> = types.iter().map(|name| format!("`{name}`")).collect();
        format!(" | {} | {what} | {bytes} |", types.join(", "))
    }));
    docs
}

/// Predefined types that are stored alike.
struct StoredTypes {
    types: Vec<&'static str>,
    what: String,
    bytes: String,
}

/// How types are stored, in the order in which they have it first. What is unsupported comes last.
fn list_stored(model: &Model, datarep: &Datarep) -> Vec<StoredTypes> {
    let mut all: Vec<StoredTypes> = Vec::new();
    for entry in &datarep.types {
        let stored = |index: usize| {
            let conversion = &datarep.conversions[index];
            let format = &model.formats[conversion.format.0];
            (format.name.clone(), conversion.order.extent(format.bits))
        };
        // The dash says that there is nothing in the file, not zero bytes.
        let (what, bytes) = match entry.mapping {
            TypeMapping::Unsupported => (UNSUPPORTED.to_owned(), "–".to_owned()),
            TypeMapping::Bytes => ("as it is".to_owned(), "1".to_owned()),
            TypeMapping::Scalar(index) => {
                let (format, bytes) = stored(index);
                (format!("`{format}`"), bytes.to_string())
            }
            TypeMapping::Complex(index) => {
                let (format, bytes) = stored(index);
                (format!("2 × `{format}`"), (2 * bytes).to_string())
            }
        };
        let name = entry.predefined.name();
        match all.iter_mut().find(|known| (&known.what, &known.bytes) == (&what, &bytes)) {
            Some(known) => known.types.push(name),
            None => all.push(StoredTypes { types: vec![name], what, bytes }),
        }
    }
    all.sort_by_key(|stored| stored.what == UNSUPPORTED);
    all
}

/// What is said of types that a representation does not have.
const UNSUPPORTED: &str = "unsupported";

fn emit_descriptor(datarep: &Datarep, conversions: &[TokenStream], names: &[Ident]) -> TokenStream {
    let (name, doc) = (&datarep.name, &datarep.doc);
    // Each entry once, in the order in which types first use it.
    let mut given = names::UsedNames::default();
    let mut distinct: Vec<(TypeMapping, Ident, TokenStream)> = Vec::new();
    let mut place = |mapping: TypeMapping| {
        let (index, is_complex) = match mapping {
            TypeMapping::Unsupported => return quote!(rt::Entry::Unsupported),
            TypeMapping::Bytes => return quote!(rt::Entry::Bytes),
            TypeMapping::Scalar(index) => (index, false),
            TypeMapping::Complex(index) => (index, true),
        };
        // Several types may have one entry.
        if let Some((_, known, _)) = distinct.iter().find(|(known, ..)| *known == mapping) {
            return quote!(#known);
        }
        // One conversion may have a scalar entry and a complex one.
        let prefix = if is_complex { "COMPLEX_" } else { "" };
        let constant =
            given.make_distinct(&format!("{prefix}{}", names::constant_name(&names[index].to_string())));
        let variant = names::entry_variant(datarep.conversions[index].native, is_complex);
        let (functions, conversion) =
            (if is_complex { quote!(of_complex) } else { quote!(of) }, &conversions[index]);
        let entry = quote! {
            const #constant: rt::Entry = rt::Entry::#variant(rt::Functions::#functions::<#conversion>());
        };
        distinct.push((mapping, constant.clone(), entry));
        quote!(#constant)
    };
    let entries: Vec<TokenStream> = datarep.types.iter().map(|entry| place(entry.mapping)).collect();
    let constants = distinct.into_iter().map(|(.., entry)| entry);
    quote! {
        /// The representation as a value: what is registered, and found by name.
        pub const DATAREP: &rt::Datarep = &rt::Datarep::compiled(DESCRIPTOR);

        /// What it does with each predefined type. A constant, so that only what a program uses is compiled.
        const DESCRIPTOR: &rt::Descriptor = {
            #(#constants)*
            &rt::Descriptor::new(#name, #doc, [#(#entries),*])
        };

        /// Bytes that one item of each predefined type takes in the file.
        pub static EXTENTS: [Option<usize>; rt::Predefined::COUNT] = DESCRIPTOR.extents();
    }
}

fn emit_functions(marker: &Ident, name: &str) -> TokenStream {
    let read_doc = format!(" Converts `file`, bytes of a `{name}` file, to native items.");
    let write_doc = format!(" Converts native items to `file`, bytes of a `{name}` file.");
    quote! {
        /// Bytes that one `T` takes in the file.
        pub const fn extent<T: rt::Item<#marker>>() -> usize {
            rt::extent::<#marker, T>()
        }

        #[doc = #read_doc]
        ///
        /// `file`: `extent::<T>()` bytes for each item of `native`. Returns the losses.
        ///
        /// # Errors
        ///
        /// Class `Count` if the lengths do not fit each other; class `Conversion` at the first item that meets
        /// an event whose rule is `error`: the items before it are converted.
        pub fn read<T: rt::Item<#marker>>(file: &[u8], native: &mut [T]) -> Result<rt::Loss, rt::Error> {
            rt::read::<#marker, T>(file, native)
        }

        #[doc = #write_doc]
        ///
        /// `file`: `extent::<T>()` bytes for each item of `native`. Returns the losses.
        ///
        /// # Errors
        ///
        /// As [`read`].
        pub fn write<T: rt::Item<#marker>>(native: &[T], file: &mut [u8]) -> Result<rt::Loss, rt::Error> {
            rt::write::<#marker, T>(native, file)
        }

    }
}

/// The functions that only count.
fn emit_dry_runs(marker: &Ident) -> TokenStream {
    quote! {
        /// What [`read`] would lose: a dry run, which counts and stores nothing. No rule is an error here.
        ///
        /// # Errors
        ///
        /// Class `Count` if the last item is incomplete.
        pub fn loss<T: rt::Item<#marker>>(file: &[u8]) -> Result<rt::Loss, rt::Error> {
            rt::loss::<#marker, T>(file)
        }

        /// What [`write()`] would lose: a dry run, which counts and stores nothing. No rule is an error here.
        pub fn loss_on_write<T: rt::Item<#marker>>(native: &[T]) -> rt::Loss {
            rt::loss_on_write::<#marker, T>(native)
        }
    }
}

/// The functions that return a new vector.
fn emit_new_vectors(marker: &Ident) -> TokenStream {
    quote! {
        /// [`read`] into a new vector.
        ///
        /// # Errors
        ///
        /// As [`read`]; class `Count` if the last item is incomplete.
        pub fn to_vec<T: rt::Item<#marker>>(file: &[u8]) -> Result<(Vec<T>, rt::Loss), rt::Error> {
            rt::to_vec::<#marker, T>(file)
        }

        /// [`write()`] into new bytes.
        ///
        /// # Errors
        ///
        /// As [`write()`].
        pub fn to_bytes<T: rt::Item<#marker>>(native: &[T]) -> Result<(Vec<u8>, rt::Loss), rt::Error> {
            rt::to_bytes::<#marker, T>(native)
        }
    }
}

/// `impl Item<Marker> for f64 { … }` for every native type that the representation supports.
fn emit_items(datarep: &Datarep, conversions: &[TokenStream], marker: &Ident) -> TokenStream {
    // A native type has the rules of one predefined type, which its row names.
    let mapping = |predefined| {
        let entry = datarep.types.iter().find(|entry| entry.predefined == predefined);
        entry.map_or(TypeMapping::Unsupported, |entry| entry.mapping)
    };
    Native::ALL
        .iter()
        .map(|&native| {
            let ty = names::native_path(native);
            let (scalar, complex) = names::native_row(native).meaning;
            let scalar = if let TypeMapping::Scalar(index) = mapping(scalar) {
                let conversion = &conversions[index];
                quote! {
                    impl rt::Item<#marker> for #ty {
                        type Plan = rt::Scalar<#conversion>;
                    }
                }
            } else {
                quote!()
            };
            let complex = if let Some(TypeMapping::Complex(index)) = complex.map(mapping) {
                let conversion = &conversions[index];
                quote! {
                    impl rt::Item<#marker> for rt::Complex<#ty> {
                        type Plan = rt::ComplexOf<#conversion>;
                    }
                }
            } else {
                quote!()
            };
            quote!(#scalar #complex)
        })
        .collect()
}
