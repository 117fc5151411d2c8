//! A second editor of printed numbers, slow and from the right, and pictures drawn at random.
//!
//! It takes digits off a number by division. A zero is leading where nothing is left of the number, and characters among
//! leading zeros go unless a `9` stands before them.

/// A picture without brackets, one character a symbol, but `CR` and `DB` of two.
pub(crate) fn spell(picture: &str) -> String {
    let mut spelled = String::new();
    let mut rest = picture.chars().peekable();
    while let Some(symbol) = rest.next() {
        if symbol != '(' {
            spelled.push(symbol);
            continue;
        }
        let times: String = rest.by_ref().take_while(|letter| *letter != ')').collect();
        let again = spelled.chars().last().expect("few symbols");
        spelled.extend(std::iter::repeat_n(again, times.parse::<usize>().expect("few symbols") - 1));
    }
    spelled
}

/// A picture taken apart by what stands where.
pub(crate) struct Picture {
    symbols: Vec<char>,
    point: char,
    /// The symbol that floats.
    float: Option<char>,
}

impl Picture {
    pub(crate) fn new(spelled: &str, point: char) -> Picture {
        let symbols: Vec<char> = spelled.replace("CR", "c").replace("DB", "d").chars().collect();
        let float =
            ['$', '+', '-'].into_iter().find(|one| symbols.iter().filter(|other| *other == one).count() > 1);
        Picture { symbols, point, float }
    }

    fn is_digit(&self, index: usize) -> bool {
        let symbol = self.symbols[index];
        let is_room = self.float == Some(symbol) && !self.symbols[..index].contains(&symbol);
        !is_room && ("9Z*".contains(symbol) || self.float == Some(symbol))
    }

    /// Where the point is, among the symbols.
    fn find_point(&self) -> usize {
        let is_point = |symbol: &char| *symbol == self.point || *symbol == 'V';
        let leading = self.symbols.iter().position(|symbol| *symbol == 'P').filter(|first| {
            (*first..self.symbols.len()).any(|index| self.is_digit(index))
                && !(0..*first).any(|index| self.is_digit(index))
        });
        leading.or_else(|| self.symbols.iter().position(is_point)).unwrap_or(self.symbols.len())
    }

    pub(crate) fn digits(&self) -> u32 {
        (0..self.symbols.len()).filter(|index| self.is_digit(*index)).count().try_into().expect("few symbols")
    }

    pub(crate) fn is_signed(&self) -> bool {
        self.symbols.iter().any(|symbol| "+-cd".contains(*symbol))
    }

    pub(crate) fn scale(&self) -> i32 {
        let point = self.find_point();
        let after =
            (point..self.symbols.len()).filter(|index| self.is_digit(*index) || self.symbols[*index] == 'P');
        let behind = self.symbols[..point].iter().filter(|symbol| **symbol == 'P').count();
        i32::try_from(after.count()).expect("few symbols") - i32::try_from(behind).expect("few symbols")
    }

    /// The text of a number without its point.
    pub(crate) fn print(&self, units: i128, blank: bool) -> String {
        let prints_all = self.symbols.contains(&'9')
            || !self.symbols.iter().any(|one| "Z*".contains(*one) || self.float == Some(*one));
        let has_stars = self.symbols.contains(&'*');
        if units == 0 && (blank || !prints_all) {
            return self.print_nothing(
                if blank {
                    ' '
                } else if has_stars {
                    '*'
                } else {
                    ' '
                },
                has_stars && !blank,
            );
        }
        let fill = if has_stars { '*' } else { ' ' };
        let (mut left, mut reversed) = (units.unsigned_abs(), String::new());
        let sign = |plus: char| if units < 0 { '-' } else { plus };
        let mut is_floated = self.float.is_none();
        let (point, first) = (self.find_point(), self.find_first());
        for (index, symbol) in self.symbols.iter().enumerate().rev() {
            // Whether something is printed before this place that ends leading zeros.
            let nine_before = self.symbols[..index].contains(&'9') || index > point;
            let is_open = left != 0 || nine_before;
            let float = match self.float {
                Some('$') => '$',
                Some('+') => sign('+'),
                _ => sign(' '),
            };
            let mut put_fill = |reversed: &mut String| {
                reversed.push(if is_floated { fill } else { float });
                is_floated = true;
            };
            match symbol {
                'P' | 'V' => {}
                _ if self.is_digit(index) => {
                    let digit = char::from(b'0' + u8::try_from(left % 10).expect("few symbols"));
                    if left != 0 || *symbol == '9' || is_open {
                        reversed.push(digit);
                    } else {
                        put_fill(&mut reversed);
                    }
                    left /= 10;
                }
                _ if self.float == Some(*symbol) => put_fill(&mut reversed),
                '.' | ',' if *symbol == self.point => reversed.push(*symbol),
                'c' | 'd' if units >= 0 => reversed.push_str("  "),
                'c' => reversed.push_str("RC"),
                'd' => reversed.push_str("BD"),
                '+' => reversed.push(sign('+')),
                '-' => reversed.push(sign(' ')),
                '$' => reversed.push('$'),
                _ if index > first && !is_open => put_fill(&mut reversed),
                'B' => reversed.push(' '),
                inserted => reversed.push(*inserted),
            }
        }
        reversed.chars().rev().collect()
    }

