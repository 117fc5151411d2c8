//! Texts that cost the compiler most: each fills a size with one construct, and most of them are wrong.
//!
//! `cargo xtask fuzz` gives them to the campaign `text` at the largest size that a text may have, under the limits of
//! every input. A construct of the language that is new gets a row here.

/// A text: its name, what stands once before, what is repeated, and what stands once behind.
///
/// `@` is the number of the repetition, and `@+` the next one. `‹x*9›` is `x` nine times, and `‹x*half›` fills half of
/// the text.
type Row = (&'static str, &'static str, &'static str, &'static str);

/// The texts, each with its name, filled up to `bytes` bytes.
pub fn worst_texts(bytes: usize) -> impl Iterator<Item = (&'static str, String)> {
    let rows = [SIGNS, ITEMS, LINES, BODIES, NAMES].into_iter().flatten();
    rows.map(move |&(name, head, line, tail)| (name, fill_text(bytes, head, line, tail)))
}

fn fill_text(bytes: usize, head: &str, line: &str, tail: &str) -> String {
    let [head, line, tail] = [head, line, tail].map(|part| expand_repetitions(part, bytes / 2));
    let mut text = head;
    for number in 0_usize.. {
        let line = line.replace("@+", &(number + 1).to_string()).replace('@', &number.to_string());
        if text.len() + line.len() + tail.len() > bytes {
            break;
        }
        text.push_str(&line);
    }
    text + &tail
}

/// Writes out what is repeated within a part.
fn expand_repetitions(part: &str, half: usize) -> String {
    let mut pieces = part.split('‹');
    let mut text = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let (repeated, rest) = piece.split_once('›').unwrap_or((piece, ""));
        let (what, count) = repeated.rsplit_once('*').unwrap_or((repeated, "1"));
        let count = count.parse().unwrap_or(half / what.len());
        text.push_str(&what.repeat(count));
        text.push_str(rest);
    }
    text
}

/// Signs, words and comments without meaning.
#[rustfmt::skip]
const SIGNS: &[Row] = &[
    ("zeros", "", "\0", ""),
    ("quotes", "", "\"\n", ""),
    ("apostrophes", "", "'", ""),
    ("semicolons", "", ";", ""),
    ("closing-braces", "", "}", ""),
    ("opening-braces", "", "{", ""),
    ("opening-parentheses", "", "(", ""),
    ("braces", "", "{}", ""),
    ("words", "", "a ", ""),
    ("keywords", "", "float ", ""),
    ("numbers", "", "0 ", ""),
    ("numbers-with-zeros", "", "00 ", ""),
    ("numbers-in-binary", "", "0b1 ", ""),
    ("one-word", "", "x", ""),
    ("one-number", "", "9", ""),
    ("spaces", "", " ", ""),
    ("line-comments", "", "//\n", ""),
    ("carriage-returns", "", "//\ra\n", ""),
    ("text-comments", "", "//!\n", ""),
    ("text-comments-within", "integer i = twos(8);\n", "//!\n", ""),
    ("item-comments", "", "///\n", ""),
    ("documentation-in-blocks", "", "/**a*/", ""),
    ("comments-in-comments", "", "/*", ""),
    ("letters-of-other-scripts", "", "é ", ""),
    ("typographic-signs", "", "−", ""),
];

