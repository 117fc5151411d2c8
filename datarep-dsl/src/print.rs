//! Prints a model for people: formats with their pictures, representations with their tables.
//!
//! The output does not contain the places where lines were written, so that two texts with the same meaning print the
//! same.

mod conversion;
mod digits;
mod drawing;
mod record;

pub use record::print_one_record;

use std::fmt::{self, Display, Formatter};

use self::conversion::{OrderText, print_conversion};
use self::drawing::{draw_boxes, fill_gaps, print_doc};
use crate::exact::format_hex;
use crate::model::{
    BitRange, ByteOrder, Charset, Class, CodePage, Comparison, Condition, Datarep, Decimal, DecimalFloat,
    DecimalSign, DigitCode, DigitSet, ExponentCode, Field, Float, Format, FormatKind, Integer, IntegerSign,
    LeadingBit, Logical, MixedForm, MixedSet, Model, Negation, PageFamily, Plus, Posit, QuietBit,
    SignedWords, SignificandCode, TestDirection, TestLine, Truth, TypeMapping,
};

/// Prints a model: every format with a drawing of its bits, every representation with its extents and conversions, every
/// test line.
///
/// ```
/// use datarep_dsl::{compile, print::print, source::Source};
/// let text = "float hfp32 = S1 E7 F24 where value = 0.F * 16^(E - 64);";
/// let source = Source { name: "ibm.datarep".to_owned(), text: text.to_owned(), first_line: 1 };
/// let model = compile(&source).expect("the text is sound");
/// assert!(print(&model).contains("value = 0.F * 16^(E - 64)"));
/// ```
pub fn print(model: &Model) -> String {
    model.to_string()
}

/// Prints one representation of a model: its extents and conversions.
pub fn print_one_datarep(model: &Model, datarep: &Datarep) -> String {
    struct PrintedDatarep<'m>(&'m Model, &'m Datarep);
    impl Display for PrintedDatarep<'_> {
        fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
            print_datarep(f, self.0, self.1)
        }
    }
    PrintedDatarep(model, datarep).to_string()
}

impl Display for Model {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        // A blank line between two parts, and none before the first or behind the last.
        let mut between = "";
        if !self.doc.is_empty() {
            print_doc(f, "//!", &self.doc)?;
            between = "\n";
        }
        for format in &self.formats {
            f.write_str(between)?;
            print_format(f, format)?;
            between = "\n";
        }
        for datarep in &self.datareps {
            f.write_str(between)?;
            print_datarep(f, self, datarep)?;
            between = "\n";
        }
        for record in &self.records {
            f.write_str(between)?;
            record::print_record(f, self, record)?;
            between = "\n";
        }
        if !self.tests.is_empty() {
            f.write_str(between)?;
            print_tests(f, self)?;
        }
        Ok(())
    }
}

// Formats.

fn print_format(f: &mut Formatter<'_>, format: &Format) -> fmt::Result {
    print_doc(f, "///", &format.doc)?;
    write!(f, "{} {}: {} bits", item_keyword(&format.kind), format.name, format.bits)?;
    if let Some(order) = &format.order {
        write!(f, ", order {}", OrderText(order))?;
    }
    writeln!(f)?;
    match &format.kind {
        FormatKind::Float(float) => print_float(f, float, format.bits),
        FormatKind::PairSum(pair) => {
            // One of the two words. The other one has the same fields.
            print_float(f, &pair.part, pair.part_bits)?;
            writeln!(f, "    the sum of two such words, the larger first")
        }
        FormatKind::Integer(integer) => print_integer(f, *integer),
        FormatKind::Decimal(decimal) => print_decimal(f, *decimal),
        FormatKind::DecimalFloat(format) => print_decimal_float(f, *format),
        FormatKind::Posit(format) => print_posit(f, *format),
        FormatKind::Logical(logical) => print_logical(f, *logical, format.bits),
        FormatKind::Character(charset) => writeln!(f, "    {}", format_charset(*charset)),
    }
}

fn item_keyword(kind: &FormatKind) -> &'static str {
    match kind {
        FormatKind::Float(_)
        | FormatKind::PairSum(_)
        | FormatKind::DecimalFloat(_)
        | FormatKind::Posit(_) => "float",
        FormatKind::Integer(_) | FormatKind::Decimal(_) => "integer",
        FormatKind::Logical(_) => "logical",
        FormatKind::Character(_) => "character",
    }
}

