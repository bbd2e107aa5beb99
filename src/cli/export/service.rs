use super::table::{new_table, significant};
use comfy_table::CellAlignment;
use schedscope::server::Service;
use schedscope_core::experiment::Recording;
use std::io::{self, Write};

/// Writes for each policy of the server world what service each job of its first replication got: the table that exercises of
/// courses ask for. Nothing for recordings of other worlds, or of many jobs.
pub fn write_service(recordings: &[Recording], out: &mut dyn Write) -> io::Result<()> {
    let timelines = recordings.iter().filter_map(|recording| match recording {
        Recording::Server(recording) => recording.timeline.as_ref(),
        _ => None,
    });
    for timeline in timelines {
        let service = timeline.service();
        let mut table = new_table(&["job", "arrival", "size", "turnaround", "waiting", "response"]);
        let figures = |of: &Service| [of.turnaround, of.waiting, of.response].map(|time| significant(time, 4));
        for (job, service) in timeline.jobs.iter().zip(&service) {
            let given = [timeline.ids.of(job.id).into_owned(), significant(job.arrival, 4), significant(job.size, 4)];
            table.add_row(given.into_iter().chain(figures(service)));
        }
        if let Some(mean) = Service::mean(&service) {
            table.add_row(["mean".to_owned(), String::new(), String::new()].into_iter().chain(figures(&mean)));
        }
        table.column_iter_mut().skip(1).for_each(|column| column.set_cell_alignment(CellAlignment::Right));
        writeln!(out, "\nService under {}, first replication\n{}", timeline.policy, table.trim_fmt())?;
    }
    Ok(())
}
