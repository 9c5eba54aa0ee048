import { type ApiDocument, type Exampled, type MediaType, type Parameter, resolved, type Schema } from "./document.ts";

/** Text of a format, where nothing else says what it looks like. */
const FORMATS: Record<string, string> = {
  "date-time": "2026-11-21T09:00:00Z",
  date: "2026-11-21",
  uri: "https://example.com/",
  email: "ann@example.com",
};
/** How deep a value is made; a schema that holds itself would have no end. */
const DEEPEST = 8;

/** The example of a body: the document's own, else the first of its named ones, else one made of its schema. */
export function bodyExample(document: ApiDocument, media: MediaType): unknown {
  return given(media) ?? (media.schema && made(document, media.schema, 0));
}

/** The example of a parameter as text; empty where nothing is known of it. */
export function parameterExample(document: ApiDocument, parameter: Parameter): string {
  const value = given(parameter) ?? (parameter.schema && known(resolved(document, parameter.schema)));
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
}

function given({ example, examples }: Exampled): unknown {
  return example ?? Object.values(examples ?? {})[0]?.value;
}

/** What a schema says of its value by itself. */
function known(schema: Schema): unknown {
  return schema.example ?? schema.examples?.[0] ?? schema.const ?? schema.default ?? schema.enum?.[0];
}

function made(document: ApiDocument, subject: Schema, depth: number): unknown {
  const schema = resolved(document, subject as Schema & { $ref: string });
  const value = known(schema);
  if (value !== undefined || depth > DEEPEST) return value ?? null;
  if (schema.allOf) {
    const parts = schema.allOf.map((part) => made(document, part, depth + 1));
    return parts.every((part) => typeof part === "object") ? Object.assign({}, ...parts) : parts[0];
  }
  const first = (schema.anyOf ?? schema.oneOf ?? []).find((one) => one.type !== "null");
  if (first) return made(document, first, depth + 1);
  const type = [schema.type].flat().find((one) => one !== "null");
  if (type === "object" || schema.properties) return madeObject(document, schema, depth);
  if (type === "array") return schema.items ? [made(document, schema.items, depth + 1)] : [];
  if (type === "integer" || type === "number") return Math.max(schema.minimum ?? 1, 1);
  if (type === "boolean") return true;
  return type === "string" ? (FORMATS[schema.format ?? ""] ?? "text") : null;
}

/** With its required members; with all where it requires none. */
function madeObject(document: ApiDocument, { properties = {}, required = [] }: Schema, depth: number): unknown {
  const names = required.length > 0 ? required : Object.keys(properties);
  return Object.fromEntries(names.map((name) => [name, made(document, properties[name] ?? {}, depth + 1)]));
}
