//! Where the three panels are, and which instant is at a place of them.

use crate::pen::Frame;

/// Where the three panels are, in pixels from the top left.
#[derive(Clone, Debug)]
pub struct VirtualLayout {
    /// What is really left.
    pub(super) real: Frame,
    /// What is left virtually.
    pub(super) virtually: Frame,
    /// The virtual clock.
    pub(super) clock: Frame,
    /// Whether there is room for words.
    pub(super) roomy: bool,
}

impl VirtualLayout {
    /// In a picture of this size, all of its lengths times `scale`.
    pub fn of(width: f64, height: f64, scale: f64) -> Self {
        let px = |length: f64| length * scale;
        let roomy = width >= px(200.0) && height >= px(240.0);
        let (left, right) = if roomy { (px(38.0), width - px(40.0)) } else { (px(3.0), width - px(3.0)) };
        let (head, gap, axis) = if roomy { (px(26.0), px(34.0), px(20.0)) } else { (px(4.0), px(10.0), px(2.0)) };
        let room = (height - head - 2.0 * gap - axis).max(3.0);
        let mut top = head;
        let mut takes = |part: f64| {
            let frame = Frame { left, right: right.max(left), top, bottom: top + part * room };
            top = frame.bottom + gap;
            frame
        };
        Self { real: takes(0.31), virtually: takes(0.31), clock: takes(0.38), roomy }
    }

    /// The instant at this place, if it is on the time axis or a little beyond.
    pub fn instant(&self, x: f64, end: f64) -> Option<f64> {
        let place = (x - self.real.left) / self.real.width().max(1.0);
        let reach = 0.03;
        (-reach..=1.0 + reach).contains(&place).then(|| place.clamp(0.0, 1.0) * end)
    }

    /// Where an instant is.
    pub fn across(&self, time: f64, end: f64) -> f64 {
        self.real.left + (time / end.max(f64::MIN_POSITIVE)).clamp(0.0, 1.0) * self.real.width()
    }
}
