//! The kind of file system of a folder.
#![allow(unsafe_code, reason = "a call of the system")]

use std::path::Path;

/// The kind of file system and its free bytes, or why neither is known.
#[cfg(target_os = "linux")]
pub(super) fn describe(folder: &Path) -> String {
    use std::ffi::CString;
    use std::mem::MaybeUninit;
    use std::os::unix::ffi::OsStrExt as _;
    let Ok(path) = CString::new(folder.as_os_str().as_bytes()) else {
        return "its path has a zero byte".to_owned();
    };
    let mut info = MaybeUninit::<libc::statfs>::zeroed();
    // SAFETY: the path ends with a zero, and `info` is a place for the answer. Test: `doctor.c`.
    if unsafe { libc::statfs(path.as_ptr(), info.as_mut_ptr()) } != 0 {
        return std::io::Error::last_os_error().to_string();
    }
    // SAFETY: all fields are numbers, which were zero before the system filled them in. Test: `doctor.c`.
    let info = unsafe { info.assume_init() };
    let kind = info.f_type & 0xffff_ffff;
    let name = KINDS.iter().find(|&&(number, _)| number == kind).map(|&(_, name)| name);
    let name = name.map_or_else(|| format!("a file system of the kind {kind:#x}"), str::to_owned);
    let free = u128::from(info.f_bavail) * u128::try_from(info.f_bsize).unwrap_or(0);
    format!("{name}, {} MiB free", free >> 20)
}

#[cfg(not(target_os = "linux"))]
pub(super) fn describe(folder: &Path) -> String {
    if folder.is_dir() { "a folder".to_owned() } else { "no folder".to_owned() }
}

/// The numbers that Linux and makers of file systems have given.
#[cfg(target_os = "linux")]
const KINDS: [(i64, &str); 19] = [
    (0x0bd0_0bd0, "Lustre"),
    (0x4750_4653, "GPFS (Storage Scale)"),
    (0x1983_0326, "BeeGFS"),
    (0xaad7_aaea, "PanFS"),
    (0x2003_0528, "OrangeFS"),
    (0x00c3_6400, "Ceph"),
    (0x0116_1970, "GFS2"),
    (0x0000_6969, "NFS"),
    (0xff53_4d42, "CIFS"),
    (0xfe53_4d42, "SMB"),
    (0x0102_1997, "9P"),
    (0x6573_5546, "FUSE"),
    (0x0000_ef53, "ext2, ext3 or ext4"),
    (0x5846_5342, "XFS"),
    (0x9123_683e, "Btrfs"),
    (0x2fc1_2fc1, "ZFS"),
    (0x794c_7630, "overlayfs"),
    (0x0102_1994, "tmpfs"),
    (0x8584_58f6, "ramfs"),
];

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn folders_are_described() {
        assert!(describe(Path::new("/proc")).starts_with("a file system of the kind 0x9fa0, "));
        assert!(describe(Path::new("/nowhere/at/all")).contains("No such file"));
    }
}
