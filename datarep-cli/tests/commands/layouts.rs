//! `datarep import --report`: the layout of a copybook, as compilers list it.

use serde_json::Value;

use crate::Place;

const COPYBOOK: &str = "\
\x20      01  ORDER-REC.
           05  KIND            PIC X.
               88  IS-OPEN     VALUE 'O'.
           05  LINE-COUNT      PIC 9(4) COMP SYNC.
           05  CUSTOMER.
               10  NAME        PIC X(20).
               10  FILLER      PIC X(4).
           05  VENDOR REDEFINES CUSTOMER.
               10  VENDOR-NO   PIC 9(7) COMP-3.
           05  LINES OCCURS 0 TO 10 TIMES DEPENDING ON LINE-COUNT.
               10  AMOUNT      PIC S9(7)V99 COMP-3.
               10  FLAGS       PIC X OCCURS 3.
           05  TOTAL           PIC Z,ZZ9.99-.
       01  TRAILER-REC.
           05  CHECK-SUM       COMP-2.
";

/// The items as the listing of a compiler has them, counted by hand: level, name, first byte, and bytes of one.
const ITEMS: [(u64, Option<&str>, u64, u64); 14] = [
    (1, Some("ORDER-REC"), 1, 117),
    (5, Some("KIND"), 1, 1),
    (5, Some("LINE-COUNT"), 3, 2),
    (5, Some("CUSTOMER"), 5, 24),
    (10, Some("NAME"), 5, 20),
    (10, None, 25, 4),
    (5, Some("VENDOR"), 5, 4),
    (10, Some("VENDOR-NO"), 5, 4),
    (5, Some("LINES"), 29, 8),
    (10, Some("AMOUNT"), 29, 5),
    (10, Some("FLAGS"), 34, 1),
    (5, Some("TOTAL"), 109, 9),
    (1, Some("TRAILER-REC"), 1, 8),
    (5, Some("CHECK-SUM"), 1, 8),
];

fn report(place: &Place, options: &[&str]) -> Value {
    let done = place.run(&[&["import", "order.cpy", "--report", "json"], options].concat());
    assert_eq!(done.code, Some(0), "{}", done.stderr);
    serde_json::from_str(&done.text()).expect("JSON")
}

#[test]
fn a_layout_has_the_places_of_all_items() {
    let place = Place::new();
    place.write("order.cpy", COPYBOOK);
    insta::assert_snapshot!("layout", place.show(&["import", "order.cpy", "--report", "text"]));
    let report = report(&place, &[]);
    let items = report["items"].as_array().expect("a list");
    let found: Vec<(u64, Option<&str>, u64, u64)> = items
        .iter()
        .map(|item| {
            let number = |key: &str| item[key].as_u64().expect("a number");
            (number("level"), item["name"].as_str(), number("position"), number("bytes"))
        })
        .collect();
    assert_eq!(found, ITEMS);
    let by_name = |name: &str| items.iter().find(|item| item["name"] == name).expect("an item");
    assert_eq!(by_name("LINE-COUNT")["slack"], 1);
    assert_eq!(
        (&by_name("LINES")["occurs"], &by_name("LINES")["depending"]),
        (&10.into(), &"LINE-COUNT".into())
    );
    assert_eq!(by_name("VENDOR")["redefines"], "CUSTOMER");
    // The bytes before this item are fewer where the array has fewer items.
    assert_eq!((&by_name("TOTAL")["latest"], &by_name("LINES")["latest"]), (&true.into(), &false.into()));
    assert_eq!(by_name("KIND")["line"], 2);
}

/// Each item is in the text what the report says, also one that an option brings there.
#[test]
fn a_layout_says_what_items_become() {
    let place = Place::new();
    place.write("order.cpy", COPYBOOK);
    let text = |options: &[&str]| {
        let done = place.run(&[&["import", "order.cpy"], options].concat());
        String::from_utf8(done.stdout).expect("text")
    };
    // All but groups whose items are fields, and what is left out.
    for (options, expected) in [
        (&[][..], 11),
        (&["--redefines", "overlay", "--occurs", "maximum"], 14),
        (&["--choose", "KIND=V:VENDOR"], 11),
    ] {
        let (text, report) = (text(options), report(&place, options));
        let mut fields = 0;
        for field in
            report["items"].as_array().expect("a list").iter().filter_map(|item| item["field"].as_str())
        {
            if field != "left out" {
                assert!(text.contains(field), "{options:?}: {field}");
                fields += 1;
            }
        }
        assert_eq!(fields, expected, "{options:?}");
        let is_latest = report["items"].as_array().expect("a list").iter().any(|item| item["latest"] == true);
        assert_eq!(is_latest, !options.contains(&"maximum"), "{options:?}");
    }
}

/// Items of several copybooks keep their own places, and say what they are in the one record.
#[test]
fn a_layout_has_the_items_of_all_copybooks() {
    let place = Place::new();
    place.write(
        "a.cpy",
        "       01  A.\n           05  A-KIND PIC X.\n           05  A-SUM PIC 9(3) COMP-3.\n",
    );
    place.write("b.cpy", "           05  B-KIND PIC X.\n           05  B-NAME PIC X(4).\n");
    let choose = ["--choose", "A-KIND=A:A", "--choose", "A-KIND=B:B"];
    let way = ["import", "a.cpy", "b.cpy", "-o", "-", "--report", "json", "--charset", "ascii"];
    let done = place.run(&[&way[..], &choose].concat());
    assert_eq!(done.code, Some(0), "{}", done.stderr);
    let report: Value = serde_json::from_str(&done.text()).expect("JSON");
    let items = report["items"].as_array().expect("a list").iter();
    let found: Vec<(&str, u64, &str, u64, Option<&str>)> = items
        .map(|item| {
            let number = |key: &str| item[key].as_u64().expect("a number");
            let (file, name) = (item["file"].as_str(), item["name"].as_str());
            let (file, name) = (file.expect("a file"), name.expect("a name"));
            (file, number("line"), name, number("position"), item["field"].as_str())
        })
        .collect();
    assert_eq!(
        found,
        [
            ("a.cpy", 1, "A", 1, Some("record a")),
            ("a.cpy", 2, "A-KIND", 1, Some("a_kind: [ascii; 1]")),
            ("a.cpy", 3, "A-SUM", 2, Some("a_sum: packed_decimal(3, 0, unsigned)")),
            ("b.cpy", 1, "b", 1, Some("record b")),
            ("b.cpy", 1, "B-KIND", 1, None),
            ("b.cpy", 2, "B-NAME", 2, Some("b_name: [ascii; 4]")),
        ]
    );
}
