//! Colours: one table a mode. Every colour of a line reaches a contrast of 3:1 against the ground, every colour of a text
//! 4.5:1; a test computes it.

use crate::plot::Hue;
use plotters::style::RGBColor;

/// Whether the ground is light or dark.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the names are the documentation")]
pub enum Mode {
    Light,
    Dark,
}

/// An opaque colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rgb(
    /// Red.
    pub u8,
    /// Green.
    pub u8,
    /// Blue.
    pub u8,
);

impl Rgb {
    const fn hex(rgb: u32) -> Self {
        Self((rgb >> 16) as u8, (rgb >> 8) as u8, rgb as u8)
    }

    /// As a style sheet has it: `#rrggbb`.
    pub fn css(self) -> String {
        format!("#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }

    /// This colour with a part (0 … 1) of another.
    #[must_use]
    pub fn mix(self, other: Self, part: f64) -> Self {
        let channel = |a: u8, b: u8| (f64::from(a) * (1.0 - part) + f64::from(b) * part).round() as u8;
        Self(channel(self.0, other.0), channel(self.1, other.1), channel(self.2, other.2))
    }

    /// Relative luminance (WCAG), 0 … 1.
    pub fn luminance(self) -> f64 {
        let linear = |channel: u8| match f64::from(channel) / 255.0 {
            c if c <= 0.04045 => c / 12.92,
            c => libm::pow((c + 0.055) / 1.055, 2.4),
        };
        0.2126 * linear(self.0) + 0.7152 * linear(self.1) + 0.0722 * linear(self.2)
    }

    /// Contrast against another colour (WCAG), 1 … 21.
    pub fn contrast(self, other: Self) -> f64 {
        let (a, b) = (self.luminance(), other.luminance());
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }
}

impl From<Rgb> for RGBColor {
    fn from(Rgb(r, g, b): Rgb) -> Self {
        Self(r, g, b)
    }
}

/// All colours of a picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Theme {
    /// Which table this is.
    pub mode: Mode,
    /// What is drawn upon.
    pub ground: Rgb,
    /// Text that is read first, and the playhead.
    pub ink: Rgb,
    /// Text that is read second: ticks and axis titles.
    pub muted: Rgb,
    /// Lines that help the eye and are otherwise not seen.
    pub grid: Rgb,
    /// Axis lines.
    pub axis: Rgb,
    /// What is late.
    pub late: Rgb,
    lines: [Rgb; 8],
    texts: [Rgb; 8],
}

/// In the order of [`place`]: Okabe & Ito's colours, darkened.
static LIGHT: Theme = Theme {
    mode: Mode::Light,
    ground: Rgb::hex(0xff_ff_ff),
    ink: Rgb::hex(0x1b_1f_24),
    muted: Rgb::hex(0x5b_64_70),
    grid: Rgb::hex(0xe6_e9_ed),
    axis: Rgb::hex(0x9a_a3_ae),
    late: Rgb::hex(0xc6_28_28),
    lines: [
        Rgb::hex(0x1f_23_28),
        Rgb::hex(0xc4_7f_00),
        Rgb::hex(0x2f_96_d0),
        Rgb::hex(0x00_87_5f),
        Rgb::hex(0xa3_90_00),
        Rgb::hex(0x00_56_9c),
        Rgb::hex(0xcc_4b_00),
        Rgb::hex(0xb5_52_8f),
    ],
    texts: [
        Rgb::hex(0x1f_23_28),
        Rgb::hex(0x8f_5c_00),
        Rgb::hex(0x1b_75_a8),
        Rgb::hex(0x00_7a_55),
        Rgb::hex(0x76_68_00),
        Rgb::hex(0x00_56_9c),
        Rgb::hex(0xb9_44_00),
        Rgb::hex(0xa3_43_7e),
    ],
};

/// In the order of [`place`]: Okabe & Ito's colours, lightened.
static DARK: Theme = Theme {
    mode: Mode::Dark,
    ground: Rgb::hex(0x14_17_1c),
    ink: Rgb::hex(0xf0_f2_f5),
    muted: Rgb::hex(0x9a_a4_b2),
    grid: Rgb::hex(0x2a_2f_37),
    axis: Rgb::hex(0x5a_63_70),
    late: Rgb::hex(0xff_6b_6b),
    lines: DARK_LINES,
    texts: DARK_LINES,
};

const DARK_LINES: [Rgb; 8] = [
    Rgb::hex(0xf2_f4_f7),
    Rgb::hex(0xf0_a8_1c),
    Rgb::hex(0x8a_d4_ff),
    Rgb::hex(0x20_c2_97),
    Rgb::hex(0xf0_e4_42),
    Rgb::hex(0x4f_94_ee),
    Rgb::hex(0xfb_7a_33),
    Rgb::hex(0xe3_91_c2),
];

const fn place(hue: Hue) -> usize {
    match hue {
        Hue::Black => 0,
        Hue::Orange => 1,
        Hue::Sky => 2,
        Hue::Green => 3,
        Hue::Yellow => 4,
        Hue::Blue => 5,
        Hue::Vermilion => 6,
        Hue::Purple => 7,
    }
}

/// Hues of the first jobs: neighbours far apart, those that look like *late* or like the ground last.
const JOBS: [Hue; 8] = [Hue::Blue, Hue::Orange, Hue::Green, Hue::Purple, Hue::Sky, Hue::Black, Hue::Yellow, Hue::Vermilion];

impl Theme {
    /// The table of a mode.
    pub fn of(mode: Mode) -> &'static Self {
        match mode {
            Mode::Light => &LIGHT,
            Mode::Dark => &DARK,
        }
    }

