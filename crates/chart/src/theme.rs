//! Colours: one table a mode. Every colour of a line reaches a contrast of 3:1 against the ground, every colour of a text
//! 4.5:1; jobs have colours of their own, which no policy has. Tests compute it.

use schedscope::workload::Job;
use schedscope_core::plot::{Colour, Hue};
use std::cmp::Ordering;

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
        0.2126 * linear(self.0) + 0.7152 * linear(self.1) + 0.0722 * linear(self.2)
    }

    /// Contrast against another colour (WCAG), 1 … 21.
    pub fn contrast(self, other: Self) -> f64 {
        let (a, b) = (self.luminance(), other.luminance());
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }
}

/// The light of a channel, 0 … 1.
fn linear(channel: u8) -> f64 {
    match f64::from(channel) / 255.0 {
        c if c <= 0.04045 => c / 12.92,
        c => libm::pow((c + 0.055) / 1.055, 2.4),
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
    /// What can be acted upon, and nothing else: where the playhead stands among the decisions.
    pub accent: Rgb,
    /// What is there, but not looked at.
    pub pale: Rgb,
    /// The job that the reader has chosen; always outlined.
    pub lit: Rgb,
    /// Its outline.
    pub lit_ink: Rgb,
    /// Size classes of jobs, from the smallest: slate, which is no policy's.
    pub classes: [Rgb; 4],
    /// Short tasks: slate, too. This is pale, and outlined with [`long`](Self::long).
    pub short: Rgb,
    /// Long tasks.
    pub long: Rgb,
    /// From nothing to all of a link that is used.
    uses: [Rgb; 5],
    lines: [Rgb; 8],
    texts: [Rgb; 8],
    jobs: [Rgb; Colour::JOBS],
    job_texts: [Rgb; Colour::JOBS],
    guesses: [Rgb; 3],
    loads: [Rgb; 5],
    servers: [Rgb; 3],
}

/// Who serves a request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Served {
    /// The dServer of its own region.
    Local,
    /// Another dServer.
    Other,
    /// The CDN server.
    Cdn,
}

impl Served {
    /// From near to far.
    pub const ALL: [Self; 3] = [Self::Local, Self::Other, Self::Cdn];

    /// In words.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Local => "own dServer",
            Self::Other => "another dServer",
            Self::Cdn => "CDN server",
        }
    }
}

/// How what a job is believed to be compares with what it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Guess {
    /// Its estimate is less than its size.
    Low,
    /// They are the same.
    Exact,
    /// Its estimate is more.
    High,
}

impl Guess {
    /// In the order in which they are stacked.
    pub const ALL: [Self; 3] = [Self::Low, Self::Exact, Self::High];

    /// What it is in a job.
    pub fn of(job: &Job) -> Self {
        match job.estimate.partial_cmp(&job.size) {
            Some(Ordering::Less) => Self::Low,
            Some(Ordering::Greater) => Self::High,
            _ => Self::Exact,
        }
    }

