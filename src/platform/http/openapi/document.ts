import * as z from "zod";
import {
  createDocument,
  type oas31,
  type ZodOpenApiOperationObject,
  type ZodOpenApiParameters,
  type ZodOpenApiPathItemObject,
} from "zod-openapi";
import { CONSISTENCY_TOKEN } from "../../db/consistency-token";
import { MAX_HEADER_LENGTH } from "../consistency";
import type { Endpoint, KeySupport } from "../endpoint";
import type { Examples } from "./examples";
import { HEADERS, errorResponses, type SharedResponses, successResponses } from "./responses";
import type { Surface } from "../surface";

const KEY_RULE = "1 to 255 printable ASCII characters, stored for 24 hours. The same request with the same key is executed once.";
const IdempotencyKey = z
  .string()
  .min(1)
  .max(255)
  // White space around the key is trimmed.
  .meta({ description: KEY_RULE, override: { pattern: "^[ -~]*[!-~][ -~]*$" } });
const IfMatch = z.string().meta({
  description: 'The ETag of the resource, or its version in quotes such as `"3"`. Returns 412 if the resource has changed since.',
});
const IfNoneMatch = z
  .string()
  .meta({ description: "The ETag of an earlier response to the same request. Returns 304 if nothing has changed." });
const ContentDigest = z.string().meta({
  description: "`sha-256=:…:` with the base64 of the SHA-256 of the body (RFC 9530). If other bytes arrive, nothing is stored.",
});
const Prefer = z
  .enum(["handling=strict"])
  .meta({ description: "Rejects unknown parameters and body fields. Without it they are ignored, with a warning." });
const ConsistencyToken = z.string().max(MAX_HEADER_LENGTH).meta({
  description:
    "The token from an earlier write or a webhook, by any credential of the organization. The response includes that change, even if this credential reads from a replica.",
});

const KEY_RULES: Record<KeySupport, string> = {
  required: "Requires an Idempotency-Key.",
  optional: "Accepts an Idempotency-Key.",
  ignored: "Ignores the Idempotency-Key.",
};

/** An event that is sent to webhook endpoints. */
export interface Message {
  event: string;
  summary: string;
  description: string;
  body: z.ZodType;
}

/** The parts of a document other than its endpoints. */
export interface DocumentHead {
  title: string;
  description: string;
  /** Tag to description, for all tags of the endpoints, in display order. */
  tags: Readonly<Record<string, string>>;
  /** What its credential is called and looks like. */
  credential: string;
  messages: readonly Message[];
  examples: Examples;
}

function headerParameters({ guard, supportsIfMatch, method, input }: Endpoint): ZodOpenApiParameters["header"] {
  if (guard.kind === "read" && method === "get")
    return z.object({ "If-None-Match": IfNoneMatch.optional(), [CONSISTENCY_TOKEN]: ConsistencyToken.optional() });
  if (guard.kind !== "write") return undefined;
  const key = guard.idempotencyKey === "required" ? IdempotencyKey : IdempotencyKey.optional();
  return z.object({
    ...(guard.idempotencyKey !== "ignored" && { "Idempotency-Key": key }),
    ...(supportsIfMatch === true && { "If-Match": IfMatch.optional() }),
    ...(input?.upload !== undefined && { "Content-Digest": ContentDigest.optional() }),
    Prefer: Prefer.optional(),
  });
}

/** The endpoint's description, extended by its scope and use of idempotency keys. */
function descriptionOf({ guard, description }: Endpoint): string {
  const scope = "scope" in guard && guard.scope !== null ? `Scope: \`${guard.scope}\`.` : undefined;
  const open = guard.kind === "open" ? "Needs no credential." : undefined;
  const any = "scope" in guard && guard.scope === null ? "Any live credential may." : undefined;
  const key = guard.kind === "write" ? KEY_RULES[guard.idempotencyKey] : undefined;
  const rules = [scope, open, any, key].filter((part) => part !== undefined).join(" ");
  return [description, rules].filter((part) => part !== undefined && part !== "").join("\n\n");
}

function operation(
  surface: Surface,
  endpoint: Endpoint,
  { examples: { operations, errors }, shared }: { examples: Examples; shared: SharedResponses },
): ZodOpenApiOperationObject {
  const { guard, input, operationId, summary, tag } = endpoint;
  const recorded = operations[operationId];
  const requestParams: ZodOpenApiParameters = {};
  // zod-openapi requires objects as parameters. An endpoint's parameters are objects, or pipes from an object.
  if (input?.param !== undefined) requestParams.path = input.param as z.ZodObject;
  if (input?.query !== undefined) requestParams.query = (input.query instanceof z.ZodPipe ? input.query.in : input.query) as z.ZodObject;
  const header = headerParameters(endpoint);
  if (header !== undefined) requestParams.header = header;
  const example = recorded?.request !== undefined && { example: recorded.request };
  return {
    operationId,
    summary,
    description: descriptionOf(endpoint),
    tags: [tag],
    // For schemes other than OAuth, this array may list roles (OpenAPI 3.1, Security Requirement Object). We list our scopes.
    security: guard.kind === "open" ? [] : [{ credential: "scope" in guard && guard.scope !== null ? [guard.scope] : [] }],
    requestParams,
    ...(input?.json !== undefined && {
      requestBody: { required: true, content: { "application/json": { schema: input.json, ...example } } },
    }),
    ...(input?.upload !== undefined && {
      requestBody: { required: true, content: { "application/octet-stream": { schema: { type: "string", format: "binary" } } } },
    }),
    responses: {
      ...successResponses(surface, endpoint, { recorded, known: shared }),
      ...errorResponses(surface, endpoint, errors, shared),
    },
  };
}

