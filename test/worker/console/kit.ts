import { env, exports } from "cloudflare:workers";
import type { AuditActor } from "../../../src/accounts/audit-log/audit-log.sql.ts";
import { OrgControl } from "../../../src/accounts/org-control";
import { beginSession } from "../../../src/accounts/sign-in/session";
import { controlDb } from "../../../src/platform/db/database";
import { hashPassword } from "../../../src/platform/crypto/password";
import { scrypt } from "../../../src/platform/crypto/password";
import { asOperator } from "../../kit/client";

/** Control data for a request that begins now. */
export const controlIn = (environment: Env) => controlDb(environment, { now: Date.now() });

/** The control data of an organization for an actor. */
export function controlOf(environment: Env, organizationId: number, actor: AuditActor): OrgControl {
  const announceVersion = () => Promise.reject(new Error("no credential is changed here"));
  return new OrgControl(controlIn(environment), { organizationId, actor, operationId: null, announceVersion });
}

export const ORIGIN = "https://api.example.com";
export const MASTER_SECRET: string = env.MASTER_SECRET;
export const PASSWORD = "a sentence is a good password";

export type Role = "owner" | "admin" | "member" | "viewer";

/** A response of the console. */
export interface Page {
  status: number;
  headers: Headers;
  text: string;
  /** The target of a redirect. */
  location: string | null;
}

/** How a request differs from that of an ordinary browser. */
export interface BrowseOptions {
  method?: string;
  /** The fields of a form, with repeated names as a list. */
  form?: Record<string, string | readonly string[]>;
  json?: unknown;
  cookie?: string | null;
  headers?: Record<string, string>;
  origin?: string;
}

let callers = 0;

/** One request as a browser sends it, through the Worker's entry point, from an address of its own. It does not follow redirects. */
export async function browse(
  path: string,
  { method, form, json, cookie, headers = {}, origin = ORIGIN }: BrowseOptions = {},
): Promise<Page> {
  callers += 1;
  const writes = form !== undefined || json !== undefined;
  const sent = new URLSearchParams(Object.entries(form ?? {}).flatMap(([name, value]) => [value].flat().map((text) => [name, text])));
  const response = await exports.default.fetch(origin + path, {
    method: method ?? (writes ? "POST" : "GET"),
    redirect: "manual",
    headers: {
      "CF-Connecting-IP": `3fff:0:${(callers % 0x10000).toString(16)}::1`,
      ...(cookie !== undefined && cookie !== null && { Cookie: cookie }),
      ...(writes && { Origin: origin, "Content-Type": json === undefined ? "application/x-www-form-urlencoded" : "application/json" }),
      ...(json !== undefined && { Accept: "application/json" }),
      ...headers,
    },
    ...(writes && { body: json === undefined ? sent.toString() : JSON.stringify(json) }),
  });
  // text() would warn about files.
  const text = new TextDecoder().decode(await response.arrayBuffer());
  return { status: response.status, headers: response.headers, text, location: response.headers.get("Location") };
}

/** The session cookie of a response, as `name=value`; null if it sets none. */
export function sessionIn({ headers }: Page): string | null {
  return /^__Host-session=[^;]+/.exec(headers.getSetCookie().find((text) => text.startsWith("__Host-session=")) ?? "")?.[0] ?? null;
}

/** The cookie of a recognized browser, as `name=value`; null if the response sets none. */
export function deviceIn({ headers }: Page): string | null {
  return (
    headers
      .getSetCookie()
      .find((text) => text.startsWith("__Host-device="))
      ?.split(";", 1)[0] ?? null
  );
}

/** Signs in with a password and returns the cookie. */
export async function signIn(email: string, password = PASSWORD): Promise<string> {
  const response = await browse("/console/sign-in", { form: { email, password } });
  const cookie = sessionIn(response);
  if (cookie === null) throw new Error(`${email}: ${response.status} ${response.text}`);
  return cookie;
}

/** A person who is signed in to one organization. */
export interface Visitor {
  email: string;
  cookie: string;
  /** A page of the organization, such as `/orders`. */
  open: (path: string, options?: BrowseOptions) => Promise<Page>;
  /** Sends a form to a path of the organization with a token of the session, unless the form has its own `form_token`. */
  send: (path: string, form: NonNullable<BrowseOptions["form"]>, options?: BrowseOptions) => Promise<Page>;
  /** Sends a request as a script does. */
  sendJson: (path: string, json: unknown) => Promise<Page>;
}

/** The token of the forms on a page; empty if it has none. */
export function tokenIn({ text }: Page): string {
  return /name="form_token" value="([^"]+)"/.exec(text)?.[1] ?? "";
}

let people = 0;

/** The hash of `PASSWORD`. Derived again if an earlier test file has replaced the derivation: modules are shared by test files. */
let shared: { derivation: typeof scrypt.key; hash: string } | null = null;

/** Adds a member who can sign in with `PASSWORD`, and starts a session for them. */
export async function createMemberWithPassword(organizationId: number, role: Role): Promise<Visitor & { id: number }> {
  const member = await createMember(organizationId, role);
  // Shared, because deriving it takes most of the time.
  if (shared?.derivation !== scrypt.key) shared = { derivation: scrypt.key, hash: await hashPassword(PASSWORD) };
  await env.DB.prepare("update users set password_hash = ? where id = ?").bind(shared.hash, member.id).run();
  return member;
}

/** Adds a member and starts a session for them. They have no password, which would take most of the time. */
export async function createMember(
  organizationId: number,
  role: Role,
  /** Whether they may see costs and profit, if their role does not include it. */
  { money = false }: { money?: boolean } = {},
): Promise<Visitor & { id: number }> {
  people += 1;
  const email = `${role}-${people}-${crypto.randomUUID().slice(0, 8)}@example.com`;
  const { user_id: id } = await asOperator(`/organizations/${organizationId}/members`, { email, role, ...(money && { money }) });
  const token = await beginSession(controlIn(env), [MASTER_SECRET], { personId: id, method: "password", userAgent: "test" });
  return { ...visitorOf(organizationId, email, `__Host-session=${token}`), id };
}

/** The pages of an organization as seen with this cookie. */
export function visitorOf(organizationId: number, email: string, cookie: string): Visitor {
  const base = `/console/${organizationId}`;
  const open: Visitor["open"] = (path, options = {}) => browse(base + path, { cookie, ...options });
  const token = async () => tokenIn(await open("/orders"));
  return {
    email,
    cookie,
    open,
    send: async (path, form, options = {}) =>
      await browse(base + path, { cookie, form: { form_token: await token(), ...form }, ...options }),
    sendJson: async (path, json) => await browse(base + path, { cookie, json, headers: { "X-Form-Token": await token() } }),
  };
}
