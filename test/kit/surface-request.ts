/** Who sends a request. */
export type Caller = "v1" | "v2" | "operator" | "console" | "anybody";

export interface SurfaceRequest {
  /** The route, and what this request asks of it. */
  name: string;
  caller: Caller;
  method: string;
  path: string;
  /** A JSON body. */
  json?: unknown;
  /** The fields of a form. */
  form?: Record<string, string | string[]>;
  /** Whether its route deletes or ends something that other requests need. */
  ends: boolean;
}

/** What an organization has: an id for each parameter of a path, and orders that are large together. */
export interface Contents {
  ids: Readonly<Record<string, string | number>>;
  orders: Readonly<Record<string, readonly number[]>>;
  items: Readonly<Record<string, readonly number[]>>;
}