fn print_float(f: &mut Formatter<'_>, float: &Float, bits: u32) -> fmt::Result {
    // Bits in no field are drawn as well, so that boxes and numbers cover the word.
    draw_boxes(f, &list_pieces(float, bits))?;
    writeln!(f, "    value = {}", format_formula(float))?;
    let fields =
        [("negative", format_negation(float.negation)), ("exponent", format_exponent_code(float.code))];
    for (name, text) in fields {
        writeln!(f, "    {name} {text}")?;
    }
    if let Some(low) = &float.low {
        // The ranges are listed from the most significant one on.
        let (high, end) = (low.exponent.first(), low.exponent.last());
        let (high, end) = (high.map_or(0, |range| range.high), end.map_or(0, |range| range.low));
        writeln!(
            f,
            "    low word: sign in bit {}, exponent less {} in bits {high}..={end}, written and not read",
            low.sign, low.less
        )?;
    }
    // Without a NaN the quiet bit has no meaning, and two formats that differ only in it print the same.
    let has_nan = float.specials.iter().any(|special| special.class == Class::Nan);
    if has_nan {
        writeln!(f, "    quiet {}", if float.quiet == QuietBit::Set { "set" } else { "clear" })?;
    }
    for special in &float.specials {
        write!(f, "    {} if {}", special.class.word(), ConditionText(&special.condition, false))?;
        match special.written {
            Some(word) => writeln!(f, ", written {}", format_hex(word, bits))?,
            None => writeln!(f, ", never written")?,
        }
    }
    Ok(())
}

/// The ranges of a float's bits and their letters, from the most significant bit down; `_` for bits in no field.
pub fn list_pieces(float: &Float, bits: u32) -> Vec<(char, BitRange)> {
    let mut pieces: Vec<(char, BitRange)> = Vec::new();
    pieces.extend(float.sign.map(|bit| ('S', BitRange { high: bit, low: bit })));
    pieces.extend(float.exponent.iter().map(|range| ('E', *range)));
    pieces.extend(float.significand.iter().map(|range| ('F', *range)));
    if let LeadingBit::Explicit(bit) = float.leading {
        pieces.push(('I', BitRange { high: bit, low: bit }));
    }
    fill_gaps(pieces, bits)
}

/// The formula of a float's value: `1.F * 2^(E - 127)`.
pub fn format_formula(float: &Float) -> String {
    let width: u32 = float.significand.iter().map(|range| range.width()).sum();
    let width = i32::try_from(width).unwrap_or(i32::MAX);
    // The formula is built from the model and not kept, so that equal formats print equally, however they were
    // written.
    let point = match (float.leading, float.negation) {
        (_, Negation::TwosSignificand | Negation::OnesSignificand) => "S.F",
        (_, Negation::ImpliedComplement) => "S!S.F",
        (LeadingBit::Explicit(_), _) => "I.F",
        // Without stored bits the significand is the hidden one alone.
        (LeadingBit::Hidden, _) if width == 0 => "1",
        (LeadingBit::Hidden, _) if float.fraction_bits == width => "1.F",
        (LeadingBit::Hidden, _) => "0.1F",
        (LeadingBit::None, _) if float.fraction_bits == 0 => "F",
        (LeadingBit::None, _) => "0.F",
    };
    if float.exponent.is_empty() {
        return point.to_owned();
    }
    let radix = float.radix;
    match float.bias {
        0 => format!("{point} * {radix}^E"),
        bias if bias < 0 => format!("{point} * {radix}^(E + {})", bias.unsigned_abs()),
        bias => format!("{point} * {radix}^(E - {bias})"),
    }
}

fn format_negation(negation: Negation) -> &'static str {
    match negation {
        Negation::None => "none",
        Negation::SignMagnitude => "sign_magnitude",
        Negation::TwosWord => "twos_complement of the word",
        Negation::OnesWord => "ones_complement of the word",
        Negation::TwosSignificand => "twos_complement of the significand",
        Negation::OnesSignificand => "ones_complement of the significand",
        Negation::ImpliedComplement => "twos_complement of the significand, with an implied bit",
    }
}

