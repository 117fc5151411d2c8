//! The three lemmas by which terms of floats become bits, proved by the solver before anything that rests on them.
//!
//! A question with a float costs a solver a hundred times what a question about bits costs. In most stretches the float
//! is an exact integer, times a power of two, and both have normal results.

use super::solver::{Solver, Verdict};
use super::term::fraction_bits;

/// Proves the lemmas, and returns how many questions they took.
///
/// # Errors
///
/// A lemma does not hold, or the solver fails.
pub(super) fn prove(solver: &mut Solver) -> Result<usize, String> {
    let mut count = 0;
    for width in [32, 64] {
        let texts = (0..=fraction_bits(width)).flat_map(|top| {
            [32, 64].into_iter().filter(move |&integer| top + 1 < integer).flat_map(move |integer| {
                ["to_fp", "to_fp_unsigned"].map(|function| print_integer(width, integer, top, function))
            })
        });
        for text in texts.chain([print_product(width), print_order(width)]) {
            count += 1;
            match solver.ask(&text, false)? {
                Verdict::None => {}
                answer => return Err(format!("a lemma is not proved, {answer:?}:\n{text}")),
            }
        }
    }
    Ok(count)
}

/// Whether an integer with this leading one is not the float with its digits below the hidden one.
fn print_integer(width: u32, integer: u32, top: u32, function: &str) -> String {
    let fraction = fraction_bits(width);
    let exponent = width - 1 - fraction;
    let field = (1_u32 << (exponent - 1)) - 1 + top;
    let sort = format!("{exponent} {}", fraction + 1);
    let (above, below) = (integer - top - 1, fraction - top);
    let digits = if top == 0 { String::new() } else { " digits".to_owned() };
    let zeros = if below == 0 { String::new() } else { format!(" (_ bv0 {below})") };
    let declared =
        if top == 0 { String::new() } else { format!("(declare-const digits (_ BitVec {top}))\n") };
    format!(
        "(set-logic QF_BVFP)\n{declared}\
         (define-fun number () (_ BitVec {integer}) (concat (_ bv0 {above}) #b1{digits}))\n\
         (define-fun word () (_ BitVec {width}) (concat (_ bv{field} {}){digits}{zeros}))\n\
         (assert (not (= ((_ {function} {sort}) RNE number) ((_ to_fp {sort}) word))))\n(check-sat)\n",
        width - fraction
    )
}

/// Whether the product of a normal number and a power of two differs from the number with another exponent, if all
/// three exponents are normal.
fn print_product(width: u32) -> String {
    let fraction = fraction_bits(width);
    let exponent = width - 1 - fraction;
    let (wide, top, bias) = (exponent + 2, (1_u32 << exponent) - 1, (1_u32 << (exponent - 1)) - 1);
    let sort = format!("{exponent} {}", fraction + 1);
    format!(
        "(set-logic QF_BVFP)\n\
         (declare-const number (_ BitVec {width}))\n(declare-const field (_ BitVec {exponent}))\n\
         (define-fun power () (_ BitVec {width}) (concat #b0 field (_ bv0 {fraction})))\n\
         (define-fun one () (_ BitVec {wide}) (concat #b00 ((_ extract {} {fraction}) number)))\n\
         (define-fun other () (_ BitVec {wide}) (concat #b00 field))\n\
         (define-fun sum () (_ BitVec {wide}) (bvsub (bvadd one other) (_ bv{bias} {wide})))\n\
         (define-fun normal ((field (_ BitVec {wide}))) Bool\n\
         (and (bvult (_ bv0 {wide}) field) (bvult field (_ bv{top} {wide}))))\n\
         (define-fun word () (_ BitVec {width}) (concat ((_ extract {sign} {sign}) number)\n\
         (concat ((_ extract {} 0) sum) ((_ extract {} 0) number))))\n\
         (assert (and (normal one) (normal other) (normal sum)))\n\
         (assert (not (= (fp.mul RNE ((_ to_fp {sort}) number) ((_ to_fp {sort}) power)) ((_ to_fp {sort}) word))))\n\
         (check-sat)\n",
        width - 2,
        exponent - 1,
        fraction - 1,
        sign = width - 1,
    )
}

/// Whether two floats that are no NaNs, not zeros of different signs, have another order than their words as signs and
/// magnitudes.
fn print_order(width: u32) -> String {
    let fraction = fraction_bits(width);
    let exponent = width - 1 - fraction;
    let sort = format!("{exponent} {}", fraction + 1);
    let (top, sign) = ((1_u32 << exponent) - 1, width - 1);
    format!(
        "(set-logic QF_BVFP)\n\
         (declare-const one (_ BitVec {width}))\n(declare-const other (_ BitVec {width}))\n\
         (define-fun number ((word (_ BitVec {width}))) Bool\n\
         (bvult ((_ extract {} {fraction}) word) (_ bv{top} {exponent})))\n\
         (define-fun negative ((word (_ BitVec {width}))) Bool (= ((_ extract {sign} {sign}) word) #b1))\n\
         (define-fun some ((word (_ BitVec {width}))) Bool (distinct ((_ extract {} 0) word) (_ bv0 {sign})))\n\
         (define-fun less () Bool (fp.lt ((_ to_fp {sort}) one) ((_ to_fp {sort}) other)))\n\
         (define-fun same () Bool (fp.eq ((_ to_fp {sort}) one) ((_ to_fp {sort}) other)))\n\
         (define-fun wanted () Bool (ite (negative one)\n\
         (ite (negative other) (bvult other one) true) (ite (negative other) false (bvult one other))))\n\
         (assert (and (number one) (number other)))\n\
         (assert (or (= (negative one) (negative other)) (some one) (some other)))\n\
         (assert (or (distinct less wanted) (distinct same (= one other))))\n(check-sat)\n",
        sign - 1,
        sign - 1,
    )
}
