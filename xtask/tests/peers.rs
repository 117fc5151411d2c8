//! Numbers that other software is known to read differently, each with the value that its format's definition gives.
//!
//! The versions named are those whose result was observed or follows from their source. The values follow from the
//! manuals.

use datarep::{F128, LongDouble};

datarep::datarep! {
    //! The formats that the others misread.

    use aerospace::{m1750_32, m1750_48};
    use dec::{vax_d, vax_f, vax_g};
    use ibm::{hfp32, hfp64, xport24, xport64};
    use intel::x87_128;
    use mips::mips_f32;
    use ti::ti_c3x_40;

    datarep rules {
        others => unsupported;
        on read  { overflow => infinity, reserved => nan, missing => nan }
        on write { overflow => error, infinity | nan => error, underflow => zero }
    }
    datarep ibm       extends rules { real { 4 => hfp32, 8 => hfp64 } }
    datarep ibm_cut   extends ibm   { on read { inexact => toward_zero } }
    datarep sas       extends rules { real { 4 => xport64, 8 => xport64 } }
    datarep sas_short extends rules { real { 4 => xport24, 8 => xport24 } }
    datarep vax_d_one extends rules { real { 4 => vax_f, 8 => vax_d } }
    datarep vax_g_one extends rules { real { 4 => vax_f, 8 => vax_g } }
    datarep c40       extends rules { real { 8 => ti_c3x_40 } }
    datarep airborne  extends rules { real { 4 => m1750_32, 8 => m1750_48 } }
    datarep sgi       extends rules { real { 4 => mips_f32 } on write { infinity | nan => keep } }
    /// A quarter precision of 128 bits, whose exponent has the eleven bits of binary64.
    float wide = S1 E11 F116 where value = 1.F * 2^(E - 1023) { ieee; }
    datarep hdf5      extends rules { order big; real { 8 => wide, 16 => wide } on write { infinity | nan => keep } }
    datarep hdf5_x87  extends rules { real { 8 => x87_128 big } on write { infinity | nan => keep } }
    datarep samples   extends rules { order big; integer => twos(24); unsigned => unsigned(24); on read { overflow => error } }
}

/// segyio 1.9.14 assumes that the first bit of a hexadecimal fraction is set: 178 of 2001 samples of a real trace are
/// wrong.
#[test]
fn segyio_unnormalized_hexadecimal_floats() {
    let words = [0x4201_0000_u32, 0x4300_1000, 0x4600_0001, 0xC200_8000, 0x4500_0000];
    let file: Vec<u8> = words.iter().flat_map(|word| word.to_be_bytes()).collect();
    let (read, loss) = ibm::to_vec::<f32>(&file).expect("numbers");
    assert_eq!(read, [1.0, 1.0, 1.0, -0.5, 0.0]);
    assert!(loss.is_none(), "{loss}");
}

/// TGSAI's segy 0.6.0, which MDIO uses, cuts off the digits that a short hexadecimal fraction has no room for: of random
/// words of `f32`, 15.8 % become a word that is not nearest. It writes infinities and NaN as the next numbers, 3.4e38 and 5.1e38, and
/// subnormal numbers as other numbers.
#[test]
fn segy_writes_ibm_floats() {
    let (file, loss) = ibm::to_bytes(&[0.1_f32, 1.907_348_5e-6, 1e-40]).expect("numbers");
    let words: Vec<u32> = file.as_chunks().0.iter().map(|word| u32::from_be_bytes(*word)).collect();
    // 0x4019_9999, 0x3C1F_FFFF and 0x2120_45B0 there; the last of these is 5.9e-39.
    assert_eq!(words, [0x4019_999A, 0x3C20_0000, 0x1F8B_6100]);
    assert_eq!(loss.inexact, 2);
    for number in [f32::INFINITY, f32::NAN] {
        assert!(ibm::to_bytes(&[number]).is_err(), "0x6110_0000 and 0x6118_0000 there");
    }
}

/// segyio 1.9.14 reads samples of three bytes as floats of four.
#[test]
fn segyio_samples_of_three_bytes() {
    let file = [0xFF, 0xFF, 0xFE, 0x00, 0x01, 0x00];
    assert_eq!(samples::to_vec::<i32>(&file).expect("numbers").0, [-2, 256]);
    assert_eq!(samples::to_vec::<u32>(&file).expect("numbers").0, [0x00FF_FFFE, 256]);
}

/// pandas 3.1.1 reads SAS's zeros as 5.397605346934028e-79: 12009 of 71365 cells of one file.
#[test]
fn pandas_zeros_of_sas() {
    assert_eq!(sas::to_vec::<f64>(&[0; 8]).expect("zero").0[0].to_bits(), 0);
    assert_eq!(sas_short::to_vec::<f64>(&[0; 3]).expect("zero").0[0].to_bits(), 0);
    // That number has another word: 16^-65.
    let (smallest, _) = sas::to_vec::<f64>(&[0, 0x10, 0, 0, 0, 0, 0, 0]).expect("a number");
    assert_eq!(smallest, [5.397605346934028e-79]);
}

