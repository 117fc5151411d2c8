//! Recipes for Spack and conda, in `packaging`. They build a checkout, so they stay where they are.

use std::fs;

use super::{DistBuild, VERSION, run_program_to_text};
use crate::{python, skipped, workspace};

/// What reads recipes of conda: the library of the program that builds them.
const READERS: [&str; 1] = ["py-rattler-build==0.73.0"];

/// The recipes, and a word for what reads each.
const RECIPES: [(&str, &str); 2] =
    [("conda", "packaging/conda/recipe.yaml"), ("spack", "packaging/spack/packages/datarep/package.py")];

/// Compares what the recipes say with the manifests.
pub(super) fn compare_recipes(dist: &mut DistBuild) -> Result<(), String> {
    let python = match python::environment("dist-recipes", &READERS) {
        Ok(python) => python,
        Err(reason) => {
            skipped::report("recipes", &reason);
            return Ok(());
        }
    };
    for (kind, file) in RECIPES {
        let said = run_program_to_text(
            python::script(&python, "xtask/peers/python/recipe_peer.py").arg(kind).arg(file),
        )?;
        dist.count_made(file);
        compare_fields(&said, &ManifestFields::read()?).map_err(|fault| format!("`{file}` {fault}"))?;
        let how = if kind == "spack" {
            skipped::report(
                "a build by Spack",
                "it is in no package index; the recipe is executed with functions in place of Spack's",
            );
            "executed; name, version, license and compiler are those of the manifests"
        } else {
            skipped::report(
                "a build by conda",
                "its compilers are in no package index; the recipe is evaluated",
            );
            "evaluated by rattler-build; name, version, license and compiler are those of the manifests"
        };
        dist.count_tried(file, how);
    }
    Ok(())
}

/// What a recipe has to say.
struct ManifestFields {
    license: String,
    /// The oldest compiler that builds the command.
    rust: String,
}

impl ManifestFields {
    /// Reads the manifests.
    fn read() -> Result<ManifestFields, String> {
        let find = |file: &str, key: &str| {
            let text = fs::read_to_string(workspace::root().join(file))
                .map_err(|error| format!("`{file}`: {error}"))?;
            let value = text
                .lines()
                .find_map(|line| line.strip_prefix(key)?.strip_prefix(" = \"")?.strip_suffix('"'));
            value.map(str::to_owned).ok_or_else(|| format!("`{file}` has no `{key}`"))
        };
        let license = find("Cargo.toml", "license")?;
        Ok(ManifestFields { license, rust: find("datarep-cli/Cargo.toml", "rust-version")? })
    }
}

/// Compares the fields that a recipe says, one a line.
fn compare_fields(said: &str, wanted: &ManifestFields) -> Result<(), String> {
    let fields: Vec<(&str, &str)> = said.lines().filter_map(|line| line.split_once(' ')).collect();
    for (field, value) in [("name", "datarep"), ("version", VERSION), ("license", &*wanted.license)] {
        let found = fields.iter().find(|(name, _)| *name == field).map_or("", |(_, value)| value);
        if found != value {
            return Err(format!("says that the {field} is `{found}`, and not `{value}`"));
        }
    }
    let rust = [format!("rust >={}", wanted.rust), format!("rust@{}:", wanted.rust)];
    if !fields.iter().any(|(name, value)| *name == "needs" && rust.iter().any(|rust| rust == value)) {
        return Err(format!("does not ask for Rust {}", wanted.rust));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_recipe_says_is_compared() {
        let wanted = ManifestFields { license: "MIT".to_owned(), rust: "1.95".to_owned() };
        let right = format!("name datarep\nversion {VERSION}\nlicense MIT\nneeds c\nneeds rust@1.95:\n");
        assert_eq!(compare_fields(&right, &wanted), Ok(()));
        let old = right.replace("1.95", "1.90");
        assert_eq!(compare_fields(&old, &wanted), Err("does not ask for Rust 1.95".to_owned()));
        let other = right.replace("license MIT", "license BSD");
        let fault = "says that the license is `BSD`, and not `MIT`".to_owned();
        assert_eq!(compare_fields(&other, &wanted), Err(fault));
    }

    #[test]
    fn the_manifests_say_license_and_compiler() {
        let wanted = ManifestFields::read().expect("the manifests can be read");
        assert!(wanted.license.contains("Apache-2.0") && wanted.rust.starts_with("1."));
    }
}
