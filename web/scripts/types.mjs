// Writes src/protocol/types.ts from the JSON schemas of docs/protocol and src/protocol/http-types.ts from its OpenAPI
// description, all of which come from the program's types.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const schemas = new URL("../../docs/protocol/", import.meta.url);
const folder = new URL("../src/protocol/", import.meta.url);

/** The TypeScript of one schema. */
function typed(schema) {
  if (schema === true) return "unknown";
  if (schema.$ref) return schema.$ref.split("/").pop();
  if ("const" in schema) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((one) => JSON.stringify(one)).join(" | ");
  const whole = schema.properties ? record(schema) : undefined;
  if (schema.allOf) return schema.allOf.map((one) => `(${typed(one)})`).join(" & ");
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

/** The types of the HTTP interface. */
export function httpTypes() {
  const { components } = JSON.parse(readFileSync(new URL("openapi.json", schemas), "utf8"));
  const all = Object.entries(components.schemas).map(([name, schema]) => declared(name, schema));
  // What it only refers to stands in the schemas of the protocol.
  const elsewhere = [...JSON.stringify(components).matchAll(/"reply\.schema\.json#\/\$defs\/(\w+)"/g)].map(([, name]) => name);
  const from = `import type { ${[...new Set(elsewhere)].sort().join(", ")} } from "./types";`;
  return `// Generated from docs/protocol by scripts/types.mjs. Not to be edited.\n${from}\n\n${all.join("\n\n")}\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(new URL("types.ts", folder), types());
  writeFileSync(new URL("http-types.ts", folder), httpTypes());
}
