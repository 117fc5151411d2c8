//! Where the finite numbers of a float format begin and end: facts for the checks and for the generator.

use crate::exact;
use crate::model::Float;

/// The finite numbers of a sign, between whose ends every word is one.
///
/// ```
/// use datarep_dsl::model::FormatKind;
/// use datarep_dsl::{compile, ends::Ends, source::Source};
/// let text = "float half = S1 E5 F10 where value = 1.F * 2^(E - 15) { order big; ieee; }";
/// let source = Source { name: "half.datarep".to_owned(), text: text.to_owned(), first_line: 1 };
/// let model = compile(&source).expect("the text is sound");
/// let FormatKind::Float(float) = &model.formats[0].kind else { unreachable!("a float") };
/// let [positive, negative] = Ends::of(float);
/// assert_eq!(positive, Ends { first: 1, subnormal: Some(0), gradual: true, last: 30, most: 0x7FF });
/// assert_eq!(negative, positive);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ends {
    /// The exponent field's number at the smallest normal number.
    pub first: i64,
    /// The exponent field's number of subnormals, where there are some.
    pub subnormal: Option<i64>,
    /// Ends below the smallest normal one can be written.
    pub gradual: bool,
    /// The exponent field's number at the number farthest from zero.
    pub last: i64,
    /// The significand there, its leading bit included; where it is a two's complement, one less than its magnitude.
    pub most: u128,
}

impl Ends {
    /// The positive numbers and the negative ones; where there are no negative ones, the positive ones twice.
    pub fn of(float: &Float) -> [Ends; 2] {
        exact::ends(float)
    }
}
