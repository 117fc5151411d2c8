//! Describe, read, write.

datarep::datarep! {
    datarep mainframe extends external32 {
        real { 4 => ibm::hfp32, 8 => ibm::hfp64 }
        on read  { overflow => infinity }
        on write { overflow | infinity | nan => error }
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let file = [0xC2, 0x76, 0xA0, 0x00, 0x41, 0x10, 0x00, 0x00, 0x40, 0x19, 0x99, 0x9A];
    let (mut values, loss) = mainframe::to_vec::<f32>(&file)?;
    show(&format!("read {values:?}, lost {loss}"))?;
    values[0] = 1.0 / 3.0;
    let (written, loss) = mainframe::to_bytes(&values)?;
    show(&format!("wrote {written:02X?}, lost {loss}"))?;
    Ok(())
}

/// Prints one line.
fn show(line: &str) -> std::io::Result<()> {
    std::io::Write::write_all(&mut std::io::stdout(), format!("{line}\n").as_bytes())
}
