//! `#[datarep(format = "…")]`: fields that have a format of their own.
//!
//! The formats of all fields are put together into a text of the language, with a record that has these fields. The
//! text is compiled like any other text. Only the conversions of the generated record are used, because the struct
//! exists already. A fault in the text is reported at the literal, or at the type of the field, that the words come
//! from.

use std::collections::BTreeSet;

use datarep_dsl::ast::ItemKind;
use datarep_dsl::diagnostic::Failure;
use datarep_dsl::model::{Count, FieldKind, MixedSet, Padding, RecordField, TextField};
use datarep_dsl::source::Source;
use datarep_dsl::standard;
use proc_macro2::{Span, TokenStream};
use quote::{format_ident, quote};
use syn::ext::IdentExt as _;
use syn::meta::ParseNestedMeta;
use syn::spanned::Spanned as _;
use syn::{Attribute, DeriveInput, Fields, GenericArgument, LitStr, Path, PathArguments, Type};

use super::refuse::Refusal;
use crate::report;
use crate::token_map::TokenMap;

/// The name of the record that the fields of a struct form.
const RECORD: &str = "fields_with_formats";

/// The type of an array's elements, however deep.
pub(super) fn innermost_element(ty: &Type) -> &Type {
    match ty {
        // The length is that of the plan, and not of the format.
        Type::Array(array) => innermost_element(&array.elem),
        // Another macro puts groups around the types that it substitutes.
        Type::Group(group) => innermost_element(&group.elem),
        Type::Paren(paren) => innermost_element(&paren.elem),
        ty => ty,
    }
}

/// The formats of the fields of a struct.
pub(super) struct Formats {
    /// The conversions that are made for them.
    pub(super) conversions: TokenStream,
    /// The format of each field.
    pub(super) fields: Vec<FieldFormat>,
}

/// The format that a field asks for.
pub(super) enum FieldFormat {
    /// None: the representation determines the format.
    Nothing,
    /// A format: the plan of the field.
    Format(TokenStream),
    /// The format that another representation determines.
    Representation(Path),
}

/// The attributes of a struct.
#[derive(Default)]
struct StructAttributes {
    text: Option<LitStr>,
    record: Option<LitStr>,
}

/// The attributes of a field.
#[derive(Default)]
struct FieldAttributes {
    format: Option<LitStr>,
    representation: Option<Path>,
}

/// A field with a format.
struct FormattedField<'a> {
    /// Its place among the fields of the struct.
    index: usize,
    /// Its name in the text.
    name: String,
    format: &'a LitStr,
    ty: &'a Type,
    shape: ItemShape<'a>,
}

/// The kind of the items of a field.
#[derive(Clone, Copy)]
enum ItemShape<'a> {
    /// Numbers, truth values or characters: their native type in the language and in Rust.
    Scalar(NativeWord),
    /// Complex numbers, with parts of this type.
    Complex(NativeWord),
    /// A text: the number of its characters and what fills it.
    Text(&'a GenericArgument, Option<&'a GenericArgument>),
}

/// A native type: the word of the language, and its name in Rust.
type NativeWord = (&'static str, &'static str);

/// The native types that a field with a format can have.
const NATIVES: [NativeWord; 19] = [
    ("i8", "i8"),
    ("i16", "i16"),
    ("i32", "i32"),
    ("i64", "i64"),
    ("i128", "i128"),
    ("u8", "u8"),
    ("u16", "u16"),
    ("u32", "u32"),
    ("u64", "u64"),
    ("u128", "u128"),
    ("f16", "F16"),
    ("bf16", "Bf16"),
    ("f32", "f32"),
    ("f64", "f64"),
    ("long_double", "LongDouble"),
    ("f128", "F128"),
    ("bool", "bool"),
    ("char", "char"),
    ("decimal", "Decimal"),
];

