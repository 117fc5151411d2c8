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
        let Some((named, name)) = rule.item.as_deref().zip(item.name.as_deref()) else { return false };
        let reference = ItemReference::parse(named);
        // Records of several copybooks stand in one that has no number.
        reference.name.eq_ignore_ascii_case(name)
            && (reference.groups.is_empty() || self.names.find_all(&reference).contains(&item.number))
    }

    /// The field that decides by a rule before `first`, or why there is none.
    ///
    /// The language needs it before the choice. So of several items with its name, one that stands before is meant, and
    /// only two of these are ambiguous: `known` has no others.
    fn find_selector_field<'f>(
        &self,
        rule: &ChooseRule,
        first: &CopybookItem,
        fields: &'f RecordTextFields,
    ) -> Result<&'f EarlierField, String> {
        let all = self.names.find_all(&rule.field_reference());
        let read = |number: usize| self.replaced.get(&number).copied().unwrap_or(number);
        let mut before: Vec<usize> = all.into_iter().map(read).collect();
        before.retain(|number| fields.known.contains_key(number));
        before.sort_unstable();
        before.dedup();
        let field = &rule.field;
        match before.as_slice() {
            [] => {}
            [one] => {
                if let Some(known) = fields.known.get(one) {
                    return match known.kind {
                        EarlierFieldKind::Several(what) => Err(format!(
                            "`--choose` decides by `{field}`, which is no single value but has `{what}`"
                        )),
                        EarlierFieldKind::Whole | EarlierFieldKind::Other(_) => Ok(known),
                    };
                }
            }
            several => {
                let (shown, advice) =
                    (self.names.format_items(several), self.names.advise_on_ambiguity(several));
                let is_reached = self.names.has_unique_references(several);
                let example =
                    if is_reached { format!(": `--choose \"{field} OF …\"`") } else { String::new() };
                return Err(format!(
                    "`--choose` decides by `{field}`, which is ambiguous: {shown}. {advice}{example}"
                ));
            }
        }
        let shown = first.shown_name();
        Err(format!("`--choose` decides by `{field}`, which does not stand before `{shown}` in its record"))
    }

    /// Adds a choice of items that redefine each other, if options say how to choose. Returns whether they do.
    pub(super) fn write_choice(
        &mut self,
        items: &[&CopybookItem],
        around: GroupContext,
        prefix: &str,
        fields: &mut RecordTextFields,
    ) -> bool {
        let rules = self.find_choose_rules(items.iter().copied());
        let (Some(first), Some(rule)) = (items.first(), rules.first()) else { return false };
        self.used.extend(rules.iter().cloned());
        let field = rule.field_reference();
        let all = self.names.find_all(&field);
        // `TYPE OF HEAD` and `TYPE OF HEAD OF REC` may be one field.
        let is_same = |other: &ChooseRule| {
            let other = other.field_reference();
            other.is_same(&field) || !all.is_empty() && self.names.find_all(&other) == all
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
            Ok(known) => known.clone(),
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
                    alternatives.push_str(&self.write_alternative(item, &cases, around, fields.at));
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
        let at = fields.at.unwrap_or(0);
        let lengths: Vec<u64> =
            items.iter().map(|item| self.count_bytes(item, around, at).unwrap_or_default()).collect();
        let longest = lengths.iter().copied().max().unwrap_or_default();
        let is_own = self.dialect.choosing.choice_length == ChoiceLength::Own;
        let room = if is_own { String::new() } else { format!(" in {longest} bytes") };
        let name = fields.take_field_name(&format!("BY-{}", rule.field_reference().name), prefix);
        fields.lines.push(format!("    {name}: choice {selector}{room} {{\n{alternatives}    }};\n"));
        if is_own && lengths.iter().any(|length| *length != longest) {
            // What follows begins at another byte in each record.
            fields.at = None;
        } else {
            fields.advance_by(longest);
        }
        true
    }

    /// Adds an overlay of items that redefine each other, if options ask for it. Returns whether they do.
    pub(super) fn write_overlay(
        &mut self,
        items: &[&CopybookItem],
        around: GroupContext,
        prefix: &str,
        fields: &mut RecordTextFields,
    ) -> bool {
        // Bytes without a name and without fields have nothing to read.
        let is_read = |item: &&&CopybookItem| item.name.is_some() || !item.items.is_empty();
        let read: Vec<&CopybookItem> = items.iter().filter(is_read).copied().collect();
        // The records of several copybooks keep their level. One of them says nothing of the others, so all are read.
        let are_records = items.iter().all(|item| item.level == 1);
        let is_asked = are_records || self.dialect.choosing.redefines == RedefinesOption::Overlay;
        let (Some(first), true) = (read.first(), is_asked && read.len() > 1) else { return false };
        let alternatives: String =
            read.iter().map(|item| self.write_alternative(Some(item), "", around, fields.at)).collect();
        for item in items {
            fields.renamed.leave_out(item);
            if !is_read(&item) {
                self.leave_out(item, "has no name, and is left out", fields);
            }
        }
        let at = fields.at.unwrap_or(0);
        let lengths = items.iter().filter_map(|item| self.count_bytes(item, around, at));
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
        at: Option<u64>,
    ) -> String {
        // All items of a record may stand before the choice. Then it has nothing of its own there.
        let Some(item) = item.filter(|item| !item.is_used_up) else { return format!("        {cases}_;\n") };
        let mut own = RecordTextFields::starting_at(at);
        if item.items.is_empty() || item.occurs.is_some() {
            self.write_item(item, around, "", &mut own);
            let (comments, line) = match own.lines.split_last() {
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
        self.write_items(item, around.inside(item), "", &mut own);
        // In a choice of so many bytes, what an alternative lacks is passed over.
        if self.dialect.choosing.choice_length == ChoiceLength::Own {
            self.refuse_filling(item, &own);
        }
        let name = self.take_record_name(item.shown_name());
        let docs = self.describe_renames(item, &own.renamed);
        self.add_record(&name, item, &docs, &super::record::comment_conditions(item), &own);
        let place = clean_line(&item.place.to_string()).into_owned();
        format!("        {cases}{name};  // {place}\n")
    }

    /// The values for each item, in the order of the options; what takes all others comes last.
    fn collect_alternative_values<'i>(
        &self,
        items: &[&'i CopybookItem],
        rules: &[ChooseRule],
    ) -> Vec<AlternativeValues<'i>> {
        let mut all: Vec<(Option<usize>, AlternativeValues<'i>)> = Vec::new();
        for rule in rules {
            let key = items.iter().position(|item| self.rule_names_item(rule, item));
            let known = all.iter_mut().filter(|(other, _)| *other == key);
            let mut known = known.filter_map(|(_, chosen)| chosen.values.as_mut());
            // Several options for one item make one alternative: it is a field, and no two fields of a record have one
            // name.
            if let (Some(values), Some(more)) = (known.next(), &rule.values) {
                values.extend(more.iter().cloned());
                continue;
            }
            let item = key.and_then(|key| items.get(key)).copied();
            all.push((key, AlternativeValues { item, values: rule.values.clone() }));
        }
        let (known, others): (Vec<_>, Vec<_>) =
            all.into_iter().partition(|(_, chosen)| chosen.values.is_some());
        known.into_iter().chain(others).map(|(_, chosen)| chosen).collect()
    }

    /// Reports options that no item of the copybook is meant by.
    pub(super) fn report_unused_rules(&mut self, top: &CopybookItem) {
        let unused: Vec<ChooseRule> =
            self.dialect.choosing.choose.iter().filter(|rule| !self.used.contains(rule)).cloned().collect();
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
        let between = if cases.is_empty() { "" } else { " | " };
        if !is_number {
            let text = value.replace('\\', "\\\\").replace('"', "\\\"");
            let _ = write!(cases, "{between}\"{text}\"");
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
        let _ = write!(cases, "{between}{first}{last}");
    }
    Ok(cases)
}

impl ChooseRule {
    /// The item that decides.
    pub(super) fn field_reference(&self) -> ItemReference {
        ItemReference::parse(&self.field)
    }
}
