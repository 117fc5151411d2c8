//! Words that cannot be names: those of the language, and those of Rust, because names become identifiers there.

/// Words of the language that a name would hide.
const LANGUAGE: [&str; 16] = [
    "use",
    "as",
    "float",
    "integer",
    "logical",
    "character",
    "datarep",
    "record",
    "test",
    "extends",
    "where",
    "if",
    "order",
    "on",
    "others",
    "unsupported",
];

/// Keywords of Rust, including the reserved ones.
const RUST: [&str; 52] = [
    "Self", "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "crate", "do",
    "dyn", "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in", "let", "loop",
    "macro", "match", "mod", "move", "mut", "override", "priv", "pub", "ref", "return", "self", "static",
    "struct", "super", "trait", "true", "try", "type", "typeof", "unsafe", "unsized", "use", "virtual",
    "where", "while", "yield",
];

/// Whether it is a word of the language that a name would hide.
pub fn is_of_language(word: &str) -> bool {
    LANGUAGE.contains(&word)
}

/// Whether it is a keyword of Rust.
pub fn is_of_rust(word: &str) -> bool {
    RUST.contains(&word)
}

/// Whether the word is a keyword of Rust that cannot even be a raw identifier.
pub fn is_never_raw(word: &str) -> bool {
    matches!(word, "self" | "Self" | "super" | "crate")
}
