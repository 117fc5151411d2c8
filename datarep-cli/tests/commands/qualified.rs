//! `datarep import`: names of copybooks that belong to several items.
//!
//! `GnuCOBOL` 3.1 refuses as ambiguous what is refused here, and takes the items that are taken here.

use crate::{Done, Place};

/// Both groups have a count, and a table by each of them: the inner group may be left out.
const TWO_COUNTS: &str = "\
       01  REC.
           05  HDR.
               10  INNER.
                   15  CNT     PIC 9.
           05  DTL.
               10  CNT         PIC 9.
           05  ONE OCCURS 1 TO 9 DEPENDING ON CNT OF HDR PIC X.
           05  TWO OCCURS 1 TO 9 DEPENDING ON CNT IN DTL IN REC PIC X.
";

fn import(place: &Place, copybook: &str, options: &[&str]) -> Done {
    place.write("a.cpy", copybook);
    place.run(&[&["import", "a.cpy", "a.datarep", "--machine", "pc", "--force"], options].concat())
}

fn refuse(copybook: &str, options: &[&str]) -> String {
    let done = import(&Place::new(), copybook, options);
    assert_eq!(done.code, Some(1), "{}", done.text());
    done.stderr
}

fn show(place: &Place, file: &str) -> String {
    place.write("a.dat", file);
    let done = place.run(&["convert", "a.dat", "-", "--to", "csv", "--record", "a.datarep"]);
    assert_eq!((done.code, done.stderr.as_str()), (Some(0), ""));
    done.text()
}

#[test]
fn a_count_is_that_of_the_group_that_is_named() {
    let place = Place::new();
    for groups in ["flat", "nested"] {
        let done = import(&place, TWO_COUNTS, &["--groups", groups]);
        assert_eq!((done.code, done.stderr.as_str()), (Some(0), ""), "{groups}");
        let text = String::from_utf8(place.read("a.datarep")).expect("a text");
        let [one, two] = match groups {
            "flat" => ["cnt", "dtl_cnt"],
            _ => ["hdr.inner.cnt", "dtl.cnt"],
        };
        assert!(
            text.contains(&format!("    one: [[ascii; 1]; choice {one} {{ 0..=9 => {one}; }}];")),
            "{text}"
        );
        assert!(
            text.contains(&format!("    two: [[ascii; 1]; choice {two} {{ 0..=9 => {two}; }}];")),
            "{text}"
        );
    }
    import(&place, &TWO_COUNTS.replace("1 TO 9 DEPENDING ON CNT IN", "1 TO 2 DEPENDING ON CNT IN"), &[]);
    // Three items of the first table, and one of the second.
    let table = show(&place, "31abcZ");
    assert_eq!(table, "cnt,dtl_cnt,one,two\n3,1,\"[\"\"a\"\",\"\"b\"\",\"\"c\"\"]\",\"[\"\"Z\"\"]\"\n");
    // The list of items has the groups, too.
    let done = place.run(&["import", "a.cpy", "--report", "json"]);
    assert!(done.text().contains("\"CNT OF HDR\""), "{}\n{}", done.text(), done.stderr);
}

#[test]
fn a_name_of_several_items_is_ambiguous() {
    let told = refuse(&TWO_COUNTS.replace("CNT OF HDR", "CNT"), &[]);
    assert_eq!(
        told,
        "error: a.cpy:7: `ONE` depends on `CNT`, which is ambiguous: `CNT OF INNER OF HDR OF REC` (line 4) and \
         `CNT OF DTL OF REC` (line 6). Name a group, too; `--occurs maximum` reads all 9 items\n"
    );
    // Also if only one of them stands before the table, or is not in a table itself: a compiler refuses the copybook.
    for more in ["           05  CNT PIC 9.\n", "           05  G OCCURS 3.\n               10 CNT PIC 9.\n"]
    {
        let one = TWO_COUNTS.replace("CNT         PIC 9", "NUM PIC 9").replace("CNT OF HDR", "CNT");
        let copybook = format!("{}{more}", one.replace("CNT IN DTL IN REC", "NUM"));
        assert!(refuse(&copybook, &[]).contains("`CNT`, which is ambiguous"), "{more}");
    }
    // Groups are named from the inner to the outer one, and those of the item.
    for wrong in ["CNT OF REC OF HDR", "CNT OF ONE", "CNT OF NONE"] {
        let told = refuse(&TWO_COUNTS.replace("CNT OF HDR", wrong), &[]);
        assert!(told.contains(&format!("`{wrong}`, which does not stand before it in its record")), "{told}");
    }
}

/// Groups that have no names cannot be named.
#[test]
fn items_that_no_group_tells_apart_need_other_names() {
    let copybook = "\
       01  REC.
           05  FILLER.
               10  M PIC 9.
           05  FILLER.
               10  M PIC 9.
           05  T OCCURS 1 TO 3 DEPENDING ON M PIC X.
";
    let told = refuse(copybook, &[]);
    let all = "`M OF REC` (line 3) and `M OF REC` (line 5). Give one of them another name";
    assert!(told.contains(&format!("`T` depends on `M`, which is ambiguous: {all}")), "{told}");
}

