//! Reads pictures of printed numbers, and says where one goes wrong.
//!
//! First the text is cut into symbols, each with its place. Then the symbols are passed over from the left, as COBOL's
//! table of precedence has it: what stands before the digits, leading zeros that are suppressed, digits, the point, and
//! what stands behind.

use std::ops::Range;

use super::{MOST_PRINTED, PictureFault, PrintedPicture, PrintedStyle, find_floating};

/// The most digits of a number.
const MOST_DIGITS: usize = 38;

/// A picture, and what it says of its numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PictureNumber {
    /// The picture.
    pub picture: PrintedPicture,
    /// The number of its digits.
    pub digits: u32,
    /// How many of them are behind the point. More than there are if zeros follow the point, and below zero if zeros precede
    /// it.
    pub scale: i32,
    /// Whether it prints a sign.
    pub is_signed: bool,
}

/// A symbol and the bytes of the text that it is from.
#[derive(Debug, Clone)]
struct PlacedSymbol {
    /// As in [`PrintedPicture::symbols`]; also `P`.
    symbol: char,
    place: Range<usize>,
}

/// A fault at a place.
fn make_fault(place: Range<usize>, title: impl Into<String>, label: impl Into<String>) -> PictureFault {
    PictureFault { place, title: title.into(), label: label.into(), help: None }
}

impl PictureFault {
    fn with_help(self, help: impl Into<String>) -> PictureFault {
        PictureFault { help: Some(help.into()), ..self }
    }
}

/// Reads a picture.
pub(super) fn parse_picture(text: &str, style: PrintedStyle) -> Result<PictureNumber, PictureFault> {
    let symbols = cut_symbols(text, style)?;
    let symbol_text: String = symbols.iter().map(|symbol| symbol.symbol).collect();
    // A fault names the sign that the text has.
    let currency = style.currency.letter.filter(|letter| text.contains(*letter)).unwrap_or('$');
    let mut checker =
        PictureChecker { floating: find_floating(&symbol_text), currency, ..PictureChecker::default() };
    for symbol in &symbols {
        checker.check_symbol(symbol, style)?;
    }
    checker.finish(text, style)
}

/// The symbols of a text.
fn cut_symbols(text: &str, style: PrintedStyle) -> Result<Vec<PlacedSymbol>, PictureFault> {
    let mut symbols = Vec::new();
    let mut at = 0;
    while let Some(letter) = text[at..].chars().next() {
        let (symbol, length) = find_symbol(&text[at..], letter, style)
            .ok_or_else(|| letter_fault(at..at + letter.len_utf8(), letter))?;
        let begin = at;
        at += length;
        let mut times = 1;
        if text[at..].starts_with('(') {
            (times, at) = parse_repeat_count(text, at)?;
        }
        let place = begin..at;
        if symbols.len() + times > MOST_PRINTED {
            let title = format!("a printed number cannot have more than {MOST_PRINTED} characters");
            return Err(make_fault(place, title, "too many with these"));
        }
        symbols.extend(std::iter::repeat_n(PlacedSymbol { symbol, place }, times));
    }
    Ok(symbols)
}

/// The symbol at the beginning of a text, and its bytes.
fn find_symbol(rest: &str, letter: char, style: PrintedStyle) -> Option<(char, usize)> {
    if style.currency.letter == Some(letter) || letter == '$' {
        return Some(('$', letter.len_utf8()));
    }
    let pair = rest.get(..2).map(str::to_ascii_uppercase);
    match pair.as_deref() {
        Some("CR") => return Some(('c', 2)),
        Some("DB") => return Some(('d', 2)),
        _ => {}
    }
    let symbol = match letter.to_ascii_uppercase() {
        '.' if style.comma => ',',
        ',' if style.comma => '.',
        symbol => symbol,
    };
    "9Z*+-,.B0/VP".contains(symbol).then_some((symbol, 1))
}

