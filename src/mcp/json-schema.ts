import * as z from "zod";

export type JsonSchema = Record<string, unknown>;

/**
 * What is known of a schema besides its shape. Names are withheld: a named schema would become a reference, which not every
 * client follows. `override` is what the OpenAPI documents show in place of a schema that reads a text.
 */
function known(schema: z.core.$ZodType): { override: JsonSchema; rest: JsonSchema } {
  const { id: _id, override = {}, ...rest } = (z.globalRegistry.get(schema) ?? {}) as { id?: string; override?: JsonSchema };
  return { override, rest };
}

/** What the generator is told of schemas. */
const registry = Object.assign(z.registry<JsonSchema>(), { get: (schema: z.core.$ZodType) => known(schema).rest });

/** JSON Schema of what an endpoint takes, in one piece: nothing is named, nothing refers to anything. */
export function inputSchema(schema: z.ZodType): JsonSchema {
  return throughout(generated(schema, "input"), shorten);
}

/**
 * JSON Schema of what an endpoint answers, after `withoutNulls`: what can be null can be missing. Fields may be added to an answer
 * at any time, so none is forbidden.
 */
export function outputSchema(schema: z.ZodType): JsonSchema {
  return throughout(generated(schema, "output"), (json) => {
    delete json["additionalProperties"];
    const { required = [], properties = {} } = json as { required?: string[]; properties?: Record<string, JsonSchema> };
    json["required"] = required.filter((name) => !takesNull(properties[name] ?? {}));
    if (required.length === 0) delete json["required"];
    for (const property of Object.values(properties)) forbidNull(property);
  });
}

/** Applies a change to a schema and then to each schema in it; answers it. */
function throughout(json: JsonSchema, change: (json: JsonSchema) => void): JsonSchema {
  change(json);
  const { properties = {}, items, anyOf = [], oneOf = [] } = json as Partial<Record<string, object>>;
  const inner = [...Object.values(properties), ...Object.values(anyOf), ...Object.values(oneOf), ...(items === undefined ? [] : [items])];
  for (const one of inner) throughout(one as JsonSchema, change);
  return json;
}

/** Says things once: every schema is in the model's context for as long as it works. */
function shorten(json: JsonSchema): void {
  const { anyOf, description } = json;
  if (Array.isArray(json["enum"])) {
    delete json["maxLength"];
    const names = `One of ${json["enum"].join(", ")}`;
    const left = typeof description === "string" ? description.replace(`${names}, in any case.`, "").replace(`${names}.`, "").trim() : "";
    if (left === "") delete json["description"];
    else json["description"] = left;
  }
  // A text or null, in one line.
  const [one, other] = Array.isArray(anyOf) && anyOf.length === 2 ? (anyOf as JsonSchema[]) : [];
  if (one?.["type"] !== "string" || "enum" in one || other?.["type"] !== "null") return;
  delete json["anyOf"];
  Object.assign(json, one, { type: ["string", "null"] });
}

const FORMATS: ReadonlySet<string> = new Set(["date", "date-time"]);

function generated(schema: z.ZodType, io: "input" | "output"): JsonSchema {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    metadata: registry,
    override: ({ zodSchema, jsonSchema }) => {
      const { override } = known(zodSchema);
      // A reference is one into the OpenAPI document.
      if (!("$ref" in override)) Object.assign(jsonSchema, forModels(override));
      // Bounds of a JavaScript number say nothing about the field.
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      // A validator refuses a format that is none of JSON Schema's; its pattern says the same.
      if (jsonSchema.format !== undefined && FORMATS.has(jsonSchema.format)) delete jsonSchema.pattern;
      else delete jsonSchema.format;
    },
  }) as JsonSchema;
  return json;
}

/** What a model is told of an input: the names that it may use, not the patterns of all their spellings. */
function forModels({ pattern: _pattern, examples, ...rest }: JsonSchema): JsonSchema {
  return { ...rest, ...(examples !== undefined && { enum: examples }) };
}

function takesNull({ anyOf, type }: JsonSchema): boolean {
  if (Array.isArray(anyOf)) return anyOf.some((one) => takesNull(one as JsonSchema));
  return Array.isArray(type) ? type.includes("null") : type === "null";
}

/** X for X or null. */
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

/** A value without the fields that are null: most of an order's are, and a reader of a thousand pays for each. */
export function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (value === null || typeof value !== "object") return value;
  const kept = Object.entries(value).filter(([, inner]) => inner !== null);
  return Object.fromEntries(kept.map(([key, inner]) => [key, withoutNulls(inner)]));
}
