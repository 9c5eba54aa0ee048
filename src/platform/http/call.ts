import type { Context } from "hono";
import { PAGE_LIMIT, type PageLimit } from "../db/list/page-limit";
import { settingsOf } from "../../env";
import { ApiError, type ErrorDetail } from "../api-error";
import { missingScope } from "./admission";
import type { HttpEnv } from "./context";
import type { Endpoint, Reply } from "./endpoint";
import { type CallBody, headersError, httpBody } from "./input/body";
import { checkedPart, idempotencyKey, isStrict, type Validator, sumUp } from "./input/input";
import { ifMatchViolation, versionsAdmitted } from "./precondition";
import type { Principal } from "./principal";
import type { Surface } from "./surface";

/** A call of an endpoint, by an HTTP request or by a tool of the MCP server. */
export interface Call {
  surface: Surface;
  endpoint: Endpoint;
  /** Origin of the request. */
  origin: string;
  param: unknown;
  query: unknown;
  /** Null for a GET. */
  body: CallBody | null;
  /** The first thing that is wrong before the input: 413, 415, or 400 for the idempotency key. */
  rejection: ApiError | null;
  /** What is wrong with the input, but for its body. */
  violations: readonly ErrorDetail[];
  warnings: readonly string[];
  /** The idempotency key. */
  key: string | null;
  versions: readonly number[] | null;
  pageLimit: PageLimit;
  strict: boolean;
  acceptsHtml: boolean;
  ifNoneMatch: string | null;
}

interface Mounted {
  surface: Surface;
  endpoint: Endpoint;
  /** Validates the body of a request. */
  validateJson: Validator | null;
}

/** The call that an HTTP request makes. */
export function callOf(c: Context<HttpEnv>, { surface, endpoint, validateJson }: Mounted): Call {
  const { headers, url } = c.req.raw;
  const { guard, method } = endpoint;
  const [param, query] = [checkedPart(c, "param"), checkedPart(c, "query")];
  const strict = isStrict(headers);
  const versions = versionsAdmitted(headers);
  const { violations, warnings } = sumUp([param, query], strict);
  if (guard.kind === "write") violations.push(...ifMatchViolation(endpoint, versions));
  const { key, rejection } = idempotencyKey(headers.get("Idempotency-Key"), guard.kind === "write" ? guard.idempotencyKey : "ignored");
  return {
    surface,
    endpoint,
    // Up to the path: parsing all of it takes longer than much of the rest.
    origin: url.slice(0, url.indexOf("/", "https://".length)),
    param: param?.data,
    query: query?.data,
    // A GET has no body to read; whatever a caller sends with one is ignored.
    body: method === "get" ? null : httpBody(c, endpoint, { validateJson, strict, isFingerprinted: key !== null }),
    rejection: (method === "get" ? null : headersError(c.req.raw, endpoint)) ?? rejection,
    violations,
    warnings,
    key,
    versions,
    pageLimit: PAGE_LIMIT,
    strict,
    acceptsHtml: /\btext\/html\b/i.test(headers.get("Accept") ?? ""),
    ifNoneMatch: headers.get("If-None-Match"),
  };
}

/** The inputs of a handler, less its organization. */
export function handlerContext(c: Context<HttpEnv>, call: Call, json?: unknown): Record<string, unknown> {
  return { ...call, json, env: c.env, settings: settingsOf(c.env), now: c.get("state").now };
}

/** The rejection of a call whatever its input is: the scope is checked before the body and the key (docs/spec/requests.md#order-of-checks). */
export function errorBeforeInput({ endpoint: { guard }, rejection }: Call, principal: Principal): ApiError | null {
  const scope = "scope" in guard ? guard.scope : null;
  return scope !== null && !principal.can(scope) ? missingScope(scope) : rejection;
}

/** The refusal of a call for its input; null where nothing is wrong with it. */
export function inputError(...violations: readonly ErrorDetail[]): ApiError | null {
  return violations.length > 0 ? new ApiError("validation_error", [...violations]) : null;
}

/** Warnings that one response names. */
export const MAX_WARNINGS = 200;

/** A reply with the warnings that the call earned before its handler ran. */
export function warned(reply: Reply, earned: readonly string[]): Reply {
  const all = [...earned, ...(reply.warnings ?? [])];
  const left = Math.max(0, all.length - MAX_WARNINGS) + (reply.unnamedWarnings ?? 0);
  return { ...reply, warnings: left > 0 ? [...all.slice(0, MAX_WARNINGS), `and ${left} more`] : all };
}
