//! Rules: from their words to the action of a conversion for every event that can happen in it.
//!
//! The rules of a mapping come first, then those of its representation, then those of the parents. If the target cannot
//! follow a rule of a representation, the next rule applies. If it cannot follow a rule of the mapping itself, that is
//! a fault. Rules for events that cannot happen keep their default, so that conversions with the same behavior are
//! equal.

use std::collections::BTreeSet;

use super::context::{Context, TextPlace, quote_words};
use super::event::{ACTIONS, Action};
use super::range::{RangeFacts, TinyNumbers};
use super::synonyms;
use crate::ast::{Argument, RuleExpr, RulesExpr};
use crate::diagnostic::{Diagnostic, Slug};
use crate::model::{
    Event, Events, InvalidRule, MissingRule, NoncanonicalRule, OverflowRule, Policy, Rounding, RuleDirection,
    SpecialRule, StatedRules, UnderflowRule, UnmappedRule, ZeroRule,
};

/// The action for an event, and the words that state it.
#[derive(Debug, Clone, Copy)]
struct ResolvedRule {
    action: Action,
    event_place: TextPlace,
    action_place: TextPlace,
}

/// Rules of both directions. For each event the first rule that can be followed applies.
#[derive(Debug, Clone, Default)]
pub(super) struct ResolvedRules {
    of: [[Vec<ResolvedRule>; 11]; 2],
    /// Whether a rule of the direction has a fault. It may be the rule that is missing.
    faulty: [bool; 2],
}

impl ResolvedRules {
    fn list(&self, direction: RuleDirection, event: Event) -> &[ResolvedRule] {
        &self.of[direction as usize][event as usize]
    }

    /// Whether a rule of the direction has a fault.
    pub(super) fn is_faulty(&self, direction: RuleDirection) -> bool {
        self.faulty[direction as usize]
    }

    /// The effect of the rules when they are inherited, regardless of where they were written.
    pub(super) fn effect(&self) -> RuleEffect {
        let actions = self.of.iter().flatten().map(|rules| rules.iter().map(|rule| rule.action).collect());
        RuleEffect { actions: actions.collect(), faulty: self.faulty }
    }

    /// These rules, followed by those of the parent that differ from them.
    pub(super) fn prepend_to(&self, parent: &ResolvedRules) -> ResolvedRules {
        let mut rules = self.clone();
        for (own, inherited) in rules.faulty.iter_mut().zip(parent.faulty) {
            *own |= inherited;
        }
        for (own, inherited) in rules.of.iter_mut().flatten().zip(parent.of.iter().flatten()) {
            // A rule that can never be reached is left out, so that equal effects have equal lists.
            for rule in inherited {
                if !own.iter().any(|earlier_rule| covers_action(earlier_rule.action, rule.action)) {
                    own.push(*rule);
                }
            }
        }
        rules
    }
}

/// The actions of rules for each event and direction, in their order.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct RuleEffect {
    actions: Vec<Vec<Action>>,
    faulty: [bool; 2],
}

/// Whether `earlier` can be followed wherever `later` can.
fn covers_action(earlier: Action, later: Action) -> bool {
    match (earlier, later) {
        (Action::Substitute(earlier), Action::Substitute(later)) => {
            // A set that has a code also has all smaller codes, except surrogates.
            earlier <= later && char::from_u32(earlier).is_some()
        }
        (earlier, later) => earlier == later,
    }
}

/// The events that rules name, whatever their actions are. Words that are no events are reported elsewhere.
pub(super) fn list_stated_rules<'e>(blocks: impl Iterator<Item = &'e RulesExpr>) -> StatedRules {
    let mut stated = StatedRules::default();
    for block in blocks {
        let words = block.rules.iter().flat_map(|rule| &rule.events);
        let events = words.filter_map(|word| Event::from_word(&word.value));
        let events = events.fold(Events::NONE, |all, event| all | Events::from_event(event));
        match block.direction.value.as_str() {
            "read" => stated.read = stated.read | events,
            "write" => stated.write = stated.write | events,
            _ => {}
        }
    }
    stated
}