fn format_exponent_code(code: ExponentCode) -> &'static str {
    match code {
        ExponentCode::Excess => "excess",
        ExponentCode::Twos => "twos_complement",
        ExponentCode::SignMagnitude => "sign_magnitude",
        ExponentCode::ExcessOnes => "excess_ones_complement",
        ExponentCode::Ones => "ones_complement",
        ExponentCode::Rotated => "rotated",
    }
}

/// A condition of a special encoding as a text writes it: `E == 0 && S == 1`.
pub fn format_condition(condition: &Condition) -> String {
    ConditionText(condition, false).to_string()
}

/// An order of bytes as a text writes it: `pdp`.
pub fn format_order(order: &ByteOrder) -> String {
    OrderText(order).to_string()
}

/// A condition, in parentheses if it is inside another one and needs them.
struct ConditionText<'c>(&'c Condition, bool);

impl Display for ConditionText<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.0 {
            Condition::Compare(field, comparison, number) => {
                let field = match field {
                    Field::Sign => 'S',
                    Field::Exponent => 'E',
                    Field::Significand => 'F',
                    Field::Leading => 'I',
                };
                let comparison = match comparison {
                    Comparison::Equal => "==",
                    Comparison::NotEqual => "!=",
                    Comparison::Less => "<",
                    Comparison::LessOrEqual => "<=",
                    Comparison::Greater => ">",
                    Comparison::GreaterOrEqual => ">=",
                };
                write!(f, "{field} {comparison} {number}")
            }
            // `&&` binds closer than `||`, so only an "or" inside of an "and" needs its parentheses.
            Condition::And(left, right) => {
                write!(f, "{} && {}", ConditionText(left, true), ConditionText(right, true))
            }
            Condition::Or(left, right) if self.1 => {
                write!(f, "({} || {})", ConditionText(left, false), ConditionText(right, false))
            }
            Condition::Or(left, right) => {
                write!(f, "{} || {}", ConditionText(left, false), ConditionText(right, false))
            }
        }
    }
}

fn print_integer(f: &mut Formatter<'_>, integer: Integer) -> fmt::Result {
    match integer.sign {
        IntegerSign::Unsigned => write!(f, "    unsigned")?,
        IntegerSign::Twos => write!(f, "    two's complement")?,
        IntegerSign::Ones => write!(f, "    one's complement")?,
        IntegerSign::SignMagnitude => write!(f, "    sign and magnitude")?,
        IntegerSign::Offset(offset) => write!(f, "    the number plus {offset}, unsigned")?,
        IntegerSign::Words(SignedWords { count, bits, ones, .. }) => {
            let sign = if ones { "one's complement" } else { "sign and magnitude" };
            write!(f, "    {count} words of {bits} bits, each in {sign}")?;
        }
    }
    match integer.scale {
        0 => writeln!(f),
        scale => writeln!(f, ", {scale} bits right of the point"),
    }
}

