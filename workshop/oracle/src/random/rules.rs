//! Random rules at every level of a text, and the policies that follow from them.
//!
//! The policies are found here once more, from what was drawn: the compiler leaves out rules that it considers
//! impossible, and a rule that it leaves out wrongly must be found.

use std::fmt::Write as _;

use datarep_dsl::model::{
    InvalidRule, MissingRule, NoncanonicalRule, OverflowRule, Policy, Rounding, SpecialRule, UnderflowRule,
    ZeroRule,
};

use crate::chance::Chance;

/// An event and its action.
pub(super) type Rule = (&'static str, &'static str);

/// The rules of both directions, reading first.
pub(super) type Level = [Vec<Rule>; 2];

/// Rules that most formats can follow, behind all random ones.
pub(super) const USUAL: [&[Rule]; 2] = [
    &[
        ("overflow", "infinity"),
        ("infinity", "keep"),
        ("nan", "keep"),
        ("reserved", "nan"),
        ("missing", "nan"),
    ],
    &[("overflow", "saturate"), ("infinity", "saturate"), ("nan", "error"), ("reserved", "error")],
];

/// Rules that every format and native type can follow.
pub(super) const LAST: [&[Rule]; 2] = [
    &[
        ("overflow", "saturate"),
        ("infinity", "error"),
        ("nan", "error"),
        ("reserved", "error"),
        ("missing", "error"),
        ("invalid", "error"),
    ],
    &[("overflow", "error"), ("infinity", "error"), ("nan", "error"), ("reserved", "error")],
];

/// The rules of all records, as the book lists them.
#[cfg(feature = "hostile")]
pub(super) const OF_RECORDS: [[&[Rule]; 2]; 2] = [
    [&[("infinity", "keep"), ("nan", "keep")], &[("infinity", "keep"), ("nan", "keep")]],
    [
        &[
            ("overflow", "infinity"),
            ("infinity", "error"),
            ("nan", "error"),
            ("reserved", "nan"),
            ("missing", "nan"),
            ("invalid", "error"),
        ],
        &[("overflow", "error"), ("infinity", "error"), ("nan", "error"), ("reserved", "error")],
    ],
];

/// The words of a direction.
pub(super) const DIRECTIONS: [&str; 2] = ["read", "write"];

/// The actions that are drawn for an event, the more frequent ones more than once. An action that is an error ends a
/// slice, so errors are drawn apart.
const ACTIONS: [(&str, &[&str]); 8] = [
    ("overflow", &["infinity", "infinity", "saturate", "saturate", "nan", "wrap"]),
    ("infinity", &["keep", "keep", "saturate", "nan", "zero", "reserved", "missing"]),
    ("nan", &["keep", "keep", "zero", "infinity", "reserved", "missing"]),
    ("reserved", &["nan", "zero", "infinity"]),
    ("underflow", &["subnormal", "subnormal", "zero"]),
    ("negative_zero", &["keep", "keep", "zero"]),
    ("inexact", &["nearest_even", "nearest_even", "toward_zero", "nearest_away", "up", "down"]),
    ("invalid", &["zero"]),
];

/// The actions that a side with these abilities can follow, for the rules of a mapping itself.
const OWN: [(&str, &[&str]); 3] = [
    ("underflow", &["subnormal", "subnormal", "zero"]),
    ("negative_zero", &["keep", "zero", "zero"]),
    ("inexact", &["nearest_even", "toward_zero", "nearest_away", "up", "down"]),
];

/// What a side of a conversion can hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a class of words of its own")]
pub(super) struct Abilities {
    pub(super) infinity: bool,
    pub(super) nan: bool,
    pub(super) reserved: bool,
    pub(super) missing: bool,
    pub(super) zero: bool,
    pub(super) negative_zero: bool,
    /// Whether an overflow can wrap around.
    pub(super) wraps: bool,
    /// Whether a NaN has room for the byte of a missing value.
    pub(super) payload: bool,
}

