//! Formats, orders and rules that programs ask for, against the same words in a text that is compiled.

use datarep_dsl::compile;
use datarep_dsl::expression::{
    ExpressionFault, FormatExpression, FormatRequest, MappedFormat, OrderExpression, Rules, Scope,
};
use datarep_dsl::model::{Conversion, Event, Format, RuleDirection};
use datarep_dsl::predefined::Predefined;
use datarep_dsl::source::Source;
use datarep_dsl::standard;

fn source(text: String) -> Source {
    Source { name: "text".to_owned(), text, first_line: 1 }
}

/// The mapping that a request gives.
fn ask(
    scope: Scope<'_>,
    name: &str,
    order: &str,
    rules: &str,
    native: Predefined,
) -> Result<MappedFormat, ExpressionFault> {
    let format = FormatExpression::parse(name)?;
    let order = (!order.is_empty()).then(|| OrderExpression::parse(order)).transpose()?;
    let rules = Rules::parse(rules)?;
    FormatRequest { scope, format: &format, order: order.as_ref(), rules: &rules }.map(native)
}

/// The same by a text that the compiler reads: `before` makes the name known.
fn compiled(
    before: &str,
    name: &str,
    order: &str,
    rules: &str,
    native: Predefined,
) -> Option<(Format, Conversion)> {
    let text = format!(
        "{before}\n\
         datarep last {{ others => unsupported; complex => unsupported;
           on read {{ overflow => infinity, infinity => error, nan => error, reserved | missing => nan, invalid => error }}
           on write {{ overflow => error, infinity => error, nan => error, reserved => error }} }}\n\
         datarep usual extends last {{ on read {{ infinity | nan => keep }} on write {{ infinity | nan => keep }} }}\n\
         datarep own extends usual {{ {} => {name} {order}; {rules} }}\n",
        native.name()
    );
    let model = compile(&source(text)).ok()?;
    let conversion = model.datareps.last()?.conversions.last()?.clone();
    Some((model.formats[conversion.format.0].clone(), conversion))
}

const NATIVES: [Predefined; 8] = [
    Predefined::Float,
    Predefined::Double,
    Predefined::Int16T,
    Predefined::Uint64T,
    Predefined::Logical,
    Predefined::Char,
    Predefined::Wchar,
    Predefined::Byte,
];

/// What two ways to the same mapping must agree in. The place of a built-in format is that of its name in the text.
fn assert_same(found: &MappedFormat, format: &Format, conversion: &Conversion) {
    let name = &format.name;
    assert_eq!(
        (&found.format.name, found.format.bits, &found.format.kind),
        (name, format.bits, &format.kind)
    );
    assert_eq!((&found.format.order, &found.format.doc), (&format.order, &format.doc), "{name}");
    let own = &found.conversion;
    assert_eq!(
        (own.native, &own.order, &own.title),
        (conversion.native, &conversion.order, &conversion.title)
    );
    assert_eq!((own.read, own.write), (conversion.read, conversion.write), "{name}");
}

#[test]
fn formats_of_the_library_are_mapped_as_in_a_text() {
    let mut mapped = 0;
    for (family, name) in standard::formats() {
        for native in NATIVES {
            let found = ask(Scope::Library, name, "", "", native);
            // The first family that has the name is meant.
            let family = standard::family_of(name).unwrap_or(family);
            let expected = compiled(&format!("use {family}::{name};"), name, "", "", native);
            assert_eq!(found.is_ok(), expected.is_some(), "{name} as {native:?}: {found:?}");
            if let (Ok(found), Some((format, conversion))) = (found, expected) {
                assert_same(&found, &format, &conversion);
                mapped += 1;
            }
        }
    }
    assert!(mapped > 300, "{mapped}");
}

#[test]
fn calls_orders_and_rules_are_those_of_a_text() {
    let rules = [
        "",
        "on read { overflow => error }",
        "on write { overflow => saturate, inexact => toward_zero } on read { nan | infinity => zero }",
        "on read { overflow => wrap }",
        "on read { overflow => zero }",
        "on read { unmapped => substitute(63) }",
        "on write { underflow => zero, }",
        "on both { nan => error }",
    ];
    let mut count = [0, 0];
    for name in [
        "twos(24)",
        "twos(12)",
        "twos(7)",
        "unsigned(128)",
        "packed_decimal(7, 2)",
        "packed_decimal(7, -2)",
        "ebcdic(cp037)",
        "logical(16)",
        "f32",
        "posit(32, 2)",
        "decimal_float(64, dpd)",
        "twos()",
        "twos(0)",
        "unsupported",
        "nothing",
        "mixed_ebcdic(cp930)",
        "utf32",
    ] {
        for order in
            ["", "big", "little", "pdp", "[2, 1, 0]", "right_justified(4)", "packed", "sideways", "big(2)"]
        {
            for rules in rules {
                for native in NATIVES {
                    let found = ask(Scope::Library, name, order, rules, native);
                    let expected = compiled("", name, order, rules, native);
                    let what = format!("{name} {order} {rules} as {native:?}");
                    assert_eq!(found.is_ok(), expected.is_some(), "{what}: {found:?}");
                    count[usize::from(found.is_ok())] += 1;
                    match (found, expected) {
                        (Ok(found), Some((format, conversion))) => assert_same(&found, &format, &conversion),
                        (Err(fault), _) => assert!(!fault.diagnostics.is_empty(), "{what}"),
                        (Ok(_), None) => {}
                    }
                }
            }
        }
    }
    assert!(count.iter().all(|count| *count > 500), "{count:?}");
}

