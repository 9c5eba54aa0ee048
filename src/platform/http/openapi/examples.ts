import type { ErrorCode } from "../../api-error";

export interface OperationExample {
  /** Path parameters, as text. */
  params?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string>>;
  request?: unknown;
  /** By status. */
  responses: Readonly<Record<string, unknown>>;
}

/** All examples in a document, recorded in a run against a shop with made-up data. */
export interface Examples {
  operations: Readonly<Record<string, OperationExample>>;
  errors: Readonly<Partial<Record<ErrorCode, unknown>>>;
  events: Readonly<Record<string, unknown>>;
}
