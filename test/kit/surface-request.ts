/** The credential of a request. */
export type Caller = "v1" | "v2" | "operator" | "console" | "anybody";

/** A body that takes as much memory as possible: a variant of HOSTILE_JSON (hostile-json.ts) with this many bytes. */
export interface HostileBody {
  variant: string;
  bytes: number;
}

export interface SurfaceRequest {
  /** The route, and the variant of the request. */
  name: string;
  caller: Caller;
  method: string;
  path: string;
  json?: unknown;
  hostile?: HostileBody;
  /** The fields of a form. */
  form?: Record<string, string | string[]>;
  /** The platform or service of the connection that receives it, if the body is signed. */
  signedFor?: string;
  /** Whether its route deletes or ends something that other requests need. */
  ends: boolean;
}

/**
 * The data of an organization: an id for each parameter of a path, orders that are large together, and the addresses of its connections.
 */
export interface Contents {
  /** By the name of the parameter; `:id` by that of its resource too, such as `orders.id`. */
  ids: Readonly<Record<string, string | number>>;
  /** The ids of orders, and of items, by what makes each list large, such as "4 of 8 MiB". */
  orders: Readonly<Record<string, readonly number[]>>;
  items: Readonly<Record<string, readonly number[]>>;
  /** The items of a supplier order. */
  lines: readonly number[];
  /** The path to which each platform and service delivers. */
  receivers: Readonly<Record<string, string>>;
  /** A link of each purpose, with a token of its forms. */
  links: Readonly<Record<string, { path: string; formToken: string }>>;
}
