//! The tables of a hostile plug-in. They have the length that they state and are safe to read; everything else in them
//! is arbitrary.
//!
//! The functions stay within their bytes, as the tables promise, but every result that they report is arbitrary.

use std::ffi::c_void;

use datarep::raw::{PLUGIN_VERSION, Plugin, PluginDatarep, PluginOutcome, PluginText, PluginType, import};
use datarep::{Datarep, Predefined};

/// The most bytes of native items in a conversion. Larger conversions are not tried.
const MOST: usize = 1 << 16;

/// The results that a function reports, and the sizes of its items.
struct State {
    extent: usize,
    native: usize,
    bytes: Vec<u8>,
}

/// Bytes from which decisions are taken.
struct Input<'a>(&'a [u8]);

impl<'a> Input<'a> {
    fn byte(&mut self) -> u8 {
        let Some((first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        *first
    }

    fn size(&mut self) -> usize {
        match self.byte() {
            byte @ 0..100 => usize::from(byte),
            byte @ 100..200 => {
                (1_usize << (byte & 63)).wrapping_add(usize::from(self.byte() % 3)).wrapping_sub(1)
            }
            _ => usize::MAX - usize::from(self.byte()),
        }
    }

    fn text(&mut self) -> &'a [u8] {
        let length = usize::from(self.byte()).min(self.0.len());
        let (text, rest) = self.0.split_at(length);
        self.0 = rest;
        text
    }
}

/// Takes the bytes as tables. What the tables point to lives as long as the call, and so do the representations.
pub fn run(bytes: &[u8]) {
    let mut input = Input(bytes);
    let names: Vec<&'static str> = Predefined::all().map(Predefined::name).collect();
    let view = |text: &[u8]| PluginText { begin: text.as_ptr(), bytes: text.len() };
    let mut rows: Vec<PluginType> = Vec::new();
    let mut states: Vec<Box<State>> = Vec::new();
    for _ in 0..input.byte() % 5 {
        let known = Predefined::named(names[usize::from(input.byte()) % names.len()]).expect("a known name");
        let name = if input.byte() % 8 == 0 { view(input.text()) } else { view(known.name().as_bytes()) };
        let native = if input.byte() % 8 == 0 { input.size() } else { known.native_size() };
        let extent = if input.byte() % 2 == 0 { native } else { input.size() };
        let unit = [0, 0, 0, 1, 2, 4, 8, 16, native, input.size()][usize::from(input.byte() % 10)];
        let told = input.text().to_vec();
        states.push(Box::new(State { extent, native, bytes: told }));
        let state: *const State = &raw const **states.last().expect("just pushed");
        let which = input.byte();
        rows.push(PluginType {
            name,
            mapping: view(input.text()),
            native,
            align: input.size(),
            extent,
            unit,
            state: state.cast::<c_void>(),
            read: (which & 1 == 0).then_some(read as _),
            write: (which & 2 == 0).then_some(write as _),
        });
    }
    let name = if input.byte() % 4 == 0 { input.text() } else { b"stranger" };
    let tables = [PluginDatarep {
        name: view(name),
        doc: view(input.text()),
        count: rows.len(),
        types: rows.as_ptr(),
    }];
    let version = if input.byte() % 16 == 15 { u32::from(input.byte()) } else { PLUGIN_VERSION };
    let plugin = Plugin { version, count: 1, representations: tables.as_ptr() };
    // SAFETY: the tables are as long as they say. The texts of representations would have to live forever, but they are
    // used in this call alone.
    let Ok(found) = (unsafe { import(&raw const plugin) }) else { return };
    for datarep in found {
        used(&datarep, &mut input);
    }
}

fn used(datarep: &Datarep, input: &mut Input<'_>) {
    let _ = (datarep.name().len(), datarep.doc().len(), format!("{datarep:?}").len());
    let items = usize::from(input.byte());
    macro_rules! each {
        ($($ty:ty)*) => {$(
            if let Some(extent) = datarep.extent(<$ty as datarep::Native>::PREDEFINED)
                && extent.saturating_mul(items) <= MOST
            {
                let mut file = vec![0x5A; extent * items];
                let native = vec![<$ty>::default(); items];
                let _ = datarep.to_vec::<$ty>(&file).map(|read| format!("{:?}", read.1));
                let _ = datarep.loss::<$ty>(&file);
                let _ = datarep.loss_on_write(&native);
                let _ = datarep.write(&native, &mut file);
                let error = datarep.to_bytes(&native).err();
                let _ = error.map(|error| error.to_string());
            }
        )*};
    }
    each!(i8 u8 i16 u16 i32 u32 i64 u64 f32 f64 bool char datarep::Logical datarep::Complex<f32> datarep::LongDouble);
}

/// Fills the output, and reports the results that the state contains.
///
/// # Safety
///
/// As for `ReadRun` and `WriteRun`; `bytes` is the length of an item that is stored.
unsafe fn scribbled(
    state: *const c_void,
    to: *mut u8,
    bytes: usize,
    items: usize,
    outcome: *mut PluginOutcome,
) {
    // SAFETY: `state` is the state of the row.
    let state = unsafe { &*state.cast::<State>() };
    if !to.is_null() {
        // SAFETY: `bytes * items` bytes may be stored at `to`, as the caller promises.
        unsafe { std::ptr::write_bytes(to, 0x01, bytes * items) };
    }
    // SAFETY: `outcome` points to an outcome that has a value already.
    let outcome = unsafe { &mut *outcome };
    let mut told = Input(&state.bytes);
    outcome.code = u32::from(told.byte() % 4);
    outcome.event = u32::from(told.byte());
    outcome.item = told.size();
    for count in &mut outcome.counts {
        *count = told.size() as u64;
    }
    (outcome.path, outcome.value) = (told.size(), told.size());
    for byte in &mut outcome.text {
        *byte = told.byte();
    }
    if told.byte() % 2 == 1 {
        outcome.format = PluginText { begin: state.bytes.as_ptr(), bytes: state.bytes.len().min(9) };
    }
}

unsafe extern "C" fn read(
    state: *const c_void,
    _: *const u8,
    native: *mut u8,
    items: usize,
    outcome: *mut PluginOutcome,
) {
    // SAFETY: `state` is the state of the row.
    let bytes = unsafe { &*state.cast::<State>() }.native;
    // SAFETY: as the caller has promised.
    unsafe { scribbled(state, native, bytes, items, outcome) };
}

unsafe extern "C" fn write(
    state: *const c_void,
    _: *const u8,
    file: *mut u8,
    items: usize,
    outcome: *mut PluginOutcome,
) {
    // SAFETY: `state` is the state of the row.
    let bytes = unsafe { &*state.cast::<State>() }.extent;
    // SAFETY: as the caller has promised.
    unsafe { scribbled(state, file, bytes, items, outcome) };
}