/// What is wrong with a letter that is no symbol.
fn letter_fault(place: Range<usize>, letter: char) -> PictureFault {
    match letter.to_ascii_uppercase() {
        'S' => make_fault(place, "a printed number has no `S`", "where is the sign printed?")
            .with_help("write `+`, `-`, `CR` or `DB` where the sign is, or use `zoned_decimal`"),
        'X' | 'A' => {
            make_fault(place, "a picture with letters is that of a text", "stands for any character")
                .with_help("write a text, such as `[ascii; 8]`")
        }
        'E' => make_fault(place, "a printed number has no exponent", "not a symbol")
            .with_help("write a text, such as `[ascii; 8]`"),
        ' ' => {
            make_fault(place, "a picture has no spaces", "not a symbol").with_help("write `B` for a blank")
        }
        '€' | '£' | '¥' | '¤' => make_fault(
            place,
            format!("`{letter}` is no symbol of a picture"),
            "not a symbol",
        )
        .with_help(format!(
            "name the currency sign behind the picture: `printed_decimal(\"{letter}9.99\", \"{letter}\")`"
        )),
        _ => make_fault(place, format!("`{letter}` is no symbol of a picture"), "not a symbol").with_help(
            "the symbols are `9`, `Z`, `*`, `+`, `-`, `$`, `CR`, `DB`, `.`, `,`, `B`, `0`, `/`, `V` and `P`",
        ),
    }
}

/// The number in brackets at `at`, and where it ends.
fn parse_repeat_count(text: &str, at: usize) -> Result<(usize, usize), PictureFault> {
    let Some(end) = text[at..].find(')') else {
        return Err(make_fault(at..text.len(), "a bracket of a picture is not closed", "`)` is missing"));
    };
    let place = at..at + end + 1;
    let inside = text[at + 1..at + end].trim();
    // Longer numbers of digits are refused as well: no number has so many characters.
    match inside.parse::<usize>() {
        Ok(times) if (1..=MOST_PRINTED).contains(&times) => Ok((times, place.end)),
        Ok(times) => {
            let title = format!("a symbol cannot stand {times} times");
            Err(make_fault(place, title, format!("1 to {MOST_PRINTED}")))
        }
        Err(_) => {
            let title = format!("`{inside}` is no number of times");
            Err(make_fault(place, title, format!("1 to {MOST_PRINTED}")))
        }
    }
}

/// The symbols of a picture so far.
#[derive(Debug, Default)]
struct PictureChecker {
    /// The symbol that floats.
    floating: Option<char>,
    /// The currency sign as the text has it.
    currency: char,
    /// The symbol that suppresses leading zeros, and its first place.
    suppressing: Option<(char, Range<usize>)>,
    /// The number of `9`.
    nines: usize,
    /// Whether digits behind the point are suppressed.
    is_suppressed_behind: bool,
    /// The point, `.` or `V`, or the first `P` that says where it is.
    point: Option<(char, Range<usize>)>,
    /// Whether there is a sign that does not float.
    has_sign: bool,
    /// Whether a symbol that floats was there.
    has_room: bool,
    /// Digits before and behind the point.
    digits: [usize; 2],
    /// How many `P` stand before all digits, and behind them.
    scaling: [usize; 2],
    /// What must be the end of the number: a sign, a currency sign, or `P`, behind digits.
    end: Option<(char, Range<usize>)>,
    /// The symbols that print something, and `V`.
    kept: String,
}

impl PictureChecker {
    /// A symbol as the text has it.
    fn format_symbol(&self, symbol: char) -> String {
        match symbol {
            'c' => "CR".to_owned(),
            'd' => "DB".to_owned(),
            '$' => self.currency.to_string(),
            _ => symbol.to_string(),
        }
    }

    fn has_digits(&self) -> bool {
        self.digits != [0, 0]
    }

    fn check_symbol(&mut self, placed: &PlacedSymbol, style: PrintedStyle) -> Result<(), PictureFault> {
        let PlacedSymbol { symbol, place } = placed;
        let is_floating = self.floating == Some(*symbol);
        match symbol {
            '9' => self.check_digit(place)?,
            'Z' | '*' => self.check_suppressing(*symbol, place)?,
            _ if is_floating => self.check_suppressing(*symbol, place)?,
            '+' | '-' | 'c' | 'd' => self.check_sign(*symbol, place)?,
            '$' => self.check_outside('$', place)?,
            // `99PPV`: the point is where `P` says, behind all digits.
            'V' if matches!(self.end, Some(('P', _))) && self.point.is_none() => return Ok(()),
            '.' | 'V' => self.check_point(*symbol, place, style)?,
            'P' => self.check_scaling(place)?,
            // `,`, `B`, `0` and `/` may stand anywhere: behind the last digit they are printed, too.
            _ => {}
        }
        if *symbol != 'P' {
            self.kept.push(*symbol);
        }
        Ok(())
    }

