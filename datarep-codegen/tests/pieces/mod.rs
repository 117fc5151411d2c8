//! Generated code in pieces that can be read: one for each module, each conversion and each long item.
//!
//! Where a piece was taken out, `include!` names its file. So the pieces are Rust, and compile as they are. A conversion
//! that is the same for `cases/base.datarep`, which is nothing but `external32`, stands there alone.

use std::collections::BTreeMap;

use quote::ToTokens;
use syn::{Item, ItemMod, Type};

/// An item of more lines is a piece by itself.
const LONG: usize = 100;

/// The module of a representation that has its conversions.
const CONVERSIONS: &str = "conversions";

/// Pieces by their places below the folder `generated`, without an ending.
pub(crate) type Pieces = BTreeMap<String, String>;

/// Divides the code of a case. `base`: pieces of another case, which are not repeated.
pub(crate) fn divide_code(case: &str, code: &str, base: &Pieces) -> Pieces {
    let file = syn::parse_file(code).expect("generated code is Rust");
    let mut pieces = Pieces::new();
    let items = file.items.into_iter().map(|item| match item {
        Item::Mod(module) => {
            let place = format!("{case}/{}", module.ident);
            let module = divide_module(module, &place, base, &mut pieces);
            take_out(&place, case, vec![Item::Mod(module)], &Pieces::new(), &mut pieces)
        }
        other => other,
    });
    let items = items.collect();
    pieces.insert(case.to_owned(), print_items(items));
    pieces
}

/// The module without its conversions and its long items, which become pieces in the folder `place`.
fn divide_module(module: ItemMod, place: &str, base: &Pieces, pieces: &mut Pieces) -> ItemMod {
    let folder = last_part(place);
    let Some((brace, items)) = module.content else { return module };
    let items = items.into_iter().flat_map(|item| match item {
        Item::Mod(inner) if inner.ident == CONVERSIONS => {
            vec![Item::Mod(divide_conversions(inner, place, base, pieces))]
        }
        item if is_long(&item) => {
            let name = name_item(&item);
            vec![take_out(&format!("{place}/{name}"), folder, vec![item], base, pieces)]
        }
        item => vec![item],
    });
    let items = items.collect();
    ItemMod { content: Some((brace, items)), ..module }
}

/// The module of conversions with an `include!` for each of them.
fn divide_conversions(module: ItemMod, place: &str, base: &Pieces, pieces: &mut Pieces) -> ItemMod {
    let folder = last_part(place);
    let Some((brace, items)) = module.content else { return module };
    let mut rest = Vec::new();
    let mut groups: Vec<(String, Vec<Item>)> = Vec::new();
    for item in items {
        match (&item, groups.last_mut()) {
            (Item::Struct(conversion), _) => groups.push((conversion.ident.to_string(), vec![item])),
            // What follows a type belongs to it.
            (_, Some((_, group))) => group.push(item),
            (_, None) => rest.push(item),
        }
    }
    let includes = groups
        .into_iter()
        .map(|(name, group)| take_out(&format!("{place}/{name}"), folder, group, base, pieces));
    rest.extend(includes);
    ItemMod { content: Some((brace, rest)), ..module }
}

/// Makes items a piece, unless `base` has the same. Returns what includes them in a file beside `folder`.
fn take_out(place: &str, folder: &str, items: Vec<Item>, base: &Pieces, pieces: &mut Pieces) -> Item {
    let text = print_items(items);
    let known = base.iter().find(|(_, known)| **known == text).map(|(known, _)| format!("../{known}.rs"));
    let path = known.unwrap_or_else(|| {
        pieces.insert(place.to_owned(), text);
        format!("{folder}/{}.rs", last_part(place))
    });
    syn::parse_quote!(include!(#path);)
}

/// The name of a file or folder in its folder.
fn last_part(place: &str) -> &str {
    place.rsplit('/').next().unwrap_or(place)
}

fn is_long(item: &Item) -> bool {
    print_items(vec![item.clone()]).lines().count() > LONG
}

/// A name for the file of an item.
fn name_item(item: &Item) -> String {
    let name_type = |kind: &Type| match kind {
        Type::Path(path) => path.path.segments.last().map(|last| last.ident.to_string()).unwrap_or_default(),
        other => other.to_token_stream().to_string(),
    };
    match item {
        Item::Const(item) => item.ident.to_string(),
        Item::Fn(item) => item.sig.ident.to_string(),
        Item::Struct(item) => item.ident.to_string(),
        Item::Enum(item) => item.ident.to_string(),
        Item::Mod(item) => item.ident.to_string(),
        Item::Impl(item) => {
            let of = item.trait_.as_ref().and_then(|(path, _)| path.segments.last());
            let of = of.map(|last| format!("{}_for_", last.ident)).unwrap_or_default();
            format!("{of}{}", name_type(&item.self_ty))
        }
        other => panic!("a long item without a name: {}", other.to_token_stream()),
    }
}

fn print_items(items: Vec<Item>) -> String {
    prettyplease::unparse(&syn::File { shebang: None, frontmatter: None, attrs: Vec::new(), items })
}