/// SAS's own algorithm (TS-140) truncates, and ibm2ieee rounds to even. The rule selects one of them.
#[test]
fn ts_140_truncates() {
    // The fraction has 56 significant bits. An `f64` holds 53 of them, and the other three are ones.
    let file = 0x4180_0000_0000_0007_u64.to_be_bytes();
    assert_eq!(ibm::to_vec::<f64>(&file).expect("a number").0[0].to_bits(), 0x4020_0000_0000_0001);
    let (cut, loss) = ibm_cut::to_vec::<f64>(&file).expect("a number");
    assert_eq!((cut[0].to_bits(), loss.inexact), (0x4020_0000_0000_0000, 1));
}

/// rms-vax 1.1.0 reads zeros with other bits set as small numbers, and libiberty (`exp_nan` of 0) reads a plain zero as
/// an infinity.
#[test]
fn zeros_of_the_vax() {
    for file in [[0, 0, 0, 0], [0x7F, 0, 0xFF, 0xFF], [0x01, 0, 0, 0]] {
        let (read, loss) = vax_d_one::to_vec::<f32>(&file).expect("zero");
        assert_eq!(read[0].to_bits(), 0, "{file:x?}");
        assert!(loss.is_none());
    }
    assert_eq!(vax_g_one::to_vec::<f64>(&[0x0F, 0, 1, 0, 0, 0, 0, 0]).expect("zero").0[0].to_bits(), 0);
}

/// GCC 3's `decode_vax_d` masks the exponent to seven bits, so numbers from 2^0 up become too small.
#[test]
fn large_exponents_of_vax_d() {
    let one = [0x80, 0x40, 0, 0, 0, 0, 0, 0];
    let most = [0xFF, 0x7F, 0, 0, 0, 0, 0, 0];
    assert_eq!(vax_d_one::to_vec::<f64>(&one).expect("a number").0, [1.0]);
    let (read, _) = vax_d_one::to_vec::<f64>(&most).expect("a number");
    assert_eq!(read, [f64::from_bits(0x47DF_E000_0000_0000)]);
}

/// GCC 3's `decode_c4x_extended` looks for the sign at the wrong bit.
#[test]
fn signs_of_the_c40() {
    for (file, value) in [
        ([0x00, 0x00, 0x00, 0x00, 0x00], 1.0),
        ([0xFF, 0x80, 0x00, 0x00, 0x00], -1.0),
        ([0x02, 0x90, 0x00, 0x00, 0x00], -7.5),
        ([0x00, 0x00, 0x80, 0x00, 0x00], 1.003_906_25),
        ([0x7F, 0x7F, 0xFF, 0xFF, 0xFF], f64::from_bits(0x47EF_FFFF_FFE0_0000)),
    ] {
        assert_eq!(c40::to_vec::<f64>(&file).expect("a number").0, [value], "{file:x?}");
        assert_eq!(c40::to_bytes(&[value]).expect("a number").0, file);
    }
}

/// Yamcs's `MIN_FLOAT_VALUE` of MIL-STD-1750A is not the smallest number, which is -1 times 2^127.
#[test]
fn the_smallest_number_of_the_1750a() {
    let least = [0x80, 0, 0, 0x7F];
    assert_eq!(airborne::to_vec::<f32>(&least).expect("a number").0, [-(2.0_f32.powi(127))]);
    assert_eq!(airborne::to_bytes(&[-(2.0_f32.powi(127))]).expect("a number").0, least);
    assert!(airborne::to_bytes(&[2.0_f32.powi(127)]).is_err(), "there is no positive one");
    assert!(airborne::to_bytes(&[-(2.0_f64.powi(127)) * 1.5]).is_err());
}

/// ezc3d 1.7.2 refuses the files of SGI machines, which have MIPS's quiet NaN.
#[test]
fn files_of_sgi_machines() {
    let file = [0x3F, 0x80, 0, 0, 0x7F, 0xBF, 0xFF, 0xFF];
    let (read, loss) = sgi::to_vec::<f32>(&file).expect("a number and a NaN");
    assert!(read[0].to_bits() == 1.0_f32.to_bits() && read[1].is_nan() && loss.is_none());
    assert_eq!(read[1].to_bits() & 0x0040_0000, 0x0040_0000, "a quiet NaN is a quiet NaN");
    assert_eq!(sgi::to_bytes(&read).expect("a number and a NaN").0, file);
}

/// h5py 3.16.0 cannot open floats of 128 bits with an exponent of eleven bits, or big-endian extended floats in 16
/// bytes.
#[test]
fn floats_that_h5py_does_not_open() {
    let tenth =
        [0x3F, 0xB9, 0x99, 0x99, 0x99, 0x99, 0x99, 0x99, 0x99, 0x99, 0x99, 0x99, 0x99, 0x99, 0x99, 0x9A];
    assert_eq!(hdf5::to_vec::<f64>(&tenth).expect("a number").0, [0.1]);
    let (wide, _) = hdf5::to_vec::<F128>(&tenth).expect("a number");
    assert_eq!(wide[0].to_bits() >> 64, 0x3FFB_9999_9999_9999);
    let mut extended = [0; 16];
    extended[6..]
        .copy_from_slice(&LongDouble::from_bits(0x4000_C000_0000_0000_0000).to_bits().to_be_bytes()[6..]);
    assert_eq!(hdf5_x87::to_vec::<f64>(&extended).expect("a number").0, [3.0]);
}
