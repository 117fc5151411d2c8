//! Code that computes counts.

use datarep_dsl::model::{Count, CountChoice, CountOperation, CountTerm, format_path};
use proc_macro2::TokenStream;
use quote::quote;

use super::choice::emit_case_selection;
use super::emitter::{RecordEmitter, number_literal};
use super::variable::field_variable;
use crate::names;

/// In which of the two functions a count stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CountDirection {
    Read,
    Write,
}

impl RecordEmitter<'_> {
    /// An expression of the number of items of the field `text`. For a field that takes the rest, each item has the bytes
    /// `extent`, and `items` are there when it is written.
    pub(super) fn emit_count(
        &self,
        count: Count,
        text: &str,
        direction: CountDirection,
        (extent, items): (&TokenStream, &TokenStream),
    ) -> TokenStream {
        match count {
            Count::Fixed(count) => {
                let count = number_literal(count);
                quote!(#count)
            }
            Count::Field(index) => {
                // The check has made sure that the field has a name.
                let name = self.record.fields[index].name.as_deref().unwrap_or_default();
                let value = self.emit_field(&[index], direction);
                quote!(file.count(#value, #name)?)
            }
            Count::Computed(index) => {
                let known = &self.record.counts[index];
                let (number, written) = (self.emit_term(&known.term, direction), &known.text);
                quote! {{
                    // In a closure, so that `?` ends the computation and not the function around it.
                    let number = || -> Result<i128, rt::CountFault> { Ok(#number) };
                    file.computed(number(), #written, #text)?
                }}
            }
            Count::Rest => match direction {
                // The bytes that are left say how many items there are. When it is written, the items are there.
                CountDirection::Read => quote!(file.rest(#extent, #text)?),
                CountDirection::Write => quote!(file.rest(#extent, #items)),
            },
        }
    }

    /// The value of a field: a path as in [`CountTerm::Field`].
    fn emit_field(&self, path: &[usize], direction: CountDirection) -> TokenStream {
        let names = format_path(path, self.record, self.names.records);
        let members: Vec<_> = names.split('.').map(names::make_ident).collect();
        match direction {
            CountDirection::Read => {
                // The struct is made after all fields are read.
                let (variable, inner) = (field_variable(path[0]), &members[1..]);
                quote!(#variable #(.#inner)*)
            }
            CountDirection::Write => quote!(self #(.#members)*),
        }
    }

    /// An expression of a number, in a function that returns a `CountFault`.
    fn emit_term(&self, term: &CountTerm, direction: CountDirection) -> TokenStream {
        match term {
            CountTerm::Number(number) => {
                let number = names::decimal_literal(*number);
                quote!(#number)
            }
            CountTerm::Field(path) => {
                let value = self.emit_field(path, direction);
                quote!(rt::to_count(#value)?)
            }
            CountTerm::Offset => quote!(rt::to_count(file.position() - begin)?),
            CountTerm::Operation(operation, left, right) => {
                // Functions and no operators, because every step may overflow.
                let (left, right) = (self.emit_term(left, direction), self.emit_term(right, direction));
                match operation {
                    CountOperation::Add => quote!(rt::add_counts(#left, #right)?),
                    CountOperation::Subtract => quote!(rt::subtract_counts(#left, #right)?),
                    CountOperation::Multiply => quote!(rt::multiply_counts(#left, #right)?),
                    CountOperation::Divide => quote!(rt::divide_counts(#left, #right)?),
                    CountOperation::Remainder => quote!(rt::count_remainder(#left, #right)?),
                }
            }
            CountTerm::Choice(choice) => self.emit_chosen_count(choice, direction),
        }
    }

    fn emit_chosen_count(&self, choice: &CountChoice, direction: CountDirection) -> TokenStream {
        let value = self.emit_field(&choice.selector, direction);
        let cases: Vec<_> = choice.cases.iter().map(|(cases, _)| cases.as_deref()).collect();
        let chosen = emit_case_selection(&cases, &value);
        let arms = choice.cases.iter().enumerate().map(|(index, (_, term))| {
            let (index, term) = (number_literal(index as u64), self.emit_term(term, direction));
            quote!(Some(#index) => #term,)
        });
        quote! {{
            #[allow(unreachable_patterns, reason = "generated code")]
            let chosen: Option<usize> = #chosen;
            match chosen {
                #(#arms)*
                _ => return Err(rt::CountFault::no_case(&#value)),
            }
        }}
    }

    /// The code before the fields, if a count needs the place of the record.
    pub(super) fn emit_record_start(&self) -> Option<TokenStream> {
        fn has_place(term: &CountTerm) -> bool {
            match term {
                CountTerm::Offset => true,
                CountTerm::Operation(_, left, right) => has_place(left) || has_place(right),
                // The check subtracts the place from a whole term, so it is never inside a choice.
                CountTerm::Number(_) | CountTerm::Field(_) | CountTerm::Choice(_) => false,
            }
        }
        let is_needed = self.record.counts.iter().any(|count| has_place(&count.term));
        is_needed.then(|| quote!(let begin = file.position();))
    }
}
