//! The committed files are those that their generators make.

use std::process::Command;

use crate::data;

#[test]
fn generators_make_the_committed_files() {
    for name in ["make_segy.py", "make_xport.py", "make_voyager.py", "make_customers.py"] {
        let checked = Command::new("python3").arg(data().join(name)).arg("--check").output();
        let checked = checked.expect("the generators need `python3`");
        assert!(checked.status.success(), "{name}: {}", String::from_utf8_lossy(&checked.stderr));
    }
}