/// The item whose groups are all named is meant, as with QUALIFY(EXTEND) of IBM's compiler. Other records do not count.
#[test]
fn a_complete_reference_is_that_of_one_item() {
    let place = Place::new();
    let copybook = "\
       01  REC.
           05  CNT             PIC 9.
           05  DTL.
               10  CNT         PIC 9.
           05  ONE OCCURS 1 TO 9 DEPENDING ON CNT OF REC PIC X.
       01  OTHER.
           05  CNT             PIC 9.
           05  TWO OCCURS 1 TO 9 DEPENDING ON CNT PIC X.
";
    let done = import(&place, copybook, &[]);
    assert_eq!((done.code, done.stderr.as_str()), (Some(0), ""));
    let text = String::from_utf8(place.read("a.datarep")).expect("a text");
    assert!(text.contains("    one: [[ascii; 1]; choice cnt { 0..=9 => cnt; }];"), "{text}");
    assert!(text.contains("    two: [[ascii; 1]; choice cnt { 0..=9 => cnt; }];"), "{text}");
}

/// A copybook may hold the inside of a record alone, and name the record of the program all the same.
#[test]
fn groups_of_the_program_may_be_named() {
    let place = Place::new();
    let copybook =
        "           05  CNT PIC 9.\n           05  T OCCURS 1 TO 9 DEPENDING ON CNT OF REC PIC X.\n";
    assert_eq!(import(&place, copybook, &[]).code, Some(0));
    let told = refuse(&copybook.replace("OF REC", "OF T"), &[]);
    assert!(told.contains("does not stand before"), "{told}");
}

#[test]
fn a_table_needs_the_count_outside_of_its_group() {
    // Another count stands behind the table, or in an inner table.
    for more in ["CNT PIC 9.\n", "SUB OCCURS 2.\n                   15 CNT PIC 9.\n"] {
        let place = Place::new();
        let copybook = format!(
            "\
       01  REC.
           05  HDR.
               10  CNT     PIC 9.
           05  BODY.
               10  T OCCURS 1 TO 9 DEPENDING ON CNT OF HDR PIC X.
               10  {more}"
        );
        let done = import(&place, &copybook, &["--groups", "nested"]);
        let note = "note: a.cpy:4: `BODY` is no record of its own: `T` in it needs `CNT OF HDR`, which stands outside of it\n";
        assert_eq!((done.code, done.stderr.as_str()), (Some(0), note));
        let text = String::from_utf8(place.read("a.datarep")).expect("a text");
        assert!(text.contains("    t: [[ascii; 1]; choice hdr.cnt { 0..=9 => hdr.cnt; }];"), "{text}");
    }
}

const CHOICE: &str = "\
       01  REC.
           05  HDR.
               10  KIND        PIC X.
           05  DTL.
               10  KIND        PIC X.
           05  BODY.
               10  A           PIC X(2).
               10  B REDEFINES A PIC 99.
               10  SUB OCCURS 2.
                   15  KIND    PIC X.
";

#[test]
fn a_choice_is_made_by_the_item_that_is_named() {
    let place = Place::new();
    for (groups, field) in [("flat", "dtl_kind"), ("nested", "dtl.kind")] {
        let options =
            ["--groups", groups, "--choose", "kind of dtl=A:A", "--choose", "KIND IN DTL=B:B of body of rec"];
        let done = import(&place, CHOICE, &options);
        assert_eq!(done.code, Some(0), "{}", done.stderr);
        let is_noted = done.stderr.contains("`BODY` is no record of its own");
        assert_eq!(is_noted, groups == "nested", "{}", done.stderr);
        let text = String::from_utf8(place.read("a.datarep")).expect("a text");
        assert!(text.contains(&format!("by_kind: choice {field} in 2 bytes {{")), "{text}");
    }
    import(&place, CHOICE, &["--choose", "KIND OF DTL=A:A", "--choose", "KIND OF DTL=B:B"]);
    let columns = show(&place, "BAxyccAB42cc");
    assert_eq!(columns.lines().next(), Some("kind,dtl_kind,by_kind.a,by_kind.b,sub.kind[0],sub.kind[1]"));
    // The same field may be written in two ways.
    let done = import(&place, CHOICE, &["--choose", "KIND OF DTL=A:A", "--choose", "KIND OF DTL OF REC=B:B"]);
    assert_eq!(done.code, Some(0), "{}", done.stderr);
    let told = refuse(CHOICE, &["--choose", "KIND=A:A"]);
    let all = "`KIND OF HDR OF REC` (line 3) and `KIND OF DTL OF REC` (line 5)";
    assert!(told.contains(&format!("`--choose` decides by `KIND`, which is ambiguous: {all}")), "{told}");
    let told = refuse(CHOICE, &["--choose", "KIND OF NONE=A:A"]);
    assert!(told.contains("`KIND OF NONE`, which does not stand before `A`"), "{told}");
    let told = refuse(CHOICE, &["--choose", "KIND OF HDR=A:A OF HDR"]);
    assert!(told.contains("`--choose` names `A OF HDR`, which neither redefines"), "{told}");
    let told = refuse(CHOICE, &["--choose", "DTL=A:A"]);
    assert!(told.contains("`DTL`, which is no single value but has `items below it`"), "{told}");
}

