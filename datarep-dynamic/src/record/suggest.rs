//! Which fields are meant by a name that no field has.

use datarep_dsl::spelling::edit_distance;

use super::{Field, Record};

/// The most fields that are suggested.
const MOST: usize = 10;

impl Record {
    /// The paths of the fields that a name may mean which no field has, the likeliest first: the field that an item of COBOL with this
    /// name becomes, the fields inside a record or a choice of this name, and fields whose names differ by little.
    ///
    /// ```
    /// use datarep_dynamic::Text;
    /// let text = Text::parse("record sale { shop_id: u8; body: choice shop_id { 1 => amount: u16; 2 => name: [ascii; 2]; }; }")?;
    /// let sale = text.record("sale").expect("it is there");
    /// assert_eq!(sale.suggest_fields("SHOP-ID"), ["shop_id"]);
    /// assert_eq!(sale.suggest_fields("body"), ["body.amount", "body.name"]);
    /// assert_eq!(sale.suggest_fields("amount"), ["body.amount"]);
    /// assert_eq!(sale.suggest_fields("shopid"), ["shop_id"]);
    /// assert!(sale.suggest_fields("price").is_empty());
    /// # Ok::<(), datarep_dynamic::Error>(())
    /// ```
    pub fn suggest_fields(&self, name: &str) -> Vec<&str> {
        // As names of COBOL are written in the language.
        let wanted_name = name.trim().to_ascii_lowercase().replace('-', "_");
        let paths = || self.fields().iter().map(Field::path);
        let last = |path: &'_ str| path.rsplit('.').next().unwrap_or_default().to_ascii_lowercase();
        if let Some(field_path) = paths().find(|path| path.to_ascii_lowercase() == wanted_name) {
            return vec![field_path];
        }
        // A record inside, a choice, or one of its alternatives: at any depth.
        let inside = format!(".{wanted_name}.");
        let below: Vec<&str> = paths()
            .filter(|path| format!(".{}", path.to_ascii_lowercase()).contains(&inside))
            .take(MOST)
            .collect();
        if !below.is_empty() {
            return below;
        }
        let ending: Vec<&str> = paths().filter(|path| last(path) == wanted_name).take(MOST).collect();
        if !ending.is_empty() {
            return ending;
        }
        // One mistake, and another one for each four letters. Of two letters every other name is a neighbor.
        let limit = match wanted_name.chars().count() {
            ..=2 => return Vec::new(),
            letters => 1 + letters / 4,
        };
        let distance = |path: &str| {
            let whole = count_mistakes(&wanted_name, &path.to_ascii_lowercase(), limit);
            whole.min(count_mistakes(&wanted_name, &last(path), limit))
        };
        let mut near: Vec<(usize, &str)> = paths().map(|path| (distance(path), path)).collect();
        near.retain(|(mistakes, _)| *mistakes <= limit);
        near.sort_by_key(|(mistakes, _)| *mistakes);
        near.into_iter().take(3).map(|(_, path)| path).collect()
    }
}

/// The number of mistakes that make one word of the other, or more than `limit` if it is greater.
fn count_mistakes(first: &str, second: &str, limit: usize) -> usize {
    // Each letter that only one of them has is a mistake. This also bounds the work for long names.
    if first.chars().count().abs_diff(second.chars().count()) > limit {
        return limit + 1;
    }
    edit_distance(first, second)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mistakes_are_counted() {
        for (first, second, mistakes) in [("kitten", "sitting", 3), ("", "abc", 3), ("same", "same", 0)] {
            assert_eq!(count_mistakes(first, second, 5), mistakes);
            assert_eq!(count_mistakes(second, first, 5), mistakes);
        }
        assert_eq!(count_mistakes("a", "abcdef", 2), 3);
    }
}