impl Abilities {
    /// Whether a side with these abilities can follow a rule.
    fn can_follow(self, (event, action): Rule) -> bool {
        match action {
            "zero" => self.zero,
            "infinity" => self.infinity,
            "nan" => self.nan,
            "reserved" => self.reserved,
            "missing" => self.missing,
            "wrap" => self.wraps,
            "nan(payload)" => self.payload,
            "keep" => match event {
                "infinity" => self.infinity,
                "nan" => self.nan,
                "negative_zero" => self.negative_zero,
                _ => true,
            },
            _ => true,
        }
    }
}

/// What is known of a direction, beside the rules.
#[derive(Debug, Clone, Copy)]
pub(super) struct DirectionTraits {
    pub(super) source: Abilities,
    pub(super) target: Abilities,
    /// Whether every number of the source that is below the target's normal ones is a number of the target.
    pub(super) is_held: bool,
    /// Whether the target's numbers are the multiples of one unit. A number that is rounded to zero is then inexact.
    pub(super) is_fixed_point: bool,
}

/// The rules of a text: those of the mapping itself, those of its representation, and those of that one's parent.
#[derive(Debug, Clone, Default)]
pub(super) struct Rules {
    pub(super) levels: [Level; 3],
}

/// An action for an event, or an error.
fn draw_rule((event, actions): (&'static str, &[&'static str]), chance: &mut Chance) -> Rule {
    (event, if chance.percent(6) { "error" } else { chance.draw_one(actions) })
}

impl Rules {
    /// Draws rules. `is_whole`: whether the native type has no infinity.
    pub(super) fn random(is_whole: bool, chance: &mut Chance) -> Rules {
        let mut rules = Rules::default();
        for (level, often) in rules.levels.iter_mut().zip([20, 75, 45]) {
            *level = Rules::random_level(often, chance);
        }
        for (direction, own) in rules.levels[0].iter_mut().enumerate() {
            // The mapping's own rules must be rules that it can follow.
            own.clear();
            if chance.percent(30) {
                own.extend(
                    OWN.iter().filter(|_| chance.percent(40)).copied().collect::<Vec<_>>().into_iter().map(
                        |(event, actions)| {
                            (event, if chance.percent(8) { "error" } else { chance.draw_one(actions) })
                        },
                    ),
                );
            }
            if chance.percent(15) {
                let action =
                    if is_whole { chance.draw_one(&["saturate", "wrap", "error"]) } else { "saturate" };
                own.push(("overflow", action));
            }
            if direction == 0 && chance.percent(5) {
                own.push(("noncanonical", chance.draw_one(&["keep", "error"])));
            }
        }
        rules
    }

    /// Draws the rules of one place.
    pub(super) fn random_level(often: u32, chance: &mut Chance) -> Level {
        let mut level = Level::default();
        for (direction, rules) in level.iter_mut().enumerate() {
            for event in ACTIONS {
                let is_allowed = direction == 0 || event.0 != "invalid";
                if is_allowed && chance.percent(often) {
                    rules.push(draw_rule(event, chance));
                }
            }
            if direction == 0 {
                if chance.percent(often) {
                    rules.push(draw_rule(("missing", &["nan", "zero", "nan(payload)"]), chance));
                }
                if chance.percent(10) {
                    rules.push(("noncanonical", chance.draw_one(&["keep", "keep", "error"])));
                }
            } else if chance.percent(30) {
                rules.push(("missing", "nan(payload)"));
            }
        }
        level
    }

    /// All rules with one rule less.
    pub(super) fn list_shorter(&self) -> Vec<Rules> {
        let mut found = Vec::new();
        for level in 0..self.levels.len() {
            for direction in 0..2 {
                for index in 0..self.levels[level][direction].len() {
                    let mut rules = self.clone();
                    rules.levels[level][direction].remove(index);
                    found.push(rules);
                }
            }
        }
        found
    }

    /// The policies of both directions of a mapping.
    pub(super) fn resolve(&self, flows: [DirectionTraits; 2]) -> [Policy; 2] {
        let [own, representation, parent] = &self.levels;
        [0, 1].map(|direction| {
            let inherited =
                [&representation[direction], &parent[direction], USUAL[direction], LAST[direction]];
            resolve_direction(&own[direction], &inherited, flows[direction], direction == 0)
        })
    }
}

