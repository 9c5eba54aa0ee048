import * as z from "zod";
import type { ZodOpenApiResponseObject } from "zod-openapi";
import { CONSISTENCY_TOKEN } from "../../db/consistency-token";
import { ERRORS, type ErrorCode } from "../../api-error";
import type { Endpoint } from "../endpoint";
import type { OperationExample } from "./examples";
import type { Surface } from "../surface";

const RequestId = z.string().regex(/^req_[0-9A-Za-z]{22}$/);

const ErrorBody = z
  .strictObject({
    success: z.literal(false),
    error: z.strictObject({
      code: z.enum(Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]]),
      message: z.string().min(1),
      details: z
        .array(
          z.looseObject({
            path: z.string().optional().describe("The invalid field, for example `items[0].price`."),
            code: z.string().describe("A stable code of the violation."),
            message: z.string().describe("What was expected."),
          }),
        )
        .optional(),
    }),
    meta: z.strictObject({ request_id: RequestId }),
  })
  .meta({ id: "Error", description: "The body of every error response." });

const Pagination = z.strictObject({ page: z.int(), page_size: z.int(), total: z.int(), total_pages: z.int() }).meta({ id: "Pagination" });

/** A header with a text. It is `required` if every response that documents the header has it. */
const text = (description: string, { required }: { required: boolean } = { required: false }) =>
  ({ description, required, schema: { type: "string" } }) as const;

/** Response headers by name, for `components.headers`. */
export const HEADERS = {
  "X-Request-Id": text("The id of this request. Include it when you ask for help.", { required: true }),
  RateLimit: text('The current state of the limits. `"default";r=598;t=31`: 598 requests are left, and more become available in 31 s.'),
  "RateLimit-Policy": text('The limits: `"default";q=600;w=60, "burst";q=50;w=1`, and `"daily"` if the credential has a quota.'),
  "Retry-After": {
    description: "Seconds to wait before you retry the request.",
    required: false,
    schema: { type: "integer" },
  },
  "WWW-Authenticate": text("The authentication scheme: `Bearer` on v2, `ApiKey` on Public V1.", { required: true }),
  ETag: text("Version of the response, for If-None-Match and, for a single resource, If-Match.", { required: true }),
  Location: text("Path of the new resource.", { required: true }),
  "Content-Range": text("Which bytes these are, and how many there are: `bytes 0-499/12345`.", { required: true }),
  "Idempotent-Replayed": {
    description: "`true` if this is the stored response to an earlier request with the same Idempotency-Key.",
    required: false,
    schema: { type: "string", const: "true" },
  },
  [CONSISTENCY_TOKEN]: text("Send it with a later GET, by any credential of the organization, and the response includes this change."),
  "X-Warnings": text("JSON array of warnings about input that was accepted although it looks wrong."),
} as const;

type HeaderName = keyof typeof HEADERS;

function headerRefs(names: readonly HeaderName[]) {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

const LIMIT_HEADERS: readonly HeaderName[] = ["X-Request-Id", "RateLimit", "RateLimit-Policy"];

export function errorCodesOf({ guard, input, method, supportsIfMatch, errors = [] }: Endpoint): ErrorCode[] {
  // Every endpoint can return validation_error, because unknown query parameters are violations under `Prefer: handling=strict`.
  const codes: ErrorCode[] = ["validation_error", "internal_error", "service_unavailable", ...errors];
  if (guard.kind === "open") return codes;
  if (guard.kind === "operator") codes.push("not_found");
  else codes.push("unauthorized", "rate_limited", "ip_not_allowed");
  if ("scope" in guard && guard.scope !== null) codes.push("missing_scope");
  if (input?.param !== undefined || guard.kind === "write") codes.push("not_found");
  if (method !== "get") codes.push("payload_too_large", "unsupported_media_type");
  if (guard.kind === "write" || (guard.kind === "operator" && method !== "get")) codes.push("conflict");
  if (supportsIfMatch === true) codes.push("precondition_failed");
  if (guard.kind === "write" && guard.idempotencyKey !== "ignored") codes.push("idempotency_conflict", "idempotency_in_progress");
  return [...new Set(codes)];
}

const RETRYABLE = new Set<ErrorCode>(["rate_limited", "service_unavailable", "idempotency_in_progress"]);

/** Errors that are returned before a credential's limits are known, or without them. */
const WITHOUT_LIMITS = new Set<ErrorCode>(["unauthorized", "internal_error", "service_unavailable"]);

function errorHeaders({ name }: Surface, codes: readonly ErrorCode[]): HeaderName[] {
  // The operator has no limits.
  const hasLimits = name !== "operator" && codes.some((code) => !WITHOUT_LIMITS.has(code));
  return [
    "X-Request-Id",
    ...(hasLimits ? (["RateLimit", "RateLimit-Policy"] as const) : []),
    ...(codes.some((code) => RETRYABLE.has(code)) ? (["Retry-After"] as const) : []),
    ...(codes.includes("unauthorized") ? (["WWW-Authenticate"] as const) : []),
  ];
}

/** Joins codes to a component name: `not_found` and `gone` become `NotFoundOrGone`. */
function componentName(codes: readonly ErrorCode[]): string {
  return codes.map((code) => code.replaceAll(/(?:^|_)([a-z])/g, (_all, letter: string) => letter.toUpperCase())).join("Or");
}

/** The responses that operations of one document share, by component name. */
export type SharedResponses = Map<string, ZodOpenApiResponseObject>;

function shareResponse(known: SharedResponses, name: string, response: ZodOpenApiResponseObject): ZodOpenApiResponseObject {
  const first = known.get(name) ?? { id: name, ...response };
  known.set(name, first);
  return first;
}

/** The error responses of an endpoint: one component for each set of codes with the same status. */
export function errorResponses(
  surface: Surface,
  endpoint: Endpoint,
  examplesByCode: Readonly<Partial<Record<ErrorCode, unknown>>>,
  known: SharedResponses,
): Record<string, ZodOpenApiResponseObject> {
  const messageOf = (code: ErrorCode) => (code === "unauthorized" ? surface.credential.invalidMessage : ERRORS[code][1]);
  const byStatus = Map.groupBy(errorCodesOf(endpoint).toSorted(), (code) => String(ERRORS[code][0]));
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => {
      const examples = Object.fromEntries(codes.map((code) => [code, { summary: messageOf(code), value: examplesByCode[code] }]));
      return [
        status,
        shareResponse(known, componentName(codes), {
          description: codes.map((code) => `\`${code}\`: ${messageOf(code)}`).join(" "),
          headers: headerRefs(errorHeaders(surface, codes)),
          content: { "application/json": { schema: ErrorBody, examples } },
        }),
      ];
    }),
  );
}