    /// Refuses a digit behind what ends a number.
    fn check_end(&self, symbol: char, place: &Range<usize>) -> Result<(), PictureFault> {
        let Some((end, _)) = &self.end else { return Ok(()) };
        let (symbol, end) = (self.format_symbol(symbol), self.format_symbol(*end));
        let title = format!("`{symbol}` cannot follow `{end}` behind digits");
        Err(make_fault(place.clone(), title, format!("after `{end}`")))
    }

    fn count_digit(&mut self) {
        self.digits[usize::from(self.point.is_some())] += 1;
    }

    fn check_digit(&mut self, place: &Range<usize>) -> Result<(), PictureFault> {
        self.check_end('9', place)?;
        if let Some((symbol, _)) = self.suppressing.as_ref().filter(|_| self.is_suppressed_behind) {
            let title = format!("`9` cannot follow `{}` behind the point", self.format_symbol(*symbol));
            return Err(make_fault(place.clone(), title, "all digits are suppressed here, or none is"));
        }
        self.nines += 1;
        self.count_digit();
        Ok(())
    }

    /// Checks a symbol in whose place a leading zero is not printed.
    fn check_suppressing(&mut self, symbol: char, place: &Range<usize>) -> Result<(), PictureFault> {
        let symbol_text = self.format_symbol(symbol);
        if let Some((first, _)) = self.suppressing.as_ref().filter(|(first, _)| *first != symbol) {
            let title = format!(
                "a picture cannot have both `{}` and `{symbol_text}` for leading zeros",
                self.format_symbol(*first)
            );
            return Err(make_fault(place.clone(), title, "another one"));
        }
        if self.nines > 0 {
            let title = format!("`{symbol_text}` cannot follow `9`");
            let label = if matches!(symbol, 'Z' | '*') {
                "suppresses a zero that is not leading".to_owned()
            } else {
                format!("`{symbol_text}` is here more than once, and floats before the first digit")
            };
            return Err(make_fault(place.clone(), title, label));
        }
        self.check_end(symbol, place)?;
        let is_floating = self.floating == Some(symbol);
        if is_floating && !self.has_room {
            self.has_room = true;
            if let Some((point, _)) = &self.point {
                let title = format!("`{symbol_text}` cannot float behind `{}`", self.format_symbol(*point));
                return Err(make_fault(place.clone(), title, "has no room before the point"));
            }
        } else {
            self.count_digit();
            self.is_suppressed_behind |= self.point.is_some();
        }
        self.suppressing.get_or_insert((symbol, place.clone()));
        Ok(())
    }

    fn check_sign(&mut self, symbol: char, place: &Range<usize>) -> Result<(), PictureFault> {
        let symbol_text = self.format_symbol(symbol);
        let is_second = self.has_sign || matches!(self.floating, Some('+' | '-'));
        if is_second {
            let title = "a picture cannot have two signs";
            return Err(make_fault(place.clone(), title, "another one").with_help("remove one of the two"));
        }
        if matches!(symbol, 'c' | 'd') && !self.has_digits() {
            let title = format!("`{symbol_text}` cannot stand before the digits");
            return Err(make_fault(place.clone(), title, "not the last symbol")
                .with_help(format!("write `{symbol_text}` at the end, or `-` here")));
        }
        self.has_sign = true;
        self.check_outside(symbol, place)
    }

    /// Checks a symbol that stands before all digits or behind them.
    fn check_outside(&mut self, symbol: char, place: &Range<usize>) -> Result<(), PictureFault> {
        let symbol_text = self.format_symbol(symbol);
        if self.has_room && !self.has_digits() {
            let title = format!("`{symbol_text}` cannot stand within what floats");
            return Err(make_fault(place.clone(), title, "not before or behind it"));
        }
        if let Some((point, _)) = self.point.as_ref().filter(|_| !self.has_digits()) {
            let title = format!(
                "`{symbol_text}` cannot stand between `{}` and the digits",
                self.format_symbol(*point)
            );
            return Err(make_fault(place.clone(), title, "neither before nor behind the number"));
        }
        if self.has_digits() {
            self.end.get_or_insert((symbol, place.clone()));
        }
        Ok(())
    }