    /// The colour of a line.
    pub const fn line(&self, hue: Hue) -> Rgb {
        self.lines[place(hue)]
    }

    /// The same hue where it is read: on light ground somewhat darker.
    pub const fn text(&self, hue: Hue) -> Rgb {
        self.texts[place(hue)]
    }

    /// The colour of a line, as a style sheet has it.
    pub fn css(&self, hue: Hue) -> String {
        self.line(hue).css()
    }

    /// The colour of a text, as a style sheet has it.
    pub fn css_text(&self, hue: Hue) -> String {
        self.text(hue).css()
    }

    /// The colour of the job at this position, by identity: the same in every panel. After eight jobs the hues come
    /// again, paler or deeper.
    pub fn job(&self, index: usize) -> Rgb {
        self.shade(self.line(JOBS[index % 8]), index)
    }

    /// The same where it is read.
    pub fn job_text(&self, index: usize) -> Rgb {
        self.shade(self.text(JOBS[index % 8]), index)
    }

    /// The colour of a job's line, as a style sheet has it.
    pub fn css_job(&self, index: usize) -> String {
        self.job(index).css()
    }

    /// Towards the ink, so that contrast only grows.
    fn shade(&self, colour: Rgb, index: usize) -> Rgb {
        colour.mix(self.ink, [0.0, 0.4, 0.2][index / 8 % 3])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HUES: [Hue; 8] = [Hue::Black, Hue::Orange, Hue::Sky, Hue::Green, Hue::Yellow, Hue::Blue, Hue::Vermilion, Hue::Purple];

    #[test]
    fn contrast_against_the_ground() {
        for theme in [Theme::of(Mode::Light), Theme::of(Mode::Dark)] {
            let against = |colour: Rgb, least: f64, what: &str| {
                let contrast = colour.contrast(theme.ground);
                assert!(contrast >= least, "{what} in {:?}: {contrast:.2} < {least}", theme.mode);
            };
            for hue in HUES {
                against(theme.line(hue), 3.0, &format!("line {hue:?}"));
                against(theme.text(hue), 4.5, &format!("text {hue:?}"));
            }
            for job in 0..24 {
                against(theme.job(job), 3.0, &format!("job {job}"));
                against(theme.job_text(job), 4.5, &format!("label of job {job}"));
            }
            against(theme.ink, 7.0, "ink");
            against(theme.muted, 4.5, "muted");
            against(theme.late, 4.5, "late");
        }
    }

    #[test]
    fn css_is_six_hexadecimal_digits() {
        assert_eq!(Theme::of(Mode::Light).css(Hue::Blue), "#00569c");
        assert_eq!(Theme::of(Mode::Light).ground.css(), "#ffffff");
    }
}
