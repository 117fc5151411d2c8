//! What a specification asks of its target: the word of a number, of a zero, and of what is no number.

use datarep_dsl::model::{Class, Events};

use super::lower::{EVENT_BITS, event_bits};
use super::term::{Term, Terms, ones};

/// A word of the target and its events.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Answer {
    pub(crate) word: Term,
    pub(crate) events: Term,
}

impl Answer {
    /// A word with events that are known.
    pub(crate) fn new(terms: &mut Terms, word: Term, events: impl Into<Events>) -> Answer {
        Answer { word, events: event(terms, events) }
    }
}

/// A number that is not zero: `(-1)^negative × significand × 2^unit`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Number {
    pub(crate) negative: bool,
    /// An integer. The place of its leading one is known.
    pub(crate) significand: Term,
    pub(crate) unit: i64,
}

/// What is known of the numbers of a case before they are asked about: a significand of `length` bits, times `2^unit`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Magnitude {
    pub(crate) negative: bool,
    pub(crate) length: i64,
    pub(crate) unit: i64,
}

/// How the answer for a number changes if its power of two grows by the bits of a digit of the target, or by more of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Regime {
    /// In a way of its own.
    Alone,
    /// Not at all: the number is that far below the smallest one.
    Below,
    /// The field of the exponent grows by the digits that the power has more, and nothing else changes. Beside it: what the
    /// field is above the number of the level, which differs on the two sides of a gap between fields.
    Normal(i128),
    /// Not at all: the number is beyond the largest one.
    Above,
    /// In any way: the target takes the power as a term ([`Target::number_of_any_power`]).
    Any,
}

/// A NaN of the source.
#[derive(Debug, Clone, Copy)]
pub(crate) struct NotANumber {
    pub(crate) negative: bool,
    /// The digits below its exponent, the highest of which is set if it is quiet. `None`: it has no payload.
    pub(crate) payload: Option<Term>,
}

/// The words of a target and the rules by which it gets them.
pub(crate) trait Target {
    /// The word nearest to a number.
    ///
    /// # Errors
    ///
    /// The specification does not say what it is.
    fn number(&self, terms: &mut Terms, number: Number) -> Result<Answer, String>;

    /// The word nearest to a number whose power of two is a term of 32 bits in the place of [`Number::unit`].
    ///
    /// # Errors
    ///
    /// As [`Target::number`], or the target needs a known power.
    fn number_of_any_power(&self, _: &mut Terms, _: Number, _unit: Term) -> Result<Answer, String> {
        Err("a number of an unknown power".to_owned())
    }

    /// How the answer changes with the power of two of a number.
    fn find_regime(&self, _: Magnitude) -> Regime {
        Regime::Alone
    }

    /// The bits of a digit.
    fn digit_bits(&self) -> u32 {
        1
    }

    /// The answer for a number of [`Regime::Normal`] whose power of two is larger by so many digits, where that is one of the
    /// same regime.
    fn advance(&self, _: &mut Terms, answer: Answer, _negative: bool, _digits: Term) -> Answer {
        answer
    }

    /// The word of a zero. `negative`: the source's zero has a sign, and it is set.
    fn zero(&self, terms: &mut Terms, negative: bool) -> Answer;

    /// The word of a NaN.
    ///
    /// # Errors
    ///
    /// As [`Target::number`].
    fn not_a_number(&self, terms: &mut Terms, nan: NotANumber) -> Result<Answer, String>;

    /// The word of a missing value, whose word in the source begins with this byte.
    ///
    /// # Errors
    ///
    /// As [`Target::number`].
    fn missing(&self, terms: &mut Terms, negative: bool, first: Term) -> Result<Answer, String>;

    /// The word of another class that is no number.
    ///
    /// # Errors
    ///
    /// As [`Target::number`].
    fn special(&self, terms: &mut Terms, class: Class, negative: bool) -> Result<Answer, String>;
}

/// One of two answers.
pub(crate) fn choose(terms: &mut Terms, condition: Term, one: Answer, other: Answer) -> Answer {
    Answer {
        word: terms.select(condition, one.word, other.word),
        events: terms.select(condition, one.events, other.events),
    }
}

/// A set of events as a term.
pub(crate) fn event(terms: &mut Terms, events: impl Into<Events>) -> Term {
    terms.constant(event_bits(events.into()), EVENT_BITS)
}

/// Whole units, and whether something was lost.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Whole {
    pub(crate) kept: Term,
    pub(crate) inexact: Term,
}

/// A word rounded to multiples of `2^cut`, as a number of such units. It has as many bits as the word, of which the
/// highest must be free for a carry.
pub(crate) fn round_units(
    terms: &mut Terms,
    word: Term,
    cut: u32,
    negative: bool,
    rounding: datarep_dsl::model::Rounding,
) -> Whole {
    use datarep_dsl::model::Rounding;

    let width = terms.width(word);
    let cut = cut.min(width + 1);
    let kept = terms.right_by(word, cut);
    let rest = terms.part(word, 0, cut.min(width));
    let none = terms.equals(rest, 0);
    let inexact = terms.not(none);
    let never = terms.truth(false);
    // A rest whose half would be above the word is less than half.
    let (is_half, is_more) = if cut > width {
        (never, never)
    } else {
        let half = terms.constant(1 << (cut - 1), cut);
        (terms.equal(rest, half), terms.below(half, rest))
    };
    let up = match rounding {
        Rounding::NearestEven => {
            let odd = terms.part(kept, 0, 1);
            let tie = terms.and(is_half, odd);
            terms.or(is_more, tie)
        }
        Rounding::NearestAway => terms.or(is_half, is_more),
        Rounding::TowardZero => never,
        Rounding::Up if negative => never,
        Rounding::Down if !negative => never,
        Rounding::Up | Rounding::Down => inexact,
    };
    let up = terms.resize(up, width);
    Whole { kept: terms.add(kept, up), inexact }
}

/// The lowest bits of a word whose leading one is at `top`, without it: the digits below the leading one.
pub(crate) fn lead(terms: &mut Terms, top: u32) -> Term {
    let one = terms.constant(1, 1);
    if top == 0 {
        return one;
    }
    let free = terms.free("digits", top);
    terms.join(one, free)
}

/// Whether a number of a wide word is above a limit.
pub(crate) fn is_above(terms: &mut Terms, word: Term, limit: u128) -> Term {
    let width = terms.width(word);
    if limit >= ones(width) {
        return terms.truth(false);
    }
    let limit = terms.constant(limit, width);
    terms.below(limit, word)
}