    /// In words.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Low => "guess too low",
            Self::Exact => "exact",
            Self::High => "too high",
        }
    }
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
    accent: Rgb::hex(0x24_57_c5),
    pale: Rgb::hex(0xa4_ad_b8),
    lit: Rgb::hex(0xff_d2_3f),
    lit_ink: Rgb::hex(0x1b_1f_24),
    classes: [Rgb::hex(0xcf_d8_df), Rgb::hex(0x9d_b0_bd), Rgb::hex(0x64_7f_90), Rgb::hex(0x34_49_5a)],
    short: Rgb::hex(0xb5_c5_d1),
    long: Rgb::hex(0x3b_51_63),
    uses: [Rgb::hex(0xe3_dd_e2), Rgb::hex(0xf4_b6_cb), Rgb::hex(0xea_68_a6), Rgb::hex(0xb4_1a_82), Rgb::hex(0x66_02_62)],
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
    jobs: [
        Rgb::hex(0x3f_3a_96),
        Rgb::hex(0x5c_8a_2c),
        Rgb::hex(0x7c_92_9c),
        Rgb::hex(0x7d_2f_5c),
        Rgb::hex(0x80_50_2a),
        Rgb::hex(0x8d_80_e0),
        Rgb::hex(0x2f_64_75),
        Rgb::hex(0x98_85_5c),
    ],
    job_texts: [
        Rgb::hex(0x3f_3a_96),
        Rgb::hex(0x47_70_1d),
        Rgb::hex(0x56_6b_75),
        Rgb::hex(0x7d_2f_5c),
        Rgb::hex(0x80_50_2a),
        Rgb::hex(0x67_5a_c4),
        Rgb::hex(0x2f_64_75),
        Rgb::hex(0x6f_60_40),
    ],
    guesses: [Rgb::hex(0x80_50_2a), Rgb::hex(0x5d_74_80), Rgb::hex(0x3f_3a_96)],
    loads: [Rgb::hex(0xee_f2_f5), Rgb::hex(0xbc_d3_e2), Rgb::hex(0x74_a7_c8), Rgb::hex(0x2f_70_9f), Rgb::hex(0x0b_35_5c)],
    servers: [Rgb::hex(0x34_49_5a), Rgb::hex(0x8f_a5_b4), Rgb::hex(0xb0_73_3c)],
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
    accent: Rgb::hex(0x8a_b4_ff),
    pale: Rgb::hex(0x66_70_7e),
    lit: Rgb::hex(0xff_d5_4a),
    lit_ink: Rgb::hex(0x14_17_1c),
    classes: [Rgb::hex(0x3f_4c_57), Rgb::hex(0x64_77_84), Rgb::hex(0x8a_9e_ab), Rgb::hex(0xb9_c9_d3)],
    short: Rgb::hex(0x4d_5e_6b),
    long: Rgb::hex(0x93_a8_b6),
    uses: [Rgb::hex(0x39_32_38), Rgb::hex(0x69_2a_55), Rgb::hex(0xa8_38_80), Rgb::hex(0xe6_6b_ad), Rgb::hex(0xff_cf_e2)],
    lines: DARK_LINES,
    texts: DARK_LINES,
    jobs: [
        Rgb::hex(0x8f_87_ea),
        Rgb::hex(0x8f_b3_5a),
        Rgb::hex(0xa9_b8_b4),
        Rgb::hex(0xb8_77_95),
        Rgb::hex(0xb9_83_5a),
        Rgb::hex(0xc8_c0_f5),
        Rgb::hex(0x5f_a8_b8),
        Rgb::hex(0xb3_a2_7a),
    ],
    job_texts: [
        Rgb::hex(0x8f_87_ea),
        Rgb::hex(0x9c_c0_67),
        Rgb::hex(0xb4_c2_be),
        Rgb::hex(0xb8_77_95),
        Rgb::hex(0xc7_92_6a),
        Rgb::hex(0xc8_c0_f5),
        Rgb::hex(0x79_bc_cb),
        Rgb::hex(0xc2_b2_8c),
    ],
    guesses: [Rgb::hex(0xc0_8a_5e), Rgb::hex(0x8f_a6_ad), Rgb::hex(0x8f_87_ea)],
    loads: [Rgb::hex(0x22_29_33), Rgb::hex(0x27_46_60), Rgb::hex(0x35_74_a0), Rgb::hex(0x69_ae_da), Rgb::hex(0xd4_ee_ff)],
    servers: [Rgb::hex(0xb9_c9_d3), Rgb::hex(0x5d_71_80), Rgb::hex(0xb9_83_5a)],
};