fn print_decimal(f: &mut Formatter<'_>, decimal: Decimal) -> fmt::Result {
    let Decimal { digits, scale, code, sign } = decimal;
    match code {
        DigitCode::Binary { .. } => write!(f, "    a binary number, ")?,
        DigitCode::Packed | DigitCode::PackedLow | DigitCode::Zoned { .. } | DigitCode::Printed(_) => {
            write!(f, "    {digits} digits, ")?;
        }
    }
    match scale {
        0 => write!(f, "whole")?,
        // A binary number has digits only in its value, so the word is repeated.
        1.. if decimal.is_binary() => write!(f, "{scale} digits right of the point")?,
        1.. => write!(f, "{scale} right of the point")?,
        _ => write!(f, "{} zeros before the point", scale.unsigned_abs())?,
    }
    match code {
        DigitCode::Binary { most: Some(1), .. } => write!(f, ", at most one digit is written")?,
        DigitCode::Binary { most: Some(most), .. } => write!(f, ", at most {most} digits are written")?,
        DigitCode::Printed(picture) => write!(f, ", printed as `{}`", picture.to_text())?,
        _ => {}
    }
    f.write_str(match code {
        DigitCode::Binary { .. } => "",
        DigitCode::Packed => ", two in a byte",
        DigitCode::PackedLow => ", two in a byte, the first in the low half",
        DigitCode::Zoned { charset: DigitSet::Ebcdic, point: false } => ", in EBCDIC",
        DigitCode::Printed(picture) => match picture.style().charset {
            DigitSet::Ebcdic => ", in EBCDIC",
            DigitSet::Ascii => ", in ASCII",
        },
        DigitCode::Zoned { charset: DigitSet::Ascii, point: false } => ", in ASCII",
        DigitCode::Zoned { charset: DigitSet::Ebcdic, point: true } => ", in EBCDIC with a point",
        DigitCode::Zoned { charset: DigitSet::Ascii, point: true } => ", in ASCII with a point",
    })?;
    let packed = matches!(code, DigitCode::Packed | DigitCode::PackedLow);
    let sign = match sign {
        DecimalSign::None => "no sign".to_owned(),
        DecimalSign::Digit { leading, plus } => {
            let place = match (packed, leading) {
                (true, _) => "in the last half of a byte",
                (false, false) => "with the last digit",
                (false, true) => "with the first digit",
            };
            match plus {
                Plus::Preferred => format!("sign {place}"),
                Plus::Plain => format!("sign {place}, a plain plus"),
                Plus::Only => format!("only plus, {place}"),
                Plus::Absent => format!("no sign {place}"),
                Plus::Bit => format!("sign {place}, a minus as the bit 0x40"),
            }
        }
        DecimalSign::Separate { leading: true } => "sign before the digits".to_owned(),
        DecimalSign::Separate { leading: false } => "sign after the digits".to_owned(),
        DecimalSign::Floating => "0xD before the first digit for minus, 0xF where nothing is".to_owned(),
        DecimalSign::TopByte => "sign in the top bit of a byte above".to_owned(),
        DecimalSign::TwosComplement => "two's complement".to_owned(),
        DecimalSign::Printed => "a sign".to_owned(),
    };
    writeln!(f, "; {sign}")
}

/// The fields have the letters that the standard gives them.
fn print_decimal_float(f: &mut Formatter<'_>, format: DecimalFloat) -> fmt::Result {
    if let SignificandCode::Fields(fields) = format.code {
        return digits::print_digit_float(f, fields, format.bits);
    }
    let (sign, trailing) = (format.sign_bit(), format.trailing_bits());
    let sign = BitRange { high: sign, low: sign };
    let combination = BitRange { high: sign.high - 1, low: trailing };
    // IEEE 754's names: sign, combination field, trailing significand field.
    draw_boxes(f, &[('S', sign), ('G', combination), ('T', BitRange { high: trailing - 1, low: 0 })])?;
    let code = match format.code {
        SignificandCode::Declets => "three digits in ten bits",
        SignificandCode::Binary | SignificandCode::Fields(_) => "a binary number",
    };
    let (bias, digits) = (format.bias(), format.digits());
    writeln!(f, "    value = C * 10^(E - {bias}), with E and the first of C in G")?;
    writeln!(f, "    C of {digits} digits as {code}")
}

/// Prints the bits of the shortest regime. A longer regime leaves fewer bits to the other fields.
fn print_posit(f: &mut Formatter<'_>, format: Posit) -> fmt::Result {
    let sign = format.bits - 1;
    let regime = BitRange { high: sign - 1, low: sign - 2 };
    // A small posit has no room for all bits of its exponent.
    let exponent = format.exponent_bits.min(regime.low);
    let mut pieces = vec![('S', BitRange { high: sign, low: sign }), ('R', regime)];
    let mut above = regime.low;
    for (letter, bits) in [('E', exponent), ('F', above - exponent)] {
        if bits > 0 {
            pieces.push((letter, BitRange { high: above - 1, low: above - bits }));
            above -= bits;
        }
    }
    draw_boxes(f, &pieces)?;
    writeln!(
        f,
        "    value = 1.F * 2^({} * R + E), with a regime R of any length",
        1_u32 << format.exponent_bits
    )?;
    writeln!(f, "    negative twos_complement of the word")
}

fn print_logical(f: &mut Formatter<'_>, logical: Logical, bits: u32) -> fmt::Result {
    let truth = match logical.truth {
        Truth::Nonzero => "nonzero".to_owned(),
        Truth::LowBit => "low_bit".to_owned(),
        Truth::SignBit => "sign_bit".to_owned(),
        Truth::Equals(word) => format!("equals({})", format_hex(word, bits)),
    };
    writeln!(f, "    true if {truth}, written {}", format_hex(logical.written, bits))
}

