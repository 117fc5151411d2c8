//! The values of a field, of any type.

use datarep::interpreter::NullValue;
use datarep_dsl::model::Native;

use super::AlternativePlaces;
use super::count::FieldValue;
use super::texts::Texts;

mod sealed {
    pub trait Sealed {}
}

/// A native type that items of fields can have.
pub trait Value: datarep::Native + Default + NullValue + sealed::Sealed {
    /// This type in the language's model.
    const NATIVE: Native;

    /// Wraps values of this type.
    fn into_values(values: Vec<Self>) -> Values;

    /// The values, or `None` if they are of another type.
    fn of_values(values: &Values) -> Option<&[Self]>;

    /// The values in a vector of their own, which is empty if they are of another type.
    #[doc(hidden)]
    fn from_values(values: Values) -> Vec<Self>;
}

macro_rules! values {
    ($($variant:ident($ty:ty) $native:ident;)*) => {
        /// Values of a field, one for each of its items in the order of the file.
        #[derive(Debug, Clone, PartialEq)]
        #[non_exhaustive]
        pub enum Values {
            $(#[doc = concat!("`", stringify!($ty), "`")] $variant(Vec<$ty>),)*
            /// Texts.
            Text(Texts),
            /// Bytes that are kept as they are.
            Bytes(Vec<u8>),
            /// Values of a field whose items may be missing.
            Nullable {
                /// A value for every item. That of a missing item means nothing.
                values: Box<Values>,
                /// Whether each item is missing.
                missing: Vec<bool>,
            },
        }

        /// No bytes.
        impl Default for Values {
            fn default() -> Values {
                Values::Bytes(Vec::new())
            }
        }

        impl Values {
            /// The number of values.
            pub fn len(&self) -> usize {
                match self {
                    $(Values::$variant(values) => values.len(),)*
                    Values::Text(values) => values.len(),
                    Values::Bytes(values) => values.len(),
                    Values::Nullable { missing, .. } => missing.len(),
                }
            }

            /// The native type, or `None` for texts and bytes.
            pub fn native(&self) -> Option<Native> {
                match self {
                    $(Values::$variant(_) => Some(Native::$native),)*
                    Values::Text(_) | Values::Bytes(_) => None,
                    Values::Nullable { values, .. } => values.native(),
                }
            }
        }

        impl Values {
            /// The values at these places. `None` stands for a value that means nothing.
            ///
            /// # Panics
            ///
            /// If a place is not that of a value.
            #[must_use]
            pub fn select(&self, places: &[Option<usize>]) -> Values {
                fn pick<T: Clone + Default>(values: &[T], places: &[Option<usize>]) -> Vec<T> {
                    let value = |place: &Option<usize>| place.map_or_else(T::default, |place| values[place].clone());
                    places.iter().map(value).collect()
                }
                match self {
                    $(Values::$variant(values) => Values::$variant(pick(values, places)),)*
                    Values::Text(values) => Values::Text(values.select(places)),
                    Values::Bytes(values) => Values::Bytes(pick(values, places)),
                    Values::Nullable { values, missing } => Values::Nullable {
                        values: Box::new(values.select(places)),
                        missing: places.iter().map(|place| place.is_none_or(|place| missing[place])).collect(),
                    },
                }
            }

            /// Moves the values to the places of an alternative, in their order. The others have a value that means nothing,
            /// and is not that of another record.
            pub(super) fn spread(&mut self, places: &AlternativePlaces) {
                fn move_values<T: Copy + Default>(values: &mut Vec<T>, places: &AlternativePlaces) {
                    let AlternativePlaces { places: filled, presence } = places;
                    let mut index = values.len();
                    values.resize(presence.len(), T::default());
                    // A place is never before that of its value. So the last one is moved first: no value is overwritten
                    // that is still to be moved.
                    if size_of::<T>() <= 16 && places.are_many() {
                        for (place, is_there) in presence.iter().enumerate().rev() {
                            index -= usize::from(*is_there);
                            let value = values[index];
                            values[place] = if *is_there { value } else { T::default() };
                        }
                        return;
                    }
                    let mut end = presence.len();
                    for (index, place) in filled.iter().enumerate().rev() {
                        let value = values[index];
                        values[place + 1..end].fill(T::default());
                        values[*place] = value;
                        end = *place;
                    }
                    values[..end].fill(T::default());
                }
                match self {
                    $(Values::$variant(values) => move_values(values, places),)*
                    Values::Text(values) => values.spread(places),
                    Values::Bytes(values) => move_values(values, places),
                    // `spread_values` has taken the missing ones off before, and spreads them itself.
                    Values::Nullable { .. } => {}
                }
            }

            /// The values, including those of missing items, which mean nothing; and which items are missing, if that is
            /// known.
            pub(super) fn into_parts(self) -> (Values, Vec<bool>) {
                match self {
                    Values::Nullable { values, missing } => (*values, missing),
                    values => (values, Vec::new()),
                }
            }

            /// Whether there are no values.
            pub fn is_empty(&self) -> bool {
                self.len() == 0
            }

            /// Which items are missing, and the values of all; `None` for a field whose items cannot be missing.
            pub fn missing(&self) -> Option<&[bool]> {
                if let Values::Nullable { missing, .. } = self { Some(missing) } else { None }
            }

            /// The values, with or without missing ones.
            pub fn present(&self) -> &Values {
                if let Values::Nullable { values, .. } = self { values } else { self }
            }

            /// The name of their type in messages.
            pub(super) fn type_name(&self) -> &'static str {
                match self {
                    Values::Text(_) => "text",
                    Values::Bytes(_) => "bytes",
                    Values::Nullable { values, .. } => values.type_name(),
                    other => other.native().map_or("", Native::word),
                }
            }

            /// The value at `index`, which may decide; -1 if it is neither a text nor an integer.
            pub(super) fn field_value_at(&self, index: usize) -> FieldValue {
                match self.present() {
                    Values::Text(texts) => FieldValue::Text(texts.get(index).unwrap_or_default().to_owned()),
                    values => FieldValue::Integer(values.integer_at(index).unwrap_or(-1)),
                }
            }

            /// The number of characters of the text at `index`.
            pub(super) fn characters_at(&self, index: usize) -> usize {
                match self {
                    Values::Text(texts) => texts.get(index).map_or(0, |text| text.chars().count()),
                    Values::Nullable { values, .. } => values.characters_at(index),
                    _ => 0,
                }
            }

            /// The value at `index`, if it is an integer in the range of `i128`.
            pub(super) fn integer_at(&self, index: usize) -> Option<i128> {
                match self {
                    Values::I8(values) => values.get(index).map(|value| (*value).into()),
                    Values::I16(values) => values.get(index).map(|value| (*value).into()),
                    Values::I32(values) => values.get(index).map(|value| (*value).into()),
                    Values::I64(values) => values.get(index).map(|value| (*value).into()),
                    Values::I128(values) => values.get(index).copied(),
                    Values::U8(values) => values.get(index).map(|value| (*value).into()),
                    Values::U16(values) => values.get(index).map(|value| (*value).into()),
                    Values::U32(values) => values.get(index).map(|value| (*value).into()),
                    Values::U64(values) => values.get(index).map(|value| (*value).into()),
                    Values::U128(values) => values.get(index).and_then(|value| i128::try_from(*value).ok()),
                    Values::Nullable { values, missing } => {
                        // A missing item has a value that means nothing. It must not count or decide.
                        values.integer_at(index).filter(|_| !missing.get(index).is_some_and(|is_missing| *is_missing))
                    }
                    _ => None,
                }
            }
        }

        $(
            impl sealed::Sealed for $ty {}

            impl Value for $ty {
                const NATIVE: Native = Native::$native;

                fn into_values(values: Vec<$ty>) -> Values {
                    Values::$variant(values)
                }

                fn of_values(values: &Values) -> Option<&[$ty]> {
                    if let Values::$variant(values) = values { Some(values) } else { None }
                }

                fn from_values(values: Values) -> Vec<$ty> {
                    if let Values::$variant(values) = values { values } else { Vec::new() }
                }
            }
        )*

        /// Evaluates `$body` for the native type `$of`, with `$name` as the Rust type.
        macro_rules! for_native {
            ($of:expr, $name:ident => $body:expr, $other:expr) => {
                match $of {
                    $(datarep_dsl::model::Native::$native => { type $name = $ty; $body })*
                    _ => $other,
                }
            };
        }
        pub(super) use for_native;
    };
}

values! {
    I8(i8) I8;
    I16(i16) I16;
    I32(i32) I32;
    I64(i64) I64;
    I128(i128) I128;
    U8(u8) U8;
    U16(u16) U16;
    U32(u32) U32;
    U64(u64) U64;
    U128(u128) U128;
    F16(datarep::F16) F16;
    Bf16(datarep::Bf16) Bf16;
    F32(f32) F32;
    F64(f64) F64;
    LongDouble(datarep::LongDouble) LongDouble;
    F128(datarep::F128) F128;
    Bool(bool) Bool;
    Char(char) WideCharacter;
    Decimal(datarep::Decimal) Decimal;
}
