// Runs the linter, the first argument, on the workflows that follow: 0 if all is well, 1 if something was found, 3 if it could not run.
const { readFileSync } = require("node:fs");

const check = async ([linter, ...files]) => {
  const { runLint } = require(linter);
  let found = 0;
  for (const file of files) {
    for (const { line, column, message } of await runLint(readFileSync(file, "utf8"), file)) {
      console.error(`${file}:${line}:${column}: ${message}`);
      found = 1;
    }
  }
  return found;
};

const failed = (problem) => {
  console.error(String(problem));
  return 3;
};

check(process.argv.slice(2)).catch(failed).then(process.exit);
