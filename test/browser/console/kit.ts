import { basename } from "node:path";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { expect } from "vitest";
import { OPERATOR_TOKEN, type RunningWorker } from "../../node/server/worker.ts";
import { complaintsOf, DESK, inEveryView, overflowOf, violationsOf } from "../chromium.ts";
import { V2_SCOPES } from "../../../src/platform/http/scopes.ts";

/** What all tests of the console share: one Worker and one browser. */
export interface ConsoleSetup {
  worker: RunningWorker;
  browser: Browser;
  /** The Worker's own time in ms since 1970. */
  now: () => number;
}

export type Role = "owner" | "admin" | "member" | "viewer";

/** An organization with one store ("Gift shop", code gift), a token with all scopes, and a person of each role that a test needs. */
export interface Shop {
  id: number;
  storeId: number;
  token: string;
  /** Sends a request to v2 that must succeed, and returns the body of its response. */
  v2: <T = Record<string, unknown>>(path: string, body?: unknown, method?: string) => Promise<T>;
  /** The address with which a role's person signs in, with `PASSWORD`. */
  emailOf: (role: Role) => string;
}

export const PASSWORD = "a sentence is a good password";

async function requestJson<T>(url: string, token: string, body: unknown, method: string): Promise<T> {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const response = await fetch(url, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${url}: ${response.status} ${text}`);
  return JSON.parse(text) as T;
}

/** Part of the addresses of people, so that test files have different ones, although they share this module and a Worker. */
const testFile = (): string => basename(expect.getState().testPath ?? "", ".test.ts");

/** The people who have an account already, each with the URL of its Worker. */
const accounts = new Set<string>();

/**
 * Creates an organization for a test. `roles` are the people that it needs: the same person is a viewer of all shops of a test file, and so
 * on, because each password takes a while. `ownPeople`: people who are in no other organization. `money`: whether members and viewers may see costs,
 * profit and expenses.
 */
export async function createShop(
  { worker }: ConsoleSetup,
  name: string,
  roles: readonly Role[] = ["owner"],
  { ownPeople = false, money = false }: { ownPeople?: boolean; money?: boolean } = {},
): Promise<Shop> {
  const operator = <T>(path: string, body: unknown) =>
    requestJson<T>(`${worker.url}/operator/organizations${path}`, OPERATOR_TOKEN, body, "POST");
  const { id } = await operator<{ id: number }>("", { name, currency: "USD", timezone: "Europe/London" });
  const store = await operator<{ id: number }>(`/${id}/stores`, { name: "Gift shop", code: "gift", platform: "custom" });
  const credential = { kind: "api_token", name: "Importer", scopes: Object.keys(V2_SCOPES), rate_limit: 100_000 };
  const { secret } = await operator<{ secret: string }>(`/${id}/credentials`, credential);
  const emailOf = (role: Role) => (ownPeople ? `${role}-${id}@example.com` : `${role}-${testFile()}@example.com`);
  for (const role of roles) {
    const email = emailOf(role);
    const account = `${worker.url} ${email}`;
    await operator(`/${id}/members`, { email, role, ...(money && { money }), ...(!accounts.has(account) && { password: PASSWORD }) });
    accounts.add(account);
  }
  const v2: Shop["v2"] = (path, body, method = body === undefined ? "GET" : "POST") =>
    requestJson(`${worker.url}/api/v2${path}`, secret, body, method);
  return { id, storeId: store.id, token: secret, v2, emailOf };
}

/** The browser of one person, with its errors so far. */
export interface Visit extends AsyncDisposable {
  page: Page;
  context: BrowserContext;
  /** The errors so far, which must be empty at the end of a test. */
  complaints: string[];
  /** Opens a page by its whole path, such as `/console/account`, and waits for it. */
  openPath: (path: string) => Promise<void>;
}

/** The browser of a person who is signed in to an organization. */
export interface ConsoleVisit extends Visit {
  /** Opens a page of the organization, such as `/orders`, and waits for it. */
  open: (path: string) => Promise<void>;
}

// Long enough for a slow machine.
const WAIT_MS = 30_000;

/** Opens a browser without a session. */
export async function openBrowser({ worker, browser }: ConsoleSetup, options: { javaScriptEnabled?: boolean } = {}): Promise<Visit> {
  // A color in a transition can't be measured.
  const context = await browser.newContext({ viewport: DESK, reducedMotion: "reduce", ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(WAIT_MS);
  const complaints = complaintsOf(page, worker.url);
  return {
    page,
    context,
    complaints,
    openPath: async (path) => void (await page.goto(worker.url + path)),
    [Symbol.asyncDispose]: async () => await context.close(),
  };
}

/** Opens the console as this person, who is signed in already, at the page of orders. */
export async function openConsole(
  setup: ConsoleSetup,
  shop: Shop,
  role: Role = "owner",
  options: { javaScriptEnabled?: boolean } = {},
): Promise<ConsoleVisit> {
  const { url } = setup.worker;
  const visit = await openBrowser(setup, options);
  const person = `${url} ${shop.emailOf(role)}`;
  const session = sessions.get(person) ?? signIn(url, shop.emailOf(role));
  sessions.set(person, session);
  const value = await session;
  // The cookie is restricted to secure pages, which include those of the loopback address, but it can't be set for their URL.
  const secure = { secure: true, httpOnly: true, sameSite: "Lax" as const, url: url.replace("http:", "https:") };
  await visit.context.addCookies([{ name: SESSION_COOKIE, value, ...secure }]);
  const open = async (path: string) => await visit.openPath(`/console/${shop.id}${path}`);
  await open("/orders");
  return { ...visit, open };
}

const SESSION_COOKIE = "__Host-session";

/** The sessions of people who have signed in, for their next visits. */
const sessions = new Map<string, Promise<string>>();

/** Signs a person in without a browser, and returns the session cookie. */
async function signIn(url: string, email: string): Promise<string> {
  signIns += 1;
  const response = await fetch(`${url}/console/sign-in`, {
    method: "POST",
    redirect: "manual",
    // Another address each time, because the attempts of one address are limited.
    headers: { origin: url, "CF-Connecting-IP": `2001:db8:${signIns.toString(16)}::1` },
    body: new URLSearchParams({ email, password: PASSWORD }),
  });
  const cookies = response.headers.getSetCookie().map((cookie) => /^([^=]+)=([^;]+)/.exec(cookie) ?? []);
  const [, , value] = cookies.find(([, name]) => name === SESSION_COOKIE) ?? [];
  if (value === undefined) throw new Error(`${email} could not sign in: ${response.status} ${await response.text()}`);
  return value;
}

let signIns = 0;

/**
 * Checks a page in the sizes of a phone and a desktop, in light or dark: no overflow, no violation of WCAG or of axe's best practices. Saves
 * screenshots if PICTURES names a folder, for people to look at.
 */
export async function checkPage({ page }: Visit, name: string): Promise<void> {
  const check = async (view: string) => {
    expect(await overflowOf(page), `${name} ${view}`).toEqual([]);
    expect(await violationsOf(page), `${name} ${view}`).toEqual([]);
    const folder = process.env["PICTURES"];
    if (folder !== undefined)
      await page.screenshot({ path: `${folder}/${`console ${name} ${view}`.replaceAll(/\W+/g, "-")}.png`, fullPage: true });
  };
  // Four views of each page take minutes. Without screenshots, each size and each scheme is checked once.
  await inEveryView(page, check, { isBrief: process.env["PICTURES"] === undefined });
  await page.setViewportSize(DESK);
}
