//! The section as a picture: colors for many traces, wiggles for few, curves for one or two.

#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    clippy::cast_precision_loss,
    reason = "coordinates of a picture are small, and what lies outside is clipped"
)]

use std::fs;
use std::path::Path;

use crate::Result;
use crate::canvas::{Align, Canvas, Color, width};
use crate::file::{Section, Trace};
use crate::output::replace;
use crate::report::number;

const WIDTH: i32 = 1280;
const HEIGHT: i32 = 880;
const PLOT: Area = Area { x: 108, y: 100, width: 1034, height: 740 };
/// At most this number of traces are drawn as curves, each in a field of its own.
const CURVES: usize = 2;
/// At most this number of traces get wiggles over the colors.
const WIGGLES: usize = 84;

const PAPER: Color = [253, 253, 252];
const INK: Color = [32, 34, 40];
const PALE: Color = [118, 122, 130];
const GRID: Color = [196, 199, 204];

#[derive(Clone, Copy)]
struct Area {
    x: i32,
    y: i32,
    width: i32,
    height: i32,
}

/// Draws a section as a PNG.
pub(crate) fn draw(section: &Section, path: &Path) -> Result<()> {
    let mut canvas = Canvas::new(WIDTH as usize, HEIGHT as usize, PAPER);
    title(&mut canvas, section);
    let scale = Scale::of(section);
    if section.traces.len() <= CURVES {
        curves(&mut canvas, section, &scale);
    } else {
        colors(&mut canvas, section, &scale);
        if section.traces.len() <= WIGGLES {
            wiggles(&mut canvas, section, &scale);
        }
        canvas.frame(PLOT.x - 1, PLOT.y - 1, PLOT.width + 2, PLOT.height + 2, INK);
        time_axis(&mut canvas, section);
        trace_axis(&mut canvas, section);
        legend(&mut canvas, &scale);
    }
    let bytes = canvas.png().map_err(|error| format!("cannot make the picture: {error}"))?;
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(|error| format!("cannot make {}: {error}", folder.display()))?;
    }
    replace(path, &bytes)
}

fn title(canvas: &mut Canvas, section: &Section) {
    let fits = |text: &str, scale: i32| {
        let most = ((WIDTH - 2 * PLOT.x) / (6 * scale)) as usize;
        text.chars().take(most).collect::<String>()
    };
    canvas.text(PLOT.x, 18, 3, INK, Align::Left, &fits(&section.name, 3));
    let (traces, samples, interval) = (section.traces.len(), section.longest(), section.interval / 1000.0);
    let plural = if traces == 1 { "trace" } else { "traces" };
    let facts = format!(
        "{traces} {plural} of {samples} samples, {interval} ms, {}, {}",
        section.format.name,
        section.order.name()
    );
    canvas.text(PLOT.x, 50, 2, PALE, Align::Left, &fits(&facts, 2));
}

/// The range of amplitudes that the colors show.
struct Scale {
    /// The amplitude that is white.
    center: f64,
    /// The distance from the center that has the strongest color.
    clip: f64,
}

impl Scale {
    /// Nearly all amplitudes are within the clip. If they never change sign, the center is their median.
    fn of(section: &Section) -> Scale {
        let finite = |sample: &f64| sample.is_finite();
        let mut samples: Vec<f64> =
            section.traces.iter().flat_map(|trace| &trace.samples).copied().filter(finite).collect();
        let signs = samples.iter().any(|&sample| sample < 0.0) && samples.iter().any(|&sample| sample > 0.0);
        let center = if signs { 0.0 } else { quantile(&mut samples, 0.5) };
        let mut distances: Vec<f64> =
            samples.iter().map(|sample| (sample - center).abs()).filter(|&distance| distance > 0.0).collect();
        let share = if section.traces.len() <= CURVES { 1.0 } else { 0.985 };
        let clip = rounded_up(quantile(&mut distances, share));
        Scale { center, clip: if clip > 0.0 && clip.is_finite() { clip } else { 1.0 } }
    }

    /// Scales a sample to -1 to 1, and slightly beyond if it is clipped.
    fn apply(&self, sample: f64) -> f64 {
        if sample.is_finite() { ((sample - self.center) / self.clip).clamp(-1.6, 1.6) } else { 0.0 }
    }
}

/// Rounds up to a number of two digits.
fn rounded_up(value: f64) -> f64 {
    let unit = 10.0_f64.powf(value.log10().floor() - 1.0);
    (value / unit).ceil() * unit
}