impl Context<'_> {
    /// Resolves the rules of one place. Two rules for the same event are a fault.
    pub(super) fn resolve_rules<'e>(
        &mut self,
        unit: usize,
        blocks: impl Iterator<Item = &'e RulesExpr>,
    ) -> ResolvedRules {
        let mut rules = ResolvedRules::default();
        for block in blocks {
            let direction = match block.direction.value.as_str() {
                "read" => RuleDirection::Read,
                "write" => RuleDirection::Write,
                other => {
                    let place = TextPlace { unit, span: block.direction.span };
                    self.report_unknown_word(place, "direction", other, &["read", "write"]);
                    continue;
                }
            };
            for rule in &block.rules {
                self.resolve_rule(unit, direction, rule, &mut rules);
            }
        }
        rules
    }

    fn resolve_rule(
        &mut self,
        unit: usize,
        direction: RuleDirection,
        rule: &RuleExpr,
        rules: &mut ResolvedRules,
    ) {
        let action = self.resolve_action(unit, rule);
        let faulty = &mut rules.faulty[direction as usize];
        // A direction with a faulty rule is marked, so that no later pass reports as missing what was only misspelled.
        *faulty |= action.is_none();
        for word in &rule.events {
            let place = TextPlace { unit, span: word.span };
            let Some(event) = Event::from_word(&word.value) else {
                self.report_unknown_word(place, "event", &word.value, &Event::ALL.map(Event::word));
                *faulty = true;
                continue;
            };
            let Some(action) = action else { continue };
            // Only files have words that are not canonical: native numbers are written with the canonical one.
            if event == Event::Noncanonical && direction == RuleDirection::Write {
                let title = "`noncanonical` is a rule for reading";
                let fault =
                    Diagnostic::new(Slug::ImpossibleRule, title, word.span, "what is written is canonical");
                self.report(unit, fault.help("move the rule to `on read`"));
                *faulty = true;
                continue;
            }
            // `nan(payload)` shares its word with `nan`, which other events accept. So the word alone does not tell.
            let payload = action == Action::Payload && event != Event::Missing;
            if payload || !event.has_action(&rule.action.name.value) {
                let answer = if payload { "nan(payload)" } else { &rule.action.name.value };
                let title = format!("`{}` cannot be answered by `{answer}`", word.value);
                let actions: Vec<String> = event.list_action_texts().into_iter().map(str::to_owned).collect();
                let fault =
                    Diagnostic::new(Slug::ImpossibleRule, title, rule.action.span, "not for this event")
                        .label(word.span, "the event")
                        .help(format!("write {}", quote_words(&actions, "or")));
                self.report(unit, fault);
                *faulty = true;
                continue;
            }
            let list = &mut rules.of[direction as usize][event as usize];
            // The first rule stays. The list is not extended, so that a third rule is reported against the first, too.
            if let Some(first) = list.first().map(|rule| rule.event_place) {
                let title = format!("`{}` has two rules for `on {}`", word.value, direction.word());
                let fault = Diagnostic::new(Slug::DuplicateRule, title, word.span, "ruled again here")
                    .label(first.span, "first ruled here")
                    .help("remove one of the two");
                self.report(unit, fault);
            } else {
                let action_place = TextPlace { unit, span: rule.action.span };
                list.push(ResolvedRule { action, event_place: place, action_place });
            }
        }
    }

    fn resolve_action(&mut self, unit: usize, rule: &RuleExpr) -> Option<Action> {
        let call = &rule.action;
        let entry = ACTIONS.iter().find(|(word, _)| *word == call.name.value);
        let Some((word, action)) = entry else {
            self.report_unknown_action(unit, rule);
            return None;
        };
        match (action, call.arguments.as_slice()) {
            (Action::Substitute(_), [Argument::Number(code)]) => {
                // 0x10_FFFF is the last code point of Unicode. Whether the format has the character is asked where the
                // rule meets a format: one rule may stand for several.
                let value = u32::try_from(code.value).ok().filter(|code| *code <= 0x10_FFFF);
                if value.is_none() {
                    let title = format!("{} is not the code of a character", code.value);
                    self.report_at(
                        TextPlace { unit, span: code.span },
                        Slug::Number,
                        title,
                        "0 to 0x10_FFFF",
                    );
                }
                value.map(Action::Substitute)
            }
            (Action::Substitute(_), _) => {
                let title = "`substitute` takes the Unicode code point of a character";
                let fault = Diagnostic::new(Slug::Number, title, call.span, "not of that form");
                self.report(unit, fault.help("write `substitute(63)` for a question mark"));
                None
            }
            (Action::Nan, [Argument::Word(word)]) if word.value == "payload" => Some(Action::Payload),
            (action, []) => Some(*action),
            (_, _) => {
                let title = format!("`{word}` takes no numbers");
                let fault = Diagnostic::new(Slug::Number, title, call.span, "written with numbers");
                self.report(unit, fault.help(format!("write `{word}`")));
                None
            }
        }
    }
}