/// Items, many of them.
#[rustfmt::skip]
const ITEMS: &[Row] = &[
    ("floats", "", "float g@=S1 E8 F23 where value=1.F*2^(E-127);\n", ""),
    ("floats-ieee", "", "float g@=S1 E8 F23 where value=1.F*2^(E-127){ieee;}\n", ""),
    ("floats-wide", "", "float g@=S1 E30 F97 where value=1.F*2^(E-9);\n", ""),
    ("floats-narrow", "", "float g@=E4 F4 where value=F*2^E;\n", ""),
    ("floats-in-pairs", "", "float g@=pair(ibm::hfp64,ibm::hfp64);\n", ""),
    ("decimal-floats", "", "float g@=S1 E7 D6 where value=D*10^(E-64);\n", ""),
    ("decimal-floats-of-names", "", "float g@=decimal_float(128, bid);\n", ""),
    ("posits", "", "float g@=posit(64,8);\n", ""),
    ("integers", "", "integer i@=twos(128);\n", ""),
    ("packed-decimals", "", "integer i@=packed_decimal(31,3);\n", ""),
    ("logicals", "", "logical l@=logical(8){true if low_bit;}\n", ""),
    ("characters", "", "character c@=ebcdic(cp037);\n", ""),
    ("same-names", "", "integer i=twos(8);\n", ""),
    ("wrong-widths", "", "float g@=S1 E8 F24 where value=1.F*2^(E-127);\n", ""),
    ("wrong-formulas", "", "float g@=S1 E8 F23 where value=1.F*3^(E-127);\n", ""),
    ("uses", "", "use ieee::f32;\n", ""),
    ("uses-of-all", "", "use ieee::*;\n", ""),
    ("uses-with-names", "", "use ieee::f32 as g@;\n", ""),
    ("uses-of-unknown-names", "", "use iee::hfp@;\n", ""),
    ("empty-tests", "", "test f32{}", ""),
    ("tests-of-unknown-formats", "", "test fromat@{}", ""),
    ("tests-of-own-formats", "", "integer i@=twos(8);test i@{1=>0x2;}\n", ""),
    ("empty-records", "", "record r@{}\n", ""),
    ("records", "", "record r@{a:i8;}\n", ""),
    ("empty-representations", "", "datarep r@{}\n", ""),
    ("representations", "", "datarep r@ extends ibm370{order little;}\n", ""),
    ("representations-in-a-line", "", "datarep r@+ extends r@{}\n", ""),
    ("unfinished-items", "", "float f=\n", ""),
    ("use-of-many-names", "use ieee::{", "f32 as g@,", "};"),
];

