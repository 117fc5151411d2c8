//! Finds places in sources where a fault can be planted, and the text of each fault.
//!
//! A fault is switched on by its number when the program runs, so that all of them are compiled at once: an expression
//! `a < b` becomes `if planted::is_on(7) { a <= b } else { a < b }`.

use std::ops::Range;

use proc_macro2::Span;
use quote::ToTokens as _;
use syn::spanned::Spanned as _;
use syn::visit_mut::{self, VisitMut};
use syn::{
    BinOp, Block, Expr, ExprBinary, ExprMatch, ExprUnary, Pat, PatGuard, ReturnType, Signature, Type, UnOp,
};

/// The condition under which a fault is there. [`super::plant`] replaces `NUMBER`.
const IS_ON: &str = "crate::planted::is_on(NUMBER)";

/// A fault that can be planted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Fault {
    /// The bytes that are replaced. Two faults of a file whose bytes meet cannot both be planted.
    pub(super) at: Range<usize>,
    pub(super) new: String,
    /// What is wrong then.
    pub(super) title: String,
    pub(super) line: usize,
}

/// The faults that can be planted in a file.
pub(super) fn find_faults(text: &str) -> Result<Vec<Fault>, String> {
    let mut file = syn::parse_file(text).map_err(|error| error.to_string())?;
    let mut finder = Finder { text, function: String::new(), found: Vec::new() };
    finder.visit_file_mut(&mut file);
    Ok(finder.found)
}

struct Finder<'t> {
    text: &'t str,
    /// The name of the function around the place.
    function: String,
    found: Vec<Fault>,
}

impl Finder<'_> {
    fn add_fault(&mut self, span: Span, at: Range<usize>, new: String, title: &str) {
        let title = format!("{title} in `{}`", self.function);
        self.found.push(Fault { at, new, title, line: span.start().line });
    }

    /// Adds a fault for which an expression is replaced by another one.
    fn add_replacement(&mut self, expression: &Expr, other: &str, title: &str) {
        let (span, at) = (expression.span(), expression.span().byte_range());
        let new = format!("(if {IS_ON} {{ {other} }} else {{ {} }})", &self.text[at.clone()]);
        self.add_fault(span, at, new, title);
    }

    fn text_of(&self, expression: &Expr) -> &str {
        &self.text[expression.span().byte_range()]
    }

    /// Adds faults for which a function does nothing but return a constant.
    fn add_constant_returns(&mut self, signature: &Signature, block: &Block) {
        let at = block.brace_token.span.open().byte_range().end;
        for value in list_constants(&signature.output) {
            let new = format!(" if {IS_ON} {{ return {value}; }} ");
            let title = if value.is_empty() {
                "nothing is done".to_owned()
            } else {
                format!("`{value}` is returned")
            };
            self.add_fault(signature.ident.span(), at..at, new, &title);
        }
    }

    fn visit_function(&mut self, signature: &Signature, visit: impl FnOnce(&mut Self)) {
        let outer = std::mem::replace(&mut self.function, signature.ident.to_string());
        visit(self);
        self.function = outer;
    }
}

impl VisitMut for Finder<'_> {
    fn visit_item_mod_mut(&mut self, module: &mut syn::ItemMod) {
        if module.ident != "tests" {
            visit_mut::visit_item_mod_mut(self, module);
        }
    }

    fn visit_item_fn_mut(&mut self, function: &mut syn::ItemFn) {
        if function.sig.constness.is_none() {
            self.visit_function(&function.sig.clone(), |finder| {
                finder.add_constant_returns(&function.sig, &function.block);
                visit_mut::visit_block_mut(finder, &mut function.block);
            });
        }
    }

    fn visit_impl_item_fn_mut(&mut self, function: &mut syn::ImplItemFn) {
        if function.sig.constness.is_none() {
            self.visit_function(&function.sig.clone(), |finder| {
                finder.add_constant_returns(&function.sig, &function.block);
                visit_mut::visit_block_mut(finder, &mut function.block);
            });
        }
    }

    // Values of these are constants, in which nothing can be switched on.
    fn visit_item_const_mut(&mut self, _: &mut syn::ItemConst) {}
    fn visit_impl_item_const_mut(&mut self, _: &mut syn::ImplItemConst) {}
    fn visit_item_static_mut(&mut self, _: &mut syn::ItemStatic) {}
    fn visit_item_enum_mut(&mut self, _: &mut syn::ItemEnum) {}
    fn visit_item_trait_mut(&mut self, _: &mut syn::ItemTrait) {}
    fn visit_type_mut(&mut self, _: &mut Type) {}
    // Patterns are constants, except for the guards of arms.
    fn visit_pat_mut(&mut self, pattern: &mut Pat) {
        if let Pat::Guard(PatGuard { guard, .. }) = pattern {
            self.visit_expr_mut(guard);
        }
    }
    fn visit_expr_repeat_mut(&mut self, _: &mut syn::ExprRepeat) {}
    fn visit_attribute_mut(&mut self, _: &mut syn::Attribute) {}

    fn visit_expr_mut(&mut self, expression: &mut Expr) {
        match expression {
            Expr::Binary(binary) if !has_let(&binary.left) && !has_let(&binary.right) => {
                let (left, right) =
                    (self.text_of(&binary.left).to_owned(), self.text_of(&binary.right).to_owned());
                let old = binary.op.to_token_stream().to_string();
                for new in list_other_operators(binary) {
                    let other = format!("({left}) {new} ({right})");
                    self.add_replacement(expression, &other, &format!("`{old}` is `{new}`"));
                }
            }
            Expr::Unary(ExprUnary { op: UnOp::Not(_), expr, .. }) => {
                let other = self.text_of(expr).to_owned();
                self.add_replacement(expression, &other, "`!` is left out");
            }
            Expr::Unary(ExprUnary { op: UnOp::Neg(_), expr, .. }) if !matches!(**expr, Expr::Lit(_)) => {
                let other = self.text_of(expr).to_owned();
                self.add_replacement(expression, &other, "`-` is left out");
            }
            Expr::Match(found) => self.add_arm_faults(found),
            _ => {}
        }
        visit_mut::visit_expr_mut(self, expression);
    }
}