impl Context<'_> {
    /// Reports a word that is no action, and names the actions that can answer all events of the rule.
    fn report_unknown_action(&mut self, unit: usize, rule: &RuleExpr) {
        let word = &rule.action.name;
        let events: Vec<Event> =
            rule.events.iter().filter_map(|event| Event::from_word(&event.value)).collect();
        // One rule may have several events, and the advice must fit all of them.
        let possible = |form: &&str| events.iter().all(|event| event.list_action_texts().contains(form));
        let suggestion =
            events.first().and_then(|event| synonyms::find_action(&word.value, *event)).filter(possible);
        let forms: Vec<&str> = match (suggestion, events.first()) {
            (Some(suggestion), _) => vec![suggestion],
            (None, Some(event)) => event.list_action_texts().into_iter().filter(possible).collect(),
            (None, None) => ACTIONS.iter().map(|(word, _)| *word).collect(),
        };
        self.report_unknown_word(TextPlace { unit, span: word.span }, "action", &word.value, &forms);
    }
}

/// A conversion in one direction, and the rules that apply to it.
pub(super) struct DirectedConversion<'f> {
    pub(super) direction: RuleDirection,
    pub(super) source: &'f RangeFacts,
    pub(super) target: &'f RangeFacts,
    /// The mapping's own rules.
    pub(super) own: &'f ResolvedRules,
    /// Those of the representation and its parents.
    pub(super) inherited: &'f ResolvedRules,
}

/// The events that can happen in a conversion.
#[derive(Debug, Clone, Copy)]
struct PossibleEvents {
    /// Under inherited rules, which see only the tiny numbers that the target lacks.
    by_inherited: Events,
    /// Under the mapping's own rules, which see every tiny number.
    by_own: Events,
}

/// The result of applying the rules to a flow.
#[derive(Debug, Default)]
pub(super) struct RuleFaults {
    /// Events that can happen and have no rule.
    pub(super) missing: Vec<Event>,
    /// Rules at the mapping that the target cannot follow.
    pub(super) impossible: BTreeSet<(TextPlace, Event, Action)>,
    /// The missing events for which the representation has a rule that the target cannot follow.
    pub(super) passed: Vec<Event>,
    /// Whether a rule that applies has a fault.
    pub(super) unclear: bool,
}