/// The contrast of a line that can be read from the back of a room.
const READS: f64 = 3.0;
/// How far a line that is still to come is from its colour to the ground, at most.
const HALFWAY: f64 = 0.5;

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

    /// The colour of a line by what it stands for.
    pub fn colour(&self, colour: Colour) -> Rgb {
        match colour {
            Colour::Hue(hue) => self.line(hue),
            Colour::Pale(_) => self.pale,
            Colour::Job(index) => self.job(index),
        }
    }

    /// The same where it is read.
    pub fn text_colour(&self, colour: Colour) -> Rgb {
        match colour {
            Colour::Hue(hue) => self.text(hue),
            Colour::Pale(_) => self.muted,
            Colour::Job(index) => self.job_text(index),
        }
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
    /// again, nearer to the ink.
    pub fn job(&self, index: usize) -> Rgb {
        self.shade(self.jobs[index % Colour::JOBS], index)
    }

    /// The same where it is read.
    pub fn job_text(&self, index: usize) -> Rgb {
        self.shade(self.job_texts[index % Colour::JOBS], index)
    }

    /// The colour of jobs that are too many to be told apart by colour: by what is believed of them.
    pub const fn guess(&self, guess: Guess) -> Rgb {
        self.guesses[guess as usize]
    }

    /// How much of its capacity a server uses, 0 … 1: one hue, the further from the ground the more.
    pub fn load(&self, part: f64) -> Rgb {
        let place = part.clamp(0.0, 1.0) * (self.loads.len() - 1) as f64;
        let below = (place as usize).min(self.loads.len() - 2);
        self.loads[below].mix(self.loads[below + 1], place - below as f64)
    }

    /// The colour of requests by who serves them.
    pub const fn served(&self, by: Served) -> Rgb {
        self.servers[by as usize]
    }

    /// The colour of a job's line, as a style sheet has it.
    pub fn css_job(&self, index: usize) -> String {
        self.job(index).css()
    }

    /// The colour of one of so many jobs: by its name, or by what is believed of it if they are too many for that.
    pub fn of_many(&self, job: &Job, jobs: usize) -> Rgb {
        if jobs > Colour::JOBS { self.guess(Guess::of(job)) } else { self.job(job.id.saturating_sub(1) as usize) }
    }

    /// The same where it is read.
    pub fn text_of_many(&self, job: &Job, jobs: usize) -> Rgb {
        if jobs > Colour::JOBS { self.guess(Guess::of(job)) } else { self.job_text(job.id.saturating_sub(1) as usize) }
    }

    /// The colour of a link of which this part (0 … 1) is used: the more, the further from the ground.
    pub fn of_use(&self, part: f64) -> Rgb {
        let place = part.clamp(0.0, 1.0) * (self.uses.len() - 1) as f64;
        let below = (place as usize).min(self.uses.len() - 2);
        self.uses[below].mix(self.uses[below + 1], place - below as f64)
    }

    /// The colour of a line that is still to come: halfway to the ground, or as far as it can still be read.
    #[must_use]
    pub fn ahead(&self, colour: Rgb) -> Rgb {
        let reads = |part: f64| colour.mix(self.ground, part).contrast(self.ground) >= READS;
        let (mut strong, mut pale) = (0.0, HALFWAY);
        if reads(pale) {
            strong = pale;
        }
        while pale - strong > 1e-3 {
            let part = f64::midpoint(strong, pale);
            if reads(part) {
                strong = part;
            } else {
                pale = part;
            }
        }
        colour.mix(self.ground, strong)
    }

    /// Towards the ink, so that contrast only grows.
    fn shade(&self, colour: Rgb, index: usize) -> Rgb {
        colour.mix(self.ink, [0.0, 0.4, 0.2][index / Colour::JOBS % 3])
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
            for guess in Guess::ALL {
                against(theme.guess(guess), 4.5, guess.name());
            }
            against(theme.accent, 4.5, "accent");
            against(theme.ink, 7.0, "ink");
            against(theme.muted, 4.5, "muted");
            against(theme.late, 4.5, "late");
            against(theme.long, 4.5, "long tasks");
        }
    }

    #[test]
    fn a_line_that_is_to_come_is_paler_and_yet_read() {
        for theme in [Theme::of(Mode::Light), Theme::of(Mode::Dark)] {
            let lines = HUES.map(|hue| theme.line(hue));
            let guesses = Guess::ALL.map(|guess| theme.guess(guess));
            let jobs = (0..24).map(|job| theme.job(job));
            for colour in jobs.chain(lines).chain(guesses).chain([theme.late, theme.muted]) {
                let (now, later) = (colour.contrast(theme.ground), theme.ahead(colour).contrast(theme.ground));
                assert!((3.0..now).contains(&later), "{} in {:?}: {now:.2}, later {later:.2}", colour.css(), theme.mode);
                // As pale as that allows: those that are strong lose most.
                assert!(later < 3.1 || theme.ahead(colour) == colour.mix(theme.ground, HALFWAY), "{}: {later:.2}", colour.css());
            }
            let ink = theme.ahead(theme.ink).contrast(theme.ground);
            assert!(ink >= 3.0 && ink < 0.5 * theme.ink.contrast(theme.ground), "{ink:.2}");
        }
    }

    #[test]
    fn the_more_of_a_link_is_used_the_further_is_its_colour_from_the_ground() {
        for theme in [Theme::of(Mode::Light), Theme::of(Mode::Dark)] {
            let contrasts: Vec<f64> = (0..=20).map(|step| theme.of_use(f64::from(step) / 20.0).contrast(theme.ground)).collect();
            assert!(contrasts.windows(2).all(|pair| pair[0] < pair[1]), "{:?}: {contrasts:?}", theme.mode);
            assert!(contrasts[15] >= 4.5, "three quarters in {:?}: {:.2}", theme.mode, contrasts[15]);
        }
    }

    /// Lightness and the two opponent colours in the uniform space Oklab, of linear light.
    fn oklab([r, g, b]: [f64; 3]) -> [f64; 3] {
        let l = libm::cbrt(0.412_221 * r + 0.536_333 * g + 0.051_446 * b);
        let m = libm::cbrt(0.211_903 * r + 0.680_700 * g + 0.107_397 * b);
        let s = libm::cbrt(0.088_302 * r + 0.281_719 * g + 0.629_979 * b);
        [
            0.210_454 * l + 0.793_618 * m - 0.004_072 * s,
            1.977_998 * l - 2.428_592 * m + 0.450_594 * s,
            0.025_904 * l + 0.782_772 * m - 0.808_676 * s,
        ]
    }

    /// How eyes without red or green receptors see linear light (Machado, Oliveira & Fernandes 2009), after those that have all.
    const EYES: [[[f64; 3]; 3]; 3] = [
        [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
        [[0.152_286, 1.052_583, -0.204_868], [0.114_503, 0.786_281, 0.099_216], [-0.003_882, -0.048_116, 1.051_998]],
        [[0.367_322, 0.860_646, -0.227_968], [0.280_085, 0.672_501, 0.047_413], [-0.011_820, 0.042_940, 0.968_881]],
    ];

    /// How different two colours look to such eyes: 0.02 is just seen.
    fn difference(a: Rgb, b: Rgb, eyes: &[[f64; 3]; 3]) -> f64 {
        let seen = |Rgb(r, g, b): Rgb| {
            let light = [r, g, b].map(linear);
            oklab(eyes.map(|row| row.iter().zip(light).map(|(part, light)| part * light).sum::<f64>().clamp(0.0, 1.0)))
        };
        let squares = seen(a).into_iter().zip(seen(b)).map(|(a, b)| (a - b) * (a - b));
        libm::sqrt(squares.sum())
    }

    #[test]
    fn no_job_looks_like_a_policy_or_like_what_is_late() {
        for theme in [Theme::of(Mode::Light), Theme::of(Mode::Dark)] {
            let others = || HUES.into_iter().map(|hue| (format!("{hue:?}"), theme.line(hue))).chain([("late".to_owned(), theme.late)]);
            let jobs = (0..Colour::JOBS).map(|job| theme.job(job)).chain(Guess::ALL.map(|guess| theme.guess(guess)));
            for (job, colour) in jobs.enumerate() {
                for (name, other) in others() {
                    let apart = difference(colour, other, &EYES[0]);
                    assert!(apart >= 0.076, "job {job} is near {name} in {:?}: {apart:.3}", theme.mode);
                }
            }
            for (hue, (class, name)) in HUES.into_iter().flat_map(|hue| [(hue, (theme.short, "short")), (hue, (theme.long, "long"))]) {
                let apart = difference(class, theme.line(hue), &EYES[0]);
                assert!(apart >= 0.08, "{name} tasks are near {hue:?} in {:?}: {apart:.3}", theme.mode);
            }
        }
    }

    #[test]
    fn classes_of_tasks_and_what_is_chosen_differ_for_every_eye() {
        for theme in [Theme::of(Mode::Light), Theme::of(Mode::Dark)] {
            for eyes in &EYES {
                for (a, b) in [(theme.short, theme.long), (theme.short, theme.lit), (theme.long, theme.lit)] {
                    let apart = difference(a, b, eyes);
                    assert!(apart >= 0.15, "{a:?} and {b:?} in {:?}: {apart:.3}", theme.mode);
                }
            }
        }
    }

    #[test]
    fn load_is_told_by_lightness_and_who_serves_by_every_eye() {
        for theme in [Theme::of(Mode::Light), Theme::of(Mode::Dark)] {
            let contrasts: Vec<f64> = (0..=20).map(|part| theme.load(f64::from(part) / 20.0).contrast(theme.ground)).collect();
            assert!(contrasts.windows(2).all(|pair| pair[1] > pair[0] * 1.01), "{:?}: {contrasts:?}", theme.mode);
            for eyes in &EYES {
                for (a, b) in [(Served::Local, Served::Other), (Served::Local, Served::Cdn), (Served::Other, Served::Cdn)] {
                    let apart = difference(theme.served(a), theme.served(b), eyes);
                    assert!(apart >= 0.1, "{a:?} and {b:?} in {:?}: {apart:.3}", theme.mode);
                }
            }
        }
    }

    /// Beyond the first six, jobs are told apart by their lanes and names.
    #[test]
    fn the_first_six_jobs_differ_for_every_eye() {
        const FIRST: usize = 6;
        for (theme, least) in [(Theme::of(Mode::Light), 0.1), (Theme::of(Mode::Dark), 0.064)] {
            for (a, b) in (0..FIRST).flat_map(|a| (0..a).map(move |b| (a, b))) {
                for eyes in &EYES {
                    let apart = difference(theme.job(a), theme.job(b), eyes);
                    assert!(apart >= least, "jobs {a} and {b} in {:?}: {apart:.3}", theme.mode);
                }
            }
        }
    }

    #[test]
    fn css_is_six_hexadecimal_digits() {
        assert_eq!(Theme::of(Mode::Light).css(Hue::Blue), "#00569c");
        assert_eq!(Theme::of(Mode::Light).ground.css(), "#ffffff");
    }
}