impl Finder<'_> {
    /// Adds faults for which an arm is never taken, or always where its pattern fits.
    fn add_arm_faults(&mut self, found: &ExprMatch) {
        let ends_with_all = found.arms.last().is_some_and(|arm| matches!(arm.pat, Pat::Wild(_)));
        for (index, arm) in found.arms.iter().enumerate() {
            if let Pat::Guard(PatGuard { guard, .. }) = &arm.pat {
                if !has_let(guard) {
                    self.add_replacement(guard, "true", "a guard is `true`");
                    self.add_replacement(guard, "false", "a guard is `false`");
                }
            } else if ends_with_all && index + 1 < found.arms.len() {
                let end = arm.pat.span().byte_range().end;
                self.add_fault(arm.pat.span(), end..end, format!(" if !{IS_ON}"), "an arm is left out");
            }
        }
    }
}

/// Whether an expression has patterns, so that it can only stand as a condition.
fn has_let(expression: &Expr) -> bool {
    match expression {
        Expr::Let(_) => true,
        Expr::Binary(ExprBinary { left, right, .. }) => has_let(left) || has_let(right),
        _ => false,
    }
}

/// What may stand in the place of an operator.
fn list_other_operators(binary: &ExprBinary) -> &'static [&'static str] {
    match binary.op {
        BinOp::Eq(_) => &["!="],
        BinOp::Ne(_) => &["=="],
        BinOp::Lt(_) => &["<=", ">"],
        BinOp::Le(_) => &["<", ">"],
        BinOp::Gt(_) => &[">=", "<"],
        BinOp::Ge(_) => &[">", "<"],
        BinOp::And(_) => &["||"],
        BinOp::Or(_) => &["&&"],
        BinOp::Add(_) => &["-", "*"],
        BinOp::Sub(_) | BinOp::Mul(_) => &["+"],
        BinOp::Div(_) => &["%", "*"],
        BinOp::Rem(_) => &["/"],
        BinOp::Shl(_) => &[">>"],
        BinOp::Shr(_) => &["<<"],
        BinOp::BitAnd(_) => &["|"],
        BinOp::BitOr(_) => &["&"],
        BinOp::AddAssign(_) => &["-="],
        BinOp::SubAssign(_) => &["+="],
        _ => &[],
    }
}

/// The constants that a planted fault lets a function return, by its return type.
fn list_constants(output: &ReturnType) -> &'static [&'static str] {
    let ReturnType::Type(_, output) = output else { return &[""] };
    let name: String = output.to_token_stream().to_string().split_whitespace().collect();
    match name.as_str() {
        "bool" => &["true", "false"],
        "u8" | "u16" | "u32" | "u64" | "u128" | "usize" | "i32" | "i64" | "i128" => &["0", "1"],
        "String" => &["String::new()"],
        name if name.starts_with("Option<") => &["None"],
        name if name.starts_with("Vec<") => &["Vec::new()"],
        name if name.starts_with("Result<(),") => &["Ok(())"],
        _ => &[],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn titles(text: &str) -> Vec<String> {
        find_faults(text).expect("it is Rust").into_iter().map(|fault| fault.title).collect()
    }

    #[test]
    fn faults_of_each_kind_are_found() {
        let text = "fn f(a: u8) -> bool { match a { 1 => a < 2, b if b > 3 => !(a == 4), _ => true } }";
        let expected = [
            "`true` is returned",
            "`false` is returned",
            "an arm is left out",
            "a guard is `true`",
            "a guard is `false`",
            "`<` is `<=`",
            "`<` is `>`",
            "`>` is `>=`",
            "`>` is `<`",
            "`!` is left out",
            "`==` is `!=`",
        ];
        assert_eq!(titles(text), expected.map(|title| format!("{title} in `f`")));
    }

    #[test]
    fn a_fault_keeps_the_right_code_for_when_it_is_off() {
        let text = "fn f() -> &str { if 1 + 2 == 3 { \"x\" } else { \"y\" } }";
        let all = find_faults(text).expect("it is Rust");
        let fault = all.iter().find(|fault| fault.title.contains("`==`")).expect("a comparison");
        assert_eq!(&text[fault.at.clone()], "1 + 2 == 3");
        assert_eq!(fault.new, "(if crate::planted::is_on(NUMBER) { (1 + 2) != (3) } else { 1 + 2 == 3 })");
    }

    #[test]
    fn nothing_is_planted_where_it_cannot_be_switched() {
        assert_eq!(titles("const A: u8 = 1 + 2; const fn f() -> u8 { 1 + 2 }"), [""; 0]);
        assert_eq!(titles("fn f(a: [u8; 1 + 2]) -> &str { if let 1 = 2 && g() {} }"), [""; 0]);
    }
}
