import type { z, ZodType } from "zod";
import type { ControlDb } from "../db/control-db";
import type { OrgDb, OrgReader } from "../db/org-db";
import type { Principal } from "./principal";
import type { PageLimit } from "../db/list/page-limit";
import type { Settings } from "../../env";
import type { Measured } from "../gate/admission";
import type { RefusalCode } from "../api-error";
import type { JsonShape } from "./input/json-shape";
import type { ReadScope, WriteScope } from "./scopes";

export type Method = "get" | "post" | "put" | "patch" | "delete";

/** Whether a write wants an Idempotency-Key, honours one, or pays no heed to it (docs/spec/idempotency.md#where-keys-apply). */
export type KeyUse = "required" | "optional" | "ignored";

/** Who may call, and what the handler may do. A guard is the only source of an organization. */
export type Guard =
  | { readonly kind: "read"; readonly scope: ReadScope | null }
  | { readonly kind: "write"; readonly scope: WriteScope; readonly idempotencyKey: KeyUse }
  | { readonly kind: "open"; readonly reason: string }
  | { readonly kind: "operator" };

/** Reads of the caller's organization, under a scope. */
export function reads(scope: ReadScope) {
  return { kind: "read", scope } as const;
}

/** Reads of the caller's organization, whatever its scopes. */
export const readsWithAnyScope = { kind: "read", scope: null } as const;

/** Reads and one commit in the caller's organization, under a scope; the idempotency key is part of it. */
export function writes(scope: WriteScope, options: { idempotencyKey: KeyUse }) {
  return { kind: "write", scope, ...options } as const;
}

/** Open to everybody; the reason is in the list of public routes (test/worker/every-route/routes.test.ts). */
export function open(reason: string) {
  return { kind: "open", reason } as const;
}

/** Open to the deployer's OPERATOR_TOKEN; it acts on all organizations and hands out none. */
export const operator = { kind: "operator" } as const;

type ReadGuard = Extract<Guard, { kind: "read" | "open" | "operator" }>;
type WriteGuard = Extract<Guard, { kind: "write" | "operator" }>;

/** A GET can't be given a write guard, nor another method a read guard. */
type GuardFor<M extends Method> = M extends "get" ? ReadGuard : WriteGuard;

export interface Inputs {
  param?: ZodType;
  query?: ZodType;
  json?: ZodType;
}

type InputsOf<I extends Inputs> = { [K in keyof I]: I[K] extends ZodType ? z.output<I[K]> : never };

type OrganizationOf<G extends Guard> = G extends { kind: "write" }
  ? { org: OrgDb }
  : G extends { kind: "read" }
    ? {
        org: OrgReader;
        /** Who asks. */
        principal: Principal;
        /** How the caller's limits stand, once the gate has said so. */
        use: Promise<Measured>;
      }
    : G extends { kind: "operator" }
      ? { control: ControlDb }
      : unknown;

/** What a handler gets besides its inputs. */
export interface HandlerContext {
  env: Env;
  settings: Settings;
  /** Origin of the request, for Location and for telling our own host. */
  origin: string;
  /** When the request began, ms since 1970. */
  now: number;
  /** The versions that the caller's If-Match admits; null: any. */
  versions: readonly number[] | null;
  /** What a page of a list may hold. */
  pageLimit: PageLimit;
  /** Whether to reject unknown fields (RFC 7240, handling=strict). */
  strict: boolean;
  /** The caller accepts a page, as browsers do. */
  acceptsHtml: boolean;
}

/** An answer before its surface has wrapped it. */
export interface Reply {
  status: 200 | 201;
  data: unknown;
  /** Public V1 lists. */
  pagination?: { page: number; page_size: number; total: number; total_pages: number };
  /** Path of a created resource, relative to the surface. */
  location?: string;
  /** A file for people, in place of `data`, with headers of its own. */
  file?: { response: Response; headers: Record<string, string> };
  /** Headers of this answer alone. */
  headers?: Record<string, string>;
  /** The body is `data` as it is, on Public V1 too: a document rather than a resource. */
  bare?: true;
  /** The version of the one resource in `data`: its ETag is good for If-Match. */
  version?: number;
  /** Warnings about input that was accepted although it looks wrong. */
  warnings?: readonly string[];
  /** How many more there are than `warnings` names. */
  unnamedWarnings?: number;
}

type Args<G extends Guard, I extends Inputs> = OrganizationOf<G> & InputsOf<I> & HandlerContext;

/** What is public about an endpoint, besides what it shares with the others of its resource. */
interface Details<I extends Inputs> {
  operationId: string;
  summary: string;
  /** What the summary leaves open. */
  description?: string;
  input?: I;
  /** Success status → schema of `data` (V1) or of the body (v2). */
  responses: Partial<Record<200 | 201, ZodType>>;
  /** Refusals of its own, besides those that its guard and inputs imply. */
  refuses?: readonly RefusalCode[];
  /** Its 201 is of several things at once, or of what has no path: it names no Location. */
  unlocated?: true;
  /** It honours If-Match: its handler looks at `versions`, and answers 412. */
  conditional?: true;
  /** Bytes of request body, where it is not 1 MiB. */
  bodyLimit?: number;
  /** What a large body may hold, looked at before it is parsed. */
  bodyShape?: JsonShape;
}

/** Hono path relative to the surface, as `/orders/:id`. */
type Path = `/${string}`;

interface Described<M extends Method, G extends Guard, I extends Inputs> extends Details<I> {
  method: M;
  path: Path;
  tag: string;
  guard: G;
}

/** A write must be able to rebuild its answer from what its marker stores (docs/spec/durability.md#write-markers). */
type Recall<G extends Guard, I extends Inputs> = G extends { kind: "write" }
  ? { rebuildReply: (args: Args<G, I>, marker: unknown) => Promise<Reply> }
  : unknown;

/** All that is public about one endpoint, and the line that does it, with types erased for the surfaces. */
export interface Endpoint extends Described<Method, Guard, Inputs> {
  handle: (args: unknown) => Promise<Reply>;
  rebuildReply: ((args: unknown, marker: unknown) => Promise<Reply>) | null;
}

/** Declares an endpoint. Routing, validation, authorization, OpenAPI and the tests of every route all derive from it. */
export function endpoint<const M extends Method, const G extends GuardFor<M>, const I extends Inputs = Record<never, never>>(
  description: Described<M, G, I> & Recall<G, I>,
  handle: (args: Args<G, I>) => Promise<Reply>,
): Endpoint {
  const rebuildReply = "rebuildReply" in description ? description.rebuildReply : null;
  // The surface hands each handler exactly the inputs and the organization its own description asks for.
  return { ...description, handle, rebuildReply } as unknown as Endpoint;
}

/** An endpoint of a resource, with its own guard where it needs another one of the same kind. */
type ResourceEndpoint<G extends Guard, I extends Inputs> = Details<I> &
  Recall<G, I> & { guard?: Extract<Guard, { kind: G["kind"] }>; handle: (args: Args<G, I>) => Promise<Reply> };

type Declare<G extends Guard> = <const I extends Inputs = Record<never, never>>(path: Path, endpoint: ResourceEndpoint<G, I>) => Endpoint;

/** Declares the endpoints of one resource, which share a tag and guards. Without `write` it has GET alone. */
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

/** 200 with one resource. */
export function one(data: unknown, warnings: readonly string[] = []): Reply {
  return { status: 200, data, warnings };
}

/** 201 with a new resource, and where it can be read, if it can. */
export function created(data: unknown, location: string | null, warnings: readonly string[] = []): Reply {
  return { status: 201, data, ...(location !== null && { location }), warnings };
}
