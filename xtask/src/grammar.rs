//! The committed parser of the language, generated from its grammar.
//!
//! Because it is committed, users of the macro need not build the parser generator or its dependencies.

use std::fs;
use std::path::{Path, PathBuf};

use proc_macro2::TokenStream;
use quote::quote;
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, ItemMod, ItemUse, Stmt, parse_quote};

const GRAMMAR: &str = "datarep-dsl/src/grammar.pest";
const PARSER: &str = "datarep-dsl/src/parse/grammar.rs";

/// Writes the parser if it differs from the generated one. Returns its path if it was written.
///
/// # Errors
///
/// Returns a message if the grammar cannot be read or the parser cannot be written.
pub fn write(root: &Path) -> Result<Option<PathBuf>, String> {
    let code = generate_parser(root)?;
    if fs::read_to_string(root.join(PARSER)).is_ok_and(|committed| committed == code) {
        return Ok(None);
    }
    fs::write(root.join(PARSER), code).map_err(|error| format!("cannot write `{PARSER}`: {error}"))?;
    Ok(Some(PARSER.into()))
}

/// Compares the committed parser with the grammar.
///
/// # Errors
///
/// Returns a message that names the file that differs and the command to run.
pub fn check(root: &Path) -> Result<(), String> {
    let code = generate_parser(root)?;
    let committed = fs::read_to_string(root.join(PARSER));
    if committed.is_ok_and(|committed| committed == code) {
        return Ok(());
    }
    Err(format!(
        "`{PARSER}` is not what `{GRAMMAR}` gives\nrun `cargo xtask grammar` and commit what it writes"
    ))
}

fn generate_parser(root: &Path) -> Result<String, String> {
    let grammar = fs::read_to_string(root.join(GRAMMAR))
        .map_err(|error| format!("cannot read `{GRAMMAR}`: {error}"))?;
    let input = quote! {
        #[grammar_inline = #grammar]
        struct Grammar;
    };
    let parser: TokenStream = pest_generator::derive_parser(input, false);
    let module = quote! {
        /// The parser.
        pub(super) struct Grammar;

        type State<'i> = Box<::pest::ParserState<'i, Rule>>;

        /// A step of the parser: Pest's functions are compiled once for this type, and not for every closure.
        fn step<'i>(step: fn(State<'i>) -> ::pest::ParseResult<State<'i>>) -> fn(State<'i>) -> ::pest::ParseResult<State<'i>> {
            step
        }

        #parser
    };
    let mut file =
        syn::parse2(module).map_err(|error| format!("the parser of `{GRAMMAR}` is not Rust: {error}"))?;
    ClosureToStep::default().visit_file_mut(&mut file);
    let code = prettyplease::unparse(&file);
    // Pest's own `allow` attributes give no reason. The file's one attribute allows the same lints.
    let allows = |line: &str| {
        let line = line.trim();
        (line.starts_with("#[allow(") || line.starts_with("#![allow(")) && line.ends_with(")]")
    };
    let code: String = code.split_inclusive('\n').filter(|line| !allows(line)).collect();
    Ok(format!(
        "//! The parser of `grammar.pest`.\n\n\
         // Made by `cargo xtask grammar`: do not edit.\n\n\
         #![allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, unreachable_pub, unused_qualifications, unused_variables, reason = \"generated code\")]\n\n{code}"
    ))
}

/// Makes a function pointer of each closure that is a step of the parser.
///
/// Pest's functions are generic over their closures, and a grammar has more than a thousand. They would be a third of
/// what the compiler translates of `datarep-dsl`, and every user of the macro waits for it.
#[derive(Default)]
struct ClosureToStep {
    /// Whether this is a module of rules. Outside of these, a closure has captures.
    is_rules: bool,
}

impl VisitMut for ClosureToStep {
    fn visit_item_mod_mut(&mut self, module: &mut ItemMod) {
        visit_mut::visit_item_mod_mut(&mut ClosureToStep { is_rules: true }, module);
    }

    fn visit_item_use_mut(&mut self, import: &mut ItemUse) {
        if *import == parse_quote! { use super::super::Rule; } {
            *import = parse_quote! { use super::super::{Rule, step}; };
        }
    }

    fn visit_expr_mut(&mut self, expression: &mut Expr) {
        visit_mut::visit_expr_mut(self, expression);
        if self.is_rules
            && let Expr::Closure(closure) = &*expression
        {
            let step = find_called_function(&closure.body).unwrap_or(expression);
            *expression = parse_quote! { step(#step) };
        }
    }
}

/// The function that a body calls with its state, and nothing else.
fn find_called_function(body: &Expr) -> Option<&Expr> {
    match body {
        Expr::Block(block) => match &block.block.stmts[..] {
            [Stmt::Expr(only, None)] => find_called_function(only),
            _ => None,
        },
        Expr::Call(call) => (call.args == parse_quote! { state }).then_some(&call.func),
        _ => None,
    }
}
