//! Datatypes as text: the constructor calls, with long lists and deep nests cut short.

use std::fmt;

use super::typemap::{Constructor, Typemap};

/// How many datatypes are written before the rest becomes an ellipsis.
const MOST: usize = 64;
/// How many entries of a list are written.
const ENTRIES: usize = 8;

impl fmt::Debug for Typemap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (items, lb, ub) = (self.items(), self.lb(), self.ub());
        write!(f, "Typemap({self}; {items} items, {} bytes, bounds {lb}..{ub})", self.size())
    }
}

/// Writes the constructor calls: `vector(3, 1, 2, MPI_REAL)`.
impl fmt::Display for Typemap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // A limit for the whole text, not for each list: a nest may share its parts, and be exponentially long when
        // written out.
        write_typemap(self, f, &mut { MOST })
    }
}

fn write_typemap(typemap: &Typemap, f: &mut fmt::Formatter<'_>, left: &mut usize) -> fmt::Result {
    let Some(rest) = left.checked_sub(1) else { return f.write_str("…") };
    *left = rest;
    let constructor = typemap.constructor();
    f.write_str(constructor_name(constructor))?;
    match constructor {
        Constructor::Predefined(_) | Constructor::Pair(_) => return Ok(()),
        Constructor::InFile(_, bytes) => return write!(f, ":{bytes}"),
        Constructor::PairInFile(_, [first, second]) => return write!(f, ":{first}+{second}"),
        Constructor::Dup(_) => f.write_str("(")?,
        Constructor::Contiguous(count, _) => write!(f, "({count}, ")?,
        Constructor::Vector(count, blocklength, stride, _)
        | Constructor::Hvector(count, blocklength, stride, _) => {
            write!(f, "({count}, {blocklength}, {stride}, ")?;
        }
        Constructor::Indexed(blocks, _) | Constructor::Hindexed(blocks, _) => {
            list(f, "(", blocks, |f, (blocklength, displacement)| {
                write!(f, "{blocklength} at {displacement}")
            })?;
        }
        Constructor::IndexedBlock(blocklength, displacements, _)
        | Constructor::HindexedBlock(blocklength, displacements, _) => {
            list(f, &format!("({blocklength}, "), displacements, |f, displacement| {
                write!(f, "{displacement}")
            })?;
        }
        Constructor::Struct(blocks) => {
            f.write_str("(")?;
            for (index, (blocklength, displacement, old)) in blocks.iter().enumerate() {
                // Both limits end the list: many blocks, and a nest whose blocks have used up what may be printed.
                if index == ENTRIES || *left == 0 {
                    return write!(f, ", … {} more)", blocks.len() - index);
                }
                write!(f, "{}{blocklength} at {displacement}: ", if index == 0 { "" } else { ", " })?;
                write_typemap(old, f, left)?;
            }
            return f.write_str(")");
        }
        Constructor::Subarray(parts, order, _) => {
            list(f, "(", parts, |f, [size, sub, start]| write!(f, "{sub} of {size} from {start}"))?;
            write!(f, "{order:?}, ")?;
        }
        Constructor::Darray(size, rank, dimensions, order, _) => {
            list(f, &format!("({rank} of {size}, "), dimensions, |f, dimension| {
                write!(f, "{} {:?} on {}", dimension.gsize, dimension.distribution, dimension.psize)
            })?;
            write!(f, "{order:?}, ")?;
        }
        Constructor::Resized(lb, extent, _) => write!(f, "({lb}, {extent}, ")?,
    }
    if let Some(old) = constructor.old() {
        write_typemap(old, f, left)?;
    }
    f.write_str(")")
}

fn constructor_name(constructor: &Constructor) -> &'static str {
    match constructor {
        Constructor::Predefined(predefined) | Constructor::InFile(predefined, _) => predefined.name(),
        Constructor::Pair(pair) | Constructor::PairInFile(pair, _) => pair.name(),
        Constructor::Dup(_) => "dup",
        Constructor::Contiguous(..) => "contiguous",
        Constructor::Vector(..) => "vector",
        Constructor::Hvector(..) => "hvector",
        Constructor::Indexed(..) => "indexed",
        Constructor::Hindexed(..) => "hindexed",
        Constructor::IndexedBlock(..) => "indexed_block",
        Constructor::HindexedBlock(..) => "hindexed_block",
        Constructor::Struct(_) => "struct",
        Constructor::Subarray(..) => "subarray",
        Constructor::Darray(..) => "darray",
        Constructor::Resized(..) => "resized",
    }
}

fn list<T>(
    f: &mut fmt::Formatter<'_>,
    before: &str,
    entries: &[T],
    mut entry: impl FnMut(&mut fmt::Formatter<'_>, &T) -> fmt::Result,
) -> fmt::Result {
    write!(f, "{before}[")?;
    for (index, one) in entries.iter().take(ENTRIES).enumerate() {
        f.write_str(if index == 0 { "" } else { ", " })?;
        entry(f, one)?;
    }
    match entries.len().saturating_sub(ENTRIES) {
        0 => f.write_str("], "),
        more => write!(f, ", … {more} more], "),
    }
}