fn quantile(values: &mut [f64], share: f64) -> f64 {
    let Some(last) = values.len().checked_sub(1) else { return 0.0 };
    let index = (last as f64 * share).round() as usize;
    *values.select_nth_unstable_by(index.min(last), f64::total_cmp).1
}

/// Red for -1, white for 0, blue for 1: equal steps look equal, and both arms are equally dark.
fn color(value: f64) -> Color {
    let strength = value.abs().min(1.0);
    let lightness = 0.985 - 0.60 * strength.powf(1.15);
    let chroma = 0.175 * (strength * 1.9).sin().max(0.0).powf(0.9);
    let hue = if value < 0.0 { 29.0_f64 } else { 256.0_f64 }.to_radians();
    oklab(lightness, chroma * hue.cos(), chroma * hue.sin())
}

/// The colors from -1 to 1, computed once.
struct Palette(Vec<Color>);

impl Palette {
    /// The number of steps on either side of white: more than eyes or pixels can distinguish.
    const HALF: i32 = 400;

    fn new() -> Palette {
        Palette(
            (-Self::HALF..=Self::HALF).map(|step| color(f64::from(step) / f64::from(Self::HALF))).collect(),
        )
    }

    fn color(&self, value: f64) -> Color {
        let step = (value.clamp(-1.0, 1.0) * f64::from(Self::HALF)).round() as i32;
        self.0[(step + Self::HALF) as usize]
    }
}

/// Bjorn Ottosson's perceptual color space, to sRGB.
fn oklab(lightness: f64, a: f64, b: f64) -> Color {
    let long = (lightness + 0.3963377774 * a + 0.2158037573 * b).powi(3);
    let medium = (lightness - 0.1055613458 * a - 0.0638541728 * b).powi(3);
    let short = (lightness - 0.0894841775 * a - 1.2914855480 * b).powi(3);
    [
        4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
        -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
        -0.0041960863 * long - 0.7034186147 * medium + 1.7076147010 * short,
    ]
    .map(|linear| {
        let linear = linear.clamp(0.0, 1.0);
        let encoded =
            if linear <= 0.0031308 { 12.92 * linear } else { 1.055 * linear.powf(1.0 / 2.4) - 0.055 };
        (encoded * 255.0).round() as u8
    })
}

/// The amplitude of a trace for a pixel that covers `span` samples around `at`.
///
/// Between samples it is the cubic through four of them. If a pixel covers many samples, it is the strongest one.
fn amplitude(samples: &[f64], at: f64, span: f64, scale: &Scale) -> Option<f64> {
    if at < -0.5 || at > samples.len() as f64 - 0.5 {
        return None;
    }
    let sample = |index: i64| {
        let index = index.clamp(0, samples.len() as i64 - 1) as usize;
        scale.apply(samples[index])
    };
    if span > 1.0 {
        let first = (at - span / 2.0).ceil() as i64;
        let last = ((at + span / 2.0).ceil() as i64 - 1).max(first);
        return (first..=last).map(sample).max_by(|a, b| a.abs().total_cmp(&b.abs()));
    }
    let base = at.floor();
    let (rest, base) = (at - base, base as i64);
    let [before, left, right, after] = [base - 1, base, base + 1, base + 2].map(sample);
    let slopes = [(right - before) / 2.0, (after - left) / 2.0];
    let square = rest * rest;
    let cube = square * rest;
    Some(
        left * (2.0 * cube - 3.0 * square + 1.0)
            + slopes[0] * (cube - 2.0 * square + rest)
            + right * (3.0 * square - 2.0 * cube)
            + slopes[1] * (cube - square),
    )
}