const DELIVERY_HEADERS = {
  "X-Service-Event": "Name of the event.",
  "X-Service-Signature": "Hex HMAC-SHA256 of the raw body, keyed with the whole secret.",
  "X-Service-Delivery": "The id of the delivery, the same for every attempt.",
  "X-Service-Attempt": "1, 2, 3 …",
  "webhook-id": "The id of the event, the same for every attempt and every endpoint.",
  "webhook-timestamp": "The time of this attempt, in seconds since 1970.",
  "webhook-signature": "Standard Webhooks signatures, `v1,…`, separated by spaces.",
  [CONSISTENCY_TOKEN]: "Send it with a GET, and the response includes the change that this event is about.",
} as const;

function messageItem({ event, summary, description, body }: Message, { events }: Examples): ZodOpenApiPathItemObject {
  const headers = z.object(Object.fromEntries(Object.entries(DELIVERY_HEADERS).map(([name, text]) => [name, z.string().describe(text)])));
  const operationId = event.replaceAll(/[._]([a-z])/g, (_all, letter: string) => letter.toUpperCase());
  return {
    post: {
      operationId: `on${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}`,
      summary,
      description,
      tags: ["Webhooks"],
      security: [],
      requestParams: { header: headers },
      requestBody: { required: true, content: { "application/json": { schema: body, example: events[event] } } },
      responses: {
        "2XX": { description: "Received. Respond within 10 seconds. The body is ignored." },
        "3XX": { description: "Failed. Redirects are not followed." },
        "4XX": { description: "Failed. A 410 ends all deliveries to the endpoint." },
        "5XX": { description: "Failed." },
      },
    },
  };
}

export type OpenApiDocument = ReturnType<typeof createDocument>;

/** Formats of JSON Schema that our contracts use (2020-12, Validation, section 7.3). */
const FORMATS = new Set(["date-time", "date", "email", "uri"]);

/** The value of a parameter whose text was recorded. */
function parameterValue(schema: oas31.SchemaObject | oas31.ReferenceObject | undefined, text: string): unknown {
  if (schema === undefined || !("type" in schema)) return text;
  if (schema.type === "array") return text.split(",");
  return schema.type === "integer" ? Number(text) : text;
}

/** Adds the recorded value of each parameter as its example, and moves its description out of the schema. */
function completeParameters(document: OpenApiDocument, { operations }: Examples): void {
  for (const item of Object.values(document.paths ?? {})) {
    for (const { operationId = "", parameters = [] } of Object.values(item) as oas31.OperationObject[]) {
      for (const parameter of parameters) {
        if ("$ref" in parameter) continue;
        const { name, schema } = parameter;
        const example = operations[operationId]?.params?.[name] ?? operations[operationId]?.query?.[name];
        if (example !== undefined) parameter.example = parameterValue(schema, example);
        // The generator leaves it in a reference.
        if (schema !== undefined && "override" in schema) delete schema["override"];
        if (schema === undefined || !("description" in schema)) continue;
        parameter.description ??= schema.description ?? "";
        delete schema.description;
      }
    }
  }
}

function removeUnusedHeaders(document: OpenApiDocument): void {
  const headers = document.components?.headers ?? {};
  const text = JSON.stringify(document);
  for (const name of Object.keys(headers)) if (!text.includes(`"#/components/headers/${name}"`)) delete headers[name];
}

/** Builds the OpenAPI 3.1 document of a surface from its endpoints. The examples are recorded from real responses. */
export function openApiDocument(surface: Surface, head: DocumentHead, endpoints: readonly Endpoint[]): OpenApiDocument {
  const { title, description, tags, credential, messages, examples } = head;
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {};
  const shared: SharedResponses = new Map();
  for (const endpoint of endpoints) {
    const path = surface.base + endpoint.path.replaceAll(/:(\w+)/g, "{$1}");
    paths[path] = { ...paths[path], [endpoint.method]: operation(surface, endpoint, { examples, shared }) };
  }
  const used = new Set([...endpoints.map(({ tag }) => tag), ...(messages.length > 0 ? ["Webhooks"] : [])]);
  for (const tag of used) if (!Object.hasOwn(tags, tag)) throw new Error(`The tag ${tag} has no description.`);
  const scheme =
    surface.name === "v1"
      ? ({ type: "apiKey", in: "header", name: "x-api-key", description: credential } as const)
      : ({ type: "http", scheme: "bearer", ...(surface.name === "v2" && { bearerFormat: "sk_live_…" }), description: credential } as const);
  const document = createDocument(
    {
      openapi: "3.1.0",
      info: { title, version: surface.version, description, license: { name: "MIT", identifier: "MIT" } },
      servers: [{ url: "/" }],
      tags: Object.entries(tags).flatMap(([name, about]) => (used.has(name) ? [{ name, description: about }] : [])),
      paths,
      ...(messages.length > 0 && {
        webhooks: Object.fromEntries(messages.map((message) => [message.event, messageItem(message, examples)])),
      }),
      components: {
        securitySchemes: { credential: scheme },
        headers: HEADERS,
      },
    },
    {
      override: ({ jsonSchema, io }) => {
        // In a response, the bounds of a JavaScript number are not informative. In a request they matter, since we reject larger numbers.
        if (io === "output" && jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
        if (io === "output" && jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
        // A date's pattern adds nothing to its format. Formats not in FORMATS are zod's own names for their pattern.
        if (!FORMATS.has(jsonSchema.format ?? "")) delete jsonSchema.format;
        else if (jsonSchema.format !== "uri") delete jsonSchema.pattern;
        // We may add fields to responses within a version (docs/spec/versioning.md#open-responses), so clients must accept unknown ones.
        if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
      },
    },
  );
  completeParameters(document, examples);
  removeUnusedHeaders(document);
  return document;
}