impl DirectedConversion<'_> {
    /// The policy of this flow, and its faults.
    pub(super) fn decide_policy(&self) -> (Policy, RuleFaults) {
        let unclear = self.inherited.is_faulty(self.direction);
        let mut rule_faults = RuleFaults { unclear, ..RuleFaults::default() };
        let mut policy = Policy::DEFAULT;
        let mut possible_events = self.find_possible_events(policy.rounding);
        if let Some(action) = self.find_required_action(Event::Inexact, possible_events, &mut rule_faults) {
            set_rounding(&mut policy, action);
            // The rounding of a number can decide whether it is beyond the largest one.
            if policy.rounding != Policy::DEFAULT.rounding {
                possible_events = self.find_possible_events(policy.rounding);
            }
        }
        for event in Event::ALL {
            if event == Event::Inexact {
                continue;
            }
            // Missing values exist in files alone. When writing, only NaNs with a payload become them, which is an
            // option.
            let reads_missing = self.source.has_missing() && self.direction == RuleDirection::Read;
            if event == Event::Noncanonical || event == Event::Missing && !reads_missing {
                if let Some(action) = self.find_optional_action(event, &mut rule_faults) {
                    set_action(&mut policy, event, action);
                }
                continue;
            }
            if let Some(action) = self.find_required_action(event, possible_events, &mut rule_faults) {
                set_action(&mut policy, event, action);
            }
        }
        // No number overflows, but sums of two words may that no writer makes. They follow a rule if there is one,
        // and need none.
        if !possible_events.by_own.has(Event::Overflow)
            && self.source.has_sums_beyond_range(self.target, policy.rounding)
        {
            policy.overflow =
                self.find_followed_action(Event::Overflow).map_or(policy.overflow, overflow_rule);
        }
        // The rule of `inexact` was not asked for if no number is rounded. Words for numbers that are too small
        // follow it all the same.
        policy.inexact_error |= self.refuses_small_words(&policy, possible_events.by_inherited);
        (policy, rule_faults)
    }

    fn find_possible_events(&self, rounding: Rounding) -> PossibleEvents {
        let losses = |tiny_numbers| self.source.find_losses(self.target, rounding, tiny_numbers);
        PossibleEvents { by_inherited: losses(TinyNumbers::Lost), by_own: losses(TinyNumbers::All) }
    }

    /// The first action for an event that the target can follow.
    fn find_followed_action(&self, event: Event) -> Option<Action> {
        let own = self.own.list(self.direction, event).iter();
        let mut rules = own.chain(self.inherited.list(self.direction, event)).map(|rule| rule.action);
        rules.find(|action| self.supports_action(event, *action))
    }

    /// Whether words that mean an underflow are an error, although no number is rounded: the rule
    /// for `inexact` is `error`, and `subnormal` cannot keep such words.
    fn refuses_small_words(&self, policy: &Policy, possible_events: Events) -> bool {
        policy.underflow == UnderflowRule::Subnormal
            && possible_events.has(Event::Underflow)
            && self.find_followed_action(Event::Inexact) == Some(Action::Error)
    }

    /// Whether the target can follow a rule. Only a whole number can wrap around.
    fn supports_action(&self, event: Event, action: Action) -> bool {
        let wraps = action == Action::Wrap && !self.source.is_whole();
        !wraps && self.target.supports_action(event, action)
    }

    /// The action for an event that needs no rule, if there is one and it has an effect.
    fn find_optional_action(&self, event: Event, rule_faults: &mut RuleFaults) -> Option<Action> {
        let effect = match event {
            Event::Noncanonical => self.direction == RuleDirection::Read,
            Event::Missing => {
                self.target.has_missing() && self.source.supports_action(event, Action::Payload)
            }
            Event::Inexact
            | Event::Overflow
            | Event::Underflow
            | Event::Infinity
            | Event::Nan
            | Event::Reserved
            | Event::NegativeZero
            | Event::Unmapped
            | Event::Invalid => false,
        };
        // A rule that stands at the mapping must make sense there, even if the event cannot happen.
        for rule in self.own.list(self.direction, event) {
            if !self.supports_action(event, rule.action) {
                rule_faults.impossible.insert((rule.action_place, event, rule.action));
                return None;
            }
        }
        let own = self.own.list(self.direction, event).iter();
        let mut rules = own.chain(self.inherited.list(self.direction, event)).map(|rule| rule.action);
        rules.find(|action| effect && self.supports_action(event, *action))
    }

    /// The action for an event that can happen.
    fn find_required_action(
        &self,
        event: Event,
        possible_events: PossibleEvents,
        rule_faults: &mut RuleFaults,
    ) -> Option<Action> {
        // A rule of the mapping is meant for this format, so one that it cannot follow is a fault. An inherited rule
        // was written for many formats, so one that this format cannot follow is passed over.
        let own = self.own.list(self.direction, event);
        for &ResolvedRule { action, action_place, .. } in own {
            if !self.supports_action(event, action) {
                rule_faults.impossible.insert((action_place, event, action));
                return None;
            }
            // Otherwise the rule has no effect. It is no fault: an event that cannot happen is ruled in vain.
            if possible_events.by_own.has(event) {
                return Some(action);
            }
        }
        if !possible_events.by_inherited.has(event) {
            return None;
        }
        let inherited = self.inherited.list(self.direction, event).iter();
        let rule = inherited.map(|rule| rule.action).find(|action| self.supports_action(event, *action));
        // Without a rule, events that change a number into another kind of value have no action: only the user can
        // say that this is right. The others have the action of IEEE 754, or are errors.
        let usual = || match event {
            Event::Infinity | Event::Nan | Event::NegativeZero if self.target.can_keep(event) => {
                Some(Action::Keep)
            }
            Event::Overflow | Event::Infinity | Event::Nan | Event::Reserved | Event::Missing => None,
            Event::Underflow => Some(Action::Subnormal),
            Event::Inexact => Some(Action::NearestEven),
            Event::NegativeZero => Some(Action::Zero),
            Event::Noncanonical => Some(Action::Keep),
            Event::Unmapped | Event::Invalid => Some(Action::Error),
        };
        let action = rule.or_else(usual);
        if action.is_none() {
            rule_faults.missing.push(event);
            // The user has a rule for the event, but this target cannot follow it. The message says so.
            if !self.inherited.list(self.direction, event).is_empty() {
                rule_faults.passed.push(event);
            }
        }
        action
    }
}

