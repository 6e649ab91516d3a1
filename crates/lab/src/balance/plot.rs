//! Plots as inline SVG. They stretch with the page, and all their text is HTML beside them, so it stays readable on a
//! phone.

use std::fmt::Write as _;

use serde::Serialize;

use crate::stats::Figure;

/// How many values fall into each of several bins of equal width.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Histogram {
    /// Where the first bin begins.
    pub from: f64,
    /// How wide each bin is.
    pub width: f64,
    /// How many values each bin holds.
    pub counts: Vec<u64>,
}

/// The most bins in a histogram.
const MOST_BINS: f64 = 40.0;

impl Histogram {
    /// Where the bins for these whole numbers begin and how wide they are: a round width.
    pub(super) fn bins(values: impl Iterator<Item = f64>) -> (f64, f64) {
        let (low, high) = values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| {
            (low.min(value), high.max(value))
        });
        if !low.is_finite() {
            return (0.0, 1.0);
        }
        let widths = (0..).flat_map(|power| [1.0, 2.0, 5.0].map(|step| step * 10_f64.powi(power)));
        let width = widths
            .into_iter()
            .find(|width| (high - low) / width < MOST_BINS - 1.0)
            .unwrap_or(1.0);
        ((low / width).floor() * width, width)
    }

    /// Counts values in bins.
    pub(super) fn new(from: f64, width: f64, values: &[f64]) -> Self {
        let mut counts = Vec::new();
        for value in values {
            let bin = ((value - from) / width).floor().max(0.0) as usize;
            if counts.len() <= bin {
                counts.resize(bin + 1, 0);
            }
            counts[bin] += 1;
        }
        Self { from, width, counts }
    }

    /// Where the last bin ends.
    fn to(&self) -> f64 {
        self.from + self.width * self.counts.len() as f64
    }
}

/// A histogram as bars, with the other deck's as a line over them.
pub(super) fn histogram(here: &Histogram, there: Option<&Histogram>) -> String {
    let bins = here.counts.len().max(there.map_or(0, |there| there.counts.len()));
    let share = |histogram: &Histogram, bin: usize| {
        let all: u64 = histogram.counts.iter().sum();
        histogram.counts.get(bin).copied().unwrap_or(0) as f64 / all.max(1) as f64
    };
    let highest = (0..bins)
        .map(|bin| share(here, bin).max(there.map_or(0.0, |there| share(there, bin))))
        .fold(f64::MIN_POSITIVE, f64::max);
    let mut svg = format!(
        "<svg class=\"histogram\" viewBox=\"0 0 {bins} 100\" preserveAspectRatio=\"none\" role=\"img\" \
         aria-label=\"histogram\">"
    );
    for bin in 0..bins {
        let (height, start) = (100.0 * share(here, bin) / highest, here.from + here.width * bin as f64);
        let end = start + here.width;
        let percent = 100.0 * share(here, bin);
        let _ = write!(
            svg,
            "<rect class=\"bar\" x=\"{:.2}\" y=\"{:.2}\" width=\"0.9\" height=\"{height:.2}\">\
             <title>{start} to below {end}: {percent:.1} %</title></rect>",
            bin as f64 + 0.05,
            100.0 - height,
        );
    }
    if let Some(there) = there {
        let mut path = String::from("M0 100");
        for bin in 0..bins {
            let y = 100.0 - 100.0 * share(there, bin) / highest;
            let _ = write!(path, " L{bin} {y:.2} L{} {y:.2}", bin + 1);
        }
        let _ = write!(svg, r#"<path class="other" d="{path}"/>"#);
    }
    let longest = there.filter(|there| there.to() > here.to()).unwrap_or(here);
    let middle = (longest.from + longest.to()) / 2.0;
    let _ = write!(
        svg,
        r#"</svg><div class="axis"><span>{}</span><span>{}</span><span>{}</span></div>"#,
        longest.from,
        middle.round(),
        longest.to()
    );
    svg
}

/// A scale that all rows of a plot share.
#[derive(Clone, Copy)]
pub(super) struct Scale {
    low: f64,
    high: f64,
}

impl Scale {
    /// Wide enough for all these figures, with a little margin.
    pub(super) fn of<'a>(figures: impl Iterator<Item = &'a Figure>, also: &[f64]) -> Self {
        let mut scale = Self {
            low: f64::INFINITY,
            high: f64::NEG_INFINITY,
        };
        let ends = figures.flat_map(|figure| [figure.low, figure.value, figure.high]);
        for end in ends.chain(also.iter().copied()).filter(|end| end.is_finite()) {
            scale.low = scale.low.min(end);
            scale.high = scale.high.max(end);
        }
        if scale.low >= scale.high {
            scale.low -= 0.5;
            scale.high = scale.low + 1.0;
        }
        let room = (scale.high - scale.low) * 0.04;
        Self {
            low: scale.low - room,
            high: scale.high + room,
        }
    }

    fn place(&self, value: f64) -> f64 {
        (1000.0 * (value - self.low) / (self.high - self.low)).clamp(0.0, 1000.0)
    }
}

