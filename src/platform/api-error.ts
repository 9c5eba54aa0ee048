/** Every way a request can fail: HTTP status and message text (docs/spec/errors.md#codes). */
export const ERRORS = {
  unauthorized: [401, "Missing or invalid API key."],
  missing_scope: [403, "Missing required scope."],
  https_required: [403, "Use HTTPS: this service rejects plain HTTP."],
  ip_not_allowed: [403, "This credential may not be used from this IP address."],
  not_found: [404, "Resource not found."],
  method_not_allowed: [405, "Method not allowed."],
  validation_error: [400, "Request validation failed."],
  conflict: [409, "The request conflicts with the present state of the resource."],
  invalid_transition: [409, "This status change is not allowed."],
  idempotency_in_progress: [409, "A request with this Idempotency-Key is still running."],
  gone: [410, "This is no longer available."],
  precondition_failed: [412, "The resource has changed since it was read."],
  payload_too_large: [413, "The request body is too large."],
  unsupported_media_type: [415, "The request body must be JSON (Content-Type: application/json)."],
  idempotency_conflict: [422, "Idempotency-Key was already used with a different request."],
  rate_limited: [429, "Rate limit exceeded."],
  internal_error: [500, "Internal server error."],
  service_unavailable: [503, "Service temporarily unavailable."],
} as const satisfies Record<string, readonly [status: number, message: string]>;

/** An error that only the console returns: members have roles instead of scopes. */
const CONSOLE_ERRORS = { forbidden: [403, "You may not do this."] } as const;

const ALL_ERRORS = { ...ERRORS, ...CONSOLE_ERRORS };

export type ErrorCode = keyof typeof ERRORS;

export type AnyErrorCode = keyof typeof ALL_ERRORS;

/** One violation: its path (`orders[3].items[0].price`), a stable code, and a message. */
export interface ErrorDetail {
  path?: string;
  code: string;
  message: string;
  [extra: string]: unknown;
}

/**
 * A violation in a request. An empty path is that of the whole body. If there are too many, the last one has no path, and says how many are not
 * listed.
 */
export type InputViolation = ErrorDetail & ({ path: string } | { code: "too_many_faults" });

/** An error response, thrown in any layer. It does not depend on the transport; `platform/http/respond.ts` renders it. */
export class ApiError<Code extends AnyErrorCode = AnyErrorCode> extends Error {
  override readonly name = "ApiError";

  readonly code: Code;
  readonly details: ErrorDetail[];
  readonly headers: Record<string, string>;

  constructor(
    code: Code,
    details: (Code extends "validation_error" ? InputViolation : ErrorDetail)[] = [],
    { headers = {}, message = ALL_ERRORS[code][1] }: { headers?: Record<string, string>; message?: string } = {},
  ) {
    super(message);
    this.code = code;
    this.details = details;
    this.headers = headers;
  }

  get status(): number {
    return ALL_ERRORS[this.code][0];
  }
}

/** 400 Bad Request, for one input field, with a `path` like `items[0].price`. */
export function invalid(path: string, code: string, message: string): ApiError {
  return new ApiError("validation_error", [{ path, code, message }]);
}

/** 409 Conflict. `about` adds machine-readable fields. */
export function conflict(code: string, message: string, about: Record<string, unknown> = {}): ApiError {
  return new ApiError("conflict", [{ code, message, ...about }]);
}

/** 409 Conflict, for a write that met a conflict on every attempt. `what` is what others changed, for example "this ticket". */
export function conflictError(what: string): ApiError {
  return conflict("too_much_contention", `Many requests are changing ${what} at the same time. Try again.`);
}

/** 404 Not Found, for a path that no endpoint has. A missing resource has no such detail. */
export function unknownPath(): ApiError {
  const message = "This service has no such path. /openapi.json and /api/v2/openapi.json list the paths of its APIs.";
  return new ApiError("not_found", [{ code: "unknown_path", message }]);
}

/** Returns the value, or throws 404 Not Found if it is undefined. */
export function orNotFound<T>(value: T | undefined): T {
  if (value === undefined) throw notFound();
  return value;
}

/** 404 Not Found. With `path`, it is for a reference in a body (docs/spec/errors.md#missing-references). */
export function notFound(path?: string, message = "No such resource in this organization."): ApiError {
  return new ApiError("not_found", path === undefined ? [] : [{ path, code: "not_found", message }]);
}
