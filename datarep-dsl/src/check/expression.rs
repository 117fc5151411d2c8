//! Expressions that programs ask for, without a text around them.

#![expect(
    clippy::redundant_closure_for_method_calls,
    reason = "a method is of one lifetime of its type, and what is called here is of any"
)]

use std::sync::LazyLock;

use super::context::Context;
use super::expand::expand_records;
use super::mapping::RequestedFormat;
use super::names::check_names;
use super::unit::NameScope;
use crate::ast::Ast;
use crate::expression::{ExpressionFault, FormatRequest, LibraryText, OrderExpression, Scope};
use crate::model::{ByteOrder, Conversion, Format};
use crate::predefined::Predefined;
use crate::source::Source;

/// The text in which formats of the library are named: it defines nothing.
static NO_TEXT: LazyLock<(Source, Ast)> = LazyLock::new(|| {
    (Source { name: "format".to_owned(), text: String::new(), first_line: 1 }, Ast::default())
});

/// The format of a request, and the text of the library that defines it.
pub(crate) fn find_format(
    request: &FormatRequest<'_>,
) -> Result<(Format, Option<LibraryText>), ExpressionFault> {
    run_request(request, |context, requested_format| context.find_requested(requested_format))
}

/// The format of a request, and the order of its bytes.
pub(crate) fn describe_format(request: &FormatRequest<'_>) -> Result<(Format, ByteOrder), ExpressionFault> {
    run_request(request, |context, requested_format| context.describe_requested(requested_format))
}

/// The format of a request, and its conversion to and from a native type.
pub(crate) fn map_format(
    request: &FormatRequest<'_>,
    predefined: Predefined,
) -> Result<(Format, Conversion), ExpressionFault> {
    run_request(request, |context, requested_format| context.map_requested(requested_format, predefined))
}

/// Whether a text that defines nothing has a format, or a family of formats, of this name.
pub(crate) fn is_format_word(name: &str) -> bool {
    Context::new(&NO_TEXT.0, &NO_TEXT.1).is_field_format(name)
}

fn run_request<T>(
    request: &FormatRequest<'_>,
    ask: impl for<'c> FnOnce(&mut Context<'c>, &RequestedFormat<'c>) -> Option<T>,
) -> Result<T, ExpressionFault> {
    let (scope, source, ast) = match request.scope {
        Scope::Library => (NameScope::Library, &NO_TEXT.0, &NO_TEXT.1),
        Scope::Text(source, ast) => (NameScope::Text, source, ast),
    };
    // As in `check`: what a `use` of records names is no family of formats.
    let expanded =
        expand_records(ast).map_err(|diagnostics| ExpressionFault { source: source.clone(), diagnostics })?;
    let mut context = Context::new(source, &expanded);
    // Names alone: a text was checked before its formats are asked for.
    check_names(&mut context);
    let requested_format = RequestedFormat {
        scope,
        format: request.format.parts(),
        order: request.order.map(OrderExpression::parts),
        rules: request.rules.parts().collect(),
    };
    let result = ask(&mut context, &requested_format);
    match result {
        // A result may stand beside a fault, as that of a rule which is not the only one.
        Some(result) if context.faults.is_empty() && context.asked_faults.is_empty() => Ok(result),
        _ => Err(into_first_fault(context)),
    }
}

/// The faults of the first part that has any, because a message shows only one text.
fn into_first_fault(context: Context<'_>) -> ExpressionFault {
    let first = context.asked_faults.iter().map(|(unit, _)| *unit).min();
    let source = context.units[first.unwrap_or_default()].text.source().clone();
    let diagnostics = match first {
        Some(first) => {
            let mut own: Vec<_> =
                context.asked_faults.into_iter().filter(|(unit, _)| *unit == first).collect();
            own.sort_by_key(|(_, fault)| fault.span());
            own.into_iter().map(|(_, fault)| fault).collect()
        }
        None => context.faults.into_sorted(),
    };
    ExpressionFault { source, diagnostics }
}
