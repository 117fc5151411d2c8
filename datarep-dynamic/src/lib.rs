#![forbid(unsafe_code)]
mod columns;
mod conversion;
mod loops;
mod order;
mod program;
mod text;
pub use text::Text;