/// Lines of tests.
#[rustfmt::skip]
const LINES: &[Row] = &[
    ("lines-true", "test f32{", "1=>0x3F800000;", "}"),
    ("lines-true-both-ways", "test f64{", "1<=>0x3FF0000000000000;", "}"),
    ("lines-false", "test f32{", "1=>0x0;", "}"),
    ("lines-without-value", "test f32{", "0x0=>0x0;", "}"),
    ("lines-of-bytes", "test f32{", "1=>[63,128,0,0];", "}"),
    ("lines-of-names", "test f32{", "nan=>0x7FC00000;", "}"),
    ("lines-of-own-format-false", "float f=S1 E8 F23 where value=1.F*2^(E-127);test f{0x0=>0;", "1=>0x0;", "}"),
    ("lines-of-f128-beyond", "test f128{", "1e20000=>0x0;", "}"),
    ("lines-of-f128-least", "test f128{", "7e-4966=>0x1;", "}"),
    ("lines-of-f128-vanished", "test f128{", "1e-4966=>0x0;", "}"),
    ("lines-of-f128-read-least", "test f128{", "0x1=>6e-4966;", "}"),
    ("lines-of-float-far-below-one", "float w=S1 E8 F7 where value=1.F*2^(E-66400);test w{", "1e-19989=>0x0;", "}"),
    ("lines-of-float-far-above-one", "float w=S1 E8 F7 where value=1.F*2^(E+66145);test w{", "1e19912=>0x0;", "}"),
    ("lines-of-posit-least", "test posit(64,8){", "1e-4777=>0x1;", "}"),
    ("lines-of-decimal128-beyond", "test decimal128_bid{", "1e20000=>0x0;", "}"),
    ("lines-of-decimal128-large", "test decimal128_bid{", "1e6144=>0x0;", "}"),
    ("lines-of-decimal128-small", "test decimal128_bid{", "1e-6176=>0x0;", "}"),
    ("lines-of-decimal128-tiny", "test decimal128_bid{", "1e-20000=>0x0;", "}"),
    ("lines-of-decimal128-read", "test decimal128_bid{", "0x5FFE0000000000000000000000000001=>7;", "}"),
    ("lines-of-posit-beyond", "test posit(64,8){", "1e20000=>0x0;", "}"),
    ("lines-of-posit-large", "test posit(64,8){", "7e4000=>0x0;", "}"),
    ("lines-of-posit-small", "test posit(64,8){", "7e-4000=>0x0;", "}"),
    ("lines-of-posit-ordinary", "test posit(64,8){", "7=>0x0;", "}"),
    ("lines-of-posit-read", "test posit(64,8){", "0x1=>7;", "}"),
    ("lines-of-pairs", "float p=pair(f64,f64);test p{", "7e300=>0x0;", "}"),
    ("lines-of-pairs-far", "float p=pair(f64,f64);test p{", "0x7FE00000000000010000000000000001=>7;", "}"),
    ("lines-of-integers", "test twos(128){", "7e9999=>0x0;", "}"),
    ("lines-of-fixed-points", "test fixed(128,127){", "7e-20000=>0x0;", "}"),
    ("lines-of-packed-decimals", "test packed_decimal(31,3){", "7e-20000=>0x0;", "}"),
    ("lines-of-characters", "test ebcdic(cp1047){", "char(0xDD)=>0xBA;", "}"),
    ("lines-of-logicals", "logical l=logical(8){true if low_bit;}test l{", "true=>0x0;", "}"),
    ("lines-of-own-format-one-false", "float f=S1 E8 F23 where value=1.F*2^(E-127);test f{0x0=>0;1=>0x40000000;", "0=>0x0;", "}"),
    ("lines-with-conditions", "float f=S1 E8 F23 where value=1.F*2^(E-127){infinity if E==max&&F==0;nan if E==max&&(F!=0‹||F==1*28›);}test f{", "1=>0x3F800000;", "}"),
    ("lines-of-wide-float-large", "float w=S1 E30 F97 where value=1.F*2^(E-1);test w{", "1e19998=>0x0;", "}"),
    ("lines-of-wide-float-small", "float w=S1 E30 F97 where value=1.F*2^(E-1);test w{", "1e-19998=>0x0;", "}"),
    ("lines-of-wide-float-read", "float w=S1 E30 F97 where value=1.F*2^(E-1);test w{", "0x4000000000000000000000000000001=>7;", "}"),
    ("lines-of-f128-large", "test f128{", "7e4931=>0x0;", "}"),
    ("lines-of-f128-small", "test f128{", "7e-4931=>0x0;", "}"),
    ("lines-of-digits", "test f128{", "‹7*11900›@e-4966=>0x0;", "}"),
    ("lines-of-many-digits", "test f128{", "‹7*400›@=>0x0;", "}"),
    ("lines-of-too-many-digits", "test f128{", "7=>0x0;", "‹7*half›=>0x0;}"),
];

