//! Space on the device for a file: the one system call that Rust's library lacks.
#![allow(unsafe_code, reason = "a function of C is called")]

use std::fs::File;
use std::io;

/// Makes sure that the first `size` bytes have space on the device, including holes. The file grows to that size.
///
/// # Errors
///
/// Kind `Unsupported` if this system or this file has no such call. Otherwise the error of the system.
#[cfg(all(target_os = "linux", target_pointer_width = "64"))]
pub(super) fn allocate(file: &File, size: u64) -> io::Result<()> {
    use std::ffi::c_int;
    use std::os::fd::AsRawFd as _;

    /// `EINVAL` and `EOPNOTSUPP`, which are the same on every Linux but one.
    const NOT_HERE: [c_int; 2] = [22, 95];

    unsafe extern "C" {
        fn posix_fallocate(descriptor: c_int, offset: i64, bytes: i64) -> c_int;
    }

    let bytes = i64::try_from(size).map_err(|_| io::ErrorKind::FileTooLarge)?;
    // The call refuses zero bytes by EINVAL, which would be taken for a system without the call.
    if bytes == 0 {
        return Ok(());
    }
    loop {
        // The function returns the code of the error, and does not set `errno`.
        // SAFETY: the function takes only numbers, and the descriptor is open while `file` is borrowed.
        match unsafe { posix_fallocate(file.as_raw_fd(), 0, bytes) } {
            0 => return Ok(()),
            code if NOT_HERE.contains(&code) => return Err(io::ErrorKind::Unsupported.into()),
            code => {
                let error = io::Error::from_raw_os_error(code);
                // A signal may come during a long allocation. What has its space already is not allocated again.
                if error.kind() != io::ErrorKind::Interrupted {
                    return Err(error);
                }
            }
        }
    }
}

/// As above. This system has no such call.
#[cfg(not(all(target_os = "linux", target_pointer_width = "64")))]
pub(super) fn allocate(_file: &File, _size: u64) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}