fn set_rounding(policy: &mut Policy, action: Action) {
    (policy.rounding, policy.inexact_error) = match action {
        Action::TowardZero => (Rounding::TowardZero, false),
        Action::NearestAway => (Rounding::NearestAway, false),
        Action::Up => (Rounding::Up, false),
        Action::Down => (Rounding::Down, false),
        Action::Error => (Rounding::NearestEven, true),
        _ => (Rounding::NearestEven, false),
    };
}

fn set_action(policy: &mut Policy, event: Event, action: Action) {
    match event {
        Event::Overflow => policy.overflow = overflow_rule(action),
        Event::Infinity => policy.infinity = special_rule(action),
        Event::Nan => policy.nan = special_rule(action),
        Event::Reserved => policy.reserved = special_rule(action),
        Event::Underflow => {
            // In each event the last arm is its default. `resolve_rule` has refused every other action, so the arm
            // hides no action that a user has written.
            policy.underflow = match action {
                Action::Zero => UnderflowRule::Zero,
                Action::Error => UnderflowRule::Error,
                _ => UnderflowRule::Subnormal,
            };
        }
        Event::NegativeZero => {
            policy.negative_zero = match action {
                Action::Zero => ZeroRule::Zero,
                Action::Error => ZeroRule::Error,
                _ => ZeroRule::Keep,
            };
        }
        Event::Unmapped => {
            policy.unmapped = match action {
                Action::Substitute(code) => UnmappedRule::Substitute(code),
                _ => UnmappedRule::Error,
            };
        }
        Event::Invalid => {
            policy.invalid = match action {
                Action::Zero => InvalidRule::Zero,
                _ => InvalidRule::Error,
            };
        }
        Event::Missing => {
            policy.missing = match action {
                Action::Payload => MissingRule::Payload,
                Action::Nan => MissingRule::Nan,
                Action::Zero => MissingRule::Zero,
                _ => MissingRule::Error,
            };
        }
        Event::Noncanonical => {
            policy.noncanonical = match action {
                Action::Error => NoncanonicalRule::Error,
                _ => NoncanonicalRule::Keep,
            };
        }
        Event::Inexact => set_rounding(policy, action),
    }
}

fn overflow_rule(action: Action) -> OverflowRule {
    match action {
        Action::Saturate => OverflowRule::Saturate,
        Action::Infinity => OverflowRule::Infinity,
        Action::Nan => OverflowRule::Nan,
        Action::Wrap => OverflowRule::Wrap,
        _ => OverflowRule::Error,
    }
}

fn special_rule(action: Action) -> SpecialRule {
    match action {
        Action::Keep => SpecialRule::Keep,
        Action::Zero => SpecialRule::Zero,
        Action::Nan => SpecialRule::Nan,
        Action::Infinity => SpecialRule::Infinity,
        Action::Saturate => SpecialRule::Saturate,
        Action::Reserved => SpecialRule::Reserved,
        Action::Missing => SpecialRule::Missing,
        _ => SpecialRule::Error,
    }
}
