//! Prints a C program that compares the tables of a family of MPI libraries with the header that it is compiled with.
//!
//! `cargo run --package datarep-mpi --example tables -- FAMILY`; `cargo xtask mpi-matrix` does it for every library.
#![expect(clippy::print_stdout, reason = "the program is what is printed")]

use datarep_mpi::{Family, Handle};

const HEAD: &str = r#"#include <mpi.h>
#include <stddef.h>
#include <stdio.h>

static int right, wrong;

static void compare(const char *name, long theirs, long ours) {
    if (theirs == ours) { right++; return; }
    wrong++;
    printf("%s is %ld, not %ld\n", name, theirs, ours);
}

int main(void) {
"#;

const TAIL: &str = r#"    printf("%d right, %d wrong\n", right, wrong);
    return wrong != 0;
}"#;

fn main() {
    let family = match std::env::args().nth(1).as_deref() {
        Some("mpich") => Family::Mpich,
        Some("open-mpi") => Family::OpenMpi,
        Some("standard") => Family::Standard,
        Some("draft") => Family::Draft,
        other => panic!("the family is mpich, open-mpi, standard or draft, not {other:?}"),
    };
    print!("{HEAD}");
    for (name, value) in datarep_mpi::constants(family) {
        // Combiners and their like are no macros in all headers; of the others Open MPI 4 lacks one.
        let missing = name == "MPI_ERR_VALUE_TOO_LARGE" && family == Family::OpenMpi;
        let line = format!("    compare(\"{name}\", {name}, {value}L);");
        println!("{}", if missing { format!("#ifdef {name}\n{line}\n#endif") } else { line });
    }
    for (name, handle) in datarep_mpi::handles(family) {
        println!("    compare(\"{name}\", (long)({name}), {});", value(name, handle));
    }
    // Not every library has every datatype: some are not defined, some are the null handle.
    for (name, handle) in datarep_mpi::datatypes(family) {
        let ours = value(name, handle);
        println!(
            "#ifdef {name}\n    if ({name} != MPI_DATATYPE_NULL) compare(\"{name}\", (long)({name}), {ours});\n#endif"
        );
    }
    println!("    compare(\"bytes of a status\", sizeof(MPI_Status), {});", family.status_bytes());
    println!("    compare(\"source\", offsetof(MPI_Status, MPI_SOURCE), {});", family.source_in_status());
    println!("    compare(\"tag\", offsetof(MPI_Status, MPI_TAG), {});", family.source_in_status() + 4);
    println!("    compare(\"error\", offsetof(MPI_Status, MPI_ERROR), {});", family.source_in_status() + 8);
    println!("    compare(\"MPI_SEEK_SET\", MPI_SEEK_SET, {});", family.seek_set());
    println!("    compare(\"MPI_SEEK_CUR\", MPI_SEEK_CUR, {});", family.seek_current());
    println!("{TAIL}");
}

/// In C, as wide as the library's handle.
fn value(name: &str, handle: Handle) -> String {
    match handle {
        Handle::Number(number) => format!("(long)(__typeof__({name}))(long){number:#x}L"),
        Handle::Symbol(symbol) => format!("(long)&{symbol}"),
    }
}
