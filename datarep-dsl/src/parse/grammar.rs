//! The parser of `grammar.pest`.

// Made by `cargo xtask grammar`: do not edit.

#![allow(clippy::all, clippy::pedantic, dead_code, missing_docs, non_camel_case_types, non_snake_case, unreachable_pub, unused_qualifications, unused_variables, reason = "generated code")]

/// The parser.
pub(super) struct Grammar;
type State<'i> = Box<::pest::ParserState<'i, Rule>>;
/// A step of the parser: Pest's functions are compiled once for this type, and not for every closure.
fn step<'i>(
    step: fn(State<'i>) -> ::pest::ParseResult<State<'i>>,
) -> fn(State<'i>) -> ::pest::ParseResult<State<'i>> {
    step
}
/**The grammar of datarep. The text is cut into items before it comes here, so that each item is
parsed on its own. Every word and sign that a message can ask for is a rule.
White space and comments may stand between any two tokens.*/
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub enum Rule {
    ///End-of-input
    EOI,
    r#WHITESPACE,
    r#COMMENT,
    r#block_comment,
    r#whole_item,
    r#whole_clause,
    r#whole_family_clause,
    r#whole_entry,
    r#whole_test_line,
    r#whole_record_line,
    r#whole_call,
    r#whole_order,
    r#whole_rules,
    r#whole_event_rules,
    r#item,
    r#use_item,
    r#use_list,
    r#use_name,
    r#float_item,
    r#pair,
    r#pair_rule,
    r#low_exponent,
    r#high_exponent,
    r#meaning,
    r#picture,
    r#picture_field,
    r#formula,
    r#significand,
    r#fraction,
    r#hidden_one,
    r#hidden_half,
    r#explicit_one,
    r#twos_complement,
    r#implied_complement,
    r#digit_fraction,
    r#first_digit,
    r#power,
    r#exponent,
    r#letter_s,
    r#letter_e,
    r#letter_f,
    r#letter_i,
    r#letter_d,
    r#clause_block,
    r#clause,
    r#order_clause,
    r#bits_clause,
    r#numbering_clause,
    r#value_clause,
    r#negative_clause,
    r#exponent_clause,
    r#quiet_clause,
    r#ieee_clause,
    r#unused_clause,
    r#field_clause,
    r#field_name,
    r#ranges,
    r#range,
    r#more_range,
    r#special_clause,
    r#special_class,
    r#condition,
    r#all,
    r#comparison,
    r#compared,
    r#operator,
    r#order,
    r#order_call,
    r#byte_list,
    r#call,
    r#arguments,
    r#argument,
    r#family_item,
    r#float_keyword,
    r#float_family,
    r#family_keyword,
    r#family_block,
    r#family_clause,
    r#true_clause,
    r#write_clause,
    r#datarep_item,
    r#entry_block,
    r#entry,
    r#named_entry,
    r#size_block,
    r#size_mapping,
    r#size,
    r#mapping,
    r#line_keyword,
    r#mapping_order,
    r#next_line,
    r#rules_block,
    r#rules,
    r#direction,
    r#event_rule,
    r#event,
    r#record_item,
    r#record_block,
    r#record_line,
    r#record_field,
    r#field_words,
    r#field_offset,
    r#native_name,
    r#field_type,
    r#field_array,
    r#field_bytes,
    r#bytes_follow,
    r#field_format,
    r#field_order,
    r#count,
    r#to_end,
    r#count_sum,
    r#count_product,
    r#product_sign,
    r#count_operand,
    r#field_path,
    r#count_choice,
    r#count_case,
    r#field_choice,
    r#field_overlay,
    r#selector,
    r#choice_size,
    r#choice_block,
    r#alternative,
    r#plain_block,
    r#plain_alternative,
    r#alternative_field,
    r#choice_case,
    r#string,
    r#field_block,
    r#field_setting,
    r#padding_clause,
    r#trim_clause,
    r#null_clause,
    r#null_case,
    r#repeated_byte,
    r#null_word,
    r#test_item,
    r#test_block,
    r#test_line,
    r#side,
    r#coded_character,
    r#named_value,
    r#inf,
    r#value_word,
    r#decimal,
    r#decimal_digits,
    r#ident,
    r#name,
    r#word,
    r#number,
    r#hexadecimal,
    r#radix_digits,
    r#signed_number,
    r#sign,
    r#kw_use,
    r#kw_as,
    r#kw_float,
    r#kw_datarep,
    r#kw_test,
    r#kw_extends,
    r#kw_pair,
    r#kw_where,
    r#kw_value,
    r#kw_order,
    r#kw_bits,
    r#kw_numbering,
    r#kw_bit,
    r#kw_negative,
    r#kw_exponent,
    r#kw_quiet,
    r#kw_ieee,
    r#kw_unused,
    r#kw_if,
    r#kw_written,
    r#kw_max,
    r#kw_true,
    r#kw_write,
    r#kw_on,
    r#kw_char,
    r#kw_record,
    r#kw_bytes,
    r#kw_at,
    r#kw_padding,
    r#kw_null,
    r#kw_all,
    r#kw_choice,
    r#kw_in,
    r#kw_otherwise,
    r#kw_valid,
    r#kw_overlay,
    r#kw_trim,
    r#semicolon,
    r#comma,
    r#colon,
    r#equals,
    r#arrow,
    r#exactly,
    r#bar,
    r#or,
    r#and,
    r#dot,
    r#star,
    r#times,
    r#caret,
    r#to,
    r#path_separator,
    r#open_brace,
    r#close_brace,
    r#open_bracket,
    r#close_bracket,
    r#open_paren,
    r#close_paren,
}
impl Rule {
    pub fn all_rules() -> &'static [Rule] {
        &[
            Rule::r#WHITESPACE,
            Rule::r#COMMENT,
            Rule::r#block_comment,
            Rule::r#whole_item,
            Rule::r#whole_clause,
            Rule::r#whole_family_clause,
            Rule::r#whole_entry,
            Rule::r#whole_test_line,
            Rule::r#whole_record_line,
            Rule::r#whole_call,
            Rule::r#whole_order,
            Rule::r#whole_rules,
            Rule::r#whole_event_rules,
            Rule::r#item,
            Rule::r#use_item,
            Rule::r#use_list,
            Rule::r#use_name,
            Rule::r#float_item,
            Rule::r#pair,
            Rule::r#pair_rule,
            Rule::r#low_exponent,
            Rule::r#high_exponent,
            Rule::r#meaning,
            Rule::r#picture,
            Rule::r#picture_field,
            Rule::r#formula,
            Rule::r#significand,
            Rule::r#fraction,
            Rule::r#hidden_one,
            Rule::r#hidden_half,
            Rule::r#explicit_one,
            Rule::r#twos_complement,
            Rule::r#implied_complement,
            Rule::r#digit_fraction,
            Rule::r#first_digit,
            Rule::r#power,
            Rule::r#exponent,
            Rule::r#letter_s,
            Rule::r#letter_e,
            Rule::r#letter_f,
            Rule::r#letter_i,
            Rule::r#letter_d,
            Rule::r#clause_block,
            Rule::r#clause,
            Rule::r#order_clause,
            Rule::r#bits_clause,
            Rule::r#numbering_clause,
            Rule::r#value_clause,
            Rule::r#negative_clause,
            Rule::r#exponent_clause,
            Rule::r#quiet_clause,
            Rule::r#ieee_clause,
            Rule::r#unused_clause,
            Rule::r#field_clause,
            Rule::r#field_name,
            Rule::r#ranges,
            Rule::r#range,
            Rule::r#more_range,
            Rule::r#special_clause,
            Rule::r#special_class,
            Rule::r#condition,
            Rule::r#all,
            Rule::r#comparison,
            Rule::r#compared,
            Rule::r#operator,
            Rule::r#order,
            Rule::r#order_call,
            Rule::r#byte_list,
            Rule::r#call,
            Rule::r#arguments,
            Rule::r#argument,
            Rule::r#family_item,
            Rule::r#float_keyword,
            Rule::r#float_family,
            Rule::r#family_keyword,
            Rule::r#family_block,
            Rule::r#family_clause,
            Rule::r#true_clause,
            Rule::r#write_clause,
            Rule::r#datarep_item,
            Rule::r#entry_block,
            Rule::r#entry,
            Rule::r#named_entry,
            Rule::r#size_block,
            Rule::r#size_mapping,
            Rule::r#size,
            Rule::r#mapping,
            Rule::r#line_keyword,
            Rule::r#mapping_order,
            Rule::r#next_line,
            Rule::r#rules_block,
            Rule::r#rules,
            Rule::r#direction,
            Rule::r#event_rule,
            Rule::r#event,
            Rule::r#record_item,
            Rule::r#record_block,
            Rule::r#record_line,
            Rule::r#record_field,
            Rule::r#field_words,
            Rule::r#field_offset,
            Rule::r#native_name,
            Rule::r#field_type,
            Rule::r#field_array,
            Rule::r#field_bytes,
            Rule::r#bytes_follow,
            Rule::r#field_format,
            Rule::r#field_order,
            Rule::r#count,
            Rule::r#to_end,
            Rule::r#count_sum,
            Rule::r#count_product,
            Rule::r#product_sign,
            Rule::r#count_operand,
            Rule::r#field_path,
            Rule::r#count_choice,
            Rule::r#count_case,
            Rule::r#field_choice,
            Rule::r#field_overlay,
            Rule::r#selector,
            Rule::r#choice_size,
            Rule::r#choice_block,
            Rule::r#alternative,
            Rule::r#plain_block,
            Rule::r#plain_alternative,
            Rule::r#alternative_field,
            Rule::r#choice_case,
            Rule::r#string,
            Rule::r#field_block,
            Rule::r#field_setting,
            Rule::r#padding_clause,
            Rule::r#trim_clause,
            Rule::r#null_clause,
            Rule::r#null_case,
            Rule::r#repeated_byte,
            Rule::r#null_word,
            Rule::r#test_item,
            Rule::r#test_block,
            Rule::r#test_line,
            Rule::r#side,
            Rule::r#coded_character,
            Rule::r#named_value,
            Rule::r#inf,
            Rule::r#value_word,
            Rule::r#decimal,
            Rule::r#decimal_digits,
            Rule::r#ident,
            Rule::r#name,
            Rule::r#word,
            Rule::r#number,
            Rule::r#hexadecimal,
            Rule::r#radix_digits,
            Rule::r#signed_number,
            Rule::r#sign,
            Rule::r#kw_use,
            Rule::r#kw_as,
            Rule::r#kw_float,
            Rule::r#kw_datarep,
            Rule::r#kw_test,
            Rule::r#kw_extends,
            Rule::r#kw_pair,
            Rule::r#kw_where,
            Rule::r#kw_value,
            Rule::r#kw_order,
            Rule::r#kw_bits,
            Rule::r#kw_numbering,
            Rule::r#kw_bit,
            Rule::r#kw_negative,
            Rule::r#kw_exponent,
            Rule::r#kw_quiet,
            Rule::r#kw_ieee,
            Rule::r#kw_unused,
            Rule::r#kw_if,
            Rule::r#kw_written,
            Rule::r#kw_max,
            Rule::r#kw_true,
            Rule::r#kw_write,
            Rule::r#kw_on,
            Rule::r#kw_char,
            Rule::r#kw_record,
            Rule::r#kw_bytes,
            Rule::r#kw_at,
            Rule::r#kw_padding,
            Rule::r#kw_null,
            Rule::r#kw_all,
            Rule::r#kw_choice,
            Rule::r#kw_in,
            Rule::r#kw_otherwise,
            Rule::r#kw_valid,
            Rule::r#kw_overlay,
            Rule::r#kw_trim,
            Rule::r#semicolon,
            Rule::r#comma,
            Rule::r#colon,
            Rule::r#equals,
            Rule::r#arrow,
            Rule::r#exactly,
            Rule::r#bar,
            Rule::r#or,
            Rule::r#and,
            Rule::r#dot,
            Rule::r#star,
            Rule::r#times,
            Rule::r#caret,
            Rule::r#to,
            Rule::r#path_separator,
            Rule::r#open_brace,
            Rule::r#close_brace,
            Rule::r#open_bracket,
            Rule::r#close_bracket,
            Rule::r#open_paren,
            Rule::r#close_paren,
        ]
    }
}
impl ::pest::Parser<Rule> for Grammar {
    fn parse<'i>(
        rule: Rule,
        input: &'i str,
    ) -> ::std::result::Result<
        ::pest::iterators::Pairs<'i, Rule>,
        ::pest::error::Error<Rule>,
    > {
        mod rules {
            pub mod hidden {
                use super::super::{Rule, step};
                #[inline]
                pub fn skip(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    if state.atomicity() == ::pest::Atomicity::NonAtomic {
                        state
                            .sequence(
                                step(|state| {
                                    state
                                        .repeat(step(super::visible::WHITESPACE))
                                        .and_then(
                                            step(|state| {
                                                state
                                                    .repeat(
                                                        step(|state| {
                                                            state
                                                                .sequence(
                                                                    step(|state| {
                                                                        super::visible::COMMENT(state)
                                                                            .and_then(
                                                                                step(|state| {
                                                                                    state.repeat(step(super::visible::WHITESPACE))
                                                                                }),
                                                                            )
                                                                    }),
                                                                )
                                                        }),
                                                    )
                                            }),
                                        )
                                }),
                            )
                    } else {
                        Ok(state)
                    }
                }
            }
            pub mod visible {
                use super::super::{Rule, step};
                #[inline]
                pub fn r#WHITESPACE(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .atomic(
                            ::pest::Atomicity::Atomic,
                            step(|state| {
                                self::r#PATTERN_WHITE_SPACE(state)
                                    .or_else(step(|state| { state.match_string("\u{feff}") }))
                            }),
                        )
                }
                #[inline]
                pub fn r#COMMENT(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .atomic(
                            ::pest::Atomicity::Atomic,
                            step(|state| {
                                state
                                    .sequence(
                                        step(|state| {
                                            state
                                                .match_string("//")
                                                .and_then(
                                                    step(|state| {
                                                        state
                                                            .repeat(
                                                                step(|state| {
                                                                    state
                                                                        .sequence(
                                                                            step(|state| {
                                                                                state
                                                                                    .lookahead(
                                                                                        false,
                                                                                        step(|state| { state.match_string("\n") }),
                                                                                    )
                                                                                    .and_then(step(self::r#ANY))
                                                                            }),
                                                                        )
                                                                }),
                                                            )
                                                    }),
                                                )
                                        }),
                                    )
                                    .or_else(step(self::r#block_comment))
                            }),
                        )
                }
                #[inline]
                pub fn r#block_comment(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .sequence(
                            step(|state| {
                                state
                                    .match_string("/*")
                                    .and_then(step(super::hidden::skip))
                                    .and_then(
                                        step(|state| {
                                            state
                                                .sequence(
                                                    step(|state| {
                                                        state
                                                            .optional(
                                                                step(|state| {
                                                                    self::r#block_comment(state)
                                                                        .or_else(
                                                                            step(|state| {
                                                                                state
                                                                                    .sequence(
                                                                                        step(|state| {
                                                                                            state
                                                                                                .lookahead(
                                                                                                    false,
                                                                                                    step(|state| { state.match_string("*/") }),
                                                                                                )
                                                                                                .and_then(step(super::hidden::skip))
                                                                                                .and_then(step(self::r#ANY))
                                                                                        }),
                                                                                    )
                                                                            }),
                                                                        )
                                                                        .and_then(
                                                                            step(|state| {
                                                                                state
                                                                                    .repeat(
                                                                                        step(|state| {
                                                                                            state
                                                                                                .sequence(
                                                                                                    step(|state| {
                                                                                                        super::hidden::skip(state)
                                                                                                            .and_then(
                                                                                                                step(|state| {
                                                                                                                    self::r#block_comment(state)
                                                                                                                        .or_else(
                                                                                                                            step(|state| {
                                                                                                                                state
                                                                                                                                    .sequence(
                                                                                                                                        step(|state| {
                                                                                                                                            state
                                                                                                                                                .lookahead(
                                                                                                                                                    false,
                                                                                                                                                    step(|state| { state.match_string("*/") }),
                                                                                                                                                )
                                                                                                                                                .and_then(step(super::hidden::skip))
                                                                                                                                                .and_then(step(self::r#ANY))
                                                                                                                                        }),
                                                                                                                                    )
                                                                                                                            }),
                                                                                                                        )
                                                                                                                }),
                                                                                                            )
                                                                                                    }),
                                                                                                )
                                                                                        }),
                                                                                    )
                                                                            }),
                                                                        )
                                                                }),
                                                            )
                                                    }),
                                                )
                                        }),
                                    )
                                    .and_then(step(super::hidden::skip))
                                    .and_then(step(|state| { state.match_string("*/") }))
                            }),
                        )
                }
                #[inline]
                pub fn r#whole_item(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .sequence(
                            step(|state| {
                                self::r#SOI(state)
                                    .and_then(step(super::hidden::skip))
                                    .and_then(step(self::r#item))
                                    .and_then(step(super::hidden::skip))
                                    .and_then(step(self::r#EOI))
                            }),
                        )
                }
                #[inline]
                pub fn r#whole_clause(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .sequence(
                            step(|state| {
                                self::r#SOI(state)
                                    .and_then(step(super::hidden::skip))
                                    .and_then(step(self::r#clause))
                                    .and_then(step(super::hidden::skip))
                                    .and_then(step(self::r#EOI))
                            }),
                        )
                }
                #[inline]
                pub fn r#whole_family_clause(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .sequence(
                            step(|state| {
                                self::r#SOI(state)
                                    .and_then(step(super::hidden::skip))
                                    .and_then(step(self::r#family_clause))
                                    .and_then(step(super::hidden::skip))
                                    .and_then(step(self::r#EOI))
                            }),
                        )
                }
                #[inline]
                pub fn r#whole_entry(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .sequence(
                            step(|state| {
                                self::r#SOI(state)
                                    .and_then(step(super::hidden::skip))
                                    .and_then(step(self::r#entry))
                                    .and_then(step(super::hidden::skip))
                                    .and_then(step(self::r#EOI))
                            }),
                        )
                }
                #[inline]
                pub fn r#whole_test_line(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .sequence(
                            step(|state| {
                                self::r#SOI(state)
                                    .and_then(step(super::hidden::skip))
                                    .and_then(step(self::r#test_line))
                                    .and_then(step(super::hidden::skip))
                                    .and_then(step(self::r#EOI))
                            }),
                        )
                }
                #[inline]
                pub fn r#whole_record_line(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .sequence(
                            step(|state| {
                                self::r#SOI(state)
                                    .and_then(step(super::hidden::skip))
                                    .and_then(step(self::r#record_line))
                                    .and_then(step(super::hidden::skip))
                                    .and_then(step(self::r#EOI))
                            }),
                        )
                }
                #[inline]
                pub fn r#whole_call(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .sequence(
                            step(|state| {
                                self::r#SOI(state)
                                    .and_then(step(super::hidden::skip))
                                    .and_then(step(self::r#call))
                                    .and_then(step(super::hidden::skip))
                                    .and_then(step(self::r#EOI))
                            }),
                        )
                }
                #[inline]
                pub fn r#whole_order(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .sequence(
                            step(|state| {
                                self::r#SOI(state)
                                    .and_then(step(super::hidden::skip))
                                    .and_then(step(self::r#order))
                                    .and_then(step(super::hidden::skip))
                                    .and_then(step(self::r#EOI))
                            }),
                        )
                }
                #[inline]
                pub fn r#whole_rules(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .sequence(
                            step(|state| {
                                self::r#SOI(state)
                                    .and_then(step(super::hidden::skip))
                                    .and_then(
                                        step(|state| {
                                            state
                                                .sequence(
                                                    step(|state| {
                                                        state
                                                            .optional(
                                                                step(|state| {
                                                                    self::r#rules(state)
                                                                        .and_then(
                                                                            step(|state| {
                                                                                state
                                                                                    .repeat(
                                                                                        step(|state| {
                                                                                            state
                                                                                                .sequence(
                                                                                                    step(|state| {
                                                                                                        super::hidden::skip(state).and_then(step(self::r#rules))
                                                                                                    }),
                                                                                                )
                                                                                        }),
                                                                                    )
                                                                            }),
                                                                        )
                                                                }),
                                                            )
                                                    }),
                                                )
                                        }),
                                    )
                                    .and_then(step(super::hidden::skip))
                                    .and_then(step(self::r#EOI))
                            }),
                        )
                }
                #[inline]
                pub fn r#whole_event_rules(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .sequence(
                            step(|state| {
                                self::r#SOI(state)
                                    .and_then(step(super::hidden::skip))
                                    .and_then(
                                        step(|state| {
                                            state
                                                .optional(
                                                    step(|state| {
                                                        state
                                                            .sequence(
                                                                step(|state| {
                                                                    self::r#event_rule(state)
                                                                        .and_then(step(super::hidden::skip))
                                                                        .and_then(
                                                                            step(|state| {
                                                                                state
                                                                                    .sequence(
                                                                                        step(|state| {
                                                                                            state
                                                                                                .optional(
                                                                                                    step(|state| {
                                                                                                        state
                                                                                                            .sequence(
                                                                                                                step(|state| {
                                                                                                                    self::r#comma(state)
                                                                                                                        .and_then(step(super::hidden::skip))
                                                                                                                        .and_then(step(self::r#event_rule))
                                                                                                                }),
                                                                                                            )
                                                                                                            .and_then(
                                                                                                                step(|state| {
                                                                                                                    state
                                                                                                                        .repeat(
                                                                                                                            step(|state| {
                                                                                                                                state
                                                                                                                                    .sequence(
                                                                                                                                        step(|state| {
                                                                                                                                            super::hidden::skip(state)
                                                                                                                                                .and_then(
                                                                                                                                                    step(|state| {
                                                                                                                                                        state
                                                                                                                                                            .sequence(
                                                                                                                                                                step(|state| {
                                                                                                                                                                    self::r#comma(state)
                                                                                                                                                                        .and_then(step(super::hidden::skip))
                                                                                                                                                                        .and_then(step(self::r#event_rule))
                                                                                                                                                                }),
                                                                                                                                                            )
                                                                                                                                                    }),
                                                                                                                                                )
                                                                                                                                        }),
                                                                                                                                    )
                                                                                                                            }),
                                                                                                                        )
                                                                                                                }),
                                                                                                            )
                                                                                                    }),
                                                                                                )
                                                                                        }),
                                                                                    )
                                                                            }),
                                                                        )
                                                                        .and_then(step(super::hidden::skip))
                                                                        .and_then(
                                                                            step(|state| { state.optional(step(self::r#comma)) }),
                                                                        )
                                                                }),
                                                            )
                                                    }),
                                                )
                                        }),
                                    )
                                    .and_then(step(super::hidden::skip))
                                    .and_then(step(self::r#EOI))
                            }),
                        )
                }
                #[inline]
                pub fn r#item(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#item,
                            step(|state| {
                                self::r#use_item(state)
                                    .or_else(step(self::r#float_item))
                                    .or_else(step(self::r#family_item))
                                    .or_else(step(self::r#datarep_item))
                                    .or_else(step(self::r#record_item))
                                    .or_else(step(self::r#test_item))
                            }),
                        )
                }
                #[inline]
                pub fn r#use_item(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#use_item,
                            step(|state| {
                                state
                                    .sequence(
                                        step(|state| {
                                            self::r#kw_use(state)
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(self::r#word))
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(self::r#path_separator))
                                                .and_then(step(super::hidden::skip))
                                                .and_then(
                                                    step(|state| {
                                                        self::r#star(state)
                                                            .or_else(step(self::r#use_list))
                                                            .or_else(step(self::r#use_name))
                                                    }),
                                                )
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(self::r#semicolon))
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#use_list(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#use_list,
                            step(|state| {
                                state
                                    .sequence(
                                        step(|state| {
                                            self::r#open_brace(state)
                                                .and_then(step(super::hidden::skip))
                                                .and_then(
                                                    step(|state| {
                                                        state
                                                            .optional(
                                                                step(|state| {
                                                                    state
                                                                        .sequence(
                                                                            step(|state| {
                                                                                self::r#use_name(state)
                                                                                    .and_then(step(super::hidden::skip))
                                                                                    .and_then(
                                                                                        step(|state| {
                                                                                            state
                                                                                                .sequence(
                                                                                                    step(|state| {
                                                                                                        state
                                                                                                            .optional(
                                                                                                                step(|state| {
                                                                                                                    state
                                                                                                                        .sequence(
                                                                                                                            step(|state| {
                                                                                                                                self::r#comma(state)
                                                                                                                                    .and_then(step(super::hidden::skip))
                                                                                                                                    .and_then(step(self::r#use_name))
                                                                                                                            }),
                                                                                                                        )
                                                                                                                        .and_then(
                                                                                                                            step(|state| {
                                                                                                                                state
                                                                                                                                    .repeat(
                                                                                                                                        step(|state| {
                                                                                                                                            state
                                                                                                                                                .sequence(
                                                                                                                                                    step(|state| {
                                                                                                                                                        super::hidden::skip(state)
                                                                                                                                                            .and_then(
                                                                                                                                                                step(|state| {
                                                                                                                                                                    state
                                                                                                                                                                        .sequence(
                                                                                                                                                                            step(|state| {
                                                                                                                                                                                self::r#comma(state)
                                                                                                                                                                                    .and_then(step(super::hidden::skip))
                                                                                                                                                                                    .and_then(step(self::r#use_name))
                                                                                                                                                                            }),
                                                                                                                                                                        )
                                                                                                                                                                }),
                                                                                                                                                            )
                                                                                                                                                    }),
                                                                                                                                                )
                                                                                                                                        }),
                                                                                                                                    )
                                                                                                                            }),
                                                                                                                        )
                                                                                                                }),
                                                                                                            )
                                                                                                    }),
                                                                                                )
                                                                                        }),
                                                                                    )
                                                                                    .and_then(step(super::hidden::skip))
                                                                                    .and_then(
                                                                                        step(|state| { state.optional(step(self::r#comma)) }),
                                                                                    )
                                                                            }),
                                                                        )
                                                                }),
                                                            )
                                                    }),
                                                )
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(self::r#close_brace))
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#use_name(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#use_name,
                            step(|state| {
                                state
                                    .sequence(
                                        step(|state| {
                                            self::r#word(state)
                                                .and_then(step(super::hidden::skip))
                                                .and_then(
                                                    step(|state| {
                                                        state
                                                            .optional(
                                                                step(|state| {
                                                                    state
                                                                        .sequence(
                                                                            step(|state| {
                                                                                self::r#kw_as(state)
                                                                                    .and_then(step(super::hidden::skip))
                                                                                    .and_then(step(self::r#name))
                                                                            }),
                                                                        )
                                                                }),
                                                            )
                                                    }),
                                                )
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#float_item(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#float_item,
                            step(|state| {
                                state
                                    .sequence(
                                        step(|state| {
                                            self::r#kw_float(state)
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(self::r#name))
                                                .and_then(step(super::hidden::skip))
                                                .and_then(
                                                    step(|state| {
                                                        self::r#clause_block(state)
                                                            .or_else(
                                                                step(|state| {
                                                                    state
                                                                        .sequence(
                                                                            step(|state| {
                                                                                self::r#equals(state)
                                                                                    .and_then(step(super::hidden::skip))
                                                                                    .and_then(
                                                                                        step(|state| {
                                                                                            state
                                                                                                .sequence(
                                                                                                    step(|state| {
                                                                                                        self::r#pair(state)
                                                                                                            .and_then(step(super::hidden::skip))
                                                                                                            .and_then(
                                                                                                                step(|state| { state.optional(step(self::r#pair_rule)) }),
                                                                                                            )
                                                                                                    }),
                                                                                                )
                                                                                                .or_else(
                                                                                                    step(|state| {
                                                                                                        state
                                                                                                            .sequence(
                                                                                                                step(|state| {
                                                                                                                    self::r#picture(state)
                                                                                                                        .and_then(step(super::hidden::skip))
                                                                                                                        .and_then(
                                                                                                                            step(|state| { state.optional(step(self::r#meaning)) }),
                                                                                                                        )
                                                                                                                }),
                                                                                                            )
                                                                                                    }),
                                                                                                )
                                                                                        }),
                                                                                    )
                                                                                    .and_then(step(super::hidden::skip))
                                                                                    .and_then(
                                                                                        step(|state| {
                                                                                            self::r#clause_block(state).or_else(step(self::r#semicolon))
                                                                                        }),
                                                                                    )
                                                                            }),
                                                                        )
                                                                }),
                                                            )
                                                    }),
                                                )
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#pair(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#pair,
                            step(|state| {
                                state
                                    .sequence(
                                        step(|state| {
                                            self::r#kw_pair(state)
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(self::r#open_paren))
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(self::r#call))
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(self::r#comma))
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(self::r#call))
                                                .and_then(step(super::hidden::skip))
                                                .and_then(
                                                    step(|state| { state.optional(step(self::r#comma)) }),
                                                )
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(self::r#close_paren))
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#pair_rule(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#pair_rule,
                            step(|state| {
                                state
                                    .sequence(
                                        step(|state| {
                                            self::r#kw_where(state)
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(self::r#low_exponent))
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(self::r#equals))
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(self::r#high_exponent))
                                                .and_then(step(super::hidden::skip))
                                                .and_then(
                                                    step(|state| {
                                                        state
                                                            .optional(
                                                                step(|state| {
                                                                    state
                                                                        .sequence(
                                                                            step(|state| {
                                                                                self::r#sign(state)
                                                                                    .and_then(step(super::hidden::skip))
                                                                                    .and_then(step(self::r#number))
                                                                            }),
                                                                        )
                                                                }),
                                                            )
                                                    }),
                                                )
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#low_exponent(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#low_exponent,
                            step(|state| {
                                state
                                    .sequence(
                                        step(|state| {
                                            state
                                                .match_string("low")
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(|state| { state.match_string(".") }))
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(self::r#letter_e))
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#high_exponent(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#high_exponent,
                            step(|state| {
                                state
                                    .sequence(
                                        step(|state| {
                                            state
                                                .match_string("high")
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(|state| { state.match_string(".") }))
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(self::r#letter_e))
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#meaning(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#meaning,
                            step(|state| {
                                state
                                    .sequence(
                                        step(|state| {
                                            self::r#kw_where(state)
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(self::r#kw_value))
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(self::r#equals))
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(self::r#formula))
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#picture(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#picture,
                            step(|state| {
                                state
                                    .sequence(
                                        step(|state| {
                                            self::r#picture_field(state)
                                                .and_then(step(super::hidden::skip))
                                                .and_then(
                                                    step(|state| {
                                                        state
                                                            .sequence(
                                                                step(|state| {
                                                                    state
                                                                        .optional(
                                                                            step(|state| {
                                                                                self::r#picture_field(state)
                                                                                    .and_then(
                                                                                        step(|state| {
                                                                                            state
                                                                                                .repeat(
                                                                                                    step(|state| {
                                                                                                        state
                                                                                                            .sequence(
                                                                                                                step(|state| {
                                                                                                                    super::hidden::skip(state)
                                                                                                                        .and_then(step(self::r#picture_field))
                                                                                                                }),
                                                                                                            )
                                                                                                    }),
                                                                                                )
                                                                                        }),
                                                                                    )
                                                                            }),
                                                                        )
                                                                }),
                                                            )
                                                    }),
                                                )
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#picture_field(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#picture_field,
                            step(|state| {
                                state
                                    .atomic(
                                        ::pest::Atomicity::Atomic,
                                        step(|state| {
                                            state
                                                .sequence(
                                                    step(|state| {
                                                        self::r#ASCII_ALPHA(state)
                                                            .or_else(step(|state| { state.match_string("_") }))
                                                            .and_then(
                                                                step(|state| {
                                                                    state
                                                                        .sequence(
                                                                            step(|state| {
                                                                                self::r#ASCII_DIGIT(state)
                                                                                    .and_then(
                                                                                        step(|state| { state.repeat(step(self::r#ASCII_DIGIT)) }),
                                                                                    )
                                                                            }),
                                                                        )
                                                                }),
                                                            )
                                                            .and_then(
                                                                step(|state| {
                                                                    state.lookahead(false, step(self::r#XID_CONTINUE))
                                                                }),
                                                            )
                                                    }),
                                                )
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#formula(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#formula,
                            step(|state| {
                                state
                                    .sequence(
                                        step(|state| {
                                            self::r#significand(state)
                                                .and_then(step(super::hidden::skip))
                                                .and_then(
                                                    step(|state| {
                                                        state
                                                            .optional(
                                                                step(|state| {
                                                                    state
                                                                        .sequence(
                                                                            step(|state| {
                                                                                self::r#times(state)
                                                                                    .and_then(step(super::hidden::skip))
                                                                                    .and_then(step(self::r#power))
                                                                            }),
                                                                        )
                                                                }),
                                                            )
                                                    }),
                                                )
                                        }),
                                    )
                                    .or_else(step(self::r#power))
                            }),
                        )
                }
                #[inline]
                pub fn r#significand(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#significand,
                            step(|state| {
                                self::r#hidden_half(state)
                                    .or_else(step(self::r#fraction))
                                    .or_else(step(self::r#hidden_one))
                                    .or_else(step(self::r#implied_complement))
                                    .or_else(step(self::r#twos_complement))
                                    .or_else(step(self::r#explicit_one))
                                    .or_else(step(self::r#letter_f))
                                    .or_else(step(self::r#digit_fraction))
                                    .or_else(step(self::r#first_digit))
                                    .or_else(step(self::r#letter_d))
                            }),
                        )
                }
                #[inline]
                pub fn r#fraction(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#fraction,
                            step(|state| {
                                state
                                    .sequence(
                                        step(|state| {
                                            state
                                                .match_string("0")
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(|state| { state.match_string(".") }))
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(self::r#letter_f))
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#hidden_one(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#hidden_one,
                            step(|state| {
                                state
                                    .sequence(
                                        step(|state| {
                                            state
                                                .match_string("1")
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(|state| { state.match_string(".") }))
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(self::r#letter_f))
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#hidden_half(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#hidden_half,
                            step(|state| {
                                state
                                    .sequence(
                                        step(|state| {
                                            state
                                                .match_string("0")
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(|state| { state.match_string(".") }))
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(|state| { state.match_string("1") }))
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(self::r#letter_f))
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#explicit_one(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#explicit_one,
                            step(|state| {
                                state
                                    .sequence(
                                        step(|state| {
                                            self::r#letter_i(state)
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(|state| { state.match_string(".") }))
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(self::r#letter_f))
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#twos_complement(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#twos_complement,
                            step(|state| {
                                state
                                    .sequence(
                                        step(|state| {
                                            self::r#letter_s(state)
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(|state| { state.match_string(".") }))
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(self::r#letter_f))
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#implied_complement(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#implied_complement,
                            step(|state| {
                                state
                                    .sequence(
                                        step(|state| {
                                            self::r#letter_s(state)
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(|state| { state.match_string("!") }))
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(self::r#letter_s))
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(|state| { state.match_string(".") }))
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(self::r#letter_f))
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#digit_fraction(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#digit_fraction,
                            step(|state| {
                                state
                                    .sequence(
                                        step(|state| {
                                            state
                                                .match_string("0")
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(|state| { state.match_string(".") }))
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(self::r#letter_d))
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#first_digit(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#first_digit,
                            step(|state| {
                                state
                                    .sequence(
                                        step(|state| {
                                            self::r#letter_d(state)
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(|state| { state.match_string(".") }))
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(self::r#letter_d))
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#power(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#power,
                            step(|state| {
                                state
                                    .sequence(
                                        step(|state| {
                                            self::r#number(state)
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(self::r#caret))
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(self::r#exponent))
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#exponent(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#exponent,
                            step(|state| {
                                self::r#letter_e(state)
                                    .or_else(
                                        step(|state| {
                                            state
                                                .sequence(
                                                    step(|state| {
                                                        self::r#open_paren(state)
                                                            .and_then(step(super::hidden::skip))
                                                            .and_then(step(self::r#letter_e))
                                                            .and_then(step(super::hidden::skip))
                                                            .and_then(
                                                                step(|state| {
                                                                    state
                                                                        .optional(
                                                                            step(|state| {
                                                                                state
                                                                                    .sequence(
                                                                                        step(|state| {
                                                                                            self::r#sign(state)
                                                                                                .and_then(step(super::hidden::skip))
                                                                                                .and_then(step(self::r#number))
                                                                                        }),
                                                                                    )
                                                                            }),
                                                                        )
                                                                }),
                                                            )
                                                            .and_then(step(super::hidden::skip))
                                                            .and_then(step(self::r#close_paren))
                                                    }),
                                                )
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#letter_s(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#letter_s,
                            step(|state| {
                                state
                                    .atomic(
                                        ::pest::Atomicity::Atomic,
                                        step(|state| {
                                            state
                                                .sequence(
                                                    step(|state| {
                                                        state
                                                            .match_string("S")
                                                            .and_then(
                                                                step(|state| {
                                                                    state.lookahead(false, step(self::r#XID_CONTINUE))
                                                                }),
                                                            )
                                                    }),
                                                )
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#letter_e(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#letter_e,
                            step(|state| {
                                state
                                    .atomic(
                                        ::pest::Atomicity::Atomic,
                                        step(|state| {
                                            state
                                                .sequence(
                                                    step(|state| {
                                                        state
                                                            .match_string("E")
                                                            .and_then(
                                                                step(|state| {
                                                                    state.lookahead(false, step(self::r#XID_CONTINUE))
                                                                }),
                                                            )
                                                    }),
                                                )
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#letter_f(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#letter_f,
                            step(|state| {
                                state
                                    .atomic(
                                        ::pest::Atomicity::Atomic,
                                        step(|state| {
                                            state
                                                .sequence(
                                                    step(|state| {
                                                        state
                                                            .match_string("F")
                                                            .and_then(
                                                                step(|state| {
                                                                    state.lookahead(false, step(self::r#XID_CONTINUE))
                                                                }),
                                                            )
                                                    }),
                                                )
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#letter_i(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#letter_i,
                            step(|state| {
                                state
                                    .atomic(
                                        ::pest::Atomicity::Atomic,
                                        step(|state| {
                                            state
                                                .sequence(
                                                    step(|state| {
                                                        state
                                                            .match_string("I")
                                                            .and_then(
                                                                step(|state| {
                                                                    state.lookahead(false, step(self::r#XID_CONTINUE))
                                                                }),
                                                            )
                                                    }),
                                                )
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#letter_d(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#letter_d,
                            step(|state| {
                                state
                                    .atomic(
                                        ::pest::Atomicity::Atomic,
                                        step(|state| {
                                            state
                                                .sequence(
                                                    step(|state| {
                                                        state
                                                            .match_string("D")
                                                            .or_else(step(|state| { state.match_string("C") }))
                                                            .and_then(
                                                                step(|state| {
                                                                    state.lookahead(false, step(self::r#XID_CONTINUE))
                                                                }),
                                                            )
                                                    }),
                                                )
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#clause_block(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#clause_block,
                            step(|state| {
                                state
                                    .sequence(
                                        step(|state| {
                                            self::r#open_brace(state)
                                                .and_then(step(super::hidden::skip))
                                                .and_then(
                                                    step(|state| {
                                                        state
                                                            .sequence(
                                                                step(|state| {
                                                                    state
                                                                        .optional(
                                                                            step(|state| {
                                                                                self::r#clause(state)
                                                                                    .and_then(
                                                                                        step(|state| {
                                                                                            state
                                                                                                .repeat(
                                                                                                    step(|state| {
                                                                                                        state
                                                                                                            .sequence(
                                                                                                                step(|state| {
                                                                                                                    super::hidden::skip(state).and_then(step(self::r#clause))
                                                                                                                }),
                                                                                                            )
                                                                                                    }),
                                                                                                )
                                                                                        }),
                                                                                    )
                                                                            }),
                                                                        )
                                                                }),
                                                            )
                                                    }),
                                                )
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(self::r#close_brace))
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#clause(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#clause,
                            step(|state| {
                                self::r#order_clause(state)
                                    .or_else(step(self::r#bits_clause))
                                    .or_else(step(self::r#numbering_clause))
                                    .or_else(step(self::r#value_clause))
                                    .or_else(step(self::r#negative_clause))
                                    .or_else(step(self::r#exponent_clause))
                                    .or_else(step(self::r#quiet_clause))
                                    .or_else(step(self::r#ieee_clause))
                                    .or_else(step(self::r#unused_clause))
                                    .or_else(step(self::r#field_clause))
                                    .or_else(step(self::r#special_clause))
                            }),
                        )
                }
                #[inline]
                pub fn r#order_clause(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#order_clause,
                            step(|state| {
                                state
                                    .sequence(
                                        step(|state| {
                                            self::r#kw_order(state)
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(self::r#order))
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(self::r#semicolon))
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#bits_clause(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#bits_clause,
                            step(|state| {
                                state
                                    .sequence(
                                        step(|state| {
                                            self::r#kw_bits(state)
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(self::r#number))
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(self::r#semicolon))
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#numbering_clause(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#numbering_clause,
                            step(|state| {
                                state
                                    .sequence(
                                        step(|state| {
                                            self::r#kw_numbering(state)
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(self::r#word))
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(self::r#semicolon))
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#value_clause(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#value_clause,
                            step(|state| {
                                state
                                    .sequence(
                                        step(|state| {
                                            self::r#kw_value(state)
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(self::r#equals))
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(self::r#formula))
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(self::r#semicolon))
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#negative_clause(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#negative_clause,
                            step(|state| {
                                state
                                    .sequence(
                                        step(|state| {
                                            self::r#kw_negative(state)
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(self::r#word))
                                                .and_then(step(super::hidden::skip))
                                                .and_then(
                                                    step(|state| {
                                                        state
                                                            .optional(
                                                                step(|state| {
                                                                    state
                                                                        .sequence(
                                                                            step(|state| {
                                                                                self::r#open_paren(state)
                                                                                    .and_then(step(super::hidden::skip))
                                                                                    .and_then(step(self::r#number))
                                                                                    .and_then(step(super::hidden::skip))
                                                                                    .and_then(step(self::r#close_paren))
                                                                            }),
                                                                        )
                                                                }),
                                                            )
                                                    }),
                                                )
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(self::r#semicolon))
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#exponent_clause(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#exponent_clause,
                            step(|state| {
                                state
                                    .sequence(
                                        step(|state| {
                                            self::r#kw_exponent(state)
                                                .and_then(step(super::hidden::skip))
                                                .and_then(
                                                    step(|state| {
                                                        state
                                                            .sequence(
                                                                step(|state| {
                                                                    self::r#equals(state)
                                                                        .and_then(step(super::hidden::skip))
                                                                        .and_then(step(self::r#ranges))
                                                                }),
                                                            )
                                                            .or_else(step(self::r#word))
                                                    }),
                                                )
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(self::r#semicolon))
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#quiet_clause(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#quiet_clause,
                            step(|state| {
                                state
                                    .sequence(
                                        step(|state| {
                                            self::r#kw_quiet(state)
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(self::r#word))
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(self::r#semicolon))
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#ieee_clause(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#ieee_clause,
                            step(|state| {
                                state
                                    .sequence(
                                        step(|state| {
                                            self::r#kw_ieee(state)
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(self::r#semicolon))
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#unused_clause(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#unused_clause,
                            step(|state| {
                                state
                                    .sequence(
                                        step(|state| {
                                            self::r#kw_unused(state)
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(self::r#kw_written))
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(self::r#number))
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(self::r#semicolon))
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#field_clause(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#field_clause,
                            step(|state| {
                                state
                                    .sequence(
                                        step(|state| {
                                            self::r#field_name(state)
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(self::r#equals))
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(self::r#ranges))
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(self::r#semicolon))
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#field_name(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#field_name,
                            step(|state| {
                                state
                                    .atomic(
                                        ::pest::Atomicity::Atomic,
                                        step(|state| {
                                            state
                                                .sequence(
                                                    step(|state| {
                                                        state
                                                            .match_string("significand")
                                                            .or_else(step(|state| { state.match_string("sign") }))
                                                            .or_else(step(|state| { state.match_string("leading") }))
                                                            .or_else(step(|state| { state.match_string("unused") }))
                                                            .and_then(
                                                                step(|state| {
                                                                    state.lookahead(false, step(self::r#XID_CONTINUE))
                                                                }),
                                                            )
                                                    }),
                                                )
                                                .or_else(
                                                    step(|state| {
                                                        state
                                                            .sequence(
                                                                step(|state| {
                                                                    self::r#ident(state)
                                                                        .and_then(
                                                                            step(|state| {
                                                                                state
                                                                                    .lookahead(
                                                                                        true,
                                                                                        step(|state| {
                                                                                            state
                                                                                                .sequence(
                                                                                                    step(|state| {
                                                                                                        state
                                                                                                            .repeat(step(self::r#WHITESPACE))
                                                                                                            .and_then(step(|state| { state.match_string("=") }))
                                                                                                            .and_then(
                                                                                                                step(|state| {
                                                                                                                    state
                                                                                                                        .lookahead(
                                                                                                                            false,
                                                                                                                            step(|state| {
                                                                                                                                state
                                                                                                                                    .match_string("=")
                                                                                                                                    .or_else(step(|state| { state.match_string(">") }))
                                                                                                                            }),
                                                                                                                        )
                                                                                                                }),
                                                                                                            )
                                                                                                    }),
                                                                                                )
                                                                                        }),
                                                                                    )
                                                                            }),
                                                                        )
                                                                }),
                                                            )
                                                    }),
                                                )
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#ranges(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#ranges,
                            step(|state| {
                                state
                                    .sequence(
                                        step(|state| {
                                            self::r#range(state)
                                                .and_then(step(super::hidden::skip))
                                                .and_then(
                                                    step(|state| {
                                                        state
                                                            .sequence(
                                                                step(|state| {
                                                                    state
                                                                        .optional(
                                                                            step(|state| {
                                                                                state
                                                                                    .sequence(
                                                                                        step(|state| {
                                                                                            self::r#comma(state)
                                                                                                .and_then(step(super::hidden::skip))
                                                                                                .and_then(step(self::r#more_range))
                                                                                        }),
                                                                                    )
                                                                                    .and_then(
                                                                                        step(|state| {
                                                                                            state
                                                                                                .repeat(
                                                                                                    step(|state| {
                                                                                                        state
                                                                                                            .sequence(
                                                                                                                step(|state| {
                                                                                                                    super::hidden::skip(state)
                                                                                                                        .and_then(
                                                                                                                            step(|state| {
                                                                                                                                state
                                                                                                                                    .sequence(
                                                                                                                                        step(|state| {
                                                                                                                                            self::r#comma(state)
                                                                                                                                                .and_then(step(super::hidden::skip))
                                                                                                                                                .and_then(step(self::r#more_range))
                                                                                                                                        }),
                                                                                                                                    )
                                                                                                                            }),
                                                                                                                        )
                                                                                                                }),
                                                                                                            )
                                                                                                    }),
                                                                                                )
                                                                                        }),
                                                                                    )
                                                                            }),
                                                                        )
                                                                }),
                                                            )
                                                    }),
                                                )
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#range(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#range,
                            step(|state| {
                                state
                                    .sequence(
                                        step(|state| {
                                            self::r#kw_bits(state)
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(self::r#number))
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(self::r#to))
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(self::r#number))
                                        }),
                                    )
                                    .or_else(
                                        step(|state| {
                                            state
                                                .sequence(
                                                    step(|state| {
                                                        self::r#kw_bit(state)
                                                            .and_then(step(super::hidden::skip))
                                                            .and_then(step(self::r#number))
                                                    }),
                                                )
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#more_range(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#more_range,
                            step(|state| {
                                state
                                    .sequence(
                                        step(|state| {
                                            state
                                                .optional(step(self::r#kw_bits))
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(self::r#number))
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(self::r#to))
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(self::r#number))
                                        }),
                                    )
                                    .or_else(
                                        step(|state| {
                                            state
                                                .sequence(
                                                    step(|state| {
                                                        state
                                                            .optional(step(self::r#kw_bit))
                                                            .and_then(step(super::hidden::skip))
                                                            .and_then(step(self::r#number))
                                                    }),
                                                )
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#special_clause(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#special_clause,
                            step(|state| {
                                state
                                    .sequence(
                                        step(|state| {
                                            self::r#special_class(state)
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(self::r#kw_if))
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(self::r#condition))
                                                .and_then(step(super::hidden::skip))
                                                .and_then(
                                                    step(|state| {
                                                        state
                                                            .optional(
                                                                step(|state| {
                                                                    state
                                                                        .sequence(
                                                                            step(|state| {
                                                                                self::r#comma(state)
                                                                                    .and_then(step(super::hidden::skip))
                                                                                    .and_then(step(self::r#kw_written))
                                                                                    .and_then(step(super::hidden::skip))
                                                                                    .and_then(step(self::r#number))
                                                                            }),
                                                                        )
                                                                }),
                                                            )
                                                    }),
                                                )
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(self::r#semicolon))
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#special_class(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#special_class,
                            step(|state| {
                                state
                                    .atomic(
                                        ::pest::Atomicity::Atomic,
                                        step(|state| {
                                            state
                                                .sequence(
                                                    step(|state| {
                                                        state
                                                            .match_string("zero")
                                                            .or_else(step(|state| { state.match_string("subnormal") }))
                                                            .or_else(step(|state| { state.match_string("infinity") }))
                                                            .or_else(step(|state| { state.match_string("nan") }))
                                                            .or_else(step(|state| { state.match_string("reserved") }))
                                                            .or_else(step(|state| { state.match_string("invalid") }))
                                                            .or_else(step(|state| { state.match_string("overflow") }))
                                                            .or_else(step(|state| { state.match_string("underflow") }))
                                                            .or_else(step(|state| { state.match_string("missing") }))
                                                            .and_then(
                                                                step(|state| {
                                                                    state.lookahead(false, step(self::r#XID_CONTINUE))
                                                                }),
                                                            )
                                                    }),
                                                )
                                                .or_else(
                                                    step(|state| {
                                                        state
                                                            .sequence(
                                                                step(|state| {
                                                                    self::r#ident(state)
                                                                        .and_then(
                                                                            step(|state| {
                                                                                state
                                                                                    .lookahead(
                                                                                        true,
                                                                                        step(|state| {
                                                                                            state
                                                                                                .sequence(
                                                                                                    step(|state| {
                                                                                                        state
                                                                                                            .repeat(step(self::r#WHITESPACE))
                                                                                                            .and_then(step(|state| { state.match_string("if") }))
                                                                                                            .and_then(
                                                                                                                step(|state| {
                                                                                                                    state.lookahead(false, step(self::r#XID_CONTINUE))
                                                                                                                }),
                                                                                                            )
                                                                                                    }),
                                                                                                )
                                                                                        }),
                                                                                    )
                                                                            }),
                                                                        )
                                                                }),
                                                            )
                                                    }),
                                                )
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#condition(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#condition,
                            step(|state| {
                                state
                                    .sequence(
                                        step(|state| {
                                            self::r#all(state)
                                                .and_then(step(super::hidden::skip))
                                                .and_then(
                                                    step(|state| {
                                                        state
                                                            .sequence(
                                                                step(|state| {
                                                                    state
                                                                        .optional(
                                                                            step(|state| {
                                                                                state
                                                                                    .sequence(
                                                                                        step(|state| {
                                                                                            self::r#or(state)
                                                                                                .and_then(step(super::hidden::skip))
                                                                                                .and_then(step(self::r#all))
                                                                                        }),
                                                                                    )
                                                                                    .and_then(
                                                                                        step(|state| {
                                                                                            state
                                                                                                .repeat(
                                                                                                    step(|state| {
                                                                                                        state
                                                                                                            .sequence(
                                                                                                                step(|state| {
                                                                                                                    super::hidden::skip(state)
                                                                                                                        .and_then(
                                                                                                                            step(|state| {
                                                                                                                                state
                                                                                                                                    .sequence(
                                                                                                                                        step(|state| {
                                                                                                                                            self::r#or(state)
                                                                                                                                                .and_then(step(super::hidden::skip))
                                                                                                                                                .and_then(step(self::r#all))
                                                                                                                                        }),
                                                                                                                                    )
                                                                                                                            }),
                                                                                                                        )
                                                                                                                }),
                                                                                                            )
                                                                                                    }),
                                                                                                )
                                                                                        }),
                                                                                    )
                                                                            }),
                                                                        )
                                                                }),
                                                            )
                                                    }),
                                                )
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#all(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#all,
                            step(|state| {
                                state
                                    .sequence(
                                        step(|state| {
                                            self::r#comparison(state)
                                                .and_then(step(super::hidden::skip))
                                                .and_then(
                                                    step(|state| {
                                                        state
                                                            .sequence(
                                                                step(|state| {
                                                                    state
                                                                        .optional(
                                                                            step(|state| {
                                                                                state
                                                                                    .sequence(
                                                                                        step(|state| {
                                                                                            self::r#and(state)
                                                                                                .and_then(step(super::hidden::skip))
                                                                                                .and_then(step(self::r#comparison))
                                                                                        }),
                                                                                    )
                                                                                    .and_then(
                                                                                        step(|state| {
                                                                                            state
                                                                                                .repeat(
                                                                                                    step(|state| {
                                                                                                        state
                                                                                                            .sequence(
                                                                                                                step(|state| {
                                                                                                                    super::hidden::skip(state)
                                                                                                                        .and_then(
                                                                                                                            step(|state| {
                                                                                                                                state
                                                                                                                                    .sequence(
                                                                                                                                        step(|state| {
                                                                                                                                            self::r#and(state)
                                                                                                                                                .and_then(step(super::hidden::skip))
                                                                                                                                                .and_then(step(self::r#comparison))
                                                                                                                                        }),
                                                                                                                                    )
                                                                                                                            }),
                                                                                                                        )
                                                                                                                }),
                                                                                                            )
                                                                                                    }),
                                                                                                )
                                                                                        }),
                                                                                    )
                                                                            }),
                                                                        )
                                                                }),
                                                            )
                                                    }),
                                                )
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#comparison(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#comparison,
                            step(|state| {
                                state
                                    .sequence(
                                        step(|state| {
                                            self::r#open_paren(state)
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(self::r#condition))
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(self::r#close_paren))
                                        }),
                                    )
                                    .or_else(
                                        step(|state| {
                                            state
                                                .sequence(
                                                    step(|state| {
                                                        self::r#compared(state)
                                                            .and_then(step(super::hidden::skip))
                                                            .and_then(step(self::r#operator))
                                                            .and_then(step(super::hidden::skip))
                                                            .and_then(
                                                                step(|state| {
                                                                    self::r#kw_max(state).or_else(step(self::r#signed_number))
                                                                }),
                                                            )
                                                    }),
                                                )
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#compared(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#compared,
                            step(|state| {
                                state
                                    .atomic(
                                        ::pest::Atomicity::Atomic,
                                        step(|state| {
                                            state
                                                .sequence(
                                                    step(|state| {
                                                        state
                                                            .match_string("S")
                                                            .or_else(step(|state| { state.match_string("E") }))
                                                            .or_else(step(|state| { state.match_string("F") }))
                                                            .or_else(step(|state| { state.match_string("I") }))
                                                            .or_else(step(|state| { state.match_string("D") }))
                                                            .or_else(step(|state| { state.match_string("C") }))
                                                            .and_then(
                                                                step(|state| {
                                                                    state.lookahead(false, step(self::r#XID_CONTINUE))
                                                                }),
                                                            )
                                                    }),
                                                )
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#operator(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#operator,
                            step(|state| {
                                state
                                    .atomic(
                                        ::pest::Atomicity::Atomic,
                                        step(|state| {
                                            state
                                                .match_string("==")
                                                .or_else(step(|state| { state.match_string("!=") }))
                                                .or_else(
                                                    step(|state| {
                                                        state
                                                            .sequence(
                                                                step(|state| {
                                                                    state
                                                                        .match_string("<=")
                                                                        .and_then(
                                                                            step(|state| {
                                                                                state
                                                                                    .lookahead(false, step(|state| { state.match_string(">") }))
                                                                            }),
                                                                        )
                                                                }),
                                                            )
                                                    }),
                                                )
                                                .or_else(step(|state| { state.match_string(">=") }))
                                                .or_else(
                                                    step(|state| {
                                                        state
                                                            .sequence(
                                                                step(|state| {
                                                                    state
                                                                        .match_string("<")
                                                                        .and_then(
                                                                            step(|state| {
                                                                                state
                                                                                    .lookahead(false, step(|state| { state.match_string("=") }))
                                                                            }),
                                                                        )
                                                                }),
                                                            )
                                                    }),
                                                )
                                                .or_else(step(|state| { state.match_string(">") }))
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#order(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#order,
                            step(|state| {
                                self::r#byte_list(state).or_else(step(self::r#order_call))
                            }),
                        )
                }
                #[inline]
                pub fn r#order_call(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#order_call,
                            step(|state| {
                                state
                                    .sequence(
                                        step(|state| {
                                            self::r#word(state)
                                                .and_then(step(super::hidden::skip))
                                                .and_then(
                                                    step(|state| { state.optional(step(self::r#arguments)) }),
                                                )
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#byte_list(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#byte_list,
                            step(|state| {
                                state
                                    .sequence(
                                        step(|state| {
                                            self::r#open_bracket(state)
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(self::r#number))
                                                .and_then(step(super::hidden::skip))
                                                .and_then(
                                                    step(|state| {
                                                        state
                                                            .sequence(
                                                                step(|state| {
                                                                    state
                                                                        .optional(
                                                                            step(|state| {
                                                                                state
                                                                                    .sequence(
                                                                                        step(|state| {
                                                                                            self::r#comma(state)
                                                                                                .and_then(step(super::hidden::skip))
                                                                                                .and_then(step(self::r#number))
                                                                                        }),
                                                                                    )
                                                                                    .and_then(
                                                                                        step(|state| {
                                                                                            state
                                                                                                .repeat(
                                                                                                    step(|state| {
                                                                                                        state
                                                                                                            .sequence(
                                                                                                                step(|state| {
                                                                                                                    super::hidden::skip(state)
                                                                                                                        .and_then(
                                                                                                                            step(|state| {
                                                                                                                                state
                                                                                                                                    .sequence(
                                                                                                                                        step(|state| {
                                                                                                                                            self::r#comma(state)
                                                                                                                                                .and_then(step(super::hidden::skip))
                                                                                                                                                .and_then(step(self::r#number))
                                                                                                                                        }),
                                                                                                                                    )
                                                                                                                            }),
                                                                                                                        )
                                                                                                                }),
                                                                                                            )
                                                                                                    }),
                                                                                                )
                                                                                        }),
                                                                                    )
                                                                            }),
                                                                        )
                                                                }),
                                                            )
                                                    }),
                                                )
                                                .and_then(step(super::hidden::skip))
                                                .and_then(
                                                    step(|state| { state.optional(step(self::r#comma)) }),
                                                )
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(self::r#close_bracket))
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#call(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#call,
                            step(|state| {
                                state
                                    .sequence(
                                        step(|state| {
                                            self::r#word(state)
                                                .and_then(step(super::hidden::skip))
                                                .and_then(
                                                    step(|state| {
                                                        state
                                                            .optional(
                                                                step(|state| {
                                                                    state
                                                                        .sequence(
                                                                            step(|state| {
                                                                                self::r#path_separator(state)
                                                                                    .and_then(step(super::hidden::skip))
                                                                                    .and_then(step(self::r#word))
                                                                            }),
                                                                        )
                                                                }),
                                                            )
                                                    }),
                                                )
                                                .and_then(step(super::hidden::skip))
                                                .and_then(
                                                    step(|state| { state.optional(step(self::r#arguments)) }),
                                                )
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#arguments(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#arguments,
                            step(|state| {
                                state
                                    .sequence(
                                        step(|state| {
                                            self::r#open_paren(state)
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(self::r#argument))
                                                .and_then(step(super::hidden::skip))
                                                .and_then(
                                                    step(|state| {
                                                        state
                                                            .sequence(
                                                                step(|state| {
                                                                    state
                                                                        .optional(
                                                                            step(|state| {
                                                                                state
                                                                                    .sequence(
                                                                                        step(|state| {
                                                                                            self::r#comma(state)
                                                                                                .and_then(step(super::hidden::skip))
                                                                                                .and_then(step(self::r#argument))
                                                                                        }),
                                                                                    )
                                                                                    .and_then(
                                                                                        step(|state| {
                                                                                            state
                                                                                                .repeat(
                                                                                                    step(|state| {
                                                                                                        state
                                                                                                            .sequence(
                                                                                                                step(|state| {
                                                                                                                    super::hidden::skip(state)
                                                                                                                        .and_then(
                                                                                                                            step(|state| {
                                                                                                                                state
                                                                                                                                    .sequence(
                                                                                                                                        step(|state| {
                                                                                                                                            self::r#comma(state)
                                                                                                                                                .and_then(step(super::hidden::skip))
                                                                                                                                                .and_then(step(self::r#argument))
                                                                                                                                        }),
                                                                                                                                    )
                                                                                                                            }),
                                                                                                                        )
                                                                                                                }),
                                                                                                            )
                                                                                                    }),
                                                                                                )
                                                                                        }),
                                                                                    )
                                                                            }),
                                                                        )
                                                                }),
                                                            )
                                                    }),
                                                )
                                                .and_then(step(super::hidden::skip))
                                                .and_then(
                                                    step(|state| { state.optional(step(self::r#comma)) }),
                                                )
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(self::r#close_paren))
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#argument(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#argument,
                            step(|state| {
                                self::r#signed_number(state)
                                    .or_else(step(self::r#string))
                                    .or_else(step(self::r#word))
                            }),
                        )
                }
                #[inline]
                pub fn r#family_item(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#family_item,
                            step(|state| {
                                state
                                    .sequence(
                                        step(|state| {
                                            state
                                                .sequence(
                                                    step(|state| {
                                                        self::r#family_keyword(state)
                                                            .and_then(step(super::hidden::skip))
                                                            .and_then(step(self::r#name))
                                                            .and_then(step(super::hidden::skip))
                                                            .and_then(step(self::r#equals))
                                                    }),
                                                )
                                                .or_else(
                                                    step(|state| {
                                                        state
                                                            .sequence(
                                                                step(|state| {
                                                                    self::r#float_keyword(state)
                                                                        .and_then(step(super::hidden::skip))
                                                                        .and_then(step(self::r#name))
                                                                        .and_then(step(super::hidden::skip))
                                                                        .and_then(step(self::r#equals))
                                                                        .and_then(step(super::hidden::skip))
                                                                        .and_then(
                                                                            step(|state| {
                                                                                state.lookahead(true, step(self::r#float_family))
                                                                            }),
                                                                        )
                                                                }),
                                                            )
                                                    }),
                                                )
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(self::r#call))
                                                .and_then(step(super::hidden::skip))
                                                .and_then(
                                                    step(|state| {
                                                        self::r#family_block(state).or_else(step(self::r#semicolon))
                                                    }),
                                                )
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#float_keyword(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state.rule(Rule::r#float_keyword, step(self::r#kw_float))
                }
                #[inline]
                pub fn r#float_family(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#float_family,
                            step(|state| {
                                state
                                    .atomic(
                                        ::pest::Atomicity::Atomic,
                                        step(|state| {
                                            state
                                                .sequence(
                                                    step(|state| {
                                                        state
                                                            .match_string("decimal_float")
                                                            .or_else(step(|state| { state.match_string("posit") }))
                                                            .or_else(step(|state| { state.match_string("p3109") }))
                                                            .and_then(
                                                                step(|state| {
                                                                    state.lookahead(false, step(self::r#XID_CONTINUE))
                                                                }),
                                                            )
                                                    }),
                                                )
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#family_keyword(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#family_keyword,
                            step(|state| {
                                state
                                    .atomic(
                                        ::pest::Atomicity::Atomic,
                                        step(|state| {
                                            state
                                                .sequence(
                                                    step(|state| {
                                                        state
                                                            .match_string("integer")
                                                            .or_else(step(|state| { state.match_string("logical") }))
                                                            .or_else(step(|state| { state.match_string("character") }))
                                                            .and_then(
                                                                step(|state| {
                                                                    state.lookahead(false, step(self::r#XID_CONTINUE))
                                                                }),
                                                            )
                                                    }),
                                                )
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#family_block(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#family_block,
                            step(|state| {
                                state
                                    .sequence(
                                        step(|state| {
                                            self::r#open_brace(state)
                                                .and_then(step(super::hidden::skip))
                                                .and_then(
                                                    step(|state| {
                                                        state
                                                            .sequence(
                                                                step(|state| {
                                                                    state
                                                                        .optional(
                                                                            step(|state| {
                                                                                self::r#family_clause(state)
                                                                                    .and_then(
                                                                                        step(|state| {
                                                                                            state
                                                                                                .repeat(
                                                                                                    step(|state| {
                                                                                                        state
                                                                                                            .sequence(
                                                                                                                step(|state| {
                                                                                                                    super::hidden::skip(state)
                                                                                                                        .and_then(step(self::r#family_clause))
                                                                                                                }),
                                                                                                            )
                                                                                                    }),
                                                                                                )
                                                                                        }),
                                                                                    )
                                                                            }),
                                                                        )
                                                                }),
                                                            )
                                                    }),
                                                )
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(self::r#close_brace))
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#family_clause(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#family_clause,
                            step(|state| {
                                self::r#order_clause(state)
                                    .or_else(step(self::r#true_clause))
                                    .or_else(step(self::r#write_clause))
                            }),
                        )
                }
                #[inline]
                pub fn r#true_clause(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#true_clause,
                            step(|state| {
                                state
                                    .sequence(
                                        step(|state| {
                                            self::r#kw_true(state)
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(self::r#kw_if))
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(self::r#call))
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(self::r#semicolon))
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#write_clause(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#write_clause,
                            step(|state| {
                                state
                                    .sequence(
                                        step(|state| {
                                            self::r#kw_write(state)
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(self::r#signed_number))
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(self::r#semicolon))
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#datarep_item(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#datarep_item,
                            step(|state| {
                                state
                                    .sequence(
                                        step(|state| {
                                            self::r#kw_datarep(state)
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(self::r#name))
                                                .and_then(step(super::hidden::skip))
                                                .and_then(
                                                    step(|state| {
                                                        state
                                                            .optional(
                                                                step(|state| {
                                                                    state
                                                                        .sequence(
                                                                            step(|state| {
                                                                                self::r#kw_extends(state)
                                                                                    .and_then(step(super::hidden::skip))
                                                                                    .and_then(step(self::r#word))
                                                                            }),
                                                                        )
                                                                }),
                                                            )
                                                    }),
                                                )
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(self::r#entry_block))
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#entry_block(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#entry_block,
                            step(|state| {
                                state
                                    .sequence(
                                        step(|state| {
                                            self::r#open_brace(state)
                                                .and_then(step(super::hidden::skip))
                                                .and_then(
                                                    step(|state| {
                                                        state
                                                            .sequence(
                                                                step(|state| {
                                                                    state
                                                                        .optional(
                                                                            step(|state| {
                                                                                self::r#entry(state)
                                                                                    .and_then(
                                                                                        step(|state| {
                                                                                            state
                                                                                                .repeat(
                                                                                                    step(|state| {
                                                                                                        state
                                                                                                            .sequence(
                                                                                                                step(|state| {
                                                                                                                    super::hidden::skip(state).and_then(step(self::r#entry))
                                                                                                                }),
                                                                                                            )
                                                                                                    }),
                                                                                                )
                                                                                        }),
                                                                                    )
                                                                            }),
                                                                        )
                                                                }),
                                                            )
                                                    }),
                                                )
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(self::r#close_brace))
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#entry(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#entry,
                            step(|state| {
                                self::r#order_clause(state)
                                    .or_else(step(self::r#rules))
                                    .or_else(step(self::r#named_entry))
                            }),
                        )
                }
                #[inline]
                pub fn r#named_entry(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#named_entry,
                            step(|state| {
                                state
                                    .sequence(
                                        step(|state| {
                                            state
                                                .lookahead(false, step(self::r#line_keyword))
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(self::r#word))
                                                .and_then(step(super::hidden::skip))
                                                .and_then(
                                                    step(|state| {
                                                        self::r#size_block(state)
                                                            .or_else(
                                                                step(|state| {
                                                                    state
                                                                        .sequence(
                                                                            step(|state| {
                                                                                self::r#arrow(state)
                                                                                    .and_then(step(super::hidden::skip))
                                                                                    .and_then(step(self::r#mapping))
                                                                                    .and_then(step(super::hidden::skip))
                                                                                    .and_then(step(self::r#semicolon))
                                                                            }),
                                                                        )
                                                                }),
                                                            )
                                                    }),
                                                )
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#size_block(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#size_block,
                            step(|state| {
                                state
                                    .sequence(
                                        step(|state| {
                                            self::r#open_brace(state)
                                                .and_then(step(super::hidden::skip))
                                                .and_then(
                                                    step(|state| {
                                                        state
                                                            .optional(
                                                                step(|state| {
                                                                    state
                                                                        .sequence(
                                                                            step(|state| {
                                                                                self::r#size_mapping(state)
                                                                                    .and_then(step(super::hidden::skip))
                                                                                    .and_then(
                                                                                        step(|state| {
                                                                                            state
                                                                                                .sequence(
                                                                                                    step(|state| {
                                                                                                        state
                                                                                                            .optional(
                                                                                                                step(|state| {
                                                                                                                    state
                                                                                                                        .sequence(
                                                                                                                            step(|state| {
                                                                                                                                self::r#comma(state)
                                                                                                                                    .and_then(step(super::hidden::skip))
                                                                                                                                    .and_then(step(self::r#size_mapping))
                                                                                                                            }),
                                                                                                                        )
                                                                                                                        .and_then(
                                                                                                                            step(|state| {
                                                                                                                                state
                                                                                                                                    .repeat(
                                                                                                                                        step(|state| {
                                                                                                                                            state
                                                                                                                                                .sequence(
                                                                                                                                                    step(|state| {
                                                                                                                                                        super::hidden::skip(state)
                                                                                                                                                            .and_then(
                                                                                                                                                                step(|state| {
                                                                                                                                                                    state
                                                                                                                                                                        .sequence(
                                                                                                                                                                            step(|state| {
                                                                                                                                                                                self::r#comma(state)
                                                                                                                                                                                    .and_then(step(super::hidden::skip))
                                                                                                                                                                                    .and_then(step(self::r#size_mapping))
                                                                                                                                                                            }),
                                                                                                                                                                        )
                                                                                                                                                                }),
                                                                                                                                                            )
                                                                                                                                                    }),
                                                                                                                                                )
                                                                                                                                        }),
                                                                                                                                    )
                                                                                                                            }),
                                                                                                                        )
                                                                                                                }),
                                                                                                            )
                                                                                                    }),
                                                                                                )
                                                                                        }),
                                                                                    )
                                                                                    .and_then(step(super::hidden::skip))
                                                                                    .and_then(
                                                                                        step(|state| { state.optional(step(self::r#comma)) }),
                                                                                    )
                                                                            }),
                                                                        )
                                                                }),
                                                            )
                                                    }),
                                                )
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(self::r#close_brace))
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#size_mapping(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#size_mapping,
                            step(|state| {
                                state
                                    .sequence(
                                        step(|state| {
                                            self::r#size(state)
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(self::r#arrow))
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(self::r#mapping))
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#size(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#size,
                            step(|state| {
                                state
                                    .atomic(
                                        ::pest::Atomicity::Atomic,
                                        step(|state| {
                                            state
                                                .sequence(
                                                    step(|state| {
                                                        self::r#radix_digits(state)
                                                            .or_else(
                                                                step(|state| {
                                                                    state
                                                                        .sequence(
                                                                            step(|state| {
                                                                                self::r#ASCII_DIGIT(state)
                                                                                    .and_then(
                                                                                        step(|state| {
                                                                                            state
                                                                                                .repeat(
                                                                                                    step(|state| {
                                                                                                        self::r#ASCII_DIGIT(state)
                                                                                                            .or_else(step(|state| { state.match_string("_") }))
                                                                                                    }),
                                                                                                )
                                                                                        }),
                                                                                    )
                                                                            }),
                                                                        )
                                                                }),
                                                            )
                                                            .and_then(
                                                                step(|state| {
                                                                    state
                                                                        .lookahead(
                                                                            false,
                                                                            step(|state| {
                                                                                self::r#XID_CONTINUE(state)
                                                                                    .or_else(
                                                                                        step(|state| {
                                                                                            state
                                                                                                .sequence(
                                                                                                    step(|state| {
                                                                                                        state.match_string(".").and_then(step(self::r#ASCII_DIGIT))
                                                                                                    }),
                                                                                                )
                                                                                        }),
                                                                                    )
                                                                            }),
                                                                        )
                                                                }),
                                                            )
                                                    }),
                                                )
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#mapping(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#mapping,
                            step(|state| {
                                state
                                    .sequence(
                                        step(|state| {
                                            self::r#call(state)
                                                .and_then(step(super::hidden::skip))
                                                .and_then(
                                                    step(|state| {
                                                        state.optional(step(self::r#mapping_order))
                                                    }),
                                                )
                                                .and_then(step(super::hidden::skip))
                                                .and_then(
                                                    step(|state| { state.optional(step(self::r#rules_block)) }),
                                                )
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#line_keyword(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#line_keyword,
                            step(|state| {
                                state
                                    .atomic(
                                        ::pest::Atomicity::Atomic,
                                        step(|state| {
                                            state
                                                .sequence(
                                                    step(|state| {
                                                        state
                                                            .match_string("on")
                                                            .or_else(step(|state| { state.match_string("order") }))
                                                            .and_then(
                                                                step(|state| {
                                                                    state.lookahead(false, step(self::r#XID_CONTINUE))
                                                                }),
                                                            )
                                                    }),
                                                )
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#mapping_order(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .sequence(
                            step(|state| {
                                state
                                    .lookahead(false, step(self::r#next_line))
                                    .and_then(step(super::hidden::skip))
                                    .and_then(step(self::r#order))
                            }),
                        )
                }
                #[inline]
                pub fn r#next_line(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#next_line,
                            step(|state| {
                                state
                                    .atomic(
                                        ::pest::Atomicity::Atomic,
                                        step(|state| {
                                            self::r#line_keyword(state)
                                                .or_else(
                                                    step(|state| {
                                                        state
                                                            .sequence(
                                                                step(|state| {
                                                                    self::r#ident(state)
                                                                        .and_then(
                                                                            step(|state| { state.repeat(step(self::r#WHITESPACE)) }),
                                                                        )
                                                                        .and_then(
                                                                            step(|state| {
                                                                                state
                                                                                    .match_string("=>")
                                                                                    .or_else(
                                                                                        step(|state| {
                                                                                            state
                                                                                                .sequence(
                                                                                                    step(|state| {
                                                                                                        state
                                                                                                            .match_string("{")
                                                                                                            .and_then(
                                                                                                                step(|state| { state.repeat(step(self::r#WHITESPACE)) }),
                                                                                                            )
                                                                                                            .and_then(
                                                                                                                step(|state| {
                                                                                                                    state
                                                                                                                        .lookahead(
                                                                                                                            false,
                                                                                                                            step(|state| {
                                                                                                                                state
                                                                                                                                    .sequence(
                                                                                                                                        step(|state| {
                                                                                                                                            state
                                                                                                                                                .match_string("on")
                                                                                                                                                .and_then(
                                                                                                                                                    step(|state| {
                                                                                                                                                        state.lookahead(false, step(self::r#XID_CONTINUE))
                                                                                                                                                    }),
                                                                                                                                                )
                                                                                                                                        }),
                                                                                                                                    )
                                                                                                                                    .or_else(step(|state| { state.match_string("}") }))
                                                                                                                            }),
                                                                                                                        )
                                                                                                                }),
                                                                                                            )
                                                                                                    }),
                                                                                                )
                                                                                        }),
                                                                                    )
                                                                            }),
                                                                        )
                                                                }),
                                                            )
                                                    }),
                                                )
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#rules_block(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#rules_block,
                            step(|state| {
                                state
                                    .sequence(
                                        step(|state| {
                                            self::r#open_brace(state)
                                                .and_then(step(super::hidden::skip))
                                                .and_then(
                                                    step(|state| {
                                                        state
                                                            .sequence(
                                                                step(|state| {
                                                                    state
                                                                        .optional(
                                                                            step(|state| {
                                                                                self::r#rules(state)
                                                                                    .and_then(
                                                                                        step(|state| {
                                                                                            state
                                                                                                .repeat(
                                                                                                    step(|state| {
                                                                                                        state
                                                                                                            .sequence(
                                                                                                                step(|state| {
                                                                                                                    super::hidden::skip(state).and_then(step(self::r#rules))
                                                                                                                }),
                                                                                                            )
                                                                                                    }),
                                                                                                )
                                                                                        }),
                                                                                    )
                                                                            }),
                                                                        )
                                                                }),
                                                            )
                                                    }),
                                                )
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(self::r#close_brace))
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#rules(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#rules,
                            step(|state| {
                                state
                                    .sequence(
                                        step(|state| {
                                            self::r#kw_on(state)
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(self::r#direction))
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(self::r#open_brace))
                                                .and_then(step(super::hidden::skip))
                                                .and_then(
                                                    step(|state| {
                                                        state
                                                            .optional(
                                                                step(|state| {
                                                                    state
                                                                        .sequence(
                                                                            step(|state| {
                                                                                self::r#event_rule(state)
                                                                                    .and_then(step(super::hidden::skip))
                                                                                    .and_then(
                                                                                        step(|state| {
                                                                                            state
                                                                                                .sequence(
                                                                                                    step(|state| {
                                                                                                        state
                                                                                                            .optional(
                                                                                                                step(|state| {
                                                                                                                    state
                                                                                                                        .sequence(
                                                                                                                            step(|state| {
                                                                                                                                self::r#comma(state)
                                                                                                                                    .and_then(step(super::hidden::skip))
                                                                                                                                    .and_then(step(self::r#event_rule))
                                                                                                                            }),
                                                                                                                        )
                                                                                                                        .and_then(
                                                                                                                            step(|state| {
                                                                                                                                state
                                                                                                                                    .repeat(
                                                                                                                                        step(|state| {
                                                                                                                                            state
                                                                                                                                                .sequence(
                                                                                                                                                    step(|state| {
                                                                                                                                                        super::hidden::skip(state)
                                                                                                                                                            .and_then(
                                                                                                                                                                step(|state| {
                                                                                                                                                                    state
                                                                                                                                                                        .sequence(
                                                                                                                                                                            step(|state| {
                                                                                                                                                                                self::r#comma(state)
                                                                                                                                                                                    .and_then(step(super::hidden::skip))
                                                                                                                                                                                    .and_then(step(self::r#event_rule))
                                                                                                                                                                            }),
                                                                                                                                                                        )
                                                                                                                                                                }),
                                                                                                                                                            )
                                                                                                                                                    }),
                                                                                                                                                )
                                                                                                                                        }),
                                                                                                                                    )
                                                                                                                            }),
                                                                                                                        )
                                                                                                                }),
                                                                                                            )
                                                                                                    }),
                                                                                                )
                                                                                        }),
                                                                                    )
                                                                                    .and_then(step(super::hidden::skip))
                                                                                    .and_then(
                                                                                        step(|state| { state.optional(step(self::r#comma)) }),
                                                                                    )
                                                                            }),
                                                                        )
                                                                }),
                                                            )
                                                    }),
                                                )
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(self::r#close_brace))
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#direction(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#direction,
                            step(|state| {
                                state
                                    .atomic(
                                        ::pest::Atomicity::Atomic,
                                        step(|state| {
                                            state
                                                .sequence(
                                                    step(|state| {
                                                        state
                                                            .match_string("read")
                                                            .or_else(step(|state| { state.match_string("write") }))
                                                            .and_then(
                                                                step(|state| {
                                                                    state.lookahead(false, step(self::r#XID_CONTINUE))
                                                                }),
                                                            )
                                                    }),
                                                )
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#event_rule(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#event_rule,
                            step(|state| {
                                state
                                    .sequence(
                                        step(|state| {
                                            self::r#event(state)
                                                .and_then(step(super::hidden::skip))
                                                .and_then(
                                                    step(|state| {
                                                        state
                                                            .sequence(
                                                                step(|state| {
                                                                    state
                                                                        .optional(
                                                                            step(|state| {
                                                                                state
                                                                                    .sequence(
                                                                                        step(|state| {
                                                                                            self::r#bar(state)
                                                                                                .and_then(step(super::hidden::skip))
                                                                                                .and_then(step(self::r#event))
                                                                                        }),
                                                                                    )
                                                                                    .and_then(
                                                                                        step(|state| {
                                                                                            state
                                                                                                .repeat(
                                                                                                    step(|state| {
                                                                                                        state
                                                                                                            .sequence(
                                                                                                                step(|state| {
                                                                                                                    super::hidden::skip(state)
                                                                                                                        .and_then(
                                                                                                                            step(|state| {
                                                                                                                                state
                                                                                                                                    .sequence(
                                                                                                                                        step(|state| {
                                                                                                                                            self::r#bar(state)
                                                                                                                                                .and_then(step(super::hidden::skip))
                                                                                                                                                .and_then(step(self::r#event))
                                                                                                                                        }),
                                                                                                                                    )
                                                                                                                            }),
                                                                                                                        )
                                                                                                                }),
                                                                                                            )
                                                                                                    }),
                                                                                                )
                                                                                        }),
                                                                                    )
                                                                            }),
                                                                        )
                                                                }),
                                                            )
                                                    }),
                                                )
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(self::r#arrow))
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(self::r#call))
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#event(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state.rule(Rule::r#event, step(self::r#word))
                }
                #[inline]
                pub fn r#record_item(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#record_item,
                            step(|state| {
                                state
                                    .sequence(
                                        step(|state| {
                                            self::r#kw_record(state)
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(self::r#name))
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(self::r#record_block))
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#record_block(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#record_block,
                            step(|state| {
                                state
                                    .sequence(
                                        step(|state| {
                                            self::r#open_brace(state)
                                                .and_then(step(super::hidden::skip))
                                                .and_then(
                                                    step(|state| {
                                                        state
                                                            .sequence(
                                                                step(|state| {
                                                                    state
                                                                        .optional(
                                                                            step(|state| {
                                                                                self::r#record_line(state)
                                                                                    .and_then(
                                                                                        step(|state| {
                                                                                            state
                                                                                                .repeat(
                                                                                                    step(|state| {
                                                                                                        state
                                                                                                            .sequence(
                                                                                                                step(|state| {
                                                                                                                    super::hidden::skip(state)
                                                                                                                        .and_then(step(self::r#record_line))
                                                                                                                }),
                                                                                                            )
                                                                                                    }),
                                                                                                )
                                                                                        }),
                                                                                    )
                                                                            }),
                                                                        )
                                                                }),
                                                            )
                                                    }),
                                                )
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(self::r#close_brace))
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#record_line(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#record_line,
                            step(|state| {
                                self::r#record_field(state)
                                    .or_else(step(self::r#order_clause))
                                    .or_else(step(self::r#rules))
                            }),
                        )
                }
                #[inline]
                pub fn r#record_field(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#record_field,
                            step(|state| {
                                state
                                    .sequence(
                                        step(|state| {
                                            self::r#name(state)
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(self::r#colon))
                                                .and_then(step(super::hidden::skip))
                                                .and_then(
                                                    step(|state| {
                                                        self::r#field_choice(state)
                                                            .or_else(step(self::r#field_overlay))
                                                            .or_else(
                                                                step(|state| {
                                                                    state
                                                                        .sequence(
                                                                            step(|state| {
                                                                                self::r#field_type(state)
                                                                                    .and_then(step(super::hidden::skip))
                                                                                    .and_then(
                                                                                        step(|state| { state.optional(step(self::r#field_words)) }),
                                                                                    )
                                                                            }),
                                                                        )
                                                                }),
                                                            )
                                                    }),
                                                )
                                                .and_then(step(super::hidden::skip))
                                                .and_then(
                                                    step(|state| { state.optional(step(self::r#field_block)) }),
                                                )
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(self::r#semicolon))
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#field_words(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    let state = state.check_stack_limit()?;
                    state
                        .sequence(
                            step(|state| {
                                self::r#kw_as(state)
                                    .and_then(step(super::hidden::skip))
                                    .and_then(step(self::r#native_name))
                                    .and_then(step(super::hidden::skip))
                                    .and_then(
                                        step(|state| {
                                            state
                                                .optional(
                                                    step(|state| {
                                                        state
                                                            .sequence(
                                                                step(|state| {
                                                                    self::r#kw_at(state)
                                                                        .and_then(step(super::hidden::skip))
                                                                        .and_then(step(self::r#field_offset))
                                                                }),
                                                            )
                                                    }),
                                                )
                                        }),
                                    )
                            }),
                        )
                        .or_else(
                            step(|state| {
                                state
                                    .sequence(
                                        step(|state| {
                                            self::r#kw_at(state)
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(self::r#field_offset))
                                                .and_then(step(super::hidden::skip))
                                                .and_then(
                                                    step(|state| {
                                                        state
                                                            .optional(
                                                                step(|state| {
                                                                    state
                                                                        .sequence(
                                                                            step(|state| {
                                                                                self::r#kw_as(state)
                                                                                    .and_then(step(super::hidden::skip))
                                                                                    .and_then(step(self::r#native_name))
                                                                            }),
                                                                        )
                                                                }),
                                                            )
                                                    }),
                                                )
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#field_offset(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state.rule(Rule::r#field_offset, step(self::r#count_sum))
                }
                #[inline]
                pub fn r#native_name(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state.rule(Rule::r#native_name, step(self::r#word))
                }
                #[inline]
                pub fn r#field_type(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#field_type,
                            step(|state| {
                                self::r#field_array(state)
                                    .or_else(step(self::r#field_bytes))
                                    .or_else(step(self::r#field_format))
                            }),
                        )
                }
                #[inline]
                pub fn r#field_array(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#field_array,
                            step(|state| {
                                state
                                    .sequence(
                                        step(|state| {
                                            self::r#open_bracket(state)
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(self::r#field_type))
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(self::r#semicolon))
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(self::r#count))
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(self::r#close_bracket))
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#field_bytes(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#field_bytes,
                            step(|state| {
                                state
                                    .sequence(
                                        step(|state| {
                                            self::r#to_end(state)
                                                .or_else(step(self::r#number))
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(self::r#kw_bytes))
                                        }),
                                    )
                                    .or_else(
                                        step(|state| {
                                            state
                                                .sequence(
                                                    step(|state| {
                                                        state
                                                            .lookahead(true, step(self::r#bytes_follow))
                                                            .and_then(step(super::hidden::skip))
                                                            .and_then(step(self::r#count_sum))
                                                            .and_then(step(super::hidden::skip))
                                                            .and_then(step(self::r#kw_bytes))
                                                    }),
                                                )
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#bytes_follow(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#bytes_follow,
                            step(|state| {
                                state
                                    .atomic(
                                        ::pest::Atomicity::Atomic,
                                        step(|state| {
                                            state
                                                .sequence(
                                                    step(|state| {
                                                        let strings = ["byte", ";", ":", "{", "}", "["];
                                                        state
                                                            .skip_until(&strings)
                                                            .and_then(step(|state| { state.match_string("byte") }))
                                                    }),
                                                )
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#field_format(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#field_format,
                            step(|state| {
                                state
                                    .sequence(
                                        step(|state| {
                                            self::r#call(state)
                                                .and_then(step(super::hidden::skip))
                                                .and_then(
                                                    step(|state| { state.optional(step(self::r#field_order)) }),
                                                )
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#field_order(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .sequence(
                            step(|state| {
                                state
                                    .lookahead(false, step(self::r#kw_as))
                                    .and_then(step(super::hidden::skip))
                                    .and_then(
                                        step(|state| {
                                            state.lookahead(false, step(self::r#kw_at))
                                        }),
                                    )
                                    .and_then(step(super::hidden::skip))
                                    .and_then(step(self::r#order))
                            }),
                        )
                }
                #[inline]
                pub fn r#count(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#count,
                            step(|state| {
                                self::r#to_end(state)
                                    .or_else(step(self::r#count_choice))
                                    .or_else(step(self::r#count_sum))
                            }),
                        )
                }
                #[inline]
                pub fn r#to_end(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#to_end,
                            step(|state| {
                                state
                                    .atomic(
                                        ::pest::Atomicity::Atomic,
                                        step(|state| {
                                            state
                                                .sequence(
                                                    step(|state| {
                                                        state
                                                            .match_string("..")
                                                            .and_then(
                                                                step(|state| {
                                                                    state
                                                                        .lookahead(
                                                                            false,
                                                                            step(|state| {
                                                                                state
                                                                                    .match_string("=")
                                                                                    .or_else(step(|state| { state.match_string(".") }))
                                                                            }),
                                                                        )
                                                                }),
                                                            )
                                                    }),
                                                )
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#count_sum(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#count_sum,
                            step(|state| {
                                state
                                    .sequence(
                                        step(|state| {
                                            self::r#count_product(state)
                                                .and_then(step(super::hidden::skip))
                                                .and_then(
                                                    step(|state| {
                                                        state
                                                            .sequence(
                                                                step(|state| {
                                                                    state
                                                                        .optional(
                                                                            step(|state| {
                                                                                state
                                                                                    .sequence(
                                                                                        step(|state| {
                                                                                            self::r#sign(state)
                                                                                                .and_then(step(super::hidden::skip))
                                                                                                .and_then(step(self::r#count_product))
                                                                                        }),
                                                                                    )
                                                                                    .and_then(
                                                                                        step(|state| {
                                                                                            state
                                                                                                .repeat(
                                                                                                    step(|state| {
                                                                                                        state
                                                                                                            .sequence(
                                                                                                                step(|state| {
                                                                                                                    super::hidden::skip(state)
                                                                                                                        .and_then(
                                                                                                                            step(|state| {
                                                                                                                                state
                                                                                                                                    .sequence(
                                                                                                                                        step(|state| {
                                                                                                                                            self::r#sign(state)
                                                                                                                                                .and_then(step(super::hidden::skip))
                                                                                                                                                .and_then(step(self::r#count_product))
                                                                                                                                        }),
                                                                                                                                    )
                                                                                                                            }),
                                                                                                                        )
                                                                                                                }),
                                                                                                            )
                                                                                                    }),
                                                                                                )
                                                                                        }),
                                                                                    )
                                                                            }),
                                                                        )
                                                                }),
                                                            )
                                                    }),
                                                )
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#count_product(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#count_product,
                            step(|state| {
                                state
                                    .sequence(
                                        step(|state| {
                                            self::r#count_operand(state)
                                                .and_then(step(super::hidden::skip))
                                                .and_then(
                                                    step(|state| {
                                                        state
                                                            .sequence(
                                                                step(|state| {
                                                                    state
                                                                        .optional(
                                                                            step(|state| {
                                                                                state
                                                                                    .sequence(
                                                                                        step(|state| {
                                                                                            self::r#product_sign(state)
                                                                                                .and_then(step(super::hidden::skip))
                                                                                                .and_then(step(self::r#count_operand))
                                                                                        }),
                                                                                    )
                                                                                    .and_then(
                                                                                        step(|state| {
                                                                                            state
                                                                                                .repeat(
                                                                                                    step(|state| {
                                                                                                        state
                                                                                                            .sequence(
                                                                                                                step(|state| {
                                                                                                                    super::hidden::skip(state)
                                                                                                                        .and_then(
                                                                                                                            step(|state| {
                                                                                                                                state
                                                                                                                                    .sequence(
                                                                                                                                        step(|state| {
                                                                                                                                            self::r#product_sign(state)
                                                                                                                                                .and_then(step(super::hidden::skip))
                                                                                                                                                .and_then(step(self::r#count_operand))
                                                                                                                                        }),
                                                                                                                                    )
                                                                                                                            }),
                                                                                                                        )
                                                                                                                }),
                                                                                                            )
                                                                                                    }),
                                                                                                )
                                                                                        }),
                                                                                    )
                                                                            }),
                                                                        )
                                                                }),
                                                            )
                                                    }),
                                                )
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#product_sign(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#product_sign,
                            step(|state| {
                                state
                                    .atomic(
                                        ::pest::Atomicity::Atomic,
                                        step(|state| {
                                            state
                                                .sequence(
                                                    step(|state| {
                                                        state
                                                            .match_string("*")
                                                            .and_then(
                                                                step(|state| {
                                                                    state
                                                                        .lookahead(false, step(|state| { state.match_string("*") }))
                                                                }),
                                                            )
                                                    }),
                                                )
                                                .or_else(
                                                    step(|state| {
                                                        state
                                                            .sequence(
                                                                step(|state| {
                                                                    state
                                                                        .match_string("/")
                                                                        .and_then(
                                                                            step(|state| {
                                                                                state
                                                                                    .lookahead(
                                                                                        false,
                                                                                        step(|state| {
                                                                                            state
                                                                                                .match_string("/")
                                                                                                .or_else(step(|state| { state.match_string("*") }))
                                                                                        }),
                                                                                    )
                                                                            }),
                                                                        )
                                                                }),
                                                            )
                                                    }),
                                                )
                                                .or_else(step(|state| { state.match_string("%") }))
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#count_operand(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#count_operand,
                            step(|state| {
                                self::r#number(state)
                                    .or_else(step(self::r#field_path))
                                    .or_else(
                                        step(|state| {
                                            state
                                                .sequence(
                                                    step(|state| {
                                                        self::r#open_paren(state)
                                                            .and_then(step(super::hidden::skip))
                                                            .and_then(step(self::r#count_sum))
                                                            .and_then(step(super::hidden::skip))
                                                            .and_then(step(self::r#close_paren))
                                                    }),
                                                )
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#field_path(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#field_path,
                            step(|state| {
                                state
                                    .sequence(
                                        step(|state| {
                                            state
                                                .lookahead(false, step(self::r#kw_choice))
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(self::r#word))
                                                .and_then(step(super::hidden::skip))
                                                .and_then(
                                                    step(|state| {
                                                        state
                                                            .sequence(
                                                                step(|state| {
                                                                    state
                                                                        .optional(
                                                                            step(|state| {
                                                                                state
                                                                                    .sequence(
                                                                                        step(|state| {
                                                                                            self::r#dot(state)
                                                                                                .and_then(step(super::hidden::skip))
                                                                                                .and_then(step(self::r#word))
                                                                                        }),
                                                                                    )
                                                                                    .and_then(
                                                                                        step(|state| {
                                                                                            state
                                                                                                .repeat(
                                                                                                    step(|state| {
                                                                                                        state
                                                                                                            .sequence(
                                                                                                                step(|state| {
                                                                                                                    super::hidden::skip(state)
                                                                                                                        .and_then(
                                                                                                                            step(|state| {
                                                                                                                                state
                                                                                                                                    .sequence(
                                                                                                                                        step(|state| {
                                                                                                                                            self::r#dot(state)
                                                                                                                                                .and_then(step(super::hidden::skip))
                                                                                                                                                .and_then(step(self::r#word))
                                                                                                                                        }),
                                                                                                                                    )
                                                                                                                            }),
                                                                                                                        )
                                                                                                                }),
                                                                                                            )
                                                                                                    }),
                                                                                                )
                                                                                        }),
                                                                                    )
                                                                            }),
                                                                        )
                                                                }),
                                                            )
                                                    }),
                                                )
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#count_choice(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#count_choice,
                            step(|state| {
                                state
                                    .sequence(
                                        step(|state| {
                                            self::r#kw_choice(state)
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(self::r#selector))
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(self::r#open_brace))
                                                .and_then(step(super::hidden::skip))
                                                .and_then(
                                                    step(|state| {
                                                        state
                                                            .sequence(
                                                                step(|state| {
                                                                    state
                                                                        .optional(
                                                                            step(|state| {
                                                                                self::r#count_case(state)
                                                                                    .and_then(
                                                                                        step(|state| {
                                                                                            state
                                                                                                .repeat(
                                                                                                    step(|state| {
                                                                                                        state
                                                                                                            .sequence(
                                                                                                                step(|state| {
                                                                                                                    super::hidden::skip(state)
                                                                                                                        .and_then(step(self::r#count_case))
                                                                                                                }),
                                                                                                            )
                                                                                                    }),
                                                                                                )
                                                                                        }),
                                                                                    )
                                                                            }),
                                                                        )
                                                                }),
                                                            )
                                                    }),
                                                )
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(self::r#close_brace))
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#count_case(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#count_case,
                            step(|state| {
                                state
                                    .sequence(
                                        step(|state| {
                                            self::r#kw_otherwise(state)
                                                .or_else(
                                                    step(|state| {
                                                        state
                                                            .sequence(
                                                                step(|state| {
                                                                    self::r#choice_case(state)
                                                                        .and_then(step(super::hidden::skip))
                                                                        .and_then(
                                                                            step(|state| {
                                                                                state
                                                                                    .sequence(
                                                                                        step(|state| {
                                                                                            state
                                                                                                .optional(
                                                                                                    step(|state| {
                                                                                                        state
                                                                                                            .sequence(
                                                                                                                step(|state| {
                                                                                                                    self::r#bar(state)
                                                                                                                        .and_then(step(super::hidden::skip))
                                                                                                                        .and_then(step(self::r#choice_case))
                                                                                                                }),
                                                                                                            )
                                                                                                            .and_then(
                                                                                                                step(|state| {
                                                                                                                    state
                                                                                                                        .repeat(
                                                                                                                            step(|state| {
                                                                                                                                state
                                                                                                                                    .sequence(
                                                                                                                                        step(|state| {
                                                                                                                                            super::hidden::skip(state)
                                                                                                                                                .and_then(
                                                                                                                                                    step(|state| {
                                                                                                                                                        state
                                                                                                                                                            .sequence(
                                                                                                                                                                step(|state| {
                                                                                                                                                                    self::r#bar(state)
                                                                                                                                                                        .and_then(step(super::hidden::skip))
                                                                                                                                                                        .and_then(step(self::r#choice_case))
                                                                                                                                                                }),
                                                                                                                                                            )
                                                                                                                                                    }),
                                                                                                                                                )
                                                                                                                                        }),
                                                                                                                                    )
                                                                                                                            }),
                                                                                                                        )
                                                                                                                }),
                                                                                                            )
                                                                                                    }),
                                                                                                )
                                                                                        }),
                                                                                    )
                                                                            }),
                                                                        )
                                                                }),
                                                            )
                                                    }),
                                                )
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(self::r#arrow))
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(self::r#count_sum))
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(self::r#semicolon))
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#field_choice(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#field_choice,
                            step(|state| {
                                state
                                    .sequence(
                                        step(|state| {
                                            self::r#kw_choice(state)
                                                .and_then(step(super::hidden::skip))
                                                .and_then(
                                                    step(|state| {
                                                        state
                                                            .sequence(
                                                                step(|state| {
                                                                    self::r#kw_valid(state)
                                                                        .and_then(step(super::hidden::skip))
                                                                        .and_then(
                                                                            step(|state| { state.optional(step(self::r#choice_size)) }),
                                                                        )
                                                                        .and_then(step(super::hidden::skip))
                                                                        .and_then(step(self::r#plain_block))
                                                                }),
                                                            )
                                                            .or_else(
                                                                step(|state| {
                                                                    state
                                                                        .sequence(
                                                                            step(|state| {
                                                                                self::r#selector(state)
                                                                                    .and_then(step(super::hidden::skip))
                                                                                    .and_then(
                                                                                        step(|state| { state.optional(step(self::r#choice_size)) }),
                                                                                    )
                                                                                    .and_then(step(super::hidden::skip))
                                                                                    .and_then(step(self::r#choice_block))
                                                                            }),
                                                                        )
                                                                }),
                                                            )
                                                    }),
                                                )
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#field_overlay(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#field_overlay,
                            step(|state| {
                                state
                                    .sequence(
                                        step(|state| {
                                            self::r#kw_overlay(state)
                                                .and_then(step(super::hidden::skip))
                                                .and_then(
                                                    step(|state| { state.optional(step(self::r#choice_size)) }),
                                                )
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(self::r#plain_block))
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#selector(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#selector,
                            step(|state| {
                                state
                                    .sequence(
                                        step(|state| {
                                            self::r#word(state)
                                                .and_then(step(super::hidden::skip))
                                                .and_then(
                                                    step(|state| {
                                                        state
                                                            .sequence(
                                                                step(|state| {
                                                                    state
                                                                        .optional(
                                                                            step(|state| {
                                                                                state
                                                                                    .sequence(
                                                                                        step(|state| {
                                                                                            self::r#dot(state)
                                                                                                .and_then(step(super::hidden::skip))
                                                                                                .and_then(step(self::r#word))
                                                                                        }),
                                                                                    )
                                                                                    .and_then(
                                                                                        step(|state| {
                                                                                            state
                                                                                                .repeat(
                                                                                                    step(|state| {
                                                                                                        state
                                                                                                            .sequence(
                                                                                                                step(|state| {
                                                                                                                    super::hidden::skip(state)
                                                                                                                        .and_then(
                                                                                                                            step(|state| {
                                                                                                                                state
                                                                                                                                    .sequence(
                                                                                                                                        step(|state| {
                                                                                                                                            self::r#dot(state)
                                                                                                                                                .and_then(step(super::hidden::skip))
                                                                                                                                                .and_then(step(self::r#word))
                                                                                                                                        }),
                                                                                                                                    )
                                                                                                                            }),
                                                                                                                        )
                                                                                                                }),
                                                                                                            )
                                                                                                    }),
                                                                                                )
                                                                                        }),
                                                                                    )
                                                                            }),
                                                                        )
                                                                }),
                                                            )
                                                    }),
                                                )
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#choice_size(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#choice_size,
                            step(|state| {
                                state
                                    .sequence(
                                        step(|state| {
                                            self::r#kw_in(state)
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(self::r#number))
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(self::r#kw_bytes))
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#choice_block(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#choice_block,
                            step(|state| {
                                state
                                    .sequence(
                                        step(|state| {
                                            self::r#open_brace(state)
                                                .and_then(step(super::hidden::skip))
                                                .and_then(
                                                    step(|state| {
                                                        state
                                                            .sequence(
                                                                step(|state| {
                                                                    state
                                                                        .optional(
                                                                            step(|state| {
                                                                                self::r#alternative(state)
                                                                                    .and_then(
                                                                                        step(|state| {
                                                                                            state
                                                                                                .repeat(
                                                                                                    step(|state| {
                                                                                                        state
                                                                                                            .sequence(
                                                                                                                step(|state| {
                                                                                                                    super::hidden::skip(state)
                                                                                                                        .and_then(step(self::r#alternative))
                                                                                                                }),
                                                                                                            )
                                                                                                    }),
                                                                                                )
                                                                                        }),
                                                                                    )
                                                                            }),
                                                                        )
                                                                }),
                                                            )
                                                    }),
                                                )
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(self::r#close_brace))
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#alternative(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#alternative,
                            step(|state| {
                                state
                                    .sequence(
                                        step(|state| {
                                            self::r#kw_otherwise(state)
                                                .or_else(
                                                    step(|state| {
                                                        state
                                                            .sequence(
                                                                step(|state| {
                                                                    self::r#choice_case(state)
                                                                        .and_then(step(super::hidden::skip))
                                                                        .and_then(
                                                                            step(|state| {
                                                                                state
                                                                                    .sequence(
                                                                                        step(|state| {
                                                                                            state
                                                                                                .optional(
                                                                                                    step(|state| {
                                                                                                        state
                                                                                                            .sequence(
                                                                                                                step(|state| {
                                                                                                                    self::r#bar(state)
                                                                                                                        .and_then(step(super::hidden::skip))
                                                                                                                        .and_then(step(self::r#choice_case))
                                                                                                                }),
                                                                                                            )
                                                                                                            .and_then(
                                                                                                                step(|state| {
                                                                                                                    state
                                                                                                                        .repeat(
                                                                                                                            step(|state| {
                                                                                                                                state
                                                                                                                                    .sequence(
                                                                                                                                        step(|state| {
                                                                                                                                            super::hidden::skip(state)
                                                                                                                                                .and_then(
                                                                                                                                                    step(|state| {
                                                                                                                                                        state
                                                                                                                                                            .sequence(
                                                                                                                                                                step(|state| {
                                                                                                                                                                    self::r#bar(state)
                                                                                                                                                                        .and_then(step(super::hidden::skip))
                                                                                                                                                                        .and_then(step(self::r#choice_case))
                                                                                                                                                                }),
                                                                                                                                                            )
                                                                                                                                                    }),
                                                                                                                                                )
                                                                                                                                        }),
                                                                                                                                    )
                                                                                                                            }),
                                                                                                                        )
                                                                                                                }),
                                                                                                            )
                                                                                                    }),
                                                                                                )
                                                                                        }),
                                                                                    )
                                                                            }),
                                                                        )
                                                                }),
                                                            )
                                                    }),
                                                )
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(self::r#arrow))
                                                .and_then(step(super::hidden::skip))
                                                .and_then(
                                                    step(|state| {
                                                        self::r#alternative_field(state).or_else(step(self::r#word))
                                                    }),
                                                )
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(self::r#semicolon))
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#plain_block(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#plain_block,
                            step(|state| {
                                state
                                    .sequence(
                                        step(|state| {
                                            self::r#open_brace(state)
                                                .and_then(step(super::hidden::skip))
                                                .and_then(
                                                    step(|state| {
                                                        state
                                                            .sequence(
                                                                step(|state| {
                                                                    state
                                                                        .optional(
                                                                            step(|state| {
                                                                                self::r#plain_alternative(state)
                                                                                    .and_then(
                                                                                        step(|state| {
                                                                                            state
                                                                                                .repeat(
                                                                                                    step(|state| {
                                                                                                        state
                                                                                                            .sequence(
                                                                                                                step(|state| {
                                                                                                                    super::hidden::skip(state)
                                                                                                                        .and_then(step(self::r#plain_alternative))
                                                                                                                }),
                                                                                                            )
                                                                                                    }),
                                                                                                )
                                                                                        }),
                                                                                    )
                                                                            }),
                                                                        )
                                                                }),
                                                            )
                                                    }),
                                                )
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(self::r#close_brace))
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#plain_alternative(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#plain_alternative,
                            step(|state| {
                                state
                                    .sequence(
                                        step(|state| {
                                            state
                                                .optional(
                                                    step(|state| {
                                                        state
                                                            .sequence(
                                                                step(|state| {
                                                                    self::r#kw_otherwise(state)
                                                                        .and_then(step(super::hidden::skip))
                                                                        .and_then(step(self::r#arrow))
                                                                }),
                                                            )
                                                    }),
                                                )
                                                .and_then(step(super::hidden::skip))
                                                .and_then(
                                                    step(|state| {
                                                        self::r#alternative_field(state).or_else(step(self::r#word))
                                                    }),
                                                )
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(self::r#semicolon))
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#alternative_field(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#alternative_field,
                            step(|state| {
                                state
                                    .sequence(
                                        step(|state| {
                                            self::r#name(state)
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(self::r#colon))
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(self::r#field_type))
                                                .and_then(step(super::hidden::skip))
                                                .and_then(
                                                    step(|state| {
                                                        state
                                                            .optional(
                                                                step(|state| {
                                                                    state
                                                                        .sequence(
                                                                            step(|state| {
                                                                                self::r#kw_as(state)
                                                                                    .and_then(step(super::hidden::skip))
                                                                                    .and_then(step(self::r#native_name))
                                                                            }),
                                                                        )
                                                                }),
                                                            )
                                                    }),
                                                )
                                                .and_then(step(super::hidden::skip))
                                                .and_then(
                                                    step(|state| { state.optional(step(self::r#field_block)) }),
                                                )
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#choice_case(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#choice_case,
                            step(|state| {
                                self::r#string(state)
                                    .or_else(
                                        step(|state| {
                                            state
                                                .sequence(
                                                    step(|state| {
                                                        self::r#signed_number(state)
                                                            .and_then(step(super::hidden::skip))
                                                            .and_then(
                                                                step(|state| {
                                                                    state
                                                                        .optional(
                                                                            step(|state| {
                                                                                state
                                                                                    .sequence(
                                                                                        step(|state| {
                                                                                            self::r#to(state)
                                                                                                .and_then(step(super::hidden::skip))
                                                                                                .and_then(step(self::r#signed_number))
                                                                                        }),
                                                                                    )
                                                                            }),
                                                                        )
                                                                }),
                                                            )
                                                    }),
                                                )
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#string(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#string,
                            step(|state| {
                                state
                                    .atomic(
                                        ::pest::Atomicity::Atomic,
                                        step(|state| {
                                            state
                                                .sequence(
                                                    step(|state| {
                                                        state
                                                            .match_string("\"")
                                                            .and_then(
                                                                step(|state| {
                                                                    state
                                                                        .repeat(
                                                                            step(|state| {
                                                                                state
                                                                                    .sequence(
                                                                                        step(|state| {
                                                                                            state
                                                                                                .lookahead(
                                                                                                    false,
                                                                                                    step(|state| {
                                                                                                        state
                                                                                                            .match_string("\"")
                                                                                                            .or_else(step(|state| { state.match_string("\\") }))
                                                                                                            .or_else(step(|state| { state.match_string("\n") }))
                                                                                                    }),
                                                                                                )
                                                                                                .and_then(step(self::r#ANY))
                                                                                        }),
                                                                                    )
                                                                                    .or_else(
                                                                                        step(|state| {
                                                                                            state
                                                                                                .sequence(
                                                                                                    step(|state| {
                                                                                                        state
                                                                                                            .match_string("\\")
                                                                                                            .and_then(
                                                                                                                step(|state| {
                                                                                                                    state
                                                                                                                        .match_string("\"")
                                                                                                                        .or_else(step(|state| { state.match_string("\\") }))
                                                                                                                }),
                                                                                                            )
                                                                                                    }),
                                                                                                )
                                                                                        }),
                                                                                    )
                                                                            }),
                                                                        )
                                                                }),
                                                            )
                                                            .and_then(step(|state| { state.match_string("\"") }))
                                                    }),
                                                )
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#field_block(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#field_block,
                            step(|state| {
                                state
                                    .sequence(
                                        step(|state| {
                                            self::r#open_brace(state)
                                                .and_then(step(super::hidden::skip))
                                                .and_then(
                                                    step(|state| {
                                                        state
                                                            .sequence(
                                                                step(|state| {
                                                                    state
                                                                        .optional(
                                                                            step(|state| {
                                                                                self::r#field_setting(state)
                                                                                    .and_then(
                                                                                        step(|state| {
                                                                                            state
                                                                                                .repeat(
                                                                                                    step(|state| {
                                                                                                        state
                                                                                                            .sequence(
                                                                                                                step(|state| {
                                                                                                                    super::hidden::skip(state)
                                                                                                                        .and_then(step(self::r#field_setting))
                                                                                                                }),
                                                                                                            )
                                                                                                    }),
                                                                                                )
                                                                                        }),
                                                                                    )
                                                                            }),
                                                                        )
                                                                }),
                                                            )
                                                    }),
                                                )
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(self::r#close_brace))
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#field_setting(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#field_setting,
                            step(|state| {
                                self::r#padding_clause(state)
                                    .or_else(step(self::r#trim_clause))
                                    .or_else(step(self::r#null_clause))
                                    .or_else(step(self::r#rules))
                            }),
                        )
                }
                #[inline]
                pub fn r#padding_clause(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#padding_clause,
                            step(|state| {
                                state
                                    .sequence(
                                        step(|state| {
                                            self::r#kw_padding(state)
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(self::r#word))
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(self::r#semicolon))
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#trim_clause(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#trim_clause,
                            step(|state| {
                                state
                                    .sequence(
                                        step(|state| {
                                            self::r#kw_trim(state)
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(self::r#word))
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(self::r#semicolon))
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#null_clause(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#null_clause,
                            step(|state| {
                                state
                                    .sequence(
                                        step(|state| {
                                            self::r#kw_null(state)
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(self::r#kw_if))
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(self::r#null_case))
                                                .and_then(step(super::hidden::skip))
                                                .and_then(
                                                    step(|state| {
                                                        state
                                                            .sequence(
                                                                step(|state| {
                                                                    state
                                                                        .optional(
                                                                            step(|state| {
                                                                                state
                                                                                    .sequence(
                                                                                        step(|state| {
                                                                                            self::r#bar(state)
                                                                                                .and_then(step(super::hidden::skip))
                                                                                                .and_then(step(self::r#null_case))
                                                                                        }),
                                                                                    )
                                                                                    .and_then(
                                                                                        step(|state| {
                                                                                            state
                                                                                                .repeat(
                                                                                                    step(|state| {
                                                                                                        state
                                                                                                            .sequence(
                                                                                                                step(|state| {
                                                                                                                    super::hidden::skip(state)
                                                                                                                        .and_then(
                                                                                                                            step(|state| {
                                                                                                                                state
                                                                                                                                    .sequence(
                                                                                                                                        step(|state| {
                                                                                                                                            self::r#bar(state)
                                                                                                                                                .and_then(step(super::hidden::skip))
                                                                                                                                                .and_then(step(self::r#null_case))
                                                                                                                                        }),
                                                                                                                                    )
                                                                                                                            }),
                                                                                                                        )
                                                                                                                }),
                                                                                                            )
                                                                                                    }),
                                                                                                )
                                                                                        }),
                                                                                    )
                                                                            }),
                                                                        )
                                                                }),
                                                            )
                                                    }),
                                                )
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(self::r#semicolon))
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#null_case(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#null_case,
                            step(|state| {
                                self::r#repeated_byte(state)
                                    .or_else(step(self::r#byte_list))
                                    .or_else(step(self::r#hexadecimal))
                                    .or_else(step(self::r#decimal))
                                    .or_else(step(self::r#null_word))
                            }),
                        )
                }
                #[inline]
                pub fn r#repeated_byte(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#repeated_byte,
                            step(|state| {
                                state
                                    .sequence(
                                        step(|state| {
                                            self::r#kw_all(state)
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(self::r#number))
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#null_word(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state.rule(Rule::r#null_word, step(self::r#word))
                }
                #[inline]
                pub fn r#test_item(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#test_item,
                            step(|state| {
                                state
                                    .sequence(
                                        step(|state| {
                                            self::r#kw_test(state)
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(self::r#call))
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(self::r#test_block))
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#test_block(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#test_block,
                            step(|state| {
                                state
                                    .sequence(
                                        step(|state| {
                                            self::r#open_brace(state)
                                                .and_then(step(super::hidden::skip))
                                                .and_then(
                                                    step(|state| {
                                                        state
                                                            .sequence(
                                                                step(|state| {
                                                                    state
                                                                        .optional(
                                                                            step(|state| {
                                                                                self::r#test_line(state)
                                                                                    .and_then(
                                                                                        step(|state| {
                                                                                            state
                                                                                                .repeat(
                                                                                                    step(|state| {
                                                                                                        state
                                                                                                            .sequence(
                                                                                                                step(|state| {
                                                                                                                    super::hidden::skip(state).and_then(step(self::r#test_line))
                                                                                                                }),
                                                                                                            )
                                                                                                    }),
                                                                                                )
                                                                                        }),
                                                                                    )
                                                                            }),
                                                                        )
                                                                }),
                                                            )
                                                    }),
                                                )
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(self::r#close_brace))
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#test_line(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#test_line,
                            step(|state| {
                                state
                                    .sequence(
                                        step(|state| {
                                            self::r#side(state)
                                                .and_then(step(super::hidden::skip))
                                                .and_then(
                                                    step(|state| {
                                                        self::r#exactly(state).or_else(step(self::r#arrow))
                                                    }),
                                                )
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(self::r#side))
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(self::r#semicolon))
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#side(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#side,
                            step(|state| {
                                self::r#byte_list(state)
                                    .or_else(step(self::r#coded_character))
                                    .or_else(step(self::r#named_value))
                                    .or_else(step(self::r#hexadecimal))
                                    .or_else(step(self::r#decimal))
                            }),
                        )
                }
                #[inline]
                pub fn r#coded_character(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#coded_character,
                            step(|state| {
                                state
                                    .sequence(
                                        step(|state| {
                                            self::r#kw_char(state)
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(self::r#open_paren))
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(self::r#number))
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(self::r#close_paren))
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#named_value(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#named_value,
                            step(|state| {
                                state
                                    .sequence(
                                        step(|state| {
                                            state
                                                .optional(step(self::r#sign))
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(self::r#inf))
                                        }),
                                    )
                                    .or_else(step(self::r#value_word))
                            }),
                        )
                }
                #[inline]
                pub fn r#inf(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#inf,
                            step(|state| {
                                state
                                    .atomic(
                                        ::pest::Atomicity::Atomic,
                                        step(|state| {
                                            state
                                                .sequence(
                                                    step(|state| {
                                                        state
                                                            .match_string("inf")
                                                            .and_then(
                                                                step(|state| {
                                                                    state.lookahead(false, step(self::r#XID_CONTINUE))
                                                                }),
                                                            )
                                                    }),
                                                )
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#value_word(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#value_word,
                            step(|state| {
                                state
                                    .atomic(
                                        ::pest::Atomicity::Atomic,
                                        step(|state| {
                                            state
                                                .sequence(
                                                    step(|state| {
                                                        state
                                                            .match_string("nan")
                                                            .or_else(step(|state| { state.match_string("reserved") }))
                                                            .or_else(step(|state| { state.match_string("true") }))
                                                            .or_else(step(|state| { state.match_string("false") }))
                                                            .and_then(
                                                                step(|state| {
                                                                    state.lookahead(false, step(self::r#XID_CONTINUE))
                                                                }),
                                                            )
                                                    }),
                                                )
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#decimal(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#decimal,
                            step(|state| {
                                state
                                    .sequence(
                                        step(|state| {
                                            state
                                                .optional(step(self::r#sign))
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(self::r#decimal_digits))
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#decimal_digits(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#decimal_digits,
                            step(|state| {
                                state
                                    .atomic(
                                        ::pest::Atomicity::Atomic,
                                        step(|state| {
                                            state
                                                .sequence(
                                                    step(|state| {
                                                        self::r#ASCII_DIGIT(state)
                                                            .and_then(
                                                                step(|state| {
                                                                    state
                                                                        .repeat(
                                                                            step(|state| {
                                                                                self::r#ASCII_DIGIT(state)
                                                                                    .or_else(step(|state| { state.match_string("_") }))
                                                                            }),
                                                                        )
                                                                }),
                                                            )
                                                            .and_then(
                                                                step(|state| {
                                                                    state
                                                                        .optional(
                                                                            step(|state| {
                                                                                state
                                                                                    .sequence(
                                                                                        step(|state| {
                                                                                            state
                                                                                                .match_string(".")
                                                                                                .and_then(
                                                                                                    step(|state| {
                                                                                                        state
                                                                                                            .lookahead(
                                                                                                                false,
                                                                                                                step(|state| {
                                                                                                                    state
                                                                                                                        .match_string(".")
                                                                                                                        .or_else(step(self::r#XID_START))
                                                                                                                        .or_else(step(|state| { state.match_string("_") }))
                                                                                                                }),
                                                                                                            )
                                                                                                    }),
                                                                                                )
                                                                                                .and_then(
                                                                                                    step(|state| {
                                                                                                        state
                                                                                                            .optional(
                                                                                                                step(|state| {
                                                                                                                    state
                                                                                                                        .sequence(
                                                                                                                            step(|state| {
                                                                                                                                self::r#ASCII_DIGIT(state)
                                                                                                                                    .and_then(
                                                                                                                                        step(|state| {
                                                                                                                                            state
                                                                                                                                                .repeat(
                                                                                                                                                    step(|state| {
                                                                                                                                                        self::r#ASCII_DIGIT(state)
                                                                                                                                                            .or_else(step(|state| { state.match_string("_") }))
                                                                                                                                                    }),
                                                                                                                                                )
                                                                                                                                        }),
                                                                                                                                    )
                                                                                                                            }),
                                                                                                                        )
                                                                                                                }),
                                                                                                            )
                                                                                                    }),
                                                                                                )
                                                                                        }),
                                                                                    )
                                                                            }),
                                                                        )
                                                                }),
                                                            )
                                                            .and_then(
                                                                step(|state| {
                                                                    state
                                                                        .optional(
                                                                            step(|state| {
                                                                                state
                                                                                    .sequence(
                                                                                        step(|state| {
                                                                                            state
                                                                                                .match_insensitive("e")
                                                                                                .and_then(
                                                                                                    step(|state| {
                                                                                                        state
                                                                                                            .optional(
                                                                                                                step(|state| {
                                                                                                                    state
                                                                                                                        .match_string("+")
                                                                                                                        .or_else(step(|state| { state.match_string("-") }))
                                                                                                                }),
                                                                                                            )
                                                                                                    }),
                                                                                                )
                                                                                                .and_then(
                                                                                                    step(|state| {
                                                                                                        self::r#ASCII_DIGIT(state)
                                                                                                            .or_else(step(|state| { state.match_string("_") }))
                                                                                                    }),
                                                                                                )
                                                                                                .and_then(
                                                                                                    step(|state| {
                                                                                                        state
                                                                                                            .repeat(
                                                                                                                step(|state| {
                                                                                                                    self::r#ASCII_DIGIT(state)
                                                                                                                        .or_else(step(|state| { state.match_string("_") }))
                                                                                                                }),
                                                                                                            )
                                                                                                    }),
                                                                                                )
                                                                                        }),
                                                                                    )
                                                                            }),
                                                                        )
                                                                }),
                                                            )
                                                            .and_then(
                                                                step(|state| {
                                                                    state.lookahead(false, step(self::r#XID_CONTINUE))
                                                                }),
                                                            )
                                                    }),
                                                )
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#ident(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .sequence(
                            step(|state| {
                                self::r#XID_START(state)
                                    .or_else(step(|state| { state.match_string("_") }))
                                    .and_then(step(super::hidden::skip))
                                    .and_then(
                                        step(|state| {
                                            state
                                                .sequence(
                                                    step(|state| {
                                                        state
                                                            .optional(
                                                                step(|state| {
                                                                    self::r#XID_CONTINUE(state)
                                                                        .and_then(
                                                                            step(|state| {
                                                                                state
                                                                                    .repeat(
                                                                                        step(|state| {
                                                                                            state
                                                                                                .sequence(
                                                                                                    step(|state| {
                                                                                                        super::hidden::skip(state)
                                                                                                            .and_then(step(self::r#XID_CONTINUE))
                                                                                                    }),
                                                                                                )
                                                                                        }),
                                                                                    )
                                                                            }),
                                                                        )
                                                                }),
                                                            )
                                                    }),
                                                )
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#name(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#name,
                            step(|state| {
                                state.atomic(::pest::Atomicity::Atomic, step(self::r#ident))
                            }),
                        )
                }
                #[inline]
                pub fn r#word(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#word,
                            step(|state| {
                                state.atomic(::pest::Atomicity::Atomic, step(self::r#ident))
                            }),
                        )
                }
                #[inline]
                pub fn r#number(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#number,
                            step(|state| {
                                state
                                    .atomic(
                                        ::pest::Atomicity::Atomic,
                                        step(|state| {
                                            state
                                                .sequence(
                                                    step(|state| {
                                                        self::r#radix_digits(state)
                                                            .or_else(
                                                                step(|state| {
                                                                    state
                                                                        .sequence(
                                                                            step(|state| {
                                                                                self::r#ASCII_DIGIT(state)
                                                                                    .and_then(
                                                                                        step(|state| {
                                                                                            state
                                                                                                .repeat(
                                                                                                    step(|state| {
                                                                                                        self::r#ASCII_DIGIT(state)
                                                                                                            .or_else(step(|state| { state.match_string("_") }))
                                                                                                    }),
                                                                                                )
                                                                                        }),
                                                                                    )
                                                                            }),
                                                                        )
                                                                }),
                                                            )
                                                            .and_then(
                                                                step(|state| {
                                                                    state
                                                                        .lookahead(
                                                                            false,
                                                                            step(|state| {
                                                                                self::r#XID_CONTINUE(state)
                                                                                    .or_else(
                                                                                        step(|state| {
                                                                                            state
                                                                                                .sequence(
                                                                                                    step(|state| {
                                                                                                        state.match_string(".").and_then(step(self::r#ASCII_DIGIT))
                                                                                                    }),
                                                                                                )
                                                                                        }),
                                                                                    )
                                                                            }),
                                                                        )
                                                                }),
                                                            )
                                                    }),
                                                )
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#hexadecimal(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#hexadecimal,
                            step(|state| {
                                state
                                    .atomic(
                                        ::pest::Atomicity::Atomic,
                                        step(|state| {
                                            state
                                                .sequence(
                                                    step(|state| {
                                                        self::r#radix_digits(state)
                                                            .and_then(
                                                                step(|state| {
                                                                    state.lookahead(false, step(self::r#XID_CONTINUE))
                                                                }),
                                                            )
                                                    }),
                                                )
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#radix_digits(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .sequence(
                            step(|state| {
                                state
                                    .match_string("0x")
                                    .or_else(step(|state| { state.match_string("0o") }))
                                    .and_then(step(super::hidden::skip))
                                    .and_then(
                                        step(|state| {
                                            self::r#ASCII_HEX_DIGIT(state)
                                                .or_else(step(|state| { state.match_string("_") }))
                                        }),
                                    )
                                    .and_then(step(super::hidden::skip))
                                    .and_then(
                                        step(|state| {
                                            state
                                                .sequence(
                                                    step(|state| {
                                                        state
                                                            .optional(
                                                                step(|state| {
                                                                    self::r#ASCII_HEX_DIGIT(state)
                                                                        .or_else(step(|state| { state.match_string("_") }))
                                                                        .and_then(
                                                                            step(|state| {
                                                                                state
                                                                                    .repeat(
                                                                                        step(|state| {
                                                                                            state
                                                                                                .sequence(
                                                                                                    step(|state| {
                                                                                                        super::hidden::skip(state)
                                                                                                            .and_then(
                                                                                                                step(|state| {
                                                                                                                    self::r#ASCII_HEX_DIGIT(state)
                                                                                                                        .or_else(step(|state| { state.match_string("_") }))
                                                                                                                }),
                                                                                                            )
                                                                                                    }),
                                                                                                )
                                                                                        }),
                                                                                    )
                                                                            }),
                                                                        )
                                                                }),
                                                            )
                                                    }),
                                                )
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#signed_number(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#signed_number,
                            step(|state| {
                                state
                                    .sequence(
                                        step(|state| {
                                            state
                                                .optional(step(self::r#sign))
                                                .and_then(step(super::hidden::skip))
                                                .and_then(step(self::r#number))
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#sign(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#sign,
                            step(|state| {
                                state
                                    .match_string("-")
                                    .or_else(step(|state| { state.match_string("+") }))
                            }),
                        )
                }
                #[inline]
                pub fn r#kw_use(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#kw_use,
                            step(|state| {
                                state
                                    .atomic(
                                        ::pest::Atomicity::Atomic,
                                        step(|state| {
                                            state
                                                .sequence(
                                                    step(|state| {
                                                        state
                                                            .match_string("use")
                                                            .and_then(
                                                                step(|state| {
                                                                    state.lookahead(false, step(self::r#XID_CONTINUE))
                                                                }),
                                                            )
                                                    }),
                                                )
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#kw_as(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#kw_as,
                            step(|state| {
                                state
                                    .atomic(
                                        ::pest::Atomicity::Atomic,
                                        step(|state| {
                                            state
                                                .sequence(
                                                    step(|state| {
                                                        state
                                                            .match_string("as")
                                                            .and_then(
                                                                step(|state| {
                                                                    state.lookahead(false, step(self::r#XID_CONTINUE))
                                                                }),
                                                            )
                                                    }),
                                                )
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#kw_float(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#kw_float,
                            step(|state| {
                                state
                                    .atomic(
                                        ::pest::Atomicity::Atomic,
                                        step(|state| {
                                            state
                                                .sequence(
                                                    step(|state| {
                                                        state
                                                            .match_string("float")
                                                            .and_then(
                                                                step(|state| {
                                                                    state.lookahead(false, step(self::r#XID_CONTINUE))
                                                                }),
                                                            )
                                                    }),
                                                )
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#kw_datarep(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#kw_datarep,
                            step(|state| {
                                state
                                    .atomic(
                                        ::pest::Atomicity::Atomic,
                                        step(|state| {
                                            state
                                                .sequence(
                                                    step(|state| {
                                                        state
                                                            .match_string("datarep")
                                                            .and_then(
                                                                step(|state| {
                                                                    state.lookahead(false, step(self::r#XID_CONTINUE))
                                                                }),
                                                            )
                                                    }),
                                                )
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#kw_test(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#kw_test,
                            step(|state| {
                                state
                                    .atomic(
                                        ::pest::Atomicity::Atomic,
                                        step(|state| {
                                            state
                                                .sequence(
                                                    step(|state| {
                                                        state
                                                            .match_string("test")
                                                            .and_then(
                                                                step(|state| {
                                                                    state.lookahead(false, step(self::r#XID_CONTINUE))
                                                                }),
                                                            )
                                                    }),
                                                )
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#kw_extends(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#kw_extends,
                            step(|state| {
                                state
                                    .atomic(
                                        ::pest::Atomicity::Atomic,
                                        step(|state| {
                                            state
                                                .sequence(
                                                    step(|state| {
                                                        state
                                                            .match_string("extends")
                                                            .and_then(
                                                                step(|state| {
                                                                    state.lookahead(false, step(self::r#XID_CONTINUE))
                                                                }),
                                                            )
                                                    }),
                                                )
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#kw_pair(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#kw_pair,
                            step(|state| {
                                state
                                    .atomic(
                                        ::pest::Atomicity::Atomic,
                                        step(|state| {
                                            state
                                                .sequence(
                                                    step(|state| {
                                                        state
                                                            .match_string("pair")
                                                            .and_then(
                                                                step(|state| {
                                                                    state
                                                                        .lookahead(
                                                                            true,
                                                                            step(|state| {
                                                                                state
                                                                                    .sequence(
                                                                                        step(|state| {
                                                                                            state
                                                                                                .repeat(step(self::r#WHITESPACE))
                                                                                                .and_then(step(|state| { state.match_string("(") }))
                                                                                        }),
                                                                                    )
                                                                            }),
                                                                        )
                                                                }),
                                                            )
                                                    }),
                                                )
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#kw_where(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#kw_where,
                            step(|state| {
                                state
                                    .atomic(
                                        ::pest::Atomicity::Atomic,
                                        step(|state| {
                                            state
                                                .sequence(
                                                    step(|state| {
                                                        state
                                                            .match_string("where")
                                                            .and_then(
                                                                step(|state| {
                                                                    state.lookahead(false, step(self::r#XID_CONTINUE))
                                                                }),
                                                            )
                                                    }),
                                                )
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#kw_value(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#kw_value,
                            step(|state| {
                                state
                                    .atomic(
                                        ::pest::Atomicity::Atomic,
                                        step(|state| {
                                            state
                                                .sequence(
                                                    step(|state| {
                                                        state
                                                            .match_string("value")
                                                            .and_then(
                                                                step(|state| {
                                                                    state.lookahead(false, step(self::r#XID_CONTINUE))
                                                                }),
                                                            )
                                                    }),
                                                )
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#kw_order(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#kw_order,
                            step(|state| {
                                state
                                    .atomic(
                                        ::pest::Atomicity::Atomic,
                                        step(|state| {
                                            state
                                                .sequence(
                                                    step(|state| {
                                                        state
                                                            .match_string("order")
                                                            .and_then(
                                                                step(|state| {
                                                                    state.lookahead(false, step(self::r#XID_CONTINUE))
                                                                }),
                                                            )
                                                    }),
                                                )
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#kw_bits(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#kw_bits,
                            step(|state| {
                                state
                                    .atomic(
                                        ::pest::Atomicity::Atomic,
                                        step(|state| {
                                            state
                                                .sequence(
                                                    step(|state| {
                                                        state
                                                            .match_string("bits")
                                                            .and_then(
                                                                step(|state| {
                                                                    state.lookahead(false, step(self::r#XID_CONTINUE))
                                                                }),
                                                            )
                                                    }),
                                                )
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#kw_numbering(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#kw_numbering,
                            step(|state| {
                                state
                                    .atomic(
                                        ::pest::Atomicity::Atomic,
                                        step(|state| {
                                            state
                                                .sequence(
                                                    step(|state| {
                                                        state
                                                            .match_string("numbering")
                                                            .and_then(
                                                                step(|state| {
                                                                    state.lookahead(false, step(self::r#XID_CONTINUE))
                                                                }),
                                                            )
                                                    }),
                                                )
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#kw_bit(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#kw_bit,
                            step(|state| {
                                state
                                    .atomic(
                                        ::pest::Atomicity::Atomic,
                                        step(|state| {
                                            state
                                                .sequence(
                                                    step(|state| {
                                                        state
                                                            .match_string("bit")
                                                            .and_then(
                                                                step(|state| {
                                                                    state.lookahead(false, step(self::r#XID_CONTINUE))
                                                                }),
                                                            )
                                                    }),
                                                )
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#kw_negative(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#kw_negative,
                            step(|state| {
                                state
                                    .atomic(
                                        ::pest::Atomicity::Atomic,
                                        step(|state| {
                                            state
                                                .sequence(
                                                    step(|state| {
                                                        state
                                                            .match_string("negative")
                                                            .and_then(
                                                                step(|state| {
                                                                    state.lookahead(false, step(self::r#XID_CONTINUE))
                                                                }),
                                                            )
                                                    }),
                                                )
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#kw_exponent(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#kw_exponent,
                            step(|state| {
                                state
                                    .atomic(
                                        ::pest::Atomicity::Atomic,
                                        step(|state| {
                                            state
                                                .sequence(
                                                    step(|state| {
                                                        state
                                                            .match_string("exponent")
                                                            .and_then(
                                                                step(|state| {
                                                                    state.lookahead(false, step(self::r#XID_CONTINUE))
                                                                }),
                                                            )
                                                    }),
                                                )
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#kw_quiet(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#kw_quiet,
                            step(|state| {
                                state
                                    .atomic(
                                        ::pest::Atomicity::Atomic,
                                        step(|state| {
                                            state
                                                .sequence(
                                                    step(|state| {
                                                        state
                                                            .match_string("quiet")
                                                            .and_then(
                                                                step(|state| {
                                                                    state.lookahead(false, step(self::r#XID_CONTINUE))
                                                                }),
                                                            )
                                                    }),
                                                )
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#kw_ieee(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#kw_ieee,
                            step(|state| {
                                state
                                    .atomic(
                                        ::pest::Atomicity::Atomic,
                                        step(|state| {
                                            state
                                                .sequence(
                                                    step(|state| {
                                                        state
                                                            .match_string("ieee")
                                                            .and_then(
                                                                step(|state| {
                                                                    state.lookahead(false, step(self::r#XID_CONTINUE))
                                                                }),
                                                            )
                                                    }),
                                                )
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#kw_unused(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#kw_unused,
                            step(|state| {
                                state
                                    .atomic(
                                        ::pest::Atomicity::Atomic,
                                        step(|state| {
                                            state
                                                .sequence(
                                                    step(|state| {
                                                        state
                                                            .match_string("unused")
                                                            .and_then(
                                                                step(|state| {
                                                                    state.lookahead(false, step(self::r#XID_CONTINUE))
                                                                }),
                                                            )
                                                    }),
                                                )
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#kw_if(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#kw_if,
                            step(|state| {
                                state
                                    .atomic(
                                        ::pest::Atomicity::Atomic,
                                        step(|state| {
                                            state
                                                .sequence(
                                                    step(|state| {
                                                        state
                                                            .match_string("if")
                                                            .and_then(
                                                                step(|state| {
                                                                    state.lookahead(false, step(self::r#XID_CONTINUE))
                                                                }),
                                                            )
                                                    }),
                                                )
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#kw_written(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#kw_written,
                            step(|state| {
                                state
                                    .atomic(
                                        ::pest::Atomicity::Atomic,
                                        step(|state| {
                                            state
                                                .sequence(
                                                    step(|state| {
                                                        state
                                                            .match_string("written")
                                                            .and_then(
                                                                step(|state| {
                                                                    state.lookahead(false, step(self::r#XID_CONTINUE))
                                                                }),
                                                            )
                                                    }),
                                                )
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#kw_max(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#kw_max,
                            step(|state| {
                                state
                                    .atomic(
                                        ::pest::Atomicity::Atomic,
                                        step(|state| {
                                            state
                                                .sequence(
                                                    step(|state| {
                                                        state
                                                            .match_string("max")
                                                            .and_then(
                                                                step(|state| {
                                                                    state.lookahead(false, step(self::r#XID_CONTINUE))
                                                                }),
                                                            )
                                                    }),
                                                )
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#kw_true(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#kw_true,
                            step(|state| {
                                state
                                    .atomic(
                                        ::pest::Atomicity::Atomic,
                                        step(|state| {
                                            state
                                                .sequence(
                                                    step(|state| {
                                                        state
                                                            .match_string("true")
                                                            .and_then(
                                                                step(|state| {
                                                                    state.lookahead(false, step(self::r#XID_CONTINUE))
                                                                }),
                                                            )
                                                    }),
                                                )
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#kw_write(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#kw_write,
                            step(|state| {
                                state
                                    .atomic(
                                        ::pest::Atomicity::Atomic,
                                        step(|state| {
                                            state
                                                .sequence(
                                                    step(|state| {
                                                        state
                                                            .match_string("write")
                                                            .and_then(
                                                                step(|state| {
                                                                    state.lookahead(false, step(self::r#XID_CONTINUE))
                                                                }),
                                                            )
                                                    }),
                                                )
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#kw_on(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#kw_on,
                            step(|state| {
                                state
                                    .atomic(
                                        ::pest::Atomicity::Atomic,
                                        step(|state| {
                                            state
                                                .sequence(
                                                    step(|state| {
                                                        state
                                                            .match_string("on")
                                                            .and_then(
                                                                step(|state| {
                                                                    state.lookahead(false, step(self::r#XID_CONTINUE))
                                                                }),
                                                            )
                                                    }),
                                                )
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#kw_char(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#kw_char,
                            step(|state| {
                                state
                                    .atomic(
                                        ::pest::Atomicity::Atomic,
                                        step(|state| {
                                            state
                                                .sequence(
                                                    step(|state| {
                                                        state
                                                            .match_string("char")
                                                            .and_then(
                                                                step(|state| {
                                                                    state.lookahead(false, step(self::r#XID_CONTINUE))
                                                                }),
                                                            )
                                                    }),
                                                )
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#kw_record(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#kw_record,
                            step(|state| {
                                state
                                    .atomic(
                                        ::pest::Atomicity::Atomic,
                                        step(|state| {
                                            state
                                                .sequence(
                                                    step(|state| {
                                                        state
                                                            .match_string("record")
                                                            .and_then(
                                                                step(|state| {
                                                                    state.lookahead(false, step(self::r#XID_CONTINUE))
                                                                }),
                                                            )
                                                    }),
                                                )
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#kw_bytes(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#kw_bytes,
                            step(|state| {
                                state
                                    .atomic(
                                        ::pest::Atomicity::Atomic,
                                        step(|state| {
                                            state
                                                .sequence(
                                                    step(|state| {
                                                        state
                                                            .match_string("bytes")
                                                            .or_else(step(|state| { state.match_string("byte") }))
                                                            .and_then(
                                                                step(|state| {
                                                                    state.lookahead(false, step(self::r#XID_CONTINUE))
                                                                }),
                                                            )
                                                    }),
                                                )
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#kw_at(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#kw_at,
                            step(|state| {
                                state
                                    .atomic(
                                        ::pest::Atomicity::Atomic,
                                        step(|state| {
                                            state
                                                .sequence(
                                                    step(|state| {
                                                        state
                                                            .match_string("at")
                                                            .and_then(
                                                                step(|state| {
                                                                    state.lookahead(false, step(self::r#XID_CONTINUE))
                                                                }),
                                                            )
                                                    }),
                                                )
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#kw_padding(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#kw_padding,
                            step(|state| {
                                state
                                    .atomic(
                                        ::pest::Atomicity::Atomic,
                                        step(|state| {
                                            state
                                                .sequence(
                                                    step(|state| {
                                                        state
                                                            .match_string("padding")
                                                            .and_then(
                                                                step(|state| {
                                                                    state.lookahead(false, step(self::r#XID_CONTINUE))
                                                                }),
                                                            )
                                                    }),
                                                )
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#kw_null(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#kw_null,
                            step(|state| {
                                state
                                    .atomic(
                                        ::pest::Atomicity::Atomic,
                                        step(|state| {
                                            state
                                                .sequence(
                                                    step(|state| {
                                                        state
                                                            .match_string("null")
                                                            .and_then(
                                                                step(|state| {
                                                                    state.lookahead(false, step(self::r#XID_CONTINUE))
                                                                }),
                                                            )
                                                    }),
                                                )
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#kw_all(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#kw_all,
                            step(|state| {
                                state
                                    .atomic(
                                        ::pest::Atomicity::Atomic,
                                        step(|state| {
                                            state
                                                .sequence(
                                                    step(|state| {
                                                        state
                                                            .match_string("all")
                                                            .and_then(
                                                                step(|state| {
                                                                    state.lookahead(false, step(self::r#XID_CONTINUE))
                                                                }),
                                                            )
                                                    }),
                                                )
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#kw_choice(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#kw_choice,
                            step(|state| {
                                state
                                    .atomic(
                                        ::pest::Atomicity::Atomic,
                                        step(|state| {
                                            state
                                                .sequence(
                                                    step(|state| {
                                                        state
                                                            .match_string("choice")
                                                            .and_then(
                                                                step(|state| {
                                                                    state.lookahead(false, step(self::r#XID_CONTINUE))
                                                                }),
                                                            )
                                                    }),
                                                )
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#kw_in(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#kw_in,
                            step(|state| {
                                state
                                    .atomic(
                                        ::pest::Atomicity::Atomic,
                                        step(|state| {
                                            state
                                                .sequence(
                                                    step(|state| {
                                                        state
                                                            .match_string("in")
                                                            .and_then(
                                                                step(|state| {
                                                                    state.lookahead(false, step(self::r#XID_CONTINUE))
                                                                }),
                                                            )
                                                    }),
                                                )
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#kw_otherwise(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#kw_otherwise,
                            step(|state| {
                                state
                                    .atomic(
                                        ::pest::Atomicity::Atomic,
                                        step(|state| {
                                            state
                                                .sequence(
                                                    step(|state| {
                                                        state
                                                            .match_string("otherwise")
                                                            .and_then(
                                                                step(|state| {
                                                                    state.lookahead(false, step(self::r#XID_CONTINUE))
                                                                }),
                                                            )
                                                    }),
                                                )
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#kw_valid(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#kw_valid,
                            step(|state| {
                                state
                                    .atomic(
                                        ::pest::Atomicity::Atomic,
                                        step(|state| {
                                            state
                                                .sequence(
                                                    step(|state| {
                                                        state
                                                            .match_string("valid")
                                                            .and_then(
                                                                step(|state| {
                                                                    state.lookahead(false, step(self::r#XID_CONTINUE))
                                                                }),
                                                            )
                                                    }),
                                                )
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#kw_overlay(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#kw_overlay,
                            step(|state| {
                                state
                                    .atomic(
                                        ::pest::Atomicity::Atomic,
                                        step(|state| {
                                            state
                                                .sequence(
                                                    step(|state| {
                                                        state
                                                            .match_string("overlay")
                                                            .and_then(
                                                                step(|state| {
                                                                    state.lookahead(false, step(self::r#XID_CONTINUE))
                                                                }),
                                                            )
                                                    }),
                                                )
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#kw_trim(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#kw_trim,
                            step(|state| {
                                state
                                    .atomic(
                                        ::pest::Atomicity::Atomic,
                                        step(|state| {
                                            state
                                                .sequence(
                                                    step(|state| {
                                                        state
                                                            .match_string("trim")
                                                            .and_then(
                                                                step(|state| {
                                                                    state.lookahead(false, step(self::r#XID_CONTINUE))
                                                                }),
                                                            )
                                                    }),
                                                )
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#semicolon(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#semicolon,
                            step(|state| { state.match_string(";") }),
                        )
                }
                #[inline]
                pub fn r#comma(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state.rule(Rule::r#comma, step(|state| { state.match_string(",") }))
                }
                #[inline]
                pub fn r#colon(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#colon,
                            step(|state| {
                                state
                                    .atomic(
                                        ::pest::Atomicity::Atomic,
                                        step(|state| {
                                            state
                                                .sequence(
                                                    step(|state| {
                                                        state
                                                            .match_string(":")
                                                            .and_then(
                                                                step(|state| {
                                                                    state
                                                                        .lookahead(false, step(|state| { state.match_string(":") }))
                                                                }),
                                                            )
                                                    }),
                                                )
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#equals(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#equals,
                            step(|state| {
                                state
                                    .atomic(
                                        ::pest::Atomicity::Atomic,
                                        step(|state| {
                                            state
                                                .sequence(
                                                    step(|state| {
                                                        state
                                                            .match_string("=")
                                                            .and_then(
                                                                step(|state| {
                                                                    state
                                                                        .lookahead(
                                                                            false,
                                                                            step(|state| {
                                                                                state
                                                                                    .match_string("=")
                                                                                    .or_else(step(|state| { state.match_string(">") }))
                                                                            }),
                                                                        )
                                                                }),
                                                            )
                                                    }),
                                                )
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#arrow(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state.rule(Rule::r#arrow, step(|state| { state.match_string("=>") }))
                }
                #[inline]
                pub fn r#exactly(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#exactly,
                            step(|state| { state.match_string("<=>") }),
                        )
                }
                #[inline]
                pub fn r#bar(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#bar,
                            step(|state| {
                                state
                                    .atomic(
                                        ::pest::Atomicity::Atomic,
                                        step(|state| {
                                            state
                                                .sequence(
                                                    step(|state| {
                                                        state
                                                            .match_string("|")
                                                            .and_then(
                                                                step(|state| {
                                                                    state
                                                                        .lookahead(false, step(|state| { state.match_string("|") }))
                                                                }),
                                                            )
                                                    }),
                                                )
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#or(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state.rule(Rule::r#or, step(|state| { state.match_string("||") }))
                }
                #[inline]
                pub fn r#and(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state.rule(Rule::r#and, step(|state| { state.match_string("&&") }))
                }
                #[inline]
                pub fn r#dot(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state.rule(Rule::r#dot, step(|state| { state.match_string(".") }))
                }
                #[inline]
                pub fn r#star(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state.rule(Rule::r#star, step(|state| { state.match_string("*") }))
                }
                #[inline]
                pub fn r#times(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#times,
                            step(|state| {
                                state
                                    .atomic(
                                        ::pest::Atomicity::Atomic,
                                        step(|state| {
                                            state
                                                .sequence(
                                                    step(|state| {
                                                        state
                                                            .match_string("*")
                                                            .and_then(
                                                                step(|state| {
                                                                    state
                                                                        .lookahead(false, step(|state| { state.match_string("*") }))
                                                                }),
                                                            )
                                                    }),
                                                )
                                        }),
                                    )
                            }),
                        )
                }
                #[inline]
                pub fn r#caret(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state.rule(Rule::r#caret, step(|state| { state.match_string("^") }))
                }
                #[inline]
                pub fn r#to(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state.rule(Rule::r#to, step(|state| { state.match_string("..=") }))
                }
                #[inline]
                pub fn r#path_separator(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#path_separator,
                            step(|state| { state.match_string("::") }),
                        )
                }
                #[inline]
                pub fn r#open_brace(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#open_brace,
                            step(|state| { state.match_string("{") }),
                        )
                }
                #[inline]
                pub fn r#close_brace(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#close_brace,
                            step(|state| { state.match_string("}") }),
                        )
                }
                #[inline]
                pub fn r#open_bracket(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#open_bracket,
                            step(|state| { state.match_string("[") }),
                        )
                }
                #[inline]
                pub fn r#close_bracket(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#close_bracket,
                            step(|state| { state.match_string("]") }),
                        )
                }
                #[inline]
                pub fn r#open_paren(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#open_paren,
                            step(|state| { state.match_string("(") }),
                        )
                }
                #[inline]
                pub fn r#close_paren(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .rule(
                            Rule::r#close_paren,
                            step(|state| { state.match_string(")") }),
                        )
                }
                #[inline]
                pub fn ANY(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state.skip(1)
                }
                #[inline]
                pub fn EOI(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state.rule(Rule::EOI, step(|state| state.end_of_input()))
                }
                #[inline]
                pub fn SOI(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state.start_of_input()
                }
                #[inline]
                pub fn ASCII_DIGIT(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state.match_range('0'..'9')
                }
                #[inline]
                pub fn ASCII_HEX_DIGIT(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .match_range('0'..'9')
                        .or_else(step(|state| state.match_range('a'..'f')))
                        .or_else(step(|state| state.match_range('A'..'F')))
                }
                #[inline]
                pub fn ASCII_ALPHA(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state
                        .match_range('a'..'z')
                        .or_else(step(|state| state.match_range('A'..'Z')))
                }
                #[inline]
                fn PATTERN_WHITE_SPACE(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state.match_char_by(::pest::unicode::PATTERN_WHITE_SPACE)
                }
                #[inline]
                fn XID_CONTINUE(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state.match_char_by(::pest::unicode::XID_CONTINUE)
                }
                #[inline]
                fn XID_START(
                    state: ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                ) -> ::pest::ParseResult<
                    ::std::boxed::Box<::pest::ParserState<'_, Rule>>,
                > {
                    state.match_char_by(::pest::unicode::XID_START)
                }
            }
            pub use self::visible::*;
        }
        ::pest::state(
            input,
            |state| {
                match rule {
                    Rule::r#WHITESPACE => rules::r#WHITESPACE(state),
                    Rule::r#COMMENT => rules::r#COMMENT(state),
                    Rule::r#block_comment => rules::r#block_comment(state),
                    Rule::r#whole_item => rules::r#whole_item(state),
                    Rule::r#whole_clause => rules::r#whole_clause(state),
                    Rule::r#whole_family_clause => rules::r#whole_family_clause(state),
                    Rule::r#whole_entry => rules::r#whole_entry(state),
                    Rule::r#whole_test_line => rules::r#whole_test_line(state),
                    Rule::r#whole_record_line => rules::r#whole_record_line(state),
                    Rule::r#whole_call => rules::r#whole_call(state),
                    Rule::r#whole_order => rules::r#whole_order(state),
                    Rule::r#whole_rules => rules::r#whole_rules(state),
                    Rule::r#whole_event_rules => rules::r#whole_event_rules(state),
                    Rule::r#item => rules::r#item(state),
                    Rule::r#use_item => rules::r#use_item(state),
                    Rule::r#use_list => rules::r#use_list(state),
                    Rule::r#use_name => rules::r#use_name(state),
                    Rule::r#float_item => rules::r#float_item(state),
                    Rule::r#pair => rules::r#pair(state),
                    Rule::r#pair_rule => rules::r#pair_rule(state),
                    Rule::r#low_exponent => rules::r#low_exponent(state),
                    Rule::r#high_exponent => rules::r#high_exponent(state),
                    Rule::r#meaning => rules::r#meaning(state),
                    Rule::r#picture => rules::r#picture(state),
                    Rule::r#picture_field => rules::r#picture_field(state),
                    Rule::r#formula => rules::r#formula(state),
                    Rule::r#significand => rules::r#significand(state),
                    Rule::r#fraction => rules::r#fraction(state),
                    Rule::r#hidden_one => rules::r#hidden_one(state),
                    Rule::r#hidden_half => rules::r#hidden_half(state),
                    Rule::r#explicit_one => rules::r#explicit_one(state),
                    Rule::r#twos_complement => rules::r#twos_complement(state),
                    Rule::r#implied_complement => rules::r#implied_complement(state),
                    Rule::r#digit_fraction => rules::r#digit_fraction(state),
                    Rule::r#first_digit => rules::r#first_digit(state),
                    Rule::r#power => rules::r#power(state),
                    Rule::r#exponent => rules::r#exponent(state),
                    Rule::r#letter_s => rules::r#letter_s(state),
                    Rule::r#letter_e => rules::r#letter_e(state),
                    Rule::r#letter_f => rules::r#letter_f(state),
                    Rule::r#letter_i => rules::r#letter_i(state),
                    Rule::r#letter_d => rules::r#letter_d(state),
                    Rule::r#clause_block => rules::r#clause_block(state),
                    Rule::r#clause => rules::r#clause(state),
                    Rule::r#order_clause => rules::r#order_clause(state),
                    Rule::r#bits_clause => rules::r#bits_clause(state),
                    Rule::r#numbering_clause => rules::r#numbering_clause(state),
                    Rule::r#value_clause => rules::r#value_clause(state),
                    Rule::r#negative_clause => rules::r#negative_clause(state),
                    Rule::r#exponent_clause => rules::r#exponent_clause(state),
                    Rule::r#quiet_clause => rules::r#quiet_clause(state),
                    Rule::r#ieee_clause => rules::r#ieee_clause(state),
                    Rule::r#unused_clause => rules::r#unused_clause(state),
                    Rule::r#field_clause => rules::r#field_clause(state),
                    Rule::r#field_name => rules::r#field_name(state),
                    Rule::r#ranges => rules::r#ranges(state),
                    Rule::r#range => rules::r#range(state),
                    Rule::r#more_range => rules::r#more_range(state),
                    Rule::r#special_clause => rules::r#special_clause(state),
                    Rule::r#special_class => rules::r#special_class(state),
                    Rule::r#condition => rules::r#condition(state),
                    Rule::r#all => rules::r#all(state),
                    Rule::r#comparison => rules::r#comparison(state),
                    Rule::r#compared => rules::r#compared(state),
                    Rule::r#operator => rules::r#operator(state),
                    Rule::r#order => rules::r#order(state),
                    Rule::r#order_call => rules::r#order_call(state),
                    Rule::r#byte_list => rules::r#byte_list(state),
                    Rule::r#call => rules::r#call(state),
                    Rule::r#arguments => rules::r#arguments(state),
                    Rule::r#argument => rules::r#argument(state),
                    Rule::r#family_item => rules::r#family_item(state),
                    Rule::r#float_keyword => rules::r#float_keyword(state),
                    Rule::r#float_family => rules::r#float_family(state),
                    Rule::r#family_keyword => rules::r#family_keyword(state),
                    Rule::r#family_block => rules::r#family_block(state),
                    Rule::r#family_clause => rules::r#family_clause(state),
                    Rule::r#true_clause => rules::r#true_clause(state),
                    Rule::r#write_clause => rules::r#write_clause(state),
                    Rule::r#datarep_item => rules::r#datarep_item(state),
                    Rule::r#entry_block => rules::r#entry_block(state),
                    Rule::r#entry => rules::r#entry(state),
                    Rule::r#named_entry => rules::r#named_entry(state),
                    Rule::r#size_block => rules::r#size_block(state),
                    Rule::r#size_mapping => rules::r#size_mapping(state),
                    Rule::r#size => rules::r#size(state),
                    Rule::r#mapping => rules::r#mapping(state),
                    Rule::r#line_keyword => rules::r#line_keyword(state),
                    Rule::r#mapping_order => rules::r#mapping_order(state),
                    Rule::r#next_line => rules::r#next_line(state),
                    Rule::r#rules_block => rules::r#rules_block(state),
                    Rule::r#rules => rules::r#rules(state),
                    Rule::r#direction => rules::r#direction(state),
                    Rule::r#event_rule => rules::r#event_rule(state),
                    Rule::r#event => rules::r#event(state),
                    Rule::r#record_item => rules::r#record_item(state),
                    Rule::r#record_block => rules::r#record_block(state),
                    Rule::r#record_line => rules::r#record_line(state),
                    Rule::r#record_field => rules::r#record_field(state),
                    Rule::r#field_words => rules::r#field_words(state),
                    Rule::r#field_offset => rules::r#field_offset(state),
                    Rule::r#native_name => rules::r#native_name(state),
                    Rule::r#field_type => rules::r#field_type(state),
                    Rule::r#field_array => rules::r#field_array(state),
                    Rule::r#field_bytes => rules::r#field_bytes(state),
                    Rule::r#bytes_follow => rules::r#bytes_follow(state),
                    Rule::r#field_format => rules::r#field_format(state),
                    Rule::r#field_order => rules::r#field_order(state),
                    Rule::r#count => rules::r#count(state),
                    Rule::r#to_end => rules::r#to_end(state),
                    Rule::r#count_sum => rules::r#count_sum(state),
                    Rule::r#count_product => rules::r#count_product(state),
                    Rule::r#product_sign => rules::r#product_sign(state),
                    Rule::r#count_operand => rules::r#count_operand(state),
                    Rule::r#field_path => rules::r#field_path(state),
                    Rule::r#count_choice => rules::r#count_choice(state),
                    Rule::r#count_case => rules::r#count_case(state),
                    Rule::r#field_choice => rules::r#field_choice(state),
                    Rule::r#field_overlay => rules::r#field_overlay(state),
                    Rule::r#selector => rules::r#selector(state),
                    Rule::r#choice_size => rules::r#choice_size(state),
                    Rule::r#choice_block => rules::r#choice_block(state),
                    Rule::r#alternative => rules::r#alternative(state),
                    Rule::r#plain_block => rules::r#plain_block(state),
                    Rule::r#plain_alternative => rules::r#plain_alternative(state),
                    Rule::r#alternative_field => rules::r#alternative_field(state),
                    Rule::r#choice_case => rules::r#choice_case(state),
                    Rule::r#string => rules::r#string(state),
                    Rule::r#field_block => rules::r#field_block(state),
                    Rule::r#field_setting => rules::r#field_setting(state),
                    Rule::r#padding_clause => rules::r#padding_clause(state),
                    Rule::r#trim_clause => rules::r#trim_clause(state),
                    Rule::r#null_clause => rules::r#null_clause(state),
                    Rule::r#null_case => rules::r#null_case(state),
                    Rule::r#repeated_byte => rules::r#repeated_byte(state),
                    Rule::r#null_word => rules::r#null_word(state),
                    Rule::r#test_item => rules::r#test_item(state),
                    Rule::r#test_block => rules::r#test_block(state),
                    Rule::r#test_line => rules::r#test_line(state),
                    Rule::r#side => rules::r#side(state),
                    Rule::r#coded_character => rules::r#coded_character(state),
                    Rule::r#named_value => rules::r#named_value(state),
                    Rule::r#inf => rules::r#inf(state),
                    Rule::r#value_word => rules::r#value_word(state),
                    Rule::r#decimal => rules::r#decimal(state),
                    Rule::r#decimal_digits => rules::r#decimal_digits(state),
                    Rule::r#ident => rules::r#ident(state),
                    Rule::r#name => rules::r#name(state),
                    Rule::r#word => rules::r#word(state),
                    Rule::r#number => rules::r#number(state),
                    Rule::r#hexadecimal => rules::r#hexadecimal(state),
                    Rule::r#radix_digits => rules::r#radix_digits(state),
                    Rule::r#signed_number => rules::r#signed_number(state),
                    Rule::r#sign => rules::r#sign(state),
                    Rule::r#kw_use => rules::r#kw_use(state),
                    Rule::r#kw_as => rules::r#kw_as(state),
                    Rule::r#kw_float => rules::r#kw_float(state),
                    Rule::r#kw_datarep => rules::r#kw_datarep(state),
                    Rule::r#kw_test => rules::r#kw_test(state),
                    Rule::r#kw_extends => rules::r#kw_extends(state),
                    Rule::r#kw_pair => rules::r#kw_pair(state),
                    Rule::r#kw_where => rules::r#kw_where(state),
                    Rule::r#kw_value => rules::r#kw_value(state),
                    Rule::r#kw_order => rules::r#kw_order(state),
                    Rule::r#kw_bits => rules::r#kw_bits(state),
                    Rule::r#kw_numbering => rules::r#kw_numbering(state),
                    Rule::r#kw_bit => rules::r#kw_bit(state),
                    Rule::r#kw_negative => rules::r#kw_negative(state),
                    Rule::r#kw_exponent => rules::r#kw_exponent(state),
                    Rule::r#kw_quiet => rules::r#kw_quiet(state),
                    Rule::r#kw_ieee => rules::r#kw_ieee(state),
                    Rule::r#kw_unused => rules::r#kw_unused(state),
                    Rule::r#kw_if => rules::r#kw_if(state),
                    Rule::r#kw_written => rules::r#kw_written(state),
                    Rule::r#kw_max => rules::r#kw_max(state),
                    Rule::r#kw_true => rules::r#kw_true(state),
                    Rule::r#kw_write => rules::r#kw_write(state),
                    Rule::r#kw_on => rules::r#kw_on(state),
                    Rule::r#kw_char => rules::r#kw_char(state),
                    Rule::r#kw_record => rules::r#kw_record(state),
                    Rule::r#kw_bytes => rules::r#kw_bytes(state),
                    Rule::r#kw_at => rules::r#kw_at(state),
                    Rule::r#kw_padding => rules::r#kw_padding(state),
                    Rule::r#kw_null => rules::r#kw_null(state),
                    Rule::r#kw_all => rules::r#kw_all(state),
                    Rule::r#kw_choice => rules::r#kw_choice(state),
                    Rule::r#kw_in => rules::r#kw_in(state),
                    Rule::r#kw_otherwise => rules::r#kw_otherwise(state),
                    Rule::r#kw_valid => rules::r#kw_valid(state),
                    Rule::r#kw_overlay => rules::r#kw_overlay(state),
                    Rule::r#kw_trim => rules::r#kw_trim(state),
                    Rule::r#semicolon => rules::r#semicolon(state),
                    Rule::r#comma => rules::r#comma(state),
                    Rule::r#colon => rules::r#colon(state),
                    Rule::r#equals => rules::r#equals(state),
                    Rule::r#arrow => rules::r#arrow(state),
                    Rule::r#exactly => rules::r#exactly(state),
                    Rule::r#bar => rules::r#bar(state),
                    Rule::r#or => rules::r#or(state),
                    Rule::r#and => rules::r#and(state),
                    Rule::r#dot => rules::r#dot(state),
                    Rule::r#star => rules::r#star(state),
                    Rule::r#times => rules::r#times(state),
                    Rule::r#caret => rules::r#caret(state),
                    Rule::r#to => rules::r#to(state),
                    Rule::r#path_separator => rules::r#path_separator(state),
                    Rule::r#open_brace => rules::r#open_brace(state),
                    Rule::r#close_brace => rules::r#close_brace(state),
                    Rule::r#open_bracket => rules::r#open_bracket(state),
                    Rule::r#close_bracket => rules::r#close_bracket(state),
                    Rule::r#open_paren => rules::r#open_paren(state),
                    Rule::r#close_paren => rules::r#close_paren(state),
                    Rule::EOI => rules::EOI(state),
                }
            },
        )
    }
}