/// Lines of the bodies of other items.
#[rustfmt::skip]
const BODIES: &[Row] = &[
    ("orders", "float f=S1 E8 F23 where value=1.F*2^(E-127){", "order little;", "}"),
    ("conditions", "float f=S1 E8 F23 where value=1.F*2^(E-127){", "nan if E==1;", "}"),
    ("condition", "float f=S1 E8 F23 where value=1.F*2^(E-127){nan if F==1", "||F==2", ";}"),
    ("picture", "float f=", "F1 ", "where value=F;"),
    ("ranges", "float f{significand=bit 0", ",1", ";}"),
    ("bytes-of-order", "float f=S1 E8 F23 where value=1.F*2^(E-127){order[0", ",1", "];}"),
    ("arguments", "integer i=twos(8", ",8", ");"),
    ("mappings", "datarep r{", "integer{4=>twos(32)}", "}"),
    ("mappings-in-a-block", "datarep r{integer{", "4=>twos(32),", "}}"),
    ("rules", "datarep r extends ibm370{", "on read{overflow=>error}", "}"),
    ("events", "datarep r extends ibm370{on read{overflow", "|overflow", "=>error}}"),
    ("record-fields-same", "record r{", "f:i8;", "}"),
    ("record-orders", "record r{", "order little;", "}"),
    ("record-rules", "record r{a:i8{", "on read{overflow=>error}", "};}"),
    ("record-arrays", "record r{a:", "[", ""),
    ("records-in-a-line", "", "record r@{a:r@+;}\n", ""),
    ("wrong-clauses", "float f=S1 E8 F23 where value=1.F*2^(E-127){", "order;", "}"),
    ("wrong-entries", "datarep r{", "integer=>;", "}"),
    ("wrong-fields", "record r{", "a:;", "}"),
    ("clauses-of-others", "integer i=twos(8){", "nan if E==1;", "}"),
    ("one-line-without-end", "test f32{", "1 ", "}"),
    ("names-in-a-line", "float f=S1 E8 F23 where value=1.F*2^(E-127){", "a ", "}"),
    ("deep-conditions", "float f=S1 E8 F23 where value=1.F*2^(E-127){", "nan if ‹(*60›E==1‹)*60›;", "}"),
    ("fields", "float f{bits 32;", "a@=bit 1;", "}"),
    ("mappings-of-unknown-types", "datarep r{", "intger@=>twos(32);", "}"),
    ("record-fields", "record r{", "f@:i8;", "}"),
    ("record-deep-arrays", "record r{", "a@:‹[*60›i8‹;2]*60›;", "}"),
    ("record-counts", "record r{n:u8;", "a@:[i8;n];", "}"),
    ("records-of-records", "record r0{a:i8;}record r1{a:r0;b:r0;}record r2{a:r1;b:r1;}record r3{a:r2;b:r2;}record r4{a:r3;b:r3;}record r5{a:r4;b:r4;}record r6{a:r5;b:r5;}record r7{a:r6;b:r6;}record r8{a:r7;b:r7;}record r9{a:r8;b:r8;}record r10{a:r9;b:r9;}record r11{a:r10;b:r10;}record r12{a:r11;b:r11;}record r13{a:r12;b:r12;}", "record s@{a:r13;}", ""),
    ("wrong-lines", "integer i=twos(8);test i{", "1=>;", "}"),
];

/// Names and comments that are long, or used often.
#[rustfmt::skip]
const NAMES: &[Row] = &[
    ("long-name-tested", "float ‹x*half›=S1 E8 F23 where value=1.F*2^(E-127);test f32{", "1=>0x3F800000;", "}"),
    ("long-names-tested", "float ‹x*256›=S1 E8 F23 where value=1.F*2^(E-127);test ‹x*256›{", "1=>0x0;", "}"),
    ("long-names-mapped", "integer ‹x*256›=twos(32);datarep q{integer=>‹x*256›;}", "datarep r@ extends q{}", ""),
    ("long-name-unknown", "test ‹x*half›{}", "test y@{}", ""),
    ("long-comment-of-format", "///‹x*half›\ninteger i=twos(8);", "test i{}", ""),
    ("long-comment-of-text", "//!‹x*half›\n", "integer i@=twos(8);", ""),
    ("long-comment-within", "datarep q{integer=>twos(/*‹x*half›*/32);}", "datarep r@ extends q{}", ""),
    ("long-comment-of-record", "///‹x*half›\nrecord q{a:i8;}", "record r@{a:q;}", ""),
    ("long-argument", "integer i=‹x*half›(8);", "integer j@=twos(8);", ""),
    ("long-names-alike", "", "integer ‹a*40›@=twos(8);test ‹b*40›@{}", ""),
];