/// Returns the formats of the fields of a struct, or compile errors that say what is wrong with them.
pub(super) fn collect_formats(item: &DeriveInput, fields: &Fields) -> Result<Formats, TokenStream> {
    let mut errors = TokenStream::new();
    // A fault in one attribute does not hide those in the others.
    let whole = parse_struct_attributes(&item.attrs).unwrap_or_else(|error| {
        errors.extend(error.into_compile_error());
        StructAttributes::default()
    });
    let mut said_by = |field: &syn::Field| {
        let said = parse_field_attributes(&field.attrs).unwrap_or_else(|error| {
            errors.extend(error.into_compile_error());
            FieldAttributes::default()
        });
        (said.format, said.representation)
    };
    let (formats, representations): (Vec<_>, Vec<_>) = fields.iter().map(&mut said_by).unzip();
    let mut asked = Vec::new();
    for (index, (field, format)) in fields.iter().zip(&formats).enumerate() {
        let Some(format) = format else { continue };
        // A tuple field has no name that the language could take.
        let name =
            field.ident.as_ref().map_or_else(|| format!("field_{index}"), |name| name.unraw().to_string());
        // A type that is not understood gives no native type for the text.
        match find_item_shape(innermost_element(&field.ty)) {
            Some(shape) => asked.push(FormattedField { index, name, format, ty: &field.ty, shape }),
            None => errors.extend(no_native_refusal(&field.ty).compile_error()),
        }
    }
    // Text that closes the record and goes on would be compiled without a fault, but mean something else.
    let refused = asked.iter().filter_map(|asked| match asked.format.value() {
        text if !is_single_line(&text) => Some(several_lines_refusal(asked)),
        text if text.trim_start().starts_with('[') => Some(array_refusal(asked)),
        _ => None,
    });
    errors.extend(refused.map(|refusal| refusal.compile_error()));
    // Formats that no field asks for would be a mistake that goes unnoticed.
    if let Some(text) = whole.text.as_ref().or(whole.record.as_ref())
        && formats.iter().all(Option::is_none)
    {
        errors.extend(unused_text_refusal(text).compile_error());
    }
    if !errors.is_empty() {
        return Err(errors);
    }
    let owns = representations
        .into_iter()
        .map(|path| path.map_or(FieldFormat::Nothing, FieldFormat::Representation));
    let mut owns: Vec<FieldFormat> = owns.collect();
    let conversions =
        if asked.is_empty() { TokenStream::new() } else { compile_formats(item, &whole, &asked, &mut owns)? };
    Ok(Formats { conversions, fields: owns })
}

