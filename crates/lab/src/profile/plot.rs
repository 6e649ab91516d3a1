//! Predicted chances against what was won, as a picture.

use std::fmt::Write as _;

use super::Profile;

/// The calibration of a profile in SVG: on the diagonal the predictions are right. Bars are 95 % intervals.
pub(super) fn calibration(profile: &Profile) -> String {
    let (left, top, size) = (46.0, 26.0, 300.0);
    let x = |points: f64| left + size * points.clamp(0.0, 100.0) / 100.0;
    let y = |points: f64| top + size * (1.0 - points.clamp(0.0, 100.0) / 100.0);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 366 372\" font-family=\"sans-serif\" font-size=\"12\" \
         role=\"img\" aria-label=\"Predicted chances to win against what was won\"><rect width=\"366\" height=\"372\" \
         fill=\"#fbf8f1\"/><text x=\"{left}\" y=\"16\" font-weight=\"bold\">{}, {} players, {} games</text>\n",
        profile.game, profile.players, profile.games
    );
    for points in [0.0, 25.0, 50.0, 75.0, 100.0] {
        let _ = writeln!(
            svg,
            "<path d=\"M{0:.1} {1:.1}V{2:.1}M{3:.1} {4:.1}H{5:.1}\" stroke=\"#d8cfbd\"/><text x=\"{0:.1}\" \
             y=\"{6:.1}\" text-anchor=\"middle\">{points}</text><text x=\"{7:.1}\" y=\"{8:.1}\" \
             text-anchor=\"end\">{points}</text>",
            x(points),
            y(0.0),
            y(100.0),
            x(0.0),
            y(points),
            x(100.0),
            y(0.0) + 16.0,
            left - 5.0,
            y(points) + 4.0
        );
    }
    let _ = writeln!(
        svg,
        "<path d=\"M{:.1} {:.1}L{:.1} {:.1}\" stroke=\"#777\" stroke-dasharray=\"4 4\"/><text x=\"{:.1}\" y=\"{:.1}\" \
         text-anchor=\"middle\">predicted, in points; upwards: won</text>",
        x(0.0),
        y(0.0),
        x(100.0),
        y(100.0),
        x(50.0),
        y(0.0) + 34.0
    );
    for decile in &profile.calibration {
        let _ = writeln!(
            svg,
            "<path d=\"M{0:.1} {1:.1}V{2:.1}\" stroke=\"#36688d\" stroke-width=\"2\"/><circle cx=\"{0:.1}\" \
             cy=\"{3:.1}\" r=\"4\" fill=\"#a3272b\"/>",
            x(decile.predicted),
            y(decile.won.low),
            y(decile.won.high),
            y(decile.won.value)
        );
    }
    svg + "</svg>\n"
}
