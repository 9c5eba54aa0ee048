import type { z, ZodType } from "zod";
import type { ControlDb } from "../db/control-db";
import type { MoneyDb, MoneyReader } from "../db/org-db";
import type { Principal } from "./principal";
import type { Settings } from "../env";
import type { LimitStates } from "../gate/admission";
import type { ErrorCode } from "../api-error";
import type { JsonShape } from "../reading/json-shape";
import type { StoredObject } from "../reading/store-body";
import type { UploadRules } from "./input/upload-rules";
import type { ReadScope, WriteScope } from "./scopes";

export type Method = "get" | "post" | "put" | "patch" | "delete";

/** Whether a write requires, supports or ignores an Idempotency-Key (docs/spec/idempotency.md#where-keys-apply). */
export type KeySupport = "required" | "optional" | "ignored";

/** Determines who may call an endpoint and what its handler may do. Only a guard gives a handler access to an organization. */
export type Guard =
  | { readonly kind: "read"; readonly scope: ReadScope | null }
  | { readonly kind: "write"; readonly scope: WriteScope; readonly idempotencyKey: KeySupport }
  | { readonly kind: "open"; readonly reason: string }
  | { readonly kind: "operator" };

/** The handler reads the caller's organization; the credential needs a scope. */
export function reads(scope: ReadScope) {
  return { kind: "read", scope } as const;
}

/** The handler reads the caller's organization; the credential needs no scope. */
export const readsWithAnyScope = { kind: "read", scope: null } as const;

/** The handler reads the caller's organization and commits to it once; the credential needs a scope. */
export function writes(scope: WriteScope, options: { idempotencyKey: KeySupport }) {
  return { kind: "write", scope, ...options } as const;
}

/** Anyone may call the endpoint. The reason is listed with the public routes (test/worker/every-route/routes.test.ts). */
export function open(reason: string) {
  return { kind: "open", reason } as const;
}

/** Requires the deployer's OPERATOR_TOKEN. The handler gets the control database instead of an organization. */
export const operator = { kind: "operator" } as const;

/** A GET can't have a write guard, and other methods can't have a read guard. */
type ReadGuard = Extract<Guard, { kind: "read" | "open" | "operator" }>;
type WriteGuard = Extract<Guard, { kind: "write" | "operator" }>;

export interface Inputs {
  param?: ZodType;
  query?: ZodType;
  json?: ZodType;
  /** The body is the bytes of a file, which are stored while they arrive. `bodyLimit` is their maximum. */
  upload?: UploadRules;
}

type InputsOf<I extends Inputs> = {
  [K in keyof I]: I[K] extends ZodType ? z.output<I[K]> : I[K] extends UploadRules ? StoredObject : never;
};

/** A credential's scopes decide what it may see, so its endpoints may read costs, profit and expenses. */
type GuardInputs<G extends Guard> = G extends { kind: "write" }
  ? { org: MoneyDb; principal: Principal }
  : G extends { kind: "read" }
    ? {
        org: MoneyReader;
        principal: Principal;
        /** What is left of the caller's rate and quota. The gate says so while the handler runs. */
        limits: Promise<LimitStates>;
      }
    : G extends { kind: "operator" }
      ? { control: ControlDb }
      : unknown;

export interface HandlerContext {
  env: Env;
  settings: Settings;
  /** The scheme and the host of the request, as in `https://orders.example`. */
  origin: string;
  /** When the request started, ms since 1970. */
  now: number;
  /** The versions in the caller's If-Match; null means any version. */
  versions: readonly number[] | null;
  /** Whether to reject unknown fields (RFC 7240, handling=strict). */
  strict: boolean;
  /** Whether the caller is a browser that opens the address, by its Accept header. */
  acceptsHtml: boolean;
  /** The Range header of a GET, if it has one. The handler compares `ifRange` with the ETag of the content (RFC 9110, section 14.2). */
  range: RequestedRange | null;
}

/** The Range header, and the ETag that the content must have. Null: any. */
export interface RequestedRange {
  range: string;
  ifRange: string | null;
}