fn colors(canvas: &mut Canvas, section: &Section, scale: &Scale) {
    let (number, longest) = (section.traces.len(), section.longest());
    let share = if number <= WIGGLES { 0.72 } else { 1.0 };
    let palette = Palette::new();
    let across = number as f64 / f64::from(PLOT.width);
    let down = longest as f64 / f64::from(PLOT.height);
    let mut columns = Columns { section, scale, down, kept: Vec::new() };
    for x in 0..PLOT.width {
        // Several traces in a pixel are averaged. A pixel between two traces is a mixture of them.
        let traces: Vec<(usize, f64)> = if across > 1.0 {
            let first = (f64::from(x) * across) as usize;
            let end = ((f64::from(x + 1) * across) as usize).clamp(first + 1, number);
            (first..end).map(|trace| (trace, 1.0)).collect()
        } else {
            let at = ((f64::from(x) + 0.5) * across - 0.5).clamp(0.0, number as f64 - 1.0);
            let (left, mixed) = (at.floor() as usize, at.fract());
            vec![(left, 1.0 - mixed), ((left + 1).min(number - 1), mixed)]
        };
        columns.keep(&traces);
        for y in 0..PLOT.height {
            let (mut sum, mut weights) = (0.0, 0.0);
            for ((_, column), (_, weight)) in columns.kept.iter().zip(&traces) {
                if let Some(value) = column[y as usize] {
                    sum += value * weight;
                    weights += weight;
                }
            }
            if weights > 0.0 {
                canvas.blend(PLOT.x + x, PLOT.y + y, palette.color(sum / weights), share);
            }
        }
    }
}

/// The amplitudes of the traces that are being drawn, one for each pixel of the height.
struct Columns<'a> {
    section: &'a Section,
    scale: &'a Scale,
    /// The number of samples in a pixel.
    down: f64,
    kept: Vec<(usize, Vec<Option<f64>>)>,
}

impl Columns<'_> {
    /// Computes the columns of these traces. Those that are already known are kept.
    fn keep(&mut self, traces: &[(usize, f64)]) {
        let mut before = std::mem::take(&mut self.kept);
        for &(trace, _) in traces {
            let known = before.iter().position(|(kept, _)| *kept == trace);
            let column = known.map_or_else(|| self.column(trace), |index| before.swap_remove(index).1);
            self.kept.push((trace, column));
        }
    }

    fn column(&self, trace: usize) -> Vec<Option<f64>> {
        let samples = &self.section.traces[trace].samples;
        let at = |y: i32| (f64::from(y) + 0.5) * self.down - 0.5;
        (0..PLOT.height).map(|y| amplitude(samples, at(y), self.down, self.scale)).collect()
    }
}

fn wiggles(canvas: &mut Canvas, section: &Section, scale: &Scale) {
    let spacing = f64::from(PLOT.width) / section.traces.len() as f64;
    let reach = spacing * 0.75;
    let down = section.longest() as f64 / f64::from(PLOT.height);
    let edges = (f64::from(PLOT.x), f64::from(PLOT.x + PLOT.width));
    for (index, trace) in section.traces.iter().enumerate() {
        let zero = edges.0 + (index as f64 + 0.5) * spacing;
        let mut before = None;
        for y in 0..PLOT.height {
            let at = (f64::from(y) + 0.5) * down - 0.5;
            let Some(value) = amplitude(&trace.samples, at, down, scale) else { break };
            let x = (zero + value * reach).clamp(edges.0, edges.1 - 1.0);
            if x > zero {
                canvas.row_span(PLOT.y + y, zero, x, INK, 0.62);
            }
            let last: f64 = before.replace(x).unwrap_or(x);
            canvas.row_span(PLOT.y + y, x.min(last) - 0.5, x.max(last) + 0.5, INK, 0.9);
        }
    }
}

fn curves(canvas: &mut Canvas, section: &Section, scale: &Scale) {
    let gap = 56;
    let number = section.traces.len() as i32;
    let height = (PLOT.height - gap * (number - 1)) / number;
    for (index, trace) in section.traces.iter().enumerate() {
        let top = PLOT.y + (height + gap) * index as i32;
        let area = Area { x: PLOT.x, y: top, width: WIDTH - PLOT.x - 40, height };
        curve(canvas, section, trace, scale, area);
    }
}

