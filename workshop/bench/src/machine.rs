//! The machine that ran the measurement, as the system describes it.

use std::fs;
use std::process::Command;

/// A description of the processor, its caches, the system, the compiler, and the load.
pub(super) fn describe_machine(cores: usize) -> String {
    let mut facts = vec![name_processor(), format!("{cores} cores")];
    facts.extend((0..5).filter_map(describe_cache));
    facts.extend(describe_hypervisor());
    facts.extend(output_of("uname", &["-sr"]));
    facts.extend(
        output_of("rustc", &["--version"]).and_then(|text| Some(text.split_once(" (")?.0.to_owned())),
    );
    // Other work makes figures lower, most of all beyond the caches.
    facts.extend(
        read_trimmed("/proc/loadavg").and_then(|text| Some(format!("load {}", text.split_once(' ')?.0))),
    );
    facts.join(", ")
}

/// The processor's name, with its family and model, because virtual machines often give only a general name.
pub(super) fn name_processor() -> String {
    let text = read_trimmed("/proc/cpuinfo").unwrap_or_default();
    let field = |name: &str| {
        let line = text.lines().find(|line| line.split(':').next().is_some_and(|key| key.trim() == name))?;
        Some(line.split_once(':')?.1.trim().to_owned())
    };
    match (field("model name"), field("cpu family"), field("model")) {
        (Some(name), Some(family), Some(model)) => format!("{name} (family {family}, model {model})"),
        (Some(name), ..) => name,
        _ => std::env::consts::ARCH.to_owned(),
    }
}

/// The description of a cache, such as `L2 1024K`.
fn describe_cache(index: u32) -> Option<String> {
    let fact = |name: &str| read_trimmed(&format!("/sys/devices/system/cpu/cpu0/cache/index{index}/{name}"));
    (fact("type")? != "Instruction").then_some(())?;
    Some(format!("L{} {}", fact("level")?, fact("size")?))
}

/// The hypervisor, such as `under KVM`, of a virtual machine.
fn describe_hypervisor() -> Option<String> {
    let text = output_of("lscpu", &[])?;
    let name = text.lines().find_map(|line| line.strip_prefix("Hypervisor vendor:"))?;
    Some(format!("under {}", name.trim()))
}

fn read_trimmed(path: &str) -> Option<String> {
    fs::read_to_string(path).ok().map(|text| text.trim().to_owned())
}

fn output_of(program: &str, arguments: &[&str]) -> Option<String> {
    // In the language of the system `lscpu` would speak otherwise.
    let output = Command::new(program).args(arguments).env("LC_ALL", "C").output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}
