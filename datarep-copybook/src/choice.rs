//! Items that redefine each other, of which a record has one: choices of the language.

use std::fmt::Write as _;

use datarep_dsl::controls::clean_line;

use super::options::{ChoiceLength, ChooseRule, RedefinesOption};

use super::copybook::{CopybookItem, ItemReference};
use super::count::{EarlierField, EarlierFieldKind};
use super::record::{GroupContext, RecordTextFields, RecordTextWriter};

/// The values with which one item is chosen, in the order of the options.
struct AlternativeValues<'i> {
    /// The item; `None` for nothing.
    item: Option<&'i CopybookItem>,
    values: Option<Vec<String>>,
}

impl RecordTextWriter<'_> {
    /// The rules for items that redefine each other.
    pub(super) fn find_choose_rules<'i>(
        &self,
        items: impl IntoIterator<Item = &'i CopybookItem>,
    ) -> Vec<ChooseRule> {
        let items: Vec<&CopybookItem> = items.into_iter().collect();
        let names_one = |rule: &ChooseRule| items.iter().any(|item| self.rule_names_item(rule, item));
        let rules = &self.dialect.choosing.choose;
        let fields: Vec<ItemReference> =
            rules.iter().filter(|rule| names_one(rule)).map(ChooseRule::field_reference).collect();
        let is_of_field =
            |rule: &ChooseRule| fields.iter().any(|field| field.is_same(&rule.field_reference()));
        // A rule for no item (`_`) cannot name one of these. It belongs to them if its field decides between them.
        let rules = rules.iter().filter(|rule| names_one(rule) || rule.item.is_none() && is_of_field(rule));
        rules.cloned().collect()
    }

    /// Whether a rule names an item. A name without groups is that of all items that have it.
    fn rule_names_item(&self, rule: &ChooseRule, item: &CopybookItem) -> bool {
        let Some((item_text, name)) = rule.item.as_deref().zip(item.name.as_deref()) else { return false };
        let reference = ItemReference::parse(item_text);
        // Records of several copybooks stand in one that has no number.
        reference.name.eq_ignore_ascii_case(name)
            && (reference.groups.is_empty() || self.names.find_all(&reference).contains(&item.number))
    }

    /// The field that decides by a rule before `first`, or why there is none.
    ///
    /// The language needs it before the choice. So of several items with its name, one that stands before is meant, and
    /// only two of these are ambiguous: `earlier_fields` has no others.
    fn find_selector_field<'f>(
        &self,
        rule: &ChooseRule,
        first: &CopybookItem,
        fields: &'f RecordTextFields,
    ) -> Result<&'f EarlierField, String> {
        let candidates = self.names.find_all(&rule.field_reference());
        let substitute = |number: usize| self.substitutes.get(&number).copied().unwrap_or(number);
        let mut earlier_candidates: Vec<usize> = candidates.into_iter().map(substitute).collect();
        earlier_candidates.retain(|number| fields.earlier_fields.contains_key(number));
        earlier_candidates.sort_unstable();
        earlier_candidates.dedup();
        let field = &rule.field;
        match earlier_candidates.as_slice() {
            [] => {}
            [number] => {
                if let Some(earlier_field) = fields.earlier_fields.get(number) {
                    return match earlier_field.kind {
                        EarlierFieldKind::Several(what) => Err(format!(
                            "`--choose` decides by `{field}`, which is no single value but has `{what}`"
                        )),
                        EarlierFieldKind::Whole | EarlierFieldKind::Other(_) => Ok(earlier_field),
                    };
                }
            }
            several => {
                let (item_list, advice) =
                    (self.names.format_items(several), self.names.advise_on_ambiguity(several));
                let is_reached = self.names.has_unique_references(several);
                let example =
                    if is_reached { format!(": `--choose \"{field} OF …\"`") } else { String::new() };
                return Err(format!(
                    "`--choose` decides by `{field}`, which is ambiguous: {item_list}. {advice}{example}"
                ));
            }
        }
        let first_name = first.shown_name();
        Err(format!(
            "`--choose` decides by `{field}`, which does not stand before `{first_name}` in its record"
        ))
    }

    /// Adds a choice of items that redefine each other, if options say how to choose. Returns whether they do.
    pub(super) fn write_choice(
        &mut self,
        items: &[CopybookItem],
        around: GroupContext,
        prefix: &str,
        fields: &mut RecordTextFields,
    ) -> bool {
        let rules = self.find_choose_rules(items);
        let (Some(first), Some(rule)) = (items.first(), rules.first()) else { return false };
        self.followed_rules.extend(rules.iter().cloned());
        let field = rule.field_reference();
        let field_items = self.names.find_all(&field);
        // `TYPE OF HEAD` and `TYPE OF HEAD OF REC` may be one field.
        let is_same = |other: &ChooseRule| {
            let other = other.field_reference();
            other.is_same(&field) || !field_items.is_empty() && self.names.find_all(&other) == field_items
        };
        if let Some(other) = rules.iter().find(|other| !is_same(other)) {
            let text = format!(
                "`--choose` decides between `{}` and others by `{}` and by `{}`: name one field",
                first.shown_name(),
                rule.field,
                other.field
            );
            self.add_fault(first, text);
            return true;
        }
        let EarlierField { name: selector, kind } = match self.find_selector_field(rule, first, fields) {
            Ok(earlier_field) => earlier_field.clone(),
            Err(text) => {
                self.add_fault_if_complete(first, text);
                return true;
            }
        };
        // What can be a count is a whole number, and then its cases are numbers. Cases of all other fields are texts.
        let is_number = matches!(kind, EarlierFieldKind::Whole);
        let mut alternatives = String::new();
        for AlternativeValues { item, values } in self.collect_alternative_values(items, &rules) {
            match write_cases(values.as_deref(), is_number) {
                Ok(cases) => {
                    let cases = format!("{cases} => ");
                    alternatives.push_str(&self.write_alternative(item, &cases, around, fields.offset));
                }
                Err(text) => self.add_fault(item.unwrap_or(first), text),
            }
        }
        for item in items {
            // A record has one of these items, so level 66 cannot give their fields another name.
            fields.renamed.leave_out(item);
            if !rules.iter().any(|rule| self.rule_names_item(rule, item)) {
                self.leave_out(item, "has no value in `--choose`", fields);
            }
        }
        let offset = fields.offset.unwrap_or(0);
        let lengths: Vec<u64> =
            items.iter().map(|item| self.count_bytes(item, around, offset).unwrap_or_default()).collect();
        let longest = lengths.iter().copied().max().unwrap_or_default();
        let is_own = self.dialect.choosing.choice_length == ChoiceLength::Own;
        let room = if is_own { String::new() } else { format!(" in {longest} bytes") };
        let name = fields.take_field_name(&format!("BY-{}", rule.field_reference().name), prefix);
        fields.lines.push(format!("    {name}: choice {selector}{room} {{\n{alternatives}    }};\n"));
        if is_own && lengths.iter().any(|length| *length != longest) {
            // What follows begins at another byte in each record.
            fields.offset = None;
        } else {
            fields.advance_by(longest);
        }
        true
    }

    /// Adds an overlay of items that redefine each other, if options ask for it. Returns whether they do.
    pub(super) fn write_overlay(
        &mut self,
        items: &[CopybookItem],
        around: GroupContext,
        prefix: &str,
        fields: &mut RecordTextFields,
    ) -> bool {
        // Bytes without a name and without fields have nothing to read.
        let is_read = |item: &&CopybookItem| item.name.is_some() || !item.items.is_empty();
        let readable_items: Vec<&CopybookItem> = items.iter().filter(is_read).collect();
        // The records of several copybooks keep their level. One of them says nothing of the others, so all are read.
        let are_records = items.iter().all(|item| item.level == 1);
        let is_asked = are_records || self.dialect.choosing.redefines == RedefinesOption::Overlay;
        let (Some(first), true) = (readable_items.first(), is_asked && readable_items.len() > 1) else {
            return false;
        };
        let alternatives: String = readable_items
            .iter()
            .map(|item| self.write_alternative(Some(item), "", around, fields.offset))
            .collect();
        for item in items {
            fields.renamed.leave_out(item);
            if !is_read(&item) {
                self.leave_out(item, "has no name, and is left out", fields);
            }
        }
        let offset = fields.offset.unwrap_or(0);
        let lengths = items.iter().filter_map(|item| self.count_bytes(item, around, offset));
        let longest = lengths.max().unwrap_or_default();
        let name = fields.take_field_name(&format!("{}-OVERLAY", first.shown_name()), prefix);
        fields.lines.push(format!("    {name}: overlay in {longest} bytes {{\n{alternatives}    }};\n"));
        fields.advance_by(longest);
        true
    }

    /// The line of an alternative, with its comment. `cases` is what stands before it.
    fn write_alternative(
        &mut self,
        item: Option<&CopybookItem>,
        cases: &str,
        around: GroupContext,
        offset: Option<u64>,
    ) -> String {
        // All items of a record may stand before the choice. Then it has nothing of its own there.
        let Some(item) = item.filter(|item| !item.is_used_up) else { return format!("        {cases}_;\n") };
        let mut inner_fields = RecordTextFields::starting_at(offset);
        if item.items.is_empty() || item.occurs.is_some() {
            self.write_item(item, around, "", &mut inner_fields);
            let (comments, line) = match inner_fields.lines.split_last() {
                Some((line, comments)) => (comments.concat(), line.trim_start()),
                None => return String::new(),
            };
            // The last line may have comments before it, for names of level 88. The cases stand before the field
            // itself.
            let (notes, field) = match line.rsplit_once("\n    ") {
                Some((notes, field)) => (format!("        {notes}\n"), field),
                None => (String::new(), line),
            };
            return format!("{comments}{notes}        {cases}{field}");
        }
        self.write_items(item, around.inside(item), "", &mut inner_fields);
        // In a choice of so many bytes, what an alternative lacks is passed over.
        if self.dialect.choosing.choice_length == ChoiceLength::Own {
            self.refuse_filling(item, &inner_fields);
        }
        let name = self.take_record_name(item.shown_name());
        let docs = self.describe_renames(item, &inner_fields.renamed);
        self.add_record(&name, item, &docs, &super::record::comment_conditions(item), &inner_fields);
        let place = clean_line(&item.place.to_string()).into_owned();
        // A field may have the name of a format.
        let field =
            self.record_names.find_format(&name).map_or_else(String::new, |field| format!("{field}: "));
        format!("        {cases}{field}{name};  // {place}\n")
    }

    /// The values for each item, in the order of the options; what takes all others comes last.
    fn collect_alternative_values<'i>(
        &self,
        items: &'i [CopybookItem],
        rules: &[ChooseRule],
    ) -> Vec<AlternativeValues<'i>> {
        let mut alternatives: Vec<(Option<usize>, AlternativeValues<'i>)> = Vec::new();
        for rule in rules {
            let key = items.iter().position(|item| self.rule_names_item(rule, item));
            let item_values = alternatives.iter_mut().filter(|(other, _)| *other == key);
            let mut item_values = item_values.filter_map(|(_, alternative)| alternative.values.as_mut());
            // Several options for one item make one alternative: it is a field, and no two fields of a record have one
            // name.
            if let (Some(values), Some(more_values)) = (item_values.next(), &rule.values) {
                values.extend(more_values.iter().cloned());
                continue;
            }
            let item = key.and_then(|key| items.get(key));
            alternatives.push((key, AlternativeValues { item, values: rule.values.clone() }));
        }
        let (with_values, without_values): (Vec<_>, Vec<_>) =
            alternatives.into_iter().partition(|(_, alternative)| alternative.values.is_some());
        with_values.into_iter().chain(without_values).map(|(_, alternative)| alternative).collect()
    }

    /// Reports options that no item of the copybook is meant by.
    pub(super) fn report_unused_rules(&mut self, top: &CopybookItem) {
        let unused: Vec<ChooseRule> = self
            .dialect
            .choosing
            .choose
            .iter()
            .filter(|rule| !self.followed_rules.contains(rule))
            .cloned()
            .collect();
        for ChooseRule { item, field, .. } in unused {
            let text = match item {
                Some(item) => {
                    format!("`--choose` names `{item}`, which neither redefines an item nor is redefined")
                }
                None => format!("`--choose` decides by `{field}`, and no item is chosen by it"),
            };
            self.add_fault_if_complete(top, text);
        }
    }
}

/// The cases of an alternative, as the language has them.
fn write_cases(values: Option<&[String]>, is_number: bool) -> Result<String, String> {
    let Some(values) = values else { return Ok("otherwise".to_owned()) };
    let mut cases = String::new();
    for value in values {
        let separator = if cases.is_empty() { "" } else { " | " };
        if !is_number {
            let text = value.replace('\\', "\\\\").replace('"', "\\\"");
            let _ = write!(cases, "{separator}\"{text}\"");
            continue;
        }
        // `4..9` has both of its ends, which is `4..=9` in the language.
        let (first, last) = match value.split_once("..") {
            Some((first, last)) => (first, last.trim_start_matches('=')),
            None => (value.as_str(), value.as_str()),
        };
        let (Ok(first), Ok(last)) = (first.parse::<i128>(), last.parse::<i128>()) else {
            return Err(format!("`--choose`: `{value}` is no number, and the field that decides is one"));
        };
        let last = if value.contains("..") { format!("..={last}") } else { String::new() };
        let _ = write!(cases, "{separator}{first}{last}");
    }
    Ok(cases)
}

impl ChooseRule {
    /// The item that decides.
    pub(super) fn field_reference(&self) -> ItemReference {
        ItemReference::parse(&self.field)
    }
}