    /// The first symbol of digits, or of what floats.
    fn find_first(&self) -> usize {
        let is_first = |symbol: &char| "9Z*".contains(*symbol) || self.float == Some(*symbol);
        self.symbols.iter().position(is_first).expect("few symbols")
    }

    fn print_nothing(&self, letter: char, keeps_point: bool) -> String {
        let texts = self.symbols.iter().map(|symbol| match symbol {
            'P' | 'V' => String::new(),
            'c' | 'd' => letter.to_string().repeat(2),
            symbol if keeps_point && *symbol == self.point => symbol.to_string(),
            _ => letter.to_string(),
        });
        texts.collect()
    }

    /// This picture with another symbol for its first digits before the point, and `9` for all others.
    pub(crate) fn with_suppressed(&self, count: usize) -> Picture {
        let suppressing = if self.symbols.contains(&'*') { '*' } else { 'Z' };
        let (mut symbols, mut seen) = (self.symbols.clone(), 0);
        for (index, symbol) in symbols.iter_mut().enumerate() {
            if self.is_digit(index) {
                *symbol = if seen < count { suppressing } else { '9' };
                seen += 1;
            }
        }
        Picture { symbols, point: self.point, float: None }
    }

    /// Whether a sign of one character stands at this place of a text, which is the first or the last one.
    pub(crate) fn sign_at(&self, at: usize, length: usize) -> bool {
        let symbol = if at == 0 { self.symbols.first() } else { self.symbols.last() };
        matches!(symbol, Some('+' | '-')) && (at == 0 || at + 1 == length)
    }

    /// The number of digits before the point.
    pub(crate) fn whole_digits(&self) -> usize {
        (0..self.find_point()).filter(|index| self.is_digit(*index)).count()
    }

    pub(crate) fn floats(&self) -> bool {
        self.float.is_some()
    }

    pub(crate) fn spelling(&self) -> String {
        self.symbols.iter().collect::<String>().replace('c', "CR").replace('d', "DB")
    }
}

/// Numbers that are the same in each run.
pub(crate) struct Draw(pub(crate) u64);

impl Draw {
    pub(crate) fn below(&mut self, bound: u64) -> u64 {
        // Knuth's MMIX generator, whose high bits are the good ones.
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }

    fn pick(&mut self, letters: &str) -> char {
        let count = letters.chars().count() as u64;
        letters.chars().nth(usize::try_from(self.below(count)).expect("few symbols")).expect("few symbols")
    }

    /// Digits of one symbol with characters among them.
    fn digits(&mut self, text: &mut String, symbol: char, count: u64) {
        for _ in 0..count {
            text.push(symbol);
            if self.below(5) == 0 {
                text.push(self.pick(",,,B0/"));
            }
        }
    }

    /// A picture.
    pub(crate) fn picture(&mut self) -> Picture {
        let mut text = String::new();
        let suppressing = self.pick(" ZZ*+-$");
        let mut has_sign = matches!(suppressing, '+' | '-');
        if !has_sign && self.below(4) == 0 {
            text.push(self.pick("+-"));
            has_sign = true;
        }
        if suppressing != '$' && self.below(4) == 0 {
            text.push('$');
        }
        let mut nines = self.below(4);
        let count = if suppressing == ' ' { 0 } else { 1 + self.below(6) };
        match suppressing {
            ' ' => nines += 1,
            // One more than there are digits, so that it is there more than once.
            '+' | '-' | '$' => self.digits(&mut text, suppressing, count + 1),
            _ => self.digits(&mut text, suppressing, count),
        }
        self.digits(&mut text, '9', nines);
        match self.below(4) {
            0 => {}
            1 if nines > 0 => {
                text.push_str(&"P".repeat(usize::try_from(self.below(3)).expect("few symbols")));
            }
            drawn => {
                text.push(if drawn == 1 { 'V' } else { '.' });
                let symbol = if nines > 0 || self.below(2) == 0 { '9' } else { suppressing };
                let behind = self.below(4);
                self.digits(&mut text, symbol, behind);
            }
        }
        if !has_sign {
            text.push_str(
                ["", "", "+", "-", "CR", "DB", "BCR"][usize::try_from(self.below(7)).expect("few symbols")],
            );
        }
        Picture::new(&text, '.')
    }
}