/** The success body on a surface: Public V1 wraps `data` in its envelope. */
function successSchema(surface: Surface, { input }: Endpoint, data: z.ZodType): z.ZodType {
  if (surface.name !== "v1") return data;
  const query = input?.query instanceof z.ZodPipe ? input.query.in : input?.query;
  const isPaged = query instanceof z.ZodObject && "page" in query.shape;
  const meta = z.strictObject({
    request_id: RequestId,
    ...(isPaged && { pagination: Pagination.optional() }),
    warnings: z.array(z.string()).min(1).optional().describe("Warnings about input that was accepted although it looks wrong."),
  });
  return z.strictObject({ success: z.literal(true), data, meta });
}

function successHeaders(
  surface: Surface,
  { guard, method, mediaType, supportsIfMatch, hasNoLocation }: Endpoint,
  status: string,
): HeaderName[] {
  const isWrite = guard.kind === "write";
  // A download is sent while it is read, so its hash is not known before.
  const isHashed = method === "get" && mediaType === undefined;
  return [
    ...("scope" in guard ? LIMIT_HEADERS : (["X-Request-Id"] as const)),
    ...(isHashed || supportsIfMatch === true ? (["ETag"] as const) : []),
    ...(status === "201" && hasNoLocation !== true ? (["Location"] as const) : []),
    ...(isWrite && guard.idempotencyKey !== "ignored" ? (["Idempotent-Replayed"] as const) : []),
    ...(isWrite ? ([CONSISTENCY_TOKEN] as const) : []),
    ...(surface.warningHeader ? (["X-Warnings"] as const) : []),
  ];
}

/** The success responses, the 206 Partial Content of a file, and the 304 Not Modified of a GET. */
export function successResponses(
  surface: Surface,
  endpoint: Endpoint,
  { recorded, known }: { recorded: OperationExample | undefined; known: SharedResponses },
): Record<string, ZodOpenApiResponseObject> {
  const responses = Object.entries(endpoint.responses).map(([status, schema]): [string, ZodOpenApiResponseObject] => {
    const example = recorded?.responses[status];
    return [
      status,
      {
        description: status === "201" ? "Created." : "Success.",
        headers: headerRefs(successHeaders(surface, endpoint, status)),
        content: {
          [endpoint.mediaType ?? "application/json"]: {
            schema: successSchema(surface, endpoint, schema),
            ...(example !== undefined && { example }),
          },
        },
      },
    ];
  });
  if (endpoint.hasRanges === true) {
    const part = {
      description: "The part of the file that the Range header requests.",
      headers: headerRefs([...LIMIT_HEADERS, "Content-Range"]),
      content: { [endpoint.mediaType ?? ""]: { schema: endpoint.responses[200] ?? z.string() } },
    };
    responses.push(["206", part]);
  }
  const isRead = endpoint.method === "get" && endpoint.guard.kind === "read";
  if (!isRead) return Object.fromEntries(responses);
  const unchanged = shareResponse(known, "NotModified", {
    description: "Not modified (If-None-Match).",
    headers: headerRefs([...LIMIT_HEADERS, "ETag"]),
  });
  return { ...Object.fromEntries(responses), 304: unchanged };
}
