use crate::cli::terminal::visible;
use quick_xml::Writer;
use quick_xml::events::BytesText;
use schedscope_core::experiment::baseline::Checked;
use std::io::{self, Write};

/// Writes what was checked in the form that CI servers read: a suite for each baseline, a test for each of its cases.
pub fn write_junit(checked: &[(String, Vec<Checked>)], out: &mut dyn Write) -> io::Result<()> {
    let failed = |cases: &[Checked]| cases.iter().filter(|case| !case.differences.is_empty()).count().to_string();
    let mut writer = Writer::new_with_indent(&mut *out, b' ', 2);
    writer.create_element("testsuites").write_inner_content(|writer| {
        for (name, cases) in checked {
            let name = visible(name);
            let suite = [("name", name.as_str()), ("tests", &cases.len().to_string()), ("failures", &failed(cases))];
            writer.create_element("testsuite").with_attributes(suite).write_inner_content(|writer| {
                for case in cases {
                    let test =
                        writer.create_element("testcase").with_attributes([("classname", name.as_str()), ("name", &visible(&case.name))]);
                    if case.differences.is_empty() {
                        test.write_empty()?;
                        continue;
                    }
                    let lines = case.differences.iter().map(|difference| visible(&difference.to_string())).collect::<Vec<_>>().join("\n");
                    let message = format!("{} of {} values differ", case.differences.len(), case.compared);
                    test.write_inner_content(|writer| {
                        let failure = writer.create_element("failure").with_attribute(("message", message.as_str()));
                        failure.write_text_content(BytesText::new(&lines))?;
                        Ok(())
                    })?;
                }
                Ok(())
            })?;
        }
        Ok(())
    })?;
    writeln!(out)
}
