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

/** The registry for the generator. */
const registry = Object.assign(z.registry<JsonSchema>(), { get: (schema: z.core.$ZodType) => metadataOf(schema).rest });

/** The JSON Schema of an endpoint's input, without references. */
export function inputSchema(schema: z.ZodType): JsonSchema {
  return updateAll(generateSchema(schema, "input"), shorten);
}

/**
 * The JSON Schema of an endpoint's response after `withoutNulls`: nullable fields become optional. Unknown fields are allowed, because we
 * may add fields to responses at any time.
 */
export function outputSchema(schema: z.ZodType): JsonSchema {
  return updateAll(generateSchema(schema, "output"), (json) => {
    delete json["additionalProperties"];
    const { required = [], properties = {} } = json as { required?: string[]; properties?: Record<string, JsonSchema> };
    json["required"] = required.filter((name) => !isNullable(properties[name] ?? {}));
    if (required.length === 0) delete json["required"];
    for (const property of Object.values(properties)) forbidNull(property);
  });
}

/** Applies a change to a schema and then to each nested schema, and returns the schema. */
function updateAll(json: JsonSchema, change: (json: JsonSchema) => void): JsonSchema {
  change(json);
  const { properties = {}, items, anyOf = [], oneOf = [] } = json as Partial<Record<string, object>>;
  const inner = [...Object.values(properties), ...Object.values(anyOf), ...Object.values(oneOf), ...(items === undefined ? [] : [items])];
  for (const one of inner) updateAll(one as JsonSchema, change);
  return json;
}

/** Removes redundancy, because every schema stays in the model's context. */
function shorten(json: JsonSchema): void {
  const { anyOf, description } = json;
  if (Array.isArray(json["enum"])) {
    delete json["maxLength"];
    const names = `One of ${json["enum"].join(", ")}`;
    const rest = typeof description === "string" ? description.replace(`${names}, ignoring case.`, "").replace(`${names}.`, "").trim() : "";
    if (rest === "") delete json["description"];
    else json["description"] = rest;
  }
  // A shorter form of a nullable text.
  const [one, other] = Array.isArray(anyOf) && anyOf.length === 2 ? (anyOf as JsonSchema[]) : [];
  if (one?.["type"] !== "string" || "enum" in one || other?.["type"] !== "null") return;
  delete json["anyOf"];
  Object.assign(json, one, { type: ["string", "null"] });
}

const FORMATS: ReadonlySet<string> = new Set(["date", "date-time"]);

function generateSchema(schema: z.ZodType, io: "input" | "output"): JsonSchema {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    metadata: registry,
    override: ({ zodSchema, jsonSchema }) => {
      const { override } = metadataOf(zodSchema);
      // A $ref would point into the OpenAPI document.
      if (!("$ref" in override)) Object.assign(jsonSchema, simplifyOverride(override));
      // The bounds of a JavaScript number are not informative.
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      // Validators reject formats that JSON Schema does not define. The pattern is equivalent.
      if (jsonSchema.format !== undefined && FORMATS.has(jsonSchema.format)) delete jsonSchema.pattern;
      else delete jsonSchema.format;
    },
  }) as JsonSchema;
  return json;
}

/** Shows a model the valid names instead of the pattern for all their spellings. */
function simplifyOverride({ pattern: _pattern, examples, ...rest }: JsonSchema): JsonSchema {
  return { ...rest, ...(examples !== undefined && { enum: examples }) };
}

function isNullable({ anyOf, type }: JsonSchema): boolean {
  if (Array.isArray(anyOf)) return anyOf.some((one) => isNullable(one as JsonSchema));
  return Array.isArray(type) ? type.includes("null") : type === "null";
}

/** Converts a schema of X or null to X. */
function forbidNull(json: JsonSchema): void {
  const { type, anyOf, enum: names } = json;
  if (Array.isArray(type)) {
    const [only, ...others] = type.filter((one) => one !== "null");
    json["type"] = others.length === 0 ? only : [only, ...others];
    if (Array.isArray(names)) json["enum"] = names.filter((name) => name !== null);
  }
  if (!Array.isArray(anyOf)) return;
  const [one, ...others] = (anyOf as JsonSchema[]).filter((each) => each["type"] !== "null");
  if (others.length > 0) json["anyOf"] = [one, ...others];
  else {
    delete json["anyOf"];
    Object.assign(json, { ...one, ...json });
  }
}

/** Removes fields that are null. Most fields of an order are, and each takes space in a model's context. */
export function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (value === null || typeof value !== "object") return value;
  const fields = Object.entries(value).filter(([, inner]) => inner !== null);
  return Object.fromEntries(fields.map(([key, inner]) => [key, withoutNulls(inner)]));
}