/// One figure as a dot in its interval, with a line at the expected value. `loud` if it stands out.
pub(super) fn whisker(figure: &Figure, scale: Scale, expected: Option<f64>, loud: bool) -> String {
    let class = if loud { "whisker loud" } else { "whisker" };
    let (low, high) = (scale.place(figure.low), scale.place(figure.high));
    let mut svg =
        format!(r#"<svg class="{class}" viewBox="0 0 1000 20" preserveAspectRatio="none" aria-hidden="true">"#);
    if let Some(expected) = expected {
        let x = scale.place(expected);
        let _ = write!(svg, r#"<path class="zero" d="M{x:.1} 0V20"/>"#);
    }
    let value = scale.place(figure.value);
    let _ = write!(
        svg,
        r#"<path class="range" d="M{low:.1} 10H{high:.1}"/><path class="dot" d="M{value:.1} 10h0"/></svg>"#
    );
    svg
}

/// Figures beside each other, joined by a line, each as a dot in its interval. The `loud` ones stand out.
pub(super) fn steps(figures: &[Figure], loud: &[bool]) -> String {
    let scale = Scale::of(figures.iter(), &[]);
    let across = |place: usize| 1000.0 * (place as f64 + 0.5) / figures.len().max(1) as f64;
    let up = |value: f64| 100.0 - scale.place(value) / 10.0;
    let mut svg = String::from(
        "<svg class=\"steps\" viewBox=\"0 0 1000 100\" preserveAspectRatio=\"none\" role=\"img\" \
         aria-label=\"the figure over the values\">",
    );
    let points = figures.iter().enumerate();
    let line: Vec<String> = points
        .map(|(place, figure)| format!("{:.1} {:.2}", across(place), up(figure.value)))
        .collect();
    let _ = write!(svg, r#"<path class="line" d="M{}"/>"#, line.join(" L"));
    for (place, (figure, loud)) in figures.iter().zip(loud).enumerate() {
        let (x, low, high) = (across(place), up(figure.low), up(figure.high));
        let (class, middle) = (if *loud { "whisker loud" } else { "whisker" }, up(figure.value));
        let range = format!(r#"<path class="range" d="M{x:.1} {low:.2}V{high:.2}"/>"#);
        let dot = format!(r#"<path class="dot" d="M{x:.1} {middle:.2}h0"/>"#);
        let _ = write!(svg, r#"<g class="{class}">{range}{dot}</g>"#);
    }
    svg + "</svg>"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bins_are_round_and_hold_everything() {
        let values = [3.0, 4.0, 4.0, 250.0];
        let (from, width) = Histogram::bins(values.into_iter());
        assert_eq!((from, width), (0.0, 10.0));
        let histogram = Histogram::new(from, width, &values);
        assert_eq!(histogram.counts.iter().sum::<u64>(), 4);
        assert_eq!((histogram.counts[0], histogram.counts[25]), (3, 1));
        assert_eq!(Histogram::bins([7.0, 7.0].into_iter()), (7.0, 1.0));
        assert_eq!(Histogram::bins([-12.0, 60.0].into_iter()).0, -12.0);
    }

    #[test]
    fn a_scale_has_room_for_all_and_survives_one_number() {
        let figure = Figure {
            value: 0.5,
            low: 0.4,
            high: f64::INFINITY,
        };
        let scale = Scale::of([figure].iter(), &[0.0]);
        assert!(scale.low < 0.0 && scale.high > 0.5);
        assert_eq!(scale.place(f64::INFINITY), 1000.0);
        let flat = Scale::of([].iter(), &[2.0]);
        assert!(flat.low < 2.0 && flat.high > 2.0);
    }
}