/// Draws one trace, with time to the right.
fn curve(canvas: &mut Canvas, section: &Section, trace: &Trace, scale: &Scale, area: Area) {
    let middle = f64::from(area.y) + f64::from(area.height) / 2.0;
    let reach = f64::from(area.height) / 2.0 * 0.92;
    let down = trace.samples.len() as f64 / f64::from(area.width);
    let level = |value: f64| middle - (scale.apply(value)) * reach;
    for tick in ticks(scale.center - scale.clip, scale.center + scale.clip, 8) {
        let y = level(tick) as i32;
        canvas.fill(area.x, y, area.width, 1, GRID);
        canvas.text(area.x - 8, y - 6, 2, PALE, Align::Right, &label(tick, scale.clip));
    }
    let (unit, factor) = time_unit(section);
    let seconds = trace.samples.len() as f64 * section.interval * factor;
    for tick in ticks(0.0, seconds, 10) {
        let x = area.x + (tick / seconds * f64::from(area.width)) as i32;
        canvas.fill(x, area.y, 1, area.height, GRID);
        let text = format!("{} {unit}", label(tick, seconds));
        if x + width(&text, 2) / 2 < WIDTH {
            canvas.text(x, area.y + area.height + 8, 2, PALE, Align::Center, &text);
        }
    }
    let fields = [color(0.75), color(-0.75)];
    let mut before = None;
    for x in 0..area.width {
        let from = (f64::from(x) * down) as usize;
        let to = ((f64::from(x + 1) * down) as usize).clamp(from + 1, trace.samples.len().max(from + 1));
        let (low, high) = if down > 1.0 {
            let values = trace.samples[from..to].iter().map(|&sample| scale.apply(sample));
            values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| {
                (low.min(value), high.max(value))
            })
        } else {
            let at = (f64::from(x) + 0.5) * down - 0.5;
            let value = amplitude(&trace.samples, at, down, scale).unwrap_or(0.0);
            (value, value)
        };
        let (top, bottom) = (middle - high * reach, middle - low * reach);
        let column = area.x + x;
        if high > 0.0 {
            canvas.column_span(column, top, middle, fields[0], 0.55);
        }
        if low < 0.0 {
            canvas.column_span(column, middle, bottom, fields[1], 0.55);
        }
        let (last_top, last_bottom): (f64, f64) = before.replace((top, bottom)).unwrap_or((top, bottom));
        let (from, to) = (top.min(last_bottom) - 0.6, bottom.max(last_top) + 0.6);
        canvas.column_span(column, from, to, INK, 0.9);
    }
    canvas.frame(area.x - 1, area.y - 1, area.width + 2, area.height + 2, INK);
}

/// Seconds, or milliseconds for short sections, and the factor from microseconds.
fn time_unit(section: &Section) -> (&'static str, f64) {
    if section.longest() as f64 * section.interval >= 1e6 { ("s", 1e-6) } else { ("ms", 1e-3) }
}

/// Round numbers from `from` to `to`, about `number` of them.
fn ticks(from: f64, to: f64, number: u32) -> Vec<f64> {
    let rough = (to - from) / f64::from(number);
    if rough <= 0.0 || !rough.is_finite() {
        return vec![from];
    }
    let power = 10.0_f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].map(|step| step * power).into_iter().find(|&step| step >= rough * 0.999);
    let step = step.unwrap_or(power * 10.0);
    let first = (from / step).ceil() as i64;
    let last = (to / step).floor() as i64;
    (first..=last).map(|index| index as f64 * step).collect()
}

/// A tick's number, with as many digits as a range of this size needs.
fn label(value: f64, range: f64) -> String {
    let magnitude = range.abs();
    if value.abs() < magnitude * 1e-9 {
        return "0".to_owned();
    }
    if !(1e-3..1e7).contains(&magnitude) {
        return format!("{value:.1e}");
    }
    let decimals = (1.0 - (magnitude / 10.0).log10().floor()).clamp(0.0, 6.0) as usize;
    let text = format!("{value:.decimals$}");
    if text.contains('.') && !text.contains('e') {
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    } else {
        text
    }
}

fn time_axis(canvas: &mut Canvas, section: &Section) {
    let (unit, factor) = time_unit(section);
    let interval = if section.interval > 0.0 { section.interval * factor } else { 1.0 };
    let unit = if section.interval > 0.0 { unit } else { "samples" };
    let whole = section.longest() as f64 * interval;
    for tick in ticks(0.0, whole - interval, 12) {
        // The middle of sample 0 is time 0.
        let y = PLOT.y + ((tick / whole + interval / whole / 2.0) * f64::from(PLOT.height)) as i32;
        canvas.fill(PLOT.x - 8, y, 8, 1, INK);
        canvas.text(PLOT.x - 13, y - 6, 2, INK, Align::Right, &label(tick, whole));
    }
    canvas.text(PLOT.x - 13, PLOT.y - 26, 2, PALE, Align::Right, unit);
}

