//! What the derive refuses, and why.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote};
use syn::{Attribute, Data, DeriveInput, Fields, GenericArgument, Path, PathArguments, Type, TypePath};

use crate::report;

/// A struct or field that cannot be in a file.
pub(super) struct Refusal {
    spans: (Span, Span),
    title: String,
    note: String,
    help: String,
}

impl Refusal {
    pub(super) fn new(
        words: &impl ToTokens,
        title: String,
        note: impl Into<String>,
        help: impl Into<String>,
    ) -> Refusal {
        let spans = words.to_token_stream().into_iter().map(|token| token.span());
        // The first token and the last one: a message underlines everything between them.
        let spans = spans.fold(None, |spans: Option<(Span, Span)>, span| {
            Some((spans.map_or(span, |(first, _)| first), span))
        });
        // Words without tokens, as those of no generics.
        let spans = spans.unwrap_or_else(|| (Span::call_site(), Span::call_site()));
        Refusal { spans, title, note: note.into(), help: help.into() }
    }

    pub(super) fn compile_error(&self) -> TokenStream {
        let Refusal { spans, title, note, help } = self;
        report::compile_error(*spans, &format!("{title}\nnote: {note}\nhelp: {help}"))
    }
}

/// Returns the fields of a struct, if it has any.
pub(super) fn fields(item: &DeriveInput) -> Option<&Fields> {
    match &item.data {
        Data::Struct(data) if !data.fields.is_empty() => Some(&data.fields),
        Data::Struct(_) | Data::Enum(_) | Data::Union(_) => None,
    }
}

/// Returns everything that is wrong with a struct: with its shape and with its fields.
pub(super) fn find_refusals(item: &DeriveInput) -> Vec<Refusal> {
    let fields = fields(item).into_iter().flatten();
    let mut refusals: Vec<Refusal> = fields.filter_map(|field| check_field_type(&field.ty)).collect();
    // A struct needs no lifetimes once its references are removed.
    let lifetimes = item.generics.lifetimes().count();
    // Other parameters, or lifetimes without a refused reference, are a fault of their own.
    if refusals.is_empty() || lifetimes == 0 || lifetimes < item.generics.params.len() {
        refusals.splice(0..0, check_shape(item));
    }
    refusals
}

fn check_shape(item: &DeriveInput) -> Option<Refusal> {
    let name = &item.ident;
    let help = "write a struct of the numbers that are in the file, and convert it in the program";
    match &item.data {
        Data::Enum(_) => Some(Refusal::new(
            name,
            format!("the enum `{name}` cannot be in a file"),
            "a file may hold numbers that are none of its variants",
            "read the number as an integer, and match on it in the program",
        )),
        Data::Union(_) => Some(Refusal::new(
            name,
            format!("the union `{name}` cannot be in a file"),
            "a representation must know which of its fields to convert",
            help,
        )),
        Data::Struct(data) if data.fields.is_empty() => Some(Refusal::new(
            name,
            format!("`{name}` has no fields"),
            "a struct is stored field by field",
            format!("add fields, or remove `Datatype` from the derives of `{name}`"),
        )),
        // The layout is asked for only when all of the rest is right.
        Data::Struct(_) if !item.generics.params.is_empty() => Some(Refusal::new(
            &item.generics,
            format!("`{name}` has generic parameters"),
            "the extent of a struct in a file is known where it is defined",
            format!("write the types of the fields of `{name}` in full, in one struct for each use"),
        )),
        Data::Struct(_) => check_repr(item),
    }
}

/// Returns what is wrong with the `#[repr(…)]` of a struct, if anything.
fn check_repr(item: &DeriveInput) -> Option<Refusal> {
    let name = &item.ident;
    let reprs = item.attrs.iter().filter(|attribute| attribute.path().is_ident("repr"));
    // Several attributes may each say a part of the layout.
    let mut known = false;
    for attribute in reprs {
        for word in list_repr_words(attribute) {
            match word.get_ident().map(ToString::to_string).as_deref() {
                Some("C" | "transparent") => known = true,
                Some("packed") => {
                    return Some(Refusal::new(
                        &word,
                        format!("`{name}` is packed"),
                        "fields that are not aligned cannot be borrowed; in the file there is no padding either way",
                        "write `#[repr(C)]`",
                    ));
                }
                // `align` and integers change nothing about the order of the fields.
                _ => {}
            }
        }
    }
    let missing = || {
        Refusal::new(
            name,
            format!("`{name}` has no `#[repr(C)]`"),
            "the order of the fields is their order in the file, and only `#[repr(C)]` keeps it",
            format!("write `#[repr(C)]` before `struct {name}`"),
        )
    };
    (!known).then(missing)
}

/// Returns the words of a `#[repr(…)]`. Words that cannot be parsed are left to rustc, which rejects them.
fn list_repr_words(attribute: &Attribute) -> Vec<Path> {
    let mut words = Vec::new();
    let _ = attribute.parse_nested_meta(|meta| {
        if meta.input.peek(syn::token::Paren) {
            let inside;
            syn::parenthesized!(inside in meta.input);
            // The argument, as that of `align(8)`, must be consumed before the next word is read.
            inside.parse::<TokenStream>()?;
        }
        words.push(meta.path);
        Ok(())
    });
    words
}

