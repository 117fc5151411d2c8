//! The compiler of texts, by what it is asked: parse, check, expressions of formats, round trips.

mod check_dump;
mod check_faults;
mod check_floats;
mod check_limits;
mod check_numbering;
mod check_p3109;
mod check_standard;
mod check_vectors;
mod expression;
mod parse;
mod parse_compile;
mod parse_faults;
mod parse_random;
mod round_trips;
