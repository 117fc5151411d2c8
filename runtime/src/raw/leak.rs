//! Tables of representations that are made at run time: what an interpreter has read becomes a plug-in.
//!
//! The tables of a compiled plug-in are constants. Those here are made of representations with conversions that are
//! objects. Tables must stay until the process ends, so they are never freed: to be made once for each text.

use std::ptr;
use std::sync::Arc;

use super::import::table_error;
use super::table::{
    ExportedType, PLUGIN_VERSION, Plugin, PluginDatarep, PluginText, PluginType, read_run, write_run,
};
use crate::assembled::{Assembled, AssembledType, TypeConversion};
use crate::error::Error;
use crate::memory::Conversion;
use crate::predefined::Predefined;
use crate::representation::{Datarep, DatarepKind, RuntimeDatarep};

/// Makes the table of a plug-in from interpreted representations. The table and the representations stay until the
/// process ends.
///
/// # Errors
///
/// Class `Arg` if a representation is not an interpreted one: [`export!`](super::export) makes the table of compiled
/// ones.
pub fn leak_plugin(datareps: &[Datarep]) -> Result<&'static Plugin, Error> {
    let tables = datareps.iter().map(leak_datarep).collect::<Result<Vec<_>, _>>()?;
    let tables: &'static [PluginDatarep] = tables.leak();
    let count = u32::try_from(tables.len()).map_err(|_| table_error("there are too many".to_owned()))?;
    Ok(Box::leak(Box::new(Plugin { version: PLUGIN_VERSION, count, representations: tables.as_ptr() })))
}

fn leak_datarep(datarep: &Datarep) -> Result<PluginDatarep, Error> {
    let DatarepKind::Runtime(RuntimeDatarep::Assembled(assembled)) = &datarep.0 else {
        let reason = format!("datarep `{}` is not interpreted: `export!` makes its table", datarep.name());
        return Err(table_error(reason));
    };
    // One reference to what the rows point to is kept for ever.
    let assembled: &'static Assembled = Box::leak(Box::new(Arc::clone(assembled)));
    let types = Predefined::all().map(|predefined| {
        assembled.get(predefined).map_or(PluginType::MISSING, |kind| leak_type(predefined, kind))
    });
    let types: &'static [PluginType] = types.collect::<Vec<_>>().leak();
    Ok(PluginDatarep {
        name: PluginText::from_text(&assembled.name),
        doc: PluginText::from_text(&assembled.doc),
        count: types.len(),
        types: types.as_ptr(),
    })
}

fn leak_type(predefined: Predefined, kind: &'static AssembledType) -> PluginType {
    let row = PluginType {
        name: PluginText::from_text(predefined.name()),
        mapping: PluginText::from_text(&kind.mapping),
        native: predefined.native_size(),
        extent: kind.extent,
        ..PluginType::MISSING
    };
    match &kind.work {
        TypeConversion::Moved(unit) => PluginType { unit: *unit, ..row },
        // The state is a thin pointer, which a reference to an object is not. So it points to a struct that holds one.
        TypeConversion::Converted(conversion) => {
            let (native, extent) = (row.native, row.extent);
            let state: &'static InterpretedType =
                Box::leak(Box::new(InterpretedType { conversion: &**conversion, native, extent }));
            PluginType {
                state: ptr::from_ref(state).cast(),
                read: Some(read_run::<InterpretedType>),
                write: Some(write_run::<InterpretedType>),
                ..row
            }
        }
    }
}

/// What the state of a row points to.
struct InterpretedType {
    conversion: &'static (dyn Conversion + Send + Sync),
    native: usize,
    extent: usize,
}

impl ExportedType for InterpretedType {
    fn sizes(&self) -> (usize, usize) {
        (self.native, self.extent)
    }

    fn conversion(&self) -> Option<&dyn Conversion> {
        Some(self.conversion)
    }
}