/// Each record of a file with several kinds has the same head, and a table whose count is there.
#[test]
fn counts_in_a_common_head_are_found() {
    let place = Place::new();
    place.write(
        "one.cpy",
        "       01  ONE.\n           05 ONE-KIND PIC X.\n           05 ONE-CNT PIC 9.\n           05 X OCCURS 1 TO 9 DEPENDING ON ONE-CNT PIC X.\n",
    );
    place.write(
        "two.cpy",
        "       01  TWO.\n           05 TWO-KIND PIC X.\n           05 TWO-CNT PIC 9.\n           05 Y OCCURS 1 TO 9 DEPENDING ON TWO-CNT PIC 9.\n",
    );
    let done = place.run(&[
        "import",
        "one.cpy",
        "two.cpy",
        "a.datarep",
        "--choose",
        "ONE-CNT=1..4:ONE",
        "--choose",
        "ONE-CNT=5..9:TWO",
        "--choice-length",
        "own",
    ]);
    assert_ne!(done.code, Some(101));
    // The choice is a record inside, which does not have the count of the head.
    assert!(done.stderr.contains("`X` depends on `ONE-CNT`"), "{}", done.stderr);
    assert!(done.stderr.contains("which stands outside the group that has it"), "{}", done.stderr);
    assert!(done.stderr.contains("`Y` depends on `TWO-CNT`, which stands outside"), "{}", done.stderr);
}

#[test]
fn other_names_are_those_of_the_items_that_are_named() {
    let place = Place::new();
    let copybook = "\
       01  REC.
           05  A               PIC X(4).
           05  HDR.
               10  A           PIC X(2).
               10  B REDEFINES A PIC 9(2).
       66  NEW-NAME RENAMES A OF HDR OF REC.
       66  SECOND RENAMES A OF REC.
";
    let done = import(&place, copybook, &[]);
    assert_eq!(done.code, Some(0), "{}", done.stderr);
    let text = String::from_utf8(place.read("a.datarep")).expect("a text");
    assert!(
        text.contains("/// 66 NEW-NAME RENAMES A OF HDR OF REC: the field `hdr_a`, bytes 4 to 5\n"),
        "{text}"
    );
    assert!(text.contains("/// 66 SECOND RENAMES A OF REC: the field `a`, bytes 0 to 3\n"), "{text}");
    let told = refuse(&copybook.replace("A OF HDR OF REC", "A"), &[]);
    let all = "`A OF REC` (line 2) and `A OF HDR OF REC` (line 4). Name a group, too";
    assert_eq!(told, format!("error: a.cpy:6: `NEW-NAME` renames `A`, which is ambiguous: {all}\n"));
}

/// Items that no group tells apart get another name, and no group that would not help.
#[test]
fn a_choice_by_an_ambiguous_name_says_what_helps() {
    let copybook = "\
       01  REC.
           05  HDR.
               10  KIND        PIC X.
           05  KIND            PIC X.
           05  ONE             PIC X(4).
           05  TWO REDEFINES ONE PIC 9(4).
";
    let choose = ["--choose", "KIND=A:ONE", "--choose", "KIND=B:TWO"];
    let told = refuse(copybook, &choose);
    let grouped = "Name a group, too: `--choose \"KIND OF …\"`";
    assert!(told.contains("which is ambiguous") && told.contains(grouped), "{told}");
    // Both are in the record alone, as the group has no name.
    let told = refuse(&copybook.replace("05  HDR.", "05  FILLER."), &choose);
    assert!(told.contains("which is ambiguous") && !told.contains("group"), "{told}");
    assert!(told.contains(". Give one of them another name"), "{told}");
}

/// More items than `OCCURS` allows would be read out of what follows.
#[test]
fn a_count_above_the_largest_is_an_error() {
    let place = Place::new();
    let copybook = "\
       01  REC.
           05  CNT             PIC 9.
           05  T OCCURS 1 TO 5 DEPENDING ON CNT PIC X(2).
           05  Z               PIC X.
";
    let done = import(&place, copybook, &[]);
    assert_eq!((done.code, done.stderr.as_str()), (Some(0), ""));
    let convert = |bytes: &str| {
        place.write("a.dat", bytes);
        place.run(&["convert", "a.dat", "-", "--record", "a.datarep", "--to", "csv"])
    };
    let done = convert("5aabbccddeeZ0Z");
    assert_eq!(
        done.text(),
        "cnt,t,z\n5,\"[\"\"aa\"\",\"\"bb\"\",\"\"cc\"\",\"\"dd\"\",\"\"ee\"\"]\",Z\n0,[],Z\n"
    );
    let done = convert("1aaZ6aabbccddeeffZ");
    assert_eq!(done.code, Some(1));
    let wanted = "record 1: `t` at byte 5: the count `choice cnt { 0..=5 => cnt; }` has no case for 6";
    assert!(done.stderr.contains(wanted), "{}", done.stderr);
}