/// Compiles the text of the fields. Returns the module of its conversions, and puts the plan of each field into `owns`.
fn compile_formats(
    item: &DeriveInput,
    whole: &StructAttributes,
    asked: &[FormattedField<'_>],
    owns: &mut [FieldFormat],
) -> Result<TokenStream, TokenStream> {
    let map = build_text(item, whole, asked);
    let model = datarep_dsl::compile(&map.source).map_err(|failure| report_faults(&map, failure, asked))?;
    // The text that is compiled always has the record.
    let Some(record) = model.records.iter().find(|record| record.name == RECORD) else {
        return Ok(TokenStream::new());
    };
    // The name must differ from those of the field types, which are in the same scope.
    let module = format_ident!("__conversions_of_{}", item.ident.unraw());
    let made = datarep_codegen::field_conversions(&model, record, &module);
    let mut errors = TokenStream::new();
    // The record has exactly the fields that have formats, in their order.
    for ((asked, field), path) in asked.iter().zip(&record.fields).zip(made.paths) {
        match asked.emit_plan(field, path) {
            Ok(plan) => owns[asked.index] = FieldFormat::Format(plan),
            Err(refusal) => errors.extend(refusal.compile_error()),
        }
    }
    if errors.is_empty() { Ok(made.module) } else { Err(errors) }
}

/// The refusal of a text that is converted as a whole.
fn mixed_text_refusal(asked: &FormattedField<'_>, set: MixedSet) -> Refusal {
    Refusal::new(
        asked.format,
        format!("`{}` is stored as `{}`, whose characters have one byte or two", asked.name, set.format()),
        "only the records of a text in the language have such texts",
        "describe the record by `datarep! { record … }`",
    )
}

impl FormattedField<'_> {
    /// The plan of the field: its layout in the file.
    fn emit_plan(&self, field: &RecordField, convert: Option<TokenStream>) -> Result<TokenStream, Refusal> {
        let of_many = match &field.kind {
            // A set of characters without a count is a text of one.
            FieldKind::Text(text) => text.length != Count::Fixed(1) || !field.counts.is_empty(),
            FieldKind::Scalar { .. } => !field.counts.is_empty(),
            FieldKind::Record(_) | FieldKind::Byte | FieldKind::Filler(_) | FieldKind::Choice(_) => false,
        };
        if of_many {
            return Err(array_refusal(self));
        }
        // A struct of the program has no `Option` that the macro could fill.
        if field.nulls.is_some() {
            return Err(missing_items_refusal(self));
        }
        if let FieldKind::Text(TextField { mixed: Some(set), .. }) = &field.kind {
            return Err(mixed_text_refusal(self, *set));
        }
        let item = match (&field.kind, self.shape, convert) {
            (FieldKind::Scalar { .. }, ItemShape::Scalar(_), Some(convert)) => {
                quote!(::datarep::codegen::Scalar<#convert>)
            }
            (FieldKind::Scalar { .. }, ItemShape::Complex(_), Some(convert)) => {
                quote!(::datarep::codegen::ComplexOf<#convert>)
            }
            (FieldKind::Text(text), ItemShape::Text(length, padding), Some(convert)) => {
                // Two places that say how a text ends could differ.
                if text.padding != Padding::Spaces {
                    return Err(Refusal::new(
                        self.format,
                        format!("the type of `{}` gives its `padding`", self.name),
                        "in Rust, the type of a text says where it ends",
                        "write `Chars<N, Zeros>` or `Chars<N, Unpadded>`, of `datarep::chars`",
                    ));
                }
                let padding =
                    padding.map_or_else(|| quote!(::datarep::codegen::Spaces), |padding| quote!(#padding));
                quote!(::datarep::codegen::TextOf<#convert, #padding, #length>)
            }
            (FieldKind::Scalar { .. }, ItemShape::Text(..), _) => {
                return Err(Refusal::new(
                    self.format,
                    format!("`{}` is a text, and its format has no characters", self.name),
                    "a text is stored by a set of characters",
                    "write `ascii`, `latin1`, `ebcdic(cp037)` or another set",
                ));
            }
            _ => {
                return Err(Refusal::new(
                    self.format,
                    format!("the format of `{}` is not that of a single item", self.name),
                    "bytes and records are types of Rust",
                    "leave the format out: `u8` with `#[datarep(representation = …)]` keeps bytes, and the struct of a record is a field as it is",
                ));
            }
        };
        Ok(emit_array_plan(self.ty, item))
    }
}

/// The plan of a type whose items have the plan `item`.
fn emit_array_plan(ty: &Type, item: TokenStream) -> TokenStream {
    match ty {
        Type::Array(array) => {
            let (inner, length) = (emit_array_plan(&array.elem, item), &array.len);
            // Braces, because the length may be any expression.
            quote!(::datarep::codegen::Array<#inner, { #length }>)
        }
        // Another macro puts groups around the types that it substitutes.
        Type::Group(group) => emit_array_plan(&group.elem, item),
        Type::Paren(paren) => emit_array_plan(&paren.elem, item),
        _ => item,
    }
}

fn parse_struct_attributes(attributes: &[Attribute]) -> syn::Result<StructAttributes> {
    let mut said = StructAttributes::default();
    for_each_attribute(attributes, |meta| {
        if meta.path.is_ident("text") {
            parse_once(&mut said.text, meta)
        } else if meta.path.is_ident("record") {
            parse_once(&mut said.record, meta)
        } else {
            Err(meta.error(
                "a struct has `text = \"…\"`, with formats, and `record = \"…\"`, with lines of a record",
            ))
        }
    })?;
    Ok(said)
}

fn parse_field_attributes(attributes: &[Attribute]) -> syn::Result<FieldAttributes> {
    let mut said = FieldAttributes::default();
    for_each_attribute(attributes, |meta| {
        if meta.path.is_ident("format") {
            parse_once(&mut said.format, meta)
        } else if meta.path.is_ident("representation") {
            parse_once(&mut said.representation, meta)
        } else {
            Err(meta.error("a field has `format = \"…\"`, or `representation = …`"))
        }
    })?;
    // Both say how the field is stored.
    match (&said.format, &said.representation) {
        (Some(_), Some(path)) => {
            Err(syn::Error::new_spanned(path, "a field with a format has no representation"))
        }
        _ => Ok(said),
    }
}

fn for_each_attribute(
    attributes: &[Attribute],
    mut with: impl FnMut(&ParseNestedMeta<'_>) -> syn::Result<()>,
) -> syn::Result<()> {
    let mut ours = attributes.iter().filter(|attribute| attribute.path().is_ident("datarep"));
    ours.try_for_each(|attribute| attribute.parse_nested_meta(|meta| with(&meta)))
}

fn parse_once<T: syn::parse::Parse>(place: &mut Option<T>, meta: &ParseNestedMeta<'_>) -> syn::Result<()> {
    // The second one would silently replace the first.
    if place.is_some() {
        return Err(meta.error("given twice"));
    }
    *place = Some(meta.value()?.parse()?);
    Ok(())
}

/// The kind of the items of a type, as far as the tokens of the type show it.
fn find_item_shape(ty: &Type) -> Option<ItemShape<'_>> {
    let path = match ty {
        Type::Path(path) if path.qself.is_none() => &path.path,
        Type::Group(group) => return find_item_shape(&group.elem),
        Type::Paren(paren) => return find_item_shape(&paren.elem),
        _ => return None,
    };
    // Paths may be long, and a name may be imported, so only the last part is compared.
    let last = path.segments.last()?;
    let arguments = match &last.arguments {
        PathArguments::None => {
            // The name decides, since a macro does not know what a path means.
            let native = NATIVES.into_iter().find(|(_, rust)| last.ident == rust)?;
            return Some(ItemShape::Scalar(native));
        }
        PathArguments::AngleBracketed(list) => &list.args,
        PathArguments::Parenthesized(_) => return None,
    };
    match (last.ident.to_string().as_str(), arguments.first()?, arguments.get(1)) {
        ("Complex", GenericArgument::Type(part), None) => match find_item_shape(part)? {
            ItemShape::Scalar(native) => Some(ItemShape::Complex(native)),
            // There are no complex numbers of complex numbers or texts.
            ItemShape::Complex(_) | ItemShape::Text(..) => None,
        },
        ("Chars", length, padding) => Some(ItemShape::Text(length, padding)),
        _ => None,
    }
}

/// The text of the fields: formats, then a record.
fn build_text(item: &DeriveInput, whole: &StructAttributes, asked: &[FormattedField<'_>]) -> TokenMap {
    let own = whole.text.as_ref().map(LitStr::value).unwrap_or_default();
    // What the text defines goes before the standard library.
    let known = collect_names(&own);
    let name = item.ident.span();
    let mut pieces: Vec<(String, Span)> = Vec::new();
    pieces.extend(whole.text.as_ref().map(|text| (format!("{own}\n"), text.span())));
    // Faults of the record itself point at the struct.
    pieces.push((format!("record {RECORD} {{ "), name));
    pieces.extend(whole.record.as_ref().map(|lines| (format!("{} ", lines.value()), lines.span())));
    for field in asked {
        let value = field.format.value();
        // The type stands between the format and its rules in the language.
        let (stored, clauses) = value.split_at(value.find('{').unwrap_or(value.len()));
        let span = field.format.span();
        pieces.push((format!("{}: ", field.name), span));
        pieces.push((qualify_format(stored.trim(), &known), span));
        // The native type of a text follows from its format.
        if let ItemShape::Scalar((word, _)) | ItemShape::Complex((word, _)) = field.shape {
            pieces.push((" as ".to_owned(), span));
            // At the type, so that a fault about the native type points there.
            pieces.push((word.to_owned(), innermost_element(field.ty).span()));
        }
        pieces.push((format!(" {clauses}; "), span));
    }
    pieces.push(("}".to_owned(), name));
    TokenMap::from_pieces(pieces)
}

/// The names that a text gives to formats.
fn collect_names(text: &str) -> BTreeSet<String> {
    let source = Source { name: String::new(), text: text.to_owned(), first_line: 1 };
    // Faults are found when the whole text is compiled.
    let (ast, _) = datarep_dsl::parse(&source);
    let mut names = BTreeSet::new();
    for item in ast.items {
        match item.kind {
            ItemKind::Float(float) => names.extend([float.name.value]),
            ItemKind::Family(family) => names.extend([family.name.value]),
            // A `use` may give a format another name.
            ItemKind::Use(used) => names
                .extend(used.names.into_iter().flatten().map(|(name, other)| other.unwrap_or(name).value)),
            ItemKind::Datarep(_) | ItemKind::Record(_) | ItemKind::Test(_) => {}
        }
    }
    names
}

/// A format with its family, if the standard library has it and the text does not. Formats of `ieee` need no family.
fn qualify_format(stored: &str, known: &BTreeSet<String>) -> String {
    // The name ends before the parameters of a format, as in `twos(16)`.
    let end = stored.find(|letter: char| !letter.is_alphanumeric() && letter != '_').unwrap_or(stored.len());
    let (name, rest) = stored.split_at(end);
    match standard::family_of(name) {
        // A format that says its own family, or that the text defines, is what the user means.
        Some(family) if family != "ieee" && !known.contains(name) && !rest.starts_with("::") => {
            format!("{family}::{stored}")
        }
        _ => stored.to_owned(),
    }
}

/// Whether a text is one line of a record, without the semicolon at its end.
fn is_single_line(text: &str) -> bool {
    let mut depth = 0_usize;
    for letter in text.chars() {
        match letter {
            '{' | '(' | '[' => depth += 1,
            // This would end the line or the record around it.
            '}' | ')' | ']' | ';' if depth == 0 => return false,
            '}' | ')' | ']' => depth -= 1,
            _ => {}
        }
    }
    // A comment would swallow what comes after it.
    depth == 0 && !text.contains("//") && !text.contains("/*")
}

/// The faults of the text, described in terms of the attributes.
fn report_faults(map: &TokenMap, mut failure: Failure, asked: &[FormattedField<'_>]) -> TokenStream {
    // A struct makes no modules, so there are none to be replaced.
    failure.datareps.clear();
    for help in failure.diagnostics.iter_mut().flat_map(|fault| &mut fault.help) {
        *help = reword_help(help, asked);
    }
    report::report(map, &failure)
}

/// Turns a help for a line of a record into one for a field of a struct.
fn reword_help(help: &str, asked: &[FormattedField<'_>]) -> String {
    // The language and Rust have different names for some types.
    let rust = |word: &str| NATIVES.into_iter().find(|(known, _)| *known == word).map(|(_, rust)| rust);
    let native = help.strip_prefix("write `as ").and_then(|rest| rest.split_once('`'));
    if let Some(rust) = native.and_then(|(word, _)| rust(word)) {
        return format!("write the type `{rust}`");
    }
    // A help that repeats the line of a record shows only its format here.
    for field in asked {
        let line =
            help.strip_prefix(&format!("write `{}: ", field.name)).and_then(|rest| rest.strip_suffix('`'));
        let (Some(line), ItemShape::Scalar((word, _)) | ItemShape::Complex((word, _))) = (line, field.shape)
        else {
            continue;
        };
        return format!("write `format = \"{}\"`", line.replacen(&format!(" as {word}"), "", 1));
    }
    match help.split_once(", with `use ") {
        // A struct has no place for `use`, since families are found by their formats.
        Some((help, _)) => help.to_owned(),
        None => help.to_owned(),
    }
}

fn no_native_refusal(ty: &Type) -> Refusal {
    let natives: Vec<String> = NATIVES.iter().map(|(_, rust)| format!("`{rust}`")).collect();
    Refusal::new(
        ty,
        format!("a field of type `{}` has no format of its own", quote!(#ty)),
        format!(
            "a format is that of a native type, recognized by its name: {}, `Complex` of these, `Chars`, and arrays",
            natives.join(", ")
        ),
        "write the native type itself, or leave the format out",
    )
}

fn array_refusal(asked: &FormattedField<'_>) -> Refusal {
    Refusal::new(
        asked.format,
        format!("the format of `{}` is an array", asked.name),
        "the type of the field gives the number of items",
        "write the format of one item",
    )
}

fn missing_items_refusal(asked: &FormattedField<'_>) -> Refusal {
    Refusal::new(
        asked.format,
        format!("the items of `{}` cannot be missing", asked.name),
        "`null if` is for the fields of a record of the language, whose struct has `Option`",
        "describe the record by `datarep! { record … }`",
    )
}

fn several_lines_refusal(asked: &FormattedField<'_>) -> Refusal {
    Refusal::new(
        asked.format,
        format!("the format of `{}` is not one format", asked.name),
        "a format stands alone, with its order and its rules: `hfp32 little { on write { overflow => saturate } }`",
        "write one format",
    )
}

fn unused_text_refusal(text: &LitStr) -> Refusal {
    Refusal::new(
        text,
        "no field has a format".to_owned(),
        "the text is for fields with `#[datarep(format = \"…\")]`",
        "give a field a format, or remove the text",
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_format_is_one_line() {
        for text in [
            "hfp32",
            "f32 little",
            "[vax_f; 3]",
            "hfp32 { on write { overflow => error } }",
            "twos(24) [1, 0, 2]",
        ] {
            assert!(is_single_line(text), "{text}");
        }
        for text in ["hfp32; b: i8", "hfp32; }", "hfp32 }", "hfp32 // {", "hfp32 {", "hfp32 /* */"] {
            assert!(!is_single_line(text), "{text}");
        }
    }

    #[test]
    fn formats_are_found_in_their_families() {
        let known = collect_names(
            "use dec::vax_f as hfp64; float vax_g = S1 E7 F24 where value = 0.F * 16^(E - 64);",
        );
        for (said, meant) in [
            ("hfp32", "ibm::hfp32"),
            ("hfp32 little", "ibm::hfp32 little"),
            ("hfp64", "hfp64"),
            ("vax_g", "vax_g"),
            ("ibm::hfp32", "ibm::hfp32"),
            ("f32", "f32"),
            ("twos(24)", "twos(24)"),
            ("", ""),
        ] {
            assert_eq!(qualify_format(said, &known), meant, "{said}");
        }
    }
}
