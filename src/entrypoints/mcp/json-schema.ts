import * as z from "zod";

export type JsonSchema = Record<string, unknown>;

/**
 * The metadata of a schema, without its id: a schema with an id would become a reference, which not every client supports. `override`
 * replaces the generated JSON Schema of a schema that parses a text, as in the OpenAPI documents.
 */
function metadataOf(schema: z.core.$ZodType): { override: JsonSchema; rest: JsonSchema } {
  const { id: _id, override = {}, ...rest } = (z.globalRegistry.get(schema) ?? {}) as { id?: string; override?: JsonSchema };
  return { override, rest };
}

const registry = Object.assign(z.registry<JsonSchema>(), { get: (schema: z.core.$ZodType) => metadataOf(schema).rest });

/**
 * Clients pass a tool's schemas on to their model's API, and one keyword that it does not know rejects every request. So the schemas have
 * only what the APIs of all common models accept: one type each, without null (docs/spec/mcp.md#tool-schemas).
 */
const OUTPUT_KEYWORDS = ["type", "description", "enum", "properties", "required", "items", "anyOf", "format"];
const INPUT_KEYWORDS = [...OUTPUT_KEYWORDS, "default", "minimum", "maximum", "minItems", "maxItems"];

/** The JSON Schema of an endpoint's input. Null and other alternatives are left out, but the endpoint accepts them. */
export function inputSchema(schema: z.ZodType): JsonSchema {
  return updateAll(generateSchema(schema, "input"), (json) => {
    const { properties } = json as { properties?: Record<string, JsonSchema> };
    for (const [name, inner] of Object.entries(properties ?? {})) if (hasFreeKeys(inner)) delete properties?.[name];
    removeNull(json);
    unwrapAlternatives(json, ([first]) => first);
    keepKeywords(json, INPUT_KEYWORDS);
    for (const bound of ["minimum", "maximum"]) if (Math.abs(Number(json[bound])) >= UNINFORMATIVE_BOUND) delete json[bound];
    const description = describeInput(json);
    if (description === "") delete json["description"];
    else json["description"] = description;
    keepDateTimeFormat(json);
  });
}

/**
 * The JSON Schema of an endpoint's response after `withoutNulls`: nullable fields become optional. Unknown fields are allowed, because we
 * may add fields to responses at any time.
 */
export function outputSchema(schema: z.ZodType): JsonSchema {
  // Fields that occur several times, such as the figures of a report and of its parts, are described once.
  const described = new Set<unknown>();
  return updateAll(generateSchema(schema, "output"), (json) => {
    removeNull(json);
    unwrapAlternatives(json, (alternatives) => (alternatives.length === 1 ? alternatives[0] : undefined));
    const { required = [], properties = {} } = json as { required?: string[]; properties?: Record<string, JsonSchema> };
    const present = required.filter((name) => !isNullable(properties[name] ?? {}));
    if (present.length > 0) json["required"] = present;
    else delete json["required"];
    const { const: name, oneOf } = json;
    if (name !== undefined) json["enum"] = [name];
    if (oneOf !== undefined) json["anyOf"] = oneOf;
    keepKeywords(json, OUTPUT_KEYWORDS);
    // An object whose keys are the organization's own, such as metadata.
    if (json["type"] === "object") json["properties"] ??= {};
    keepDateTimeFormat(json);
    if (described.has(json["description"])) delete json["description"];
    else described.add(json["description"]);
  });
}

/** Applies a change to a schema and then to each nested schema, and returns the schema. */
function updateAll(json: JsonSchema, change: (json: JsonSchema) => void): JsonSchema {
  change(json);
  const { properties = {}, items, anyOf = [] } = json as Partial<Record<string, object>>;
  const inner = [...Object.values(properties), ...Object.values(anyOf), ...(items === undefined ? [] : [items])];
  for (const one of inner) updateAll(one as JsonSchema, change);
  return json;
}

/** Whether a schema is of an object whose keys are the organization's own, such as metadata: not every model's API knows such objects. */
function hasFreeKeys({ type, properties, anyOf }: JsonSchema): boolean {
  return (type === "object" && properties === undefined) || (Array.isArray(anyOf) && (anyOf as JsonSchema[]).some(hasFreeKeys));
}

function isNullable({ anyOf, type }: JsonSchema): boolean {
  return [type].flat().includes("null") || (Array.isArray(anyOf) && (anyOf as JsonSchema[]).some(isNullable));
}

/** Removes null from the types and the alternatives of a schema. */
function removeNull(json: JsonSchema): void {
  const { type, anyOf } = json;
  const types = Array.isArray(type) ? type.filter((one) => one !== "null") : [];
  if (types.length === 1) json["type"] = types[0];
  if (Array.isArray(anyOf)) json["anyOf"] = (anyOf as JsonSchema[]).filter((one) => one["type"] !== "null");
}

/** If `choose` returns one of a schema's alternatives, the schema becomes that one. */
function unwrapAlternatives(json: JsonSchema, choose: (alternatives: JsonSchema[]) => JsonSchema | undefined): void {
  const { anyOf, ...rest } = json;
  const only = Array.isArray(anyOf) ? choose(anyOf as JsonSchema[]) : undefined;
  if (only === undefined) return;
  delete json["anyOf"];
  Object.assign(json, only, rest);
}

function keepKeywords(json: JsonSchema, keywords: readonly string[]): void {
  for (const keyword of Object.keys(json)) if (!keywords.includes(keyword)) delete json[keyword];
}

/** Bounds of this size only guard against overflows. */
const UNINFORMATIVE_BOUND = 1_000_000;

/**
 * The description for a model: without the sentence that the case of names is ignored, and with the form of a day, because the keyword that tells it
 * is left out (keepDateTimeFormat).
 */
function describeInput({ description = "", format }: JsonSchema): string {
  const sentences = String(description)
    .split(/(?<=\.) /)
    .filter((sentence) => sentence !== "" && !/case is ignored/i.test(sentence));
  if (format === "date" && !sentences.some((sentence) => sentence.includes("YYYY-MM-DD"))) sentences.push("YYYY-MM-DD.");
  return sentences.join(" ");
}

function keepDateTimeFormat(json: JsonSchema): void {
  if (json["format"] !== "date-time") delete json["format"];
}

function generateSchema(schema: z.ZodType, io: "input" | "output"): JsonSchema {
  return z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    metadata: registry,
    override: ({ zodSchema, jsonSchema }) => {
      const { override } = metadataOf(zodSchema);
      // A $ref would point into the OpenAPI document.
      if (!("$ref" in override)) Object.assign(jsonSchema, override);
    },
  });
}

/** Removes fields that are null. Most fields of an order are, and each takes space in a model's context. */
export function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (value === null || typeof value !== "object") return value;
  const fields = Object.entries(value).filter(([, inner]) => inner !== null);
  return Object.fromEntries(fields.map(([key, inner]) => [key, withoutNulls(inner)]));
}