/// Draws the numbers of the traces above the section.
fn trace_axis(canvas: &mut Canvas, section: &Section) {
    let headers = || section.traces.iter().map(|trace| &trace.header);
    let crosslines: Vec<i32> = headers().map(|header| header.crossline).collect();
    let ensembles: Vec<i32> = headers().map(|header| header.ensemble).collect();
    let inlines: Vec<i32> = headers().map(|header| header.inline).collect();
    let numbers: Vec<i32> = (1..).take(section.traces.len()).collect();
    let starts: Vec<usize> =
        (1..inlines.len()).filter(|&index| inlines[index] != inlines[index - 1]).collect();

    if !even(&crosslines) && (1..=60).contains(&starts.len()) {
        blocks(canvas, &inlines, &starts);
        return;
    }
    let (name, counts) = match () {
        () if even(&crosslines) => ("crossline", &crosslines),
        () if even(&ensembles) => ("ensemble", &ensembles),
        () => ("trace", &numbers),
    };
    let (first, last) = (f64::from(counts[0]), f64::from(counts[counts.len() - 1]));
    let step = (last - first) / (counts.len() - 1) as f64;
    let spacing = f64::from(PLOT.width) / counts.len() as f64;
    for tick in ticks(first.min(last), first.max(last), 10) {
        let trace = (tick - first) / step;
        // If there are few traces, a tick may fall between them.
        if (trace - trace.round()).abs() < 1e-6 {
            let x = PLOT.x + ((trace + 0.5) * spacing) as i32;
            canvas.fill(x, PLOT.y - 8, 1, 8, INK);
            canvas.text(x, PLOT.y - 26, 2, INK, Align::Center, &format!("{tick}"));
        }
    }
    canvas.text(WIDTH - 20, PLOT.y - 50, 2, PALE, Align::Right, name);
}

/// Whether numbers rise or fall in equal steps.
fn even(numbers: &[i32]) -> bool {
    let step = |pair: &[i32]| i64::from(pair[1]) - i64::from(pair[0]);
    let first = numbers.windows(2).next().map_or(0, step);
    first != 0 && numbers.windows(2).all(|pair| step(pair) == first)
}

/// Marks where the inline changes, and labels as many inlines as fit.
fn blocks(canvas: &mut Canvas, inlines: &[i32], starts: &[usize]) {
    let spacing = f64::from(PLOT.width) / inlines.len() as f64;
    for &start in starts {
        let x = PLOT.x + (start as f64 * spacing) as i32;
        for y in PLOT.y..PLOT.y + PLOT.height {
            canvas.blend(x, y, PALE, 0.45);
        }
        canvas.fill(x, PLOT.y - 8, 1, 8, INK);
    }
    let mut free = PLOT.x - 30;
    let edges: Vec<usize> = std::iter::once(0).chain(starts.iter().copied()).collect();
    for (index, &start) in edges.iter().enumerate() {
        let end = edges.get(index + 1).copied().unwrap_or(inlines.len());
        let middle = PLOT.x + ((start + end) as f64 / 2.0 * spacing) as i32;
        let text = inlines[start].to_string();
        let half = width(&text, 2) / 2;
        if middle - half >= free {
            canvas.text(middle, PLOT.y - 26, 2, INK, Align::Center, &text);
            free = middle + half + 14;
        }
    }
    canvas.text(WIDTH - 20, PLOT.y - 50, 2, PALE, Align::Right, "inline");
}

/// A number in at most seven letters.
fn short(value: f64) -> String {
    let text = number(value);
    let text = if text.contains('.') && !text.contains('e') {
        text.trim_end_matches('0').trim_end_matches('.')
    } else {
        &text
    };
    if text.len() > 7 { format!("{value:.1e}") } else { text.to_owned() }
}

fn legend(canvas: &mut Canvas, scale: &Scale) {
    let area = Area { x: PLOT.x + PLOT.width + 24, y: PLOT.y + 60, width: 18, height: 260 };
    for y in 0..area.height {
        let value = 1.0 - 2.0 * f64::from(y) / f64::from(area.height - 1);
        canvas.fill(area.x, area.y + y, area.width, 1, color(value));
    }
    canvas.frame(area.x - 1, area.y - 1, area.width + 2, area.height + 2, INK);
    for (share, value) in [(0.0, scale.clip), (0.5, 0.0), (1.0, -scale.clip)] {
        let y = area.y + (f64::from(area.height) * share) as i32;
        let text = short(scale.center + value);
        canvas.text(area.x + area.width + 8, y - 7, 2, INK, Align::Left, &text);
    }
}
