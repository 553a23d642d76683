// Writes src/protocol/types.ts from the JSON schemas of docs/protocol, which come from the program's types.
// `--check` only says whether the file is current.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const schemas = new URL("../../docs/protocol/", import.meta.url);
const target = new URL("../src/protocol/types.ts", import.meta.url);

/** The TypeScript of one schema. */
function typed(schema) {
  if (schema === true) return "unknown";
  if (schema.$ref) return schema.$ref.split("/").pop();
  if ("const" in schema) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((one) => JSON.stringify(one)).join(" | ");
  const whole = schema.properties ? record(schema) : undefined;
  const variants = schema.oneOf ?? schema.anyOf;
  if (variants) {
    const either = variants.map(typed).join(" | ");
    return whole ? `${whole} & (${either})` : either;
  }
  if (whole) return whole;
  if (Array.isArray(schema.type)) return schema.type.map((type) => typed({ ...schema, type })).join(" | ");
  if (schema.prefixItems) return `[${schema.prefixItems.map(typed).join(", ")}]`;
  switch (schema.type) {
    case "array":
      return schema.items ? `Array<${typed(schema.items)}>` : "unknown[]";
    case "object": {
      const more = schema.additionalProperties;
      return more && more !== true ? `Record<string, ${typed(more)}>` : "Record<string, unknown>";
    }
    case "string":
      return "string";
    case "integer":
    case "number":
      return "number";
    case "boolean":
      return "boolean";
    case "null":
      return "null";
    default:
      return "unknown";
  }
}

function record(schema) {
  const needed = new Set(schema.required ?? []);
  const fields = Object.entries(schema.properties).map(([name, field]) => {
    const words = field.description ? `/** ${field.description.replace(/\s+/g, " ")} */ ` : "";
    return `${words}${name}${needed.has(name) ? "" : "?"}: ${typed(field)};`;
  });
  return `{ ${fields.join("\n")} }`;
}

function declared(name, schema) {
  const words = schema.description ? `/** ${schema.description.replace(/\s+/g, " ")} */\n` : "";
  return `${words}export type ${name} = ${typed(schema)};`;
}

/** All types that requests, replies and the server's messages speak of. */
export function types() {
  const all = new Map();
  for (const file of ["request", "reply", "server"]) {
    if (!existsSync(new URL(`${file}.schema.json`, schemas))) continue;
    const schema = JSON.parse(readFileSync(new URL(`${file}.schema.json`, schemas), "utf8"));
    for (const [name, one] of Object.entries(schema.$defs ?? {})) {
      const text = declared(name, one);
      if (all.has(name) && all.get(name) !== text) throw new Error(`${name} means two things`);
      all.set(name, text);
    }
    const { $defs: _, ...top } = schema;
    if (top.title) all.set(top.title, declared(top.title, top));
  }
  const sorted = [...all.keys()].sort().map((name) => all.get(name));
  return `// Generated from docs/protocol by scripts/types.mjs. Not to be edited.\n\n${sorted.join("\n\n")}\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const text = types();
  if (!process.argv.includes("--check")) {
    writeFileSync(target, text);
  } else if (readFileSync(target, "utf8") !== text) {
    console.error("src/protocol/types.ts is not current: npm run types");
    process.exit(1);
  }
}