/** A response before its surface has wrapped it. */
export interface Reply {
  status: 200 | 201;
  data: unknown;
  /** For lists of Public V1. */
  pagination?: { page: number; page_size: number; total: number; total_pages: number };
  /** Path of a created resource, relative to the surface. */
  location?: string;
  /** A file to send instead of `data`. */
  file?: { response: Response; headers: Record<string, string> };
  headers?: Record<string, string>;
  /** The version of the single resource in `data`. Its ETag can be used with If-Match. */
  version?: number;
  /** Warnings about input that was accepted although it looks wrong. */
  warnings?: readonly string[];
  /** How many warnings there are in addition to `warnings`. */
  omittedWarningCount?: number;
}

type Args<G extends Guard, I extends Inputs> = GuardInputs<G> & InputsOf<I> & HandlerContext;

/** The public description of an endpoint, except what it shares with the other endpoints of its resource. */
interface Details<I extends Inputs> {
  operationId: string;
  summary: string;
  description?: string;
  input?: I;
  /** Success status to schema of `data` (V1) or of the body (v2). */
  responses: Partial<Record<200 | 201, ZodType>>;
  /** The media type of its success responses. Default: JSON. */
  mediaType?: string;
  /** Its handler sends the part of its file that a Range header requests: 206 Partial Content. */
  hasRanges?: true;
  errors?: readonly ErrorCode[];
  /** Its 201 Created has no Location, because it creates several resources or one without a path. */
  hasNoLocation?: true;
  /**
   * Also credentials that are limited to a supplier may call it. Its handler shows and changes nothing but what belongs to
   * `principal.supplierId`.
   */
  isOpenToSuppliers?: true;
  /** It supports If-Match: its handler checks `versions` and throws 412 Precondition Failed. */
  supportsIfMatch?: true;
  /** The maximum size of the request body in bytes; 1 MiB by default. */
  bodyLimit?: number;
  /** Limits on the contents of the body, checked before it is parsed. Without one, they are those of ORDINARY_SHAPE. */
  bodyShape?: JsonShape;
}

/** Hono path relative to the surface, for example `/orders/:id`. */
type Path = `/${string}`;

/** A write must be able to rebuild its reply from its write marker (docs/spec/durability.md#write-markers). */
type RebuildReply<G extends Guard, I extends Inputs> = G extends { kind: "write" }
  ? { rebuildReply: (args: Args<G, I>, marker: unknown) => Promise<Reply> }
  : unknown;

/** The description of one endpoint and its handler, with types erased for the surfaces. */
export interface Endpoint extends Details<Inputs> {
  method: Method;
  path: Path;
  tag: string;
  guard: Guard;
  handle: (args: unknown) => Promise<Reply>;
  rebuildReply: ((args: unknown, marker: unknown) => Promise<Reply>) | null;
}

/** An endpoint of a resource. Its own guard, if any, replaces the resource's and is of the same kind. */
type ResourceEndpoint<G extends Guard, I extends Inputs> = Details<I> &
  RebuildReply<G, I> & { guard?: Extract<Guard, { kind: G["kind"] }>; handle: (args: Args<G, I>) => Promise<Reply> };

type Declare<G extends Guard> = <const I extends Inputs = Record<never, never>>(path: Path, endpoint: ResourceEndpoint<G, I>) => Endpoint;

/**
 * Declares the endpoints of one resource, which share a tag and guards. Without `write`, only GET endpoints can be declared. Routing,
 * validation, authorization, OpenAPI and the tests of every route all derive from them.
 */
export function resource<const R extends ReadGuard, const W extends WriteGuard = never>(tag: string, read: R, write?: W) {
  const declare = (method: Method, guard: Guard | undefined) => (path: Path, details: object) =>
    ({ tag, guard, rebuildReply: null, ...details, method, path }) as Endpoint;
  return {
    get: declare("get", read) as Declare<R>,
    post: declare("post", write) as Declare<W>,
    put: declare("put", write) as Declare<W>,
    patch: declare("patch", write) as Declare<W>,
    delete: declare("delete", write) as Declare<W>,
  };
}

/** A 200 OK with one resource. */
export function ok(data: unknown, warnings: readonly string[] = []): Reply {
  return { status: 200, data, warnings };
}

/** A 200 OK with a file. `headers` are added to those of its content. */
export function fileReply(response: Response, headers: Record<string, string> = {}): Reply {
  return { status: 200, data: null, file: { response, headers } };
}

/** A 201 Created with a new resource, and its Location unless that is null. */
export function created(data: unknown, location: string | null, warnings: readonly string[] = []): Reply {
  return { status: 201, data, ...(location !== null && { location }), warnings };
}
