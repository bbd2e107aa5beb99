// Makes types of TypeScript of the JSON Schemas of scenarios and reports: `write.cjs FOLDER-OF-PACKAGES ROOT` compares them with what is in
// `www/`, and with a third argument `write` puts them there. Ends with 1 if they are not up to date.
const { readFileSync, writeFileSync } = require("node:fs");
const { createRequire } = require("node:module");
const { join } = require("node:path");

const [packages, root, write] = process.argv.slice(2);
const { compile } = createRequire(join(packages, "package.json"))("json-schema-to-typescript");

const MADE = [
  ["assets/schema/scenario-1.json", "Scenario", "www/schedscope-scenario.d.ts"],
  ["assets/schema/report-2.json", "Report", "www/schedscope-report.d.ts"],
];

// What forms of the page know of a field is no part of its type; a title would give each a name; and the generator knows tuples by
// their older name. That a list has at least one entry would refuse every list whose length is not known.
const bare = (part) => {
  if (Array.isArray(part)) return part.map(bare);
  if (part === null || typeof part !== "object") return part;
  const kept = Object.entries(part).filter(([key, value]) => {
    const named = key === "title" && typeof value === "string";
    const again = key === "description" && "$ref" in part;
    const least = key === "minItems" && !("maxItems" in part);
    return !key.startsWith("x-") && key !== "default" && !named && !again && !least;
  });
  return Object.fromEntries(kept.map(([key, value]) => [key === "prefixItems" ? "items" : key, bare(value)]));
};

// Alternatives of which one only says what it requires become one form where all is optional, so that its figures can be read.
const plain = (schema) => {
  for (const part of Object.values(schema.$defs ?? {})) {
    const of = part.anyOf?.find((one) => one.$ref)?.$ref;
    if (!of) continue;
    part.properties = { ...schema.$defs[of.split("/").pop()].properties, ...part.properties };
    delete part.anyOf;
  }
  return schema;
};

const made = async ([schema, name, types]) => {
  const options = { bannerComment: "", additionalProperties: false, maxItems: 4, style: { printWidth: 140 } };
  const text = await compile(bare(plain(JSON.parse(readFileSync(join(root, schema), "utf8")))), name, options);
  const whole = `// Made of ${schema} by \`cargo xtask types\`.\n\n${text}`;
  if (write) return writeFileSync(join(root, types), whole);
  if (readFileSync(join(root, types), "utf8") === whole) return;
  console.error(`${types} is not up to date: cargo xtask types`);
  process.exitCode = 1;
};

Promise.all(MADE.map(made)).catch((problem) => {
  console.error(problem);
  process.exitCode = 1;
});
