import type { ErrorCode } from "../../api-error";

/** A recorded request of an operation and its responses. */
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
  /** By operation id. */
  operations: Readonly<Record<string, OperationExample>>;
  /** An error body for each code. */
  errors: Readonly<Partial<Record<ErrorCode, unknown>>>;
  /** A payload for each event. */
  events: Readonly<Record<string, unknown>>;
}
