//! Prints the answer to each request of the command line on a line: what the page knows before its module is there.
#![expect(clippy::print_stdout, reason = "a program that prints")]

fn main() {
    for request in std::env::args().skip(1) {
        println!("{}", String::from_utf8_lossy(&datarep_web::answer(request.as_bytes())));
    }
}
