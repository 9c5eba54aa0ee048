import type { ApiResponse } from "../../kit/client";
import { violations, type Shape } from "./shape";

const ERROR: Shape = { code: "string", message: "string" };
const META: Shape = { request_id: "string" };

/** `meta.pagination`. */
export const PAGINATION: Shape = {
  page: "integer",
  page_size: "integer",
  total: "integer",
  total_pages: "integer",
};

/** The violations of the envelope by a success. `paged`: its meta has `pagination` too. */
export function successViolations({ body }: ApiResponse, { paged = false } = {}): string[] {
  const { pagination, ...meta } = body.meta;
  return [
    ...keyViolations(body, ["data", "meta", "success"]),
    ...(body.success === true ? [] : ["success should be true"]),
    ...(typeof body.data === "object" && body.data !== null ? [] : ["data should be an object or array"]),
    ...violations(META, meta),
    ...(paged ? violations(PAGINATION, pagination) : []),
    ...(!paged && pagination !== undefined ? ["pagination is not documented here"] : []),
  ];
}

/** The violations of the envelope by an error. Other tests check `error.details` (docs/spec/errors.md#validation-errors). */
export function errorViolations({ body }: ApiResponse): string[] {
  const { details: _details, ...error } = body.error;
  return [
    ...keyViolations(body, ["error", "meta", "success"]),
    ...(body.success === false ? [] : ["success should be false"]),
    ...violations(ERROR, error),
    ...violations(META, body.meta),
  ];
}

function keyViolations(body: object, keys: string[]): string[] {
  const found = Object.keys(body).toSorted().join();
  return found === keys.join() ? [] : [`the body has ${found}`];
}