fn format_charset(charset: Charset) -> String {
    let fixed = match charset {
        Charset::Ascii => "ASCII",
        Charset::Latin1 => "ISO 8859-1",
        Charset::Page(page) => return format_page(page),
        Charset::Mixed(MixedSet { page, form: MixedForm::Mixed }) => {
            return format!("EBCDIC of code page {}, with pairs between shifts", &page.name()[2..]);
        }
        Charset::Mixed(MixedSet { page, form: MixedForm::Pairs }) => {
            return format!("pairs of EBCDIC code page {}", &page.name()[2..]);
        }
        Charset::Ucs2 => "one unit of UTF-16",
        Charset::Utf32 => "one unit of UTF-32",
    };
    fixed.to_owned()
}

/// `EBCDIC code page 037`, `code page koi8_r`
fn format_page(page: CodePage) -> String {
    let name = page.name();
    // Pages with a number are known by it. Others, such as `koi8_r`, keep their name.
    let number = name.strip_prefix("cp").filter(|_| page.is_numbered());
    let family = match page.family() {
        PageFamily::Ebcdic => "EBCDIC code page",
        PageFamily::CodePage => "code page",
    };
    format!("{family} {}", number.unwrap_or(name))
}

// Representations.

fn print_datarep(f: &mut Formatter<'_>, model: &Model, datarep: &Datarep) -> fmt::Result {
    print_doc(f, "///", &datarep.doc)?;
    write!(f, "datarep {}", datarep.name)?;
    if let Some(parent) = &datarep.parent {
        write!(f, " extends {parent}")?;
    }
    writeln!(f)?;
    writeln!(f, "    {:<26} {:>6} {:>4}  stored as", "type", "native", "file")?;
    for entry in &datarep.types {
        // The size of a complex type is that of both parts.
        let native = entry.predefined.native_size();
        let (file, stored) = match entry.mapping {
            TypeMapping::Unsupported => ("-".to_owned(), "unsupported".to_owned()),
            TypeMapping::Bytes => (native.to_string(), "bytes, copied".to_owned()),
            TypeMapping::Scalar(index) => describe_stored(model, datarep, index, 1),
            TypeMapping::Complex(index) => describe_stored(model, datarep, index, 2),
        };
        writeln!(f, "    {:<26} {native:>6} {file:>4}  {stored}", entry.predefined.name())?;
    }
    for (index, conversion) in datarep.conversions.iter().enumerate() {
        print_conversion(f, model, index, conversion)?;
    }
    Ok(())
}

fn describe_stored(model: &Model, datarep: &Datarep, index: usize, parts: u32) -> (String, String) {
    let conversion = &datarep.conversions[index];
    let format = &model.formats[conversion.format.0];
    let bytes = conversion.order.extent(format.bits) * parts;
    let pair = if parts == 2 { "2 × " } else { "" };
    (bytes.to_string(), format!("{pair}{} {} [{index}]", format.name, OrderText(&conversion.order)))
}

// Test lines.

fn print_tests(f: &mut Formatter<'_>, model: &Model) -> fmt::Result {
    let mut before = None;
    for test in &model.tests {
        // Lines of one format stand together under its name, as they were written.
        if before != Some(test.format) {
            writeln!(f, "test {}", model.formats[test.format.0].name)?;
            before = Some(test.format);
        }
        print_test(f, test, model.formats[test.format.0].bits)?;
    }
    Ok(())
}

fn print_test(f: &mut Formatter<'_>, test: &TestLine, bits: u32) -> fmt::Result {
    // Bytes as they were written: with them the line is about the order, too.
    let word = test.bytes.as_ref().map_or_else(
        || format_hex(test.word, bits),
        |bytes| {
            let bytes: Vec<String> = bytes.iter().map(|byte| format!("0x{byte:02X}")).collect();
            format!("[{}]", bytes.join(", "))
        },
    );
    match test.direction {
        TestDirection::Both => writeln!(f, "    {} <=> {word}", test.text),
        TestDirection::Read => writeln!(f, "    {word} => {}", test.text),
        TestDirection::Write => writeln!(f, "    {} => {word}", test.text),
    }
}
