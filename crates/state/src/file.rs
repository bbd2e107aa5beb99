//! The file that was dropped or chosen, as the page's state knows it.

/// A file of the user's. What is in it stays with the browser, and is read by the workers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// Its name, without a folder.
    pub name: String,
    /// Which of the files it is that the browser has handed over, from 0.
    pub number: usize,
    /// How it was made from a table: which of its columns are what, as in a link.
    pub columns: Option<String>,
}

/// What a file is read for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reads {
    /// Jobs, scenes or exercises.
    Jobs,
    /// Tasks that read each other's outputs.
    Tasks,
}

/// An instant as a clock on the wall shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moment {
    /// Days since some day.
    pub day: i32,
    /// Day of the month, month and year.
    pub date: (u32, u32, u32),
    /// Hours and minutes.
    pub time: (u32, u32),
}

impl Moment {
    /// How one says it at another instant: "today 14:05", "yesterday 9:30", "3 May 2026".
    pub fn said(self, now: Self) -> String {
        let (hours, minutes) = self.time;
        match now.day - self.day {
            0 => format!("today {hours}:{minutes:02}"),
            1 => format!("yesterday {hours}:{minutes:02}"),
            _ => {
                let (day, month, year) = self.date;
                let months = [
                    "January",
                    "February",
                    "March",
                    "April",
                    "May",
                    "June",
                    "July",
                    "August",
                    "September",
                    "October",
                    "November",
                    "December",
                ];
                let month = months.get(month.saturating_sub(1) as usize).copied().unwrap_or_default();
                format!("{day} {month} {year}")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_called_as_one_says_them() {
        let kept = Moment { day: 100, date: (3, 5, 2026), time: (14, 5) };
        let on = |day| kept.said(Moment { day, date: (9, 9, 2026), time: (0, 0) });
        assert_eq!([on(100), on(101), on(102)], ["today 14:05", "yesterday 14:05", "3 May 2026"]);
    }
}
