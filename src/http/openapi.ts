import * as z from "zod";
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiParameters, type ZodOpenApiResponseObject } from "zod-openapi";
import { REFUSALS, type RefusalCode } from "../refusal";
import type { Endpoint } from "./endpoint";
import type { Surface } from "./surface";

const ErrorBody = z
  .strictObject({
    success: z.literal(false),
    error: z.strictObject({
      code: z.enum(Object.keys(REFUSALS) as [RefusalCode, ...RefusalCode[]]),
      message: z.string(),
      details: z.array(z.looseObject({ path: z.string().optional(), code: z.string(), message: z.string() })).optional(),
    }),
    meta: z.strictObject({ request_id: z.string() }),
  })
  .meta({ id: "Error", description: "Every answer other than success has this body." });

const Pagination = z.strictObject({ page: z.int(), page_size: z.int(), total: z.int(), total_pages: z.int() }).meta({ id: "Pagination" });

const IdempotencyKey = z
  .string()
  .min(1)
  .max(255)
  .meta({ description: "1 to 255 printable characters, remembered for 24 h. The same request with the same key is executed once." });

const IfMatch = z.string().meta({ description: "ETag of the resource, or its version in quotes: 412 where it has changed since." });

/** The refusals that an endpoint can answer, from its guard and inputs. */
function refusalsOf({ guard, input, method, conditional, refuses = [] }: Endpoint): RefusalCode[] {
  const codes: RefusalCode[] = ["internal_error", "service_unavailable", ...refuses];
  if (guard.kind === "open") return codes;
  codes.push("unauthorized", "missing_scope", "ip_not_allowed", "rate_limited");
  if (input !== undefined) codes.push("validation_error");
  if (input?.param !== undefined) codes.push("not_found");
  if (input?.json !== undefined) codes.push("payload_too_large", "unsupported_media_type");
  if (guard.kind === "write") codes.push("conflict", "not_found");
  if (conditional === true) codes.push("precondition_failed");
  if (guard.kind === "write" && guard.idempotencyKey !== "ignored") codes.push("idempotency_conflict", "idempotency_in_progress");
  if (method === "get") codes.push("not_found");
  return [...new Set(codes)];
}

function refusalResponses(codes: readonly RefusalCode[]): Record<string, ZodOpenApiResponseObject> {
  const byStatus = Map.groupBy(codes, (code) => String(REFUSALS[code][0]));
  return Object.fromEntries(
    [...byStatus].map(([status, of]) => [
      status,
      {
        description: of.map((code) => `\`${code}\`: ${REFUSALS[code][1]}`).join(" "),
        content: { "application/json": { schema: ErrorBody } },
      },
    ]),
  );
}

/** The success body on a surface: Public V1 wraps `data` in its envelope. */
function successSchema(surface: Surface, data: z.ZodType, isList: boolean): z.ZodType {
  if (surface.name !== "v1") return data;
  const meta = z.strictObject({
    request_id: z.string(),
    ...(isList && { pagination: Pagination }),
    warnings: z.array(z.string()).optional(),
  });
  return z.strictObject({ success: z.literal(true), data, meta });
}

function operation(surface: Surface, endpoint: Endpoint): ZodOpenApiOperationObject {
  const { guard, input, operationId, summary, tag, answers, conditional } = endpoint;
  const requestParams: ZodOpenApiParameters = {};
  // zod-openapi types parameters as objects; an endpoint's are objects or pipes out of one.
  if (input?.param !== undefined) requestParams.path = input.param as z.ZodObject;
  if (input?.query !== undefined) requestParams.query = (input.query instanceof z.ZodPipe ? input.query.in : input.query) as z.ZodObject;
  if (guard.kind === "write" && guard.idempotencyKey !== "ignored") {
    requestParams.header = z.object({
      "Idempotency-Key": guard.idempotencyKey === "required" ? IdempotencyKey : IdempotencyKey.optional(),
      ...(conditional === true && { "If-Match": IfMatch.optional() }),
    });
  }
  const successes = Object.entries(answers).map(([status, schema]): [string, ZodOpenApiResponseObject] => {
    const isList = surface.name === "v1" && schema instanceof z.ZodArray;
    const description = status === "201" ? "Created" : "Success";
    return [status, { description, content: { "application/json": { schema: successSchema(surface, schema, isList) } } }];
  });
  const scope = guard.kind === "read" || guard.kind === "write" ? guard.scope : null;
  return {
    operationId,
    summary,
    tags: [tag],
    ...(scope !== null && { description: `Scope: \`${scope}\`.` }),
    security: guard.kind === "open" ? [] : [{ credential: [] }],
    requestParams,
    ...(input?.json !== undefined && { requestBody: { required: true, content: { "application/json": { schema: input.json } } } }),
    responses: { ...Object.fromEntries(successes), ...refusalResponses(refusalsOf(endpoint)) },
  };
}

export type OpenApiDocument = ReturnType<typeof createDocument>;

/** The OpenAPI 3.1 document of a surface, from its endpoints and nothing else. */
export function openApiDocument(surface: Surface, title: string, endpoints: readonly Endpoint[]) {
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {};
  for (const endpoint of endpoints) {
    const path = surface.base + endpoint.path.replaceAll(/:(\w+)/g, "{$1}");
    paths[path] = { ...paths[path], [endpoint.method]: operation(surface, endpoint) };
  }
  const credential =
    surface.name === "v1"
      ? ({ type: "apiKey", in: "header", name: "x-api-key" } as const)
      : ({ type: "http", scheme: "bearer", bearerFormat: "sk_live_…" } as const);
  return createDocument(
    {
      openapi: "3.1.0",
      info: { title, version: surface.version },
      servers: [{ url: "/" }],
      paths,
      components: { securitySchemes: { credential } },
    },
    {
      override: ({ jsonSchema }) => {
        // Bounds of a JavaScript number say nothing about the field.
        if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
        if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
        if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
      },
    },
  );
}
