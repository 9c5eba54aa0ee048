import type { RefusalCode } from "../../api-error";

/** Requests of an operation and their responses, as they were recorded. */
export interface OperationExample {
  /** Path parameters, as text. */
  params?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string>>;
  request?: unknown;
  /** By status. */
  responses: Readonly<Record<string, unknown>>;
}

/** What a run against a shop of made-up data answered: everything that a document shows as an example. */
export interface Examples {
  /** By operation id. */
  operations: Readonly<Record<string, OperationExample>>;
  /** A body for each code. */
  refusals: Readonly<Partial<Record<RefusalCode, unknown>>>;
  /** A payload for each event. */
  events: Readonly<Record<string, unknown>>;
}