#[test]
fn names_of_a_text_are_known_in_it_alone() {
    let text = "use segy::binary_header;\n\
                use ibm::{hfp32, hfp64 as long};\n\
                float own = S1 E7 F24 where value = 0.F * 16^(E - 64);\n\
                integer three = twos(24) { order little; }\n\
                record numbers { a: own; }\n";
    let whole = source(text.to_owned());
    let (ast, faults) = datarep_dsl::parse(&whole);
    assert!(faults.is_empty());
    for name in ["own", "three", "hfp32", "long", "dec::vax_g", "twos(16)", "f64", "vax_g", "numbers", "owm"]
    {
        let found = ask(Scope::Text(&whole, &ast), name, "", "", Predefined::Double);
        let expected = compiled(text, name, "", "", Predefined::Double);
        assert_eq!(found.is_ok(), expected.is_some(), "{name}: {found:?}");
        if let (Ok(found), Some((format, conversion))) = (found, expected) {
            assert_same(&found, &format, &conversion);
        }
    }
    assert!(ask(Scope::Library, "own", "", "", Predefined::Double).is_err());
    let record =
        ask(Scope::Text(&whole, &ast), "numbers", "", "", Predefined::Double).expect_err("no format");
    assert_eq!(record.to_string(), "`numbers` is a record, not a format");
}

/// The text of a fault, its title, and the words at its place.
fn fault_of(name: &str, order: &str, rules: &str) -> (String, String, String) {
    let fault = ask(Scope::Library, name, order, rules, Predefined::Double).expect_err("it has a fault");
    let first = &fault.diagnostics[0];
    let span = first.span();
    (fault.source.name.clone(), first.title.clone(), fault.source.text[span.start..span.end].to_owned())
}

#[test]
fn faults_are_shown_in_the_part_that_has_them() {
    for ((name, order, rules), expected) in [
        (("vax_q", "", ""), ("format", "no format named `vax_q`", "vax_q")),
        (("hfp32; }", "", ""), ("format", "`;` is not expected here", ";")),
        (
            ("ebcdic(cp037)", "", ""),
            ("format", "`MPI_DOUBLE` cannot be stored as `ebcdic(cp037)`", "ebcdic(cp037)"),
        ),
        (("hfp32", "litle", ""), ("order", "no order named `litle`", "litle")),
        (
            ("hfp32", "[1, 0]", ""),
            ("order", "the order `[1, 0]` does not fit the 32 bits of `hfp32`", "[1, 0]"),
        ),
        (("hfp32", "", "on read { overflw => error }"), ("rules", "no event named `overflw`", "overflw")),
        (
            ("hfp32", "", "on read { overflow => zero }"),
            ("rules", "`overflow` cannot be answered by `zero`", "zero"),
        ),
        (
            ("twos(12)", "", ""),
            ("format", "nothing says how the 12 bits of `twos(12)` lie in bytes", "twos(12)"),
        ),
    ] {
        let (source, title, words) = fault_of(name, order, rules);
        assert_eq!((source.as_str(), title.as_str(), words.as_str()), expected);
    }
    for text in [
        "",
        " ",
        "}",
        "24",
        "a::b::c",
        "twos(24",
        "big; } float x = ",
        &"{".repeat(5000),
        &"a".repeat(2 << 20),
    ] {
        let fault = FormatExpression::parse(text).expect_err("it is no format");
        assert!(!fault.diagnostics.is_empty());
        assert!(OrderExpression::parse(text).is_err() || text.starts_with('a'));
    }
    assert!(Rules::parse(" ").is_ok());
    assert!(Rules::parse("order little;").is_err());
}

#[test]
fn rules_for_one_event_are_those_of_a_list() {
    let rules = |direction, list: &str| Rules::parse_list(direction, list).expect("rules");
    let both = Rules::from_action(RuleDirection::Write, Event::Overflow, "saturate")
        .expect("a rule")
        .followed_by(&rules(RuleDirection::Read, "missing => nan(payload)"));
    let format = FormatExpression::parse("hfp32").expect("a name");
    let map = |rules: &Rules| {
        FormatRequest { scope: Scope::Library, format: &format, order: None, rules }.map(Predefined::Double)
    };
    let text = "on write { overflow => saturate } on read { missing => nan(payload) }";
    let (found, expected) =
        (map(&both).expect("a mapping"), ask(Scope::Library, "hfp32", "", text, Predefined::Double));
    assert_eq!(found, expected.expect("a mapping"));
    let wrong = Rules::from_action(RuleDirection::Write, Event::Overflow, "saturated").expect("it is a word");
    let fault = map(&wrong).expect_err("no action has this name");
    assert_eq!(fault.source.text, "saturated");
    assert_eq!(fault.to_string(), "no action named `saturated`");
}

/// Modbus's names for the orders of two registers are told in the words of the language, as an order and in a record.
#[test]
fn orders_of_registers_are_named() {
    for (word, order) in
        [("CDAB", "unit(16, little, big)"), ("abcd", "big"), ("DCBA", "little"), ("BADC", "pdp")]
    {
        let fault = OrderExpression::parse(word).expect_err("it is no word of the language").diagnostics;
        assert_eq!(fault[0].title, format!("`{word}` is not a word of the language"));
        assert_eq!(fault[0].help, [format!("write `{order}`")]);
        for (text, is_sound) in [(word, false), (order, true)] {
            let text = format!("record r {{ x: f32 {text}; }}");
            let compiled = compile(&source(text));
            let help = compiled.as_ref().err().map(|failure| failure.diagnostics[0].help.clone());
            assert_eq!(help, (!is_sound).then(|| vec![format!("write `{order}`")]), "{word}");
        }
    }
}