/// The policy of a direction by the mapping's own rules and the inherited ones.
pub(super) fn resolve_direction(
    own: &[Rule],
    inherited: &[&[Rule]],
    flow: DirectionTraits,
    is_read: bool,
) -> Policy {
    let DirectionTraits { source, target, is_held, is_fixed_point } = flow;
    let find = |event: &str, with_inherited: bool| {
        let follows = |rule: &&Rule| rule.0 == event && target.can_follow(**rule);
        let inherited = inherited.iter().flat_map(|level| level.iter()).filter(|_| with_inherited);
        own.iter().chain(inherited).find(follows).map(|rule| rule.1)
    };
    let any = |event: &str| find(event, true);
    let mut policy = Policy::DEFAULT;
    if let Some(action) = any("overflow") {
        policy.overflow = parse_overflow(action);
    }
    policy.infinity = parse_special(any("infinity").unwrap_or("keep"));
    policy.nan = parse_special(any("nan").unwrap_or("keep"));
    policy.reserved = parse_special(any("reserved").unwrap_or("error"));
    // A representation has no say in what can be kept.
    policy.underflow = match find("underflow", !is_held) {
        Some("zero") if !is_fixed_point => UnderflowRule::Zero,
        Some("error") if !is_fixed_point => UnderflowRule::Error,
        _ => UnderflowRule::Subnormal,
    };
    let usual_zero = if target.negative_zero { "keep" } else { "zero" };
    policy.negative_zero = match any("negative_zero").unwrap_or(usual_zero) {
        "keep" => ZeroRule::Keep,
        "zero" => ZeroRule::Zero,
        _ => ZeroRule::Error,
    };
    (policy.rounding, policy.inexact_error) = parse_rounding(any("inexact").unwrap_or("nearest_even"));
    policy.invalid = if any("invalid") == Some("zero") { InvalidRule::Zero } else { InvalidRule::Error };
    policy.missing = match any("missing") {
        Some("nan(payload)") if is_read && source.missing || !is_read && target.missing && source.payload => {
            MissingRule::Payload
        }
        Some("nan") => MissingRule::Nan,
        Some("zero") => MissingRule::Zero,
        _ => MissingRule::Error,
    };
    policy.noncanonical = match any("noncanonical") {
        Some("error") => NoncanonicalRule::Error,
        Some(_) => NoncanonicalRule::Keep,
        None => NoncanonicalRule::Ignore,
    };
    policy
}

fn parse_overflow(action: &str) -> OverflowRule {
    match action {
        "saturate" => OverflowRule::Saturate,
        "infinity" => OverflowRule::Infinity,
        "nan" => OverflowRule::Nan,
        "wrap" => OverflowRule::Wrap,
        _ => OverflowRule::Error,
    }
}

fn parse_special(action: &str) -> SpecialRule {
    match action {
        "keep" => SpecialRule::Keep,
        "saturate" => SpecialRule::Saturate,
        "nan" => SpecialRule::Nan,
        "zero" => SpecialRule::Zero,
        "infinity" => SpecialRule::Infinity,
        "reserved" => SpecialRule::Reserved,
        "missing" => SpecialRule::Missing,
        _ => SpecialRule::Error,
    }
}

fn parse_rounding(action: &str) -> (Rounding, bool) {
    let rounding = match action {
        "toward_zero" => Rounding::TowardZero,
        "nearest_away" => Rounding::NearestAway,
        "up" => Rounding::Up,
        "down" => Rounding::Down,
        _ => Rounding::NearestEven,
    };
    (rounding, action == "error")
}

/// The rules of a place as text: `on read { … } on write { … } `.
pub(super) fn render(level: [&[Rule]; 2]) -> String {
    let mut text = String::new();
    for (direction, rules) in DIRECTIONS.iter().zip(level) {
        if rules.is_empty() {
            continue;
        }
        let rules: Vec<String> = rules.iter().map(|(event, action)| format!("{event} => {action}")).collect();
        let _ = write!(text, "on {direction} {{ {} }} ", rules.join(", "));
    }
    text
}