    fn check_point(
        &mut self,
        symbol: char,
        place: &Range<usize>,
        style: PrintedStyle,
    ) -> Result<(), PictureFault> {
        let printed_symbol = if style.comma && symbol == '.' { ',' } else { symbol };
        self.check_end(printed_symbol, place)?;
        if let Some((first, _)) = &self.point {
            // `VPP9`: what both say is the same.
            if *first == 'P' && symbol == 'V' && self.digits == [0, 0] {
                self.point = Some((symbol, place.clone()));
                return Ok(());
            }
            let separator = if style.comma { "`.`" } else { "`,`" };
            let title = if symbol == *first {
                "a picture cannot have two points".to_owned()
            } else {
                format!(
                    "`{printed_symbol}` cannot follow `{}`, which is the point",
                    self.format_symbol(*first)
                )
            };
            return Err(make_fault(place.clone(), title, "another one")
                .with_help(format!("write {separator} for what groups digits, or remove one of the two")));
        }
        self.point = Some((symbol, place.clone()));
        Ok(())
    }

    /// Checks a `P`, which stands for a zero that is not printed.
    fn check_scaling(&mut self, place: &Range<usize>) -> Result<(), PictureFault> {
        if let Some((point, _)) = self.point.as_ref().filter(|(point, _)| *point == '.') {
            let title = format!("`P` cannot stand beside a printed point, `{point}`");
            return Err(make_fault(place.clone(), title, "says that the point is elsewhere"));
        }
        let is_behind = self.has_digits();
        if is_behind && (self.scaling[0] > 0 || self.point.is_some()) {
            let title = "`P` cannot stand behind digits that are behind the point";
            return Err(make_fault(place.clone(), title, "not before the point"));
        }
        self.check_scaling_run(is_behind, place)?;
        self.scaling[usize::from(is_behind)] += 1;
        if is_behind {
            self.end.get_or_insert(('P', place.clone()));
        } else if self.point.is_none() {
            self.point = Some(('P', place.clone()));
            // Leading zeros end where the point is, and that is before all digits.
            self.kept.push('V');
        }
        Ok(())
    }

    fn check_scaling_run(&self, is_behind: bool, place: &Range<usize>) -> Result<(), PictureFault> {
        if self.has_room && !is_behind {
            let title = "`P` cannot stand within what floats";
            return Err(make_fault(place.clone(), title, "not before or behind it"));
        }
        match &self.end {
            Some((end, _)) if *end != 'P' => self.check_end('P', place),
            _ => Ok(()),
        }
    }

    fn finish(self, text: &str, style: PrintedStyle) -> Result<PictureNumber, PictureFault> {
        let whole = 0..text.len();
        let digits = self.digits[0] + self.digits[1];
        if digits == 0 {
            return Err(make_fault(
                whole,
                "a picture without a digit prints no number",
                "no `9`, `Z` or `*`",
            ));
        }
        if digits + self.scaling[0] + self.scaling[1] > MOST_DIGITS {
            let title =
                format!("a decimal number cannot have {} digits", digits + self.scaling[0] + self.scaling[1]);
            return Err(make_fault(whole, title, format!("1 to {MOST_DIGITS} digits")));
        }
        if let Some((_, place)) =
            self.suppressing.as_ref().filter(|(symbol, _)| *symbol == '*' && style.blank)
        {
            let title = "`blank_when_zero` excludes `*`";
            return Err(make_fault(place.clone(), title, "prints zero as stars")
                .with_help("remove `blank_when_zero`, or write `Z`"));
        }
        let is_signed = self.has_sign || matches!(self.floating, Some('+' | '-'));
        let [behind, before] = [self.scaling[0], self.scaling[1]].map(to_scale);
        let scale = to_scale(self.digits[1]) + behind - before;
        let mut picture =
            PrintedPicture { symbols: [0; MOST_PRINTED], length: self.kept.len().min(MOST_PRINTED), style };
        for (to, from) in picture.symbols.iter_mut().zip(self.kept.bytes()) {
            *to = from;
        }
        if picture.bytes() > MOST_PRINTED {
            let title = format!("a printed number cannot have {} characters", picture.bytes());
            return Err(make_fault(whole, title, format!("at most {MOST_PRINTED}")));
        }
        Ok(PictureNumber { picture, digits: u32::try_from(digits).unwrap_or(0), scale, is_signed })
    }
}

/// A number of places, which are few.
fn to_scale(places: usize) -> i32 {
    i32::try_from(places).unwrap_or(0)
}
