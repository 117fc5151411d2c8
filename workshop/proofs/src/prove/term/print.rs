//! Terms as text: a question in SMT-LIB 2.

use std::fmt::Write as _;

use super::{FloatNode, Known, Node, Term, Terms, operands};

impl Terms {
    /// The text of a question: whether the word of one bit can be true.
    pub(crate) fn print(&self, asked: Term) -> String {
        let mut needed = vec![false; self.all.len()];
        needed[asked.0] = true;
        for index in (0..=asked.0).rev() {
            if needed[index] {
                for term in operands(&self.all[index].node) {
                    needed[term.0] = true;
                }
            }
        }
        let mut text = "(set-logic QF_BVFP)\n".to_owned();
        for (index, known) in
            self.all.iter().enumerate().take(asked.0 + 1).filter(|(index, _)| needed[*index])
        {
            self.print_term(index, known, &mut text);
        }
        let _ = writeln!(text, "(assert (= {} #b1))\n(check-sat)", self.name(asked));
        text
    }

    fn name(&self, term: Term) -> String {
        let known = &self.all[term.0];
        match &known.node {
            Node::Constant(number) if known.width.is_multiple_of(4) => {
                format!("#x{number:0width$x}", width = (known.width / 4) as usize)
            }
            Node::Constant(number) => format!("#b{number:0width$b}", width = known.width as usize),
            Node::Free(name) => name.clone(),
            _ => format!("t{}", term.0),
        }
    }

    fn print_term(&self, index: usize, known: &Known, text: &mut String) {
        let width = known.width;
        let name = |term: &Term| self.name(*term);
        let two =
            |function: &str, one: &Term, other: &Term| format!("({function} {} {})", name(one), name(other));
        let body = match &known.node {
            Node::Constant(_) => return,
            Node::Free(free) => {
                let _ = writeln!(text, "(declare-const {free} (_ BitVec {width}))");
                return;
            }
            Node::Not(one) => format!("(bvnot {})", name(one)),
            Node::And(one, other) => two("bvand", one, other),
            Node::Or(one, other) => two("bvor", one, other),
            Node::Xor(one, other) => two("bvxor", one, other),
            Node::Add(one, other) => two("bvadd", one, other),
            Node::Multiply(one, other) => two("bvmul", one, other),
            Node::Remainder(one, other) => two("bvurem", one, other),
            Node::Divide(one, other) => two("bvudiv", one, other),
            Node::Left(one, other) => two("bvshl", one, other),
            Node::Right(one, other) => two("bvlshr", one, other),
            Node::RightSigned(one, other) => two("bvashr", one, other),
            Node::Equal(one, other) => format!("(ite {} #b1 #b0)", two("=", one, other)),
            Node::Below(one, other) => format!("(ite {} #b1 #b0)", two("bvult", one, other)),
            Node::Select(condition, one, other) => {
                format!("(ite (= {} #b1) {} {})", name(condition), name(one), name(other))
            }
            Node::Part(one, low) => format!("((_ extract {} {low}) {})", low + width - 1, name(one)),
            Node::Join(high, low) => two("concat", high, low),
            Node::Signed(one) => format!("((_ sign_extend {}) {})", width - self.width(*one), name(one)),
            Node::Float(node, operands) => return self.print_float(index, *node, operands, width, text),
        };
        let _ = writeln!(text, "(define-fun t{index} () (_ BitVec {width}) {body})");
    }

    /// A float's word is a free word whose float is the result: SMT-LIB has no way from a float to its word.
    fn print_float(&self, index: usize, node: FloatNode, operands: &[Term], width: u32, text: &mut String) {
        let sort = |width: u32| if width == 32 { "8 24" } else { "11 53" };
        let name = |term: Term| self.name(term);
        let float = |term: Term| format!("((_ to_fp {}) {})", sort(self.width(term)), name(term));
        let all = || operands.iter().map(|&term| float(term)).collect::<Vec<_>>().join(" ");
        let value = match node {
            FloatNode::Add => format!("(fp.add RNE {})", all()),
            FloatNode::Subtract => format!("(fp.sub RNE {})", all()),
            FloatNode::Multiply => format!("(fp.mul RNE {})", all()),
            FloatNode::FromUnsigned => {
                format!("((_ to_fp_unsigned {}) RNE {})", sort(width), name(operands[0]))
            }
            FloatNode::FromSigned => format!("((_ to_fp {}) RNE {})", sort(width), name(operands[0])),
            FloatNode::FromFloat => format!("((_ to_fp {}) RNE {})", sort(width), all()),
            FloatNode::Below | FloatNode::Equal => {
                let function = if node == FloatNode::Below { "fp.lt" } else { "fp.eq" };
                let _ = writeln!(
                    text,
                    "(define-fun t{index} () (_ BitVec 1) (ite ({function} {}) #b1 #b0))",
                    all()
                );
                return;
            }
        };
        let _ = writeln!(text, "(declare-const t{index} (_ BitVec {width}))");
        let _ = writeln!(text, "(assert (= ((_ to_fp {}) t{index}) {value}))", sort(width));
    }
}