/// Returns why a type cannot be in a file, if its tokens show this. The trait bound decides for all other types.
fn check_field_type(ty: &Type) -> Option<Refusal> {
    let refuse = |what: &str, note: &str, help: &str| {
        Some(Refusal::new(ty, format!("{what} cannot be in a file"), note, help))
    };
    let address = "an address means nothing in a file";
    match ty {
        Type::Array(array) => check_field_type(&array.elem),
        Type::Group(group) => check_field_type(&group.elem),
        Type::Paren(paren) => check_field_type(&paren.elem),
        Type::Path(path) => check_named_type(ty, path),
        Type::Reference(reference) => {
            refuse("a reference", address, &suggest_instead_of_pointer(&reference.elem))
        }
        Type::Ptr(pointer) => refuse("a pointer", address, &suggest_instead_of_pointer(&pointer.elem)),
        Type::FnPtr(_) => refuse("a function", address, "remove the field, or keep it in another struct"),
        // The unit type has another reason than other tuples.
        Type::Tuple(tuple) if tuple.elems.is_empty() => {
            refuse("`()`", "there is nothing to store", "remove the field")
        }
        Type::Tuple(_) => refuse(
            "a tuple",
            "the order of its fields in memory is the compiler's",
            "write a `#[repr(C)]` struct with `#[derive(Clone, Copy, Datatype)]`",
        ),
        Type::Slice(slice) => {
            let elem = slice.elem.to_token_stream();
            refuse("a slice", "its length is not known", &format!("write `[{elem}; N]`"))
        }
        Type::TraitObject(_) | Type::ImplTrait(_) => {
            refuse("a trait object", "its type is not known", "write the type itself")
        }
        Type::Never(_) => refuse("`!`", "it has no values", "remove the field"),
        // rustc rejects `_`, and a macro may expand to any type.
        _ => None,
    }
}

fn suggest_instead_of_pointer(target: &Type) -> String {
    match target {
        Type::Slice(slice) => {
            let elem = &slice.elem;
            format!("write `[{}; N]`", quote!(#elem))
        }
        // A `str` has no length that could be written instead.
        Type::Path(path) if path.path.is_ident("str") => TEXT.to_owned(),
        target => format!("write `{}`, the value itself", quote!(#target)),
    }
}

const TEXT: &str =
    "write `[datarep::Character; N]`, a text of fixed length, or with a `format` `datarep::Chars<N>`";

/// Returns why a named type cannot be in a file, if its name or its arguments show this.
fn check_named_type(ty: &Type, path: &TypePath) -> Option<Refusal> {
    let last = path.path.segments.last()?;
    let name = last.ident.to_string();
    let of_std = path.path.segments.first().is_some_and(|first| {
        path.path.segments.len() > 1 && ["std", "core", "alloc"].iter().any(|krate| first.ident == krate)
    });
    // A path of the program may lead to a type of the same name.
    let bare = path.qself.is_none() && path.path.leading_colon.is_none() && path.path.segments.len() == 1;
    if path.qself.is_some() || !(bare || of_std) {
        return None;
    }
    let argument = first_type_argument(&last.arguments);
    // A type without arguments is shown with a letter in their place.
    let element = argument.as_deref().unwrap_or("T");
    let (note, help): (&str, String) = match name.as_str() {
        "usize" => ("its size differs from machine to machine", "write `u32` or `u64`".into()),
        "isize" => ("its size differs from machine to machine", "write `i32` or `i64`".into()),
        "str" => ("its length is not known", TEXT.into()),
        "String" => ("its text is elsewhere in memory, and of any length", TEXT.into()),
        "Vec" => {
            let note = "its elements are elsewhere in memory, and of any number";
            (note, format!("write `[{element}; N]`"))
        }
        "Box" => ("its value is elsewhere in memory", format!("write `{element}`, the value itself")),
        "Option" => {
            let note = "a file has no place for the difference between `None` and a value";
            let help = format!("write `{element}`, and give one of its values the meaning of `None`");
            (note, help)
        }
        "Result" => {
            let note = "a representation must know which of the two to convert";
            (note, "write the type of the value".into())
        }
        // A name outside Rust's prelude may be a type of the program, unless its arguments show otherwise.
        "PhantomData" if argument.is_some() => ("there is nothing to store", "remove the field".into()),
        "Rc" | "Arc" | "Cow" | "NonNull" | "Pin" if argument.is_some() || of_std => {
            let note = "its value is elsewhere in memory";
            (note, format!("write `{element}`, the value itself"))
        }
        "Cell" | "RefCell" | "UnsafeCell" | "OnceCell" | "Mutex" | "RwLock"
            if argument.is_some() || of_std =>
        {
            let note = "its value may change while it is written";
            (note, format!("write `{element}`, the value itself"))
        }
        "VecDeque" | "HashMap" | "BTreeMap" | "HashSet" | "BTreeSet" | "LinkedList" | "BinaryHeap"
            if argument.is_some() || of_std =>
        {
            let note = "its elements are elsewhere in memory, and of any number";
            (note, "write an array of fixed length".into())
        }
        _ => return None,
    };
    Some(Refusal::new(ty, format!("`{name}` cannot be in a file"), note, help))
}

/// Returns the first type argument, as written.
fn first_type_argument(arguments: &PathArguments) -> Option<String> {
    let PathArguments::AngleBracketed(list) = arguments else { return None };
    list.args.iter().find_map(|argument| match argument {
        GenericArgument::Type(ty) => Some(quote!(#ty).to_string()),
        _ => None,
    })
}
