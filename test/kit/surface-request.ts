/** Who sends a request. */
export type Caller = "v1" | "v2" | "operator" | "console" | "anybody";

/** A body that takes as much memory as it may: a form of HOSTILE_JSON (hostile-json.ts) with so many bytes. */
export interface HostileBody {
  form: string;
  bytes: number;
}

export interface SurfaceRequest {
  /** The route, and what this request asks of it. */
  name: string;
  caller: Caller;
  method: string;
  path: string;
  /** A JSON body. */
  json?: unknown;
  hostile?: HostileBody;
  /** The fields of a form. */
  form?: Record<string, string | string[]>;
  /** The connection that receives it, by its platform or service, if the body is signed. */
  signedFor?: string;
  /** Whether its route deletes or ends something that other requests need. */
  ends: boolean;
}

/** What an organization has: an id for each parameter of a path, orders that are large together, and the addresses of its connections. */
export interface Contents {
  ids: Readonly<Record<string, string | number>>;
  orders: Readonly<Record<string, readonly number[]>>;
  items: Readonly<Record<string, readonly number[]>>;
  /** The path to which each platform and service delivers. */
  receivers: Readonly<Record<string, string>>;
}
