//! Texts that go through tokens and come back.

use super::*;

fn through_tokens(text: &str) -> TokenMap {
    TokenMap::new(text.parse().expect("the text is made of Rust tokens"))
}

/// The tokens of a text, which no spacing can change.
fn words(text: &str) -> Vec<String> {
    let tokens: TokenStream = text.parse().expect("the text is made of Rust tokens");
    tokens.into_iter().map(|token| token.to_string()).collect()
}

/// The same tokens, all of them at one place, which is the worst that another macro can do.
pub(crate) fn folded(tokens: TokenStream) -> TokenStream {
    let fold = |token| match token {
        TokenTree::Group(group) => {
            let mut inner = Group::new(group.delimiter(), folded(group.stream()));
            inner.set_span(Span::call_site());
            TokenTree::Group(inner)
        }
        mut token => {
            token.set_span(Span::call_site());
            token
        }
    };
    tokens.into_iter().map(fold).collect()
}

#[test]
fn the_text_comes_back_at_its_lines_and_columns() {
    let text = "\
float hfp64 = S1 E7 F56
    where value = 0.F * 16^(E - 64);

datarep a { real { 4 => hfp32, 8 => hfp64 } on write { infinity | nan => error } }

test x { -118.625 <=> 0xC276_A000; [0x41, 0] => 0.1F; }
float ti = S1 E8 F23 where value = S!S.F * 2^(E) { bits 62..=48; zero if E == 0 && F != 1; }";
    let map = through_tokens(text);
    assert_eq!(map.source.text, text);
    assert_eq!(map.source.first_line, 1);
}

#[test]
fn comments_leave_their_space_and_docs_stay() {
    let text = "\
//! The text.

/// A format.
float a = S1; // gone
/// é, then \"quotes\" and \\ and more.
/// Second line.
float b = S1;";
    assert_eq!(through_tokens(text).source.text, text.replace(" // gone", ""));
}

#[test]
fn a_doc_comment_behind_words_ends_its_line() {
    assert_eq!(through_tokens("a; ///\n/// b\nc").source.text, "a; ///\n/// b\nc");
}

#[test]
fn a_doc_comment_in_a_block_stays_one() {
    let text = "/** one */\na /** two\nlines */\nb";
    assert_eq!(through_tokens(text).source.text, text);
    assert_eq!(through_tokens("/*! inner */\na").source.text, "/*! inner */\na");
}

#[test]
fn a_doc_attribute_is_a_doc_comment() {
    let map = through_tokens("#[doc = \" one\\n two\"] a #[doc(hidden)] b");
    assert_eq!(map.source.text, "/// one\n/// two\na # [doc(hidden)] b");
}

#[test]
fn a_doc_comment_comes_through_another_macro() {
    let meta: TokenStream = "doc = r\" one\"".parse().expect("tokens");
    let fragment = TokenTree::Group(Group::new(Delimiter::None, meta));
    let attribute = TokenTree::Group(Group::new(Delimiter::Bracket, fragment.into()));
    let hash = TokenTree::Punct(Punct::new('#', Spacing::Alone));
    assert_eq!(TokenMap::new([hash, attribute].into_iter().collect()).source.text, "/// one\n");
}

#[test]
fn tokens_without_places_are_told_apart_by_their_kinds() {
    let text = "#![doc = \" T.\"] a b 4 E7 <=> 1.F = = x..=y => -1.5 == (S ! S.F) <= [1, 2] && !=";
    let map = TokenMap::new(folded(text.parse().expect("tokens")));
    assert_eq!(map.source.text, "//! T.\na b 4 E7 <=> 1.F = = x..=y => -1.5 == (S!S.F) <= [1, 2] && !=");
}

#[test]
fn a_comment_cannot_arise() {
    let slash = |spacing| TokenTree::Punct(Punct::new('/', spacing));
    let star = TokenTree::Punct(Punct::new('*', Spacing::Alone));
    let tokens = [slash(Spacing::Joint), slash(Spacing::Joint), star];
    assert_eq!(TokenMap::new(tokens.into_iter().collect()).source.text, "/ / *");
}

#[test]
fn a_negative_literal_keeps_away_from_a_minus() {
    let minus = TokenTree::Punct(Punct::new('-', Spacing::Alone));
    let number = TokenTree::Literal(proc_macro2::Literal::f64_unsuffixed(-1.5));
    let name = TokenTree::Ident(proc_macro2::Ident::new("a", Span::call_site()));
    let group = TokenTree::Group(Group::new(Delimiter::None, [minus, number.clone()].into_iter().collect()));
    let text = TokenMap::new([name, number, group].into_iter().collect()).source.text;
    assert_eq!(text, "a - 1.5 - -1.5");
}

#[test]
fn places_that_run_backward_add_no_lines() {
    let tokens: TokenStream = "a\nb\nc".parse().expect("tokens");
    let mut list = Vec::from_iter(tokens);
    list.reverse();
    let map = TokenMap::new(list.into_iter().collect());
    assert_eq!(map.source.text, "c b a");
    assert_eq!(map.source.first_line, 3);
}

#[test]
fn tokens_without_places_are_written_as_by_a_person() {
    let text =
        "use ibm::*; test x { -1 <=> 0xC2; a => b; 62..=48 } S!S.F 0.F 16^(E - 64) 0.1F * 2 <= 3 >= 4 != 5";
    let written = TokenMap::new(folded(text.parse().expect("tokens"))).source.text;
    assert_eq!(words(&written), words(text));
    assert_eq!(written, text);
}

#[test]
fn ranges_find_their_spans() {
    let map = through_tokens("ab  cd\n/// doc\nef(gh)  ");
    let place = |start, end| {
        let (first, last) = map.spans(source::Span { start, end });
        let (first, last) = (first.start(), last.end());
        (first.line, first.column, last.line, last.column)
    };
    assert_eq!(place(0, 2), (1, 0, 1, 2), "a token");
    assert_eq!(place(1, 5), (1, 0, 1, 6), "from within a token to within a token");
    assert_eq!(place(3, 4), (1, 0, 1, 2), "between tokens: the one before");
    assert_eq!(place(4, 4), (1, 4, 1, 6), "empty, at the start of a token");
    assert_eq!(place(6, 6), (1, 4, 1, 6), "empty, at the end of a token");
    assert_eq!(place(8, 9), (2, 0, 2, 7), "a doc comment");
    assert_eq!(place(17, 19), (3, 2, 3, 5), "a delimiter is a token");
    assert_eq!(place(90, 95), (3, 5, 3, 6), "behind the end: the last token");
}

#[test]
fn no_tokens_are_no_text() {
    let map = TokenMap::new(TokenStream::new());
    assert_eq!(map.source.text, "");
    map.spans(source::Span { start: 0, end: 3 });
}

#[test]
fn groups_nest_deeper_than_the_stack() {
    let mut tokens = TokenStream::new();
    for _ in 0..20_000 {
        tokens = TokenTree::Group(Group::new(Delimiter::Parenthesis, tokens)).into();
    }
    assert_eq!(TokenMap::new(tokens).source.text.len(), 40_000);
}

#[test]
fn a_module_is_found_at_its_name() {
    let map = through_tokens("datarep a {}\ndatarep b { datarep }");
    let generated = "fn b() {} pub mod b {} mod c {}".parse().expect("tokens");
    let spans = map.point_to_definitions(generated).into_iter().map(|token| token.span().start());
    let moved: Vec<LineColumn> = spans.filter(|place| place.line == 2).collect();
    assert_eq!(moved, [LineColumn { line: 2, column: 8 }; 4], "`pub`, `mod`, the name and the braces");
}
