//! A page about a format for people: facts with their titles, and a picture.

mod picture;

use crate::facts::{self, DocComment, RealParts};
use crate::limits::Limits;
use crate::model::{ByteOrder, Format, TestLine};
use crate::print;

/// A format, with what a page about it shows.
///
/// ```
/// use datarep_dsl::model::ByteOrder;
/// use datarep_dsl::{compile, sheet::Sheet, source::Source};
/// let text = "float hfp32 = S1 E7 F24 where value = 0.F * 16^(E - 64);";
/// let source = Source { name: "ibm.datarep".to_owned(), text: text.to_owned(), first_line: 1 };
/// let model = compile(&source).expect("the text is sound");
/// let sheet = Sheet { format: &model.formats[0], order: &ByteOrder::Big, said: None, tests: &[] };
/// assert_eq!(sheet.facts()[0].0, "Float");
/// assert!(sheet.draw_svg().starts_with("<svg"));
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Sheet<'a> {
    /// The format.
    pub format: &'a Format,
    /// The order of its bytes.
    pub order: &'a ByteOrder,
    /// The order that was named together with the format.
    pub said: Option<&'a str>,
    /// Its test lines, which are its examples.
    pub tests: &'a [TestLine],
}

impl Sheet<'_> {
    /// The picture as SVG: bits in boxes, the formula, facts, examples.
    pub fn draw_svg(&self) -> String {
        picture::draw_svg(self.format, &self.facts(), self.tests)
    }

    /// Facts with their titles, in the order in which they are shown.
    pub fn facts(&self) -> Vec<(&'static str, String)> {
        let Sheet { format, order, .. } = *self;
        let doc = DocComment::parse(&format.doc);
        let mut facts = Vec::new();
        match facts::describe_real_parts(&format.kind) {
            Some(RealParts { radix, exponent, significand, .. }) => {
                facts.push((
                    "Float",
                    format!("radix {radix}, exponent {exponent}; significand {significand}"),
                ));
            }
            None => facts.push(("Is", facts::describe_kind(format).unwrap_or_default())),
        }
        if let Some(limits) = Limits::from_format(format) {
            facts.push(("Range", facts::describe_range(&limits)));
            facts.push(("Precision", facts::describe_precision(format, &limits)));
        }
        let bytes = order.extent(format.bits);
        let plural = if bytes == 1 { "" } else { "s" };
        // A single byte has no order. Where neither the user nor the format has named one, the fact says that it is a
        // default.
        let order_text = match (self.said, &format.order) {
            (None, None) if bytes > 1 => {
                format!(" {}, where no other order is said", print::format_order(order))
            }
            _ if bytes > 1 => format!(" {}", print::format_order(order)),
            _ => String::new(),
        };
        // The order of packed words is that of bits, and items of whole bytes are only what they are unpacked to.
        let packed =
            self.said.filter(|order_text| order_text.starts_with("packed") || *order_text == "high_density");
        facts.push((
            "In a file",
            match packed {
                Some(packed) => format!("words of {} bits without gaps, {packed}", format.bits),
                None => format!("{bytes} byte{plural}{order_text}"),
            },
        ));
        if !doc.source.is_empty() {
            facts.push(("Source", doc.source.clone()));
        }
        if !doc.confidence.is_empty() {
            facts.push(("Confidence", doc.confidence.clone()));
        }
        if !doc.names.is_empty() {
            let names: Vec<String> =
                doc.names.iter().map(|(program, names)| format!("{program} {names}")).collect();
            facts.push(("Elsewhere", names.join("; ")));
        }
        facts
    }
}
