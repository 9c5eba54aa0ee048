import type { Context } from "hono";
import { CONSISTENCY_TOKEN } from "../db/consistency-token";
import type { PageKind } from "../db/list/page-limit";
import { settingsOf } from "../env";
import { ApiError, type InputViolation } from "../api-error";
import { missingScope } from "./admission";
import type { HttpEnv } from "./context";
import type { Endpoint, Reply, RequestedRange } from "./endpoint";
import { type CallBody, headersError, httpBody } from "./input/body";
import { uploadBody } from "./input/upload";
import { validatedPart, idempotencyKey, isStrict, mergeResults } from "./input/input";
import { ifMatchViolation, ifMatchVersions } from "./precondition";
import type { Principal } from "./principal";
import type { Surface } from "./surface";

/** A call of an endpoint, by an HTTP request or by an MCP tool. */
export interface Call {
  surface: Surface;
  endpoint: Endpoint;
  origin: string;
  param: unknown;
  query: unknown;
  /** Null for a GET. */
  body: CallBody | null;
  /**
   * The first error found before the input is checked: 413 Content Too Large, 415 Unsupported Media Type, or 400 Bad Request for the
   * idempotency key.
   */
  rejection: ApiError | null;
  /** Violations in the input other than the body. */
  violations: readonly InputViolation[];
  warnings: readonly string[];
  /** The Idempotency-Key; null if there is none, or if the endpoint ignores it. */
  key: string | null;
  /** What a read must at least contain; null for the usual state. */
  consistencyToken: string | null;
  /** As in HandlerContext, like the fields without a comment below. */
  versions: readonly number[] | null;
  /** The limit of the lists that it reads (page-limit.ts). */
  pages: PageKind;
  strict: boolean;
  acceptsHtml: boolean;
  ifNoneMatch: string | null;
  range: RequestedRange | null;
}

interface MountedEndpoint {
  surface: Surface;
  endpoint: Endpoint;
}

/** Builds the call of an HTTP request. */
export function callOf(c: Context<HttpEnv>, { surface, endpoint }: MountedEndpoint): Call {
  const { headers, url } = c.req.raw;
  const { guard, method } = endpoint;
  const [param, query] = [validatedPart(c, "param"), validatedPart(c, "query")];
  const strict = isStrict(headers);
  const versions = ifMatchVersions(headers);
  const { violations, warnings } = mergeResults([param, query], { strict });
  if (guard.kind === "write") violations.push(...ifMatchViolation(endpoint, versions));
  const { key, rejection } = idempotencyKey(headers.get("Idempotency-Key"), guard.kind === "write" ? guard.idempotencyKey : "ignored");
  return {
    surface,
    endpoint,
    // We cut the URL at its path, because parsing the URL would be slow in comparison with the rest of this function.
    origin: url.slice(0, url.indexOf("/", "https://".length)),
    param: param?.data,
    query: query?.data,
    // The body of a GET is ignored.
    body: method === "get" ? null : bodyOf(c, endpoint, { strict, isFingerprinted: key !== null, isRejected: violations.length > 0 }),
    rejection: (method === "get" ? null : headersError(c.req.raw, endpoint)) ?? rejection,
    violations,
    warnings,
    key,
    consistencyToken: headers.get(CONSISTENCY_TOKEN),
    versions,
    pages: "ordinary",
    strict,
    acceptsHtml: /\btext\/html\b/i.test(headers.get("Accept") ?? ""),
    ifNoneMatch: headers.get("If-None-Match"),
    range: rangeOf(headers),
  };
}

function rangeOf(headers: Headers): RequestedRange | null {
  const range = headers.get("Range");
  return range === null ? null : { range, ifRange: headers.get("If-Range") };
}

interface BodyOptions {
  strict: boolean;
  /** Whether the request has an idempotency key, which is bound to its fingerprint. */
  isFingerprinted: boolean;
  /** Whether the rest of the request is invalid, so that the bytes of an upload are not stored. */
  isRejected: boolean;
}

function bodyOf(c: Context<HttpEnv>, endpoint: Endpoint, options: BodyOptions): CallBody {
  const upload = endpoint.input?.upload;
  return upload === undefined ? httpBody(c, endpoint, options) : uploadBody(c, { ...options, rules: upload });
}

/** The inputs of a handler, except its organization. What was read of the body is JSON or, for an upload, the stored object. */
export function handlerContext(c: Context<HttpEnv>, call: Call, body?: unknown): Record<string, unknown> {
  return { ...call, json: body, upload: body, env: c.env, settings: settingsOf(c.env), now: c.get("state").now };
}

/** The error of a call regardless of its input: the scope is checked before body and key (docs/spec/requests.md#order-of-checks). */
export function errorBeforeInput({ endpoint: { guard, isOpenToSuppliers }, rejection }: Call, principal: Principal): ApiError | null {
  if ((principal.supplierId ?? null) !== null && isOpenToSuppliers !== true) return notForSuppliers();
  const scope = "scope" in guard ? guard.scope : null;
  return scope !== null && !principal.can(scope) ? missingScope(scope) : rejection;
}

function notForSuppliers(): ApiError {
  const message = "A credential that is limited to a supplier can only see and change the supplier orders of that supplier.";
  return new ApiError("missing_scope", [{ code: "limited_to_supplier", message }]);
}

/** The 400 Bad Request for violations in the input; null if there are none. */
export function inputError(...violations: readonly InputViolation[]): ApiError | null {
  return violations.length > 0 ? new ApiError("validation_error", [...violations]) : null;
}

export const MAX_WARNINGS = 200;

/** Adds the warnings about the input to those of the handler, and replaces any beyond the maximum by their count. */
export function addWarnings(reply: Reply, inputWarnings: readonly string[]): Reply {
  const all = [...inputWarnings, ...(reply.warnings ?? [])];
  const omitted = Math.max(0, all.length - MAX_WARNINGS) + (reply.omittedWarningCount ?? 0);
  return { ...reply, warnings: omitted > 0 ? [...all.slice(0, MAX_WARNINGS), `and ${omitted} more`] : all };
}
