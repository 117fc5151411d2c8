//! Programs to copy from. `README.md` lists those beside this file.
