import type { ApiResponse } from "../../kit/client";
import { faults, type Shape } from "./shape";

const ERROR: Shape = { code: "string", message: "string" };
const META: Shape = { request_id: "string" };

/** `meta.pagination`. */
export const PAGINATION: Shape = {
  page: "integer",
  page_size: "integer",
  total: "integer",
  total_pages: "integer",
};

/** Where a success is not in the envelope. `paged`: its meta has `pagination` too. */
export function successFaults({ body }: ApiResponse, { paged = false } = {}): string[] {
  const { pagination, ...meta } = body.meta;
  return [
    ...keyFaults(body, ["data", "meta", "success"]),
    ...(body.success === true ? [] : ["success should be true"]),
    ...(typeof body.data === "object" && body.data !== null ? [] : ["data should be an object or array"]),
    ...faults(META, meta),
    ...(paged ? faults(PAGINATION, pagination) : []),
    ...(!paged && pagination !== undefined ? ["pagination is not documented here"] : []),
  ];
}

/** Where an error is not in the envelope. `error.details` is looked at by other tests (docs/spec/errors.md#validation-errors). */
export function errorFaults({ body }: ApiResponse): string[] {
  const { details: _details, ...error } = body.error;
  return [
    ...keyFaults(body, ["error", "meta", "success"]),
    ...(body.success === false ? [] : ["success should be false"]),
    ...faults(ERROR, error),
    ...faults(META, body.meta),
  ];
}

function keyFaults(body: object, keys: string[]): string[] {
  const found = Object.keys(body).toSorted().join();
  return found === keys.join() ? [] : [`the body has ${found}`];
}
