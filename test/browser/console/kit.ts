import type { Browser, BrowserContext, Page } from "playwright-core";
import { expect } from "vitest";
import { OPERATOR_TOKEN, type RunningWorker } from "../../node/server/worker.ts";
import { complaintsOf, inEveryLight, overflowOf, violationsOf } from "../chromium.ts";
import { V2_SCOPES } from "../../../src/http/scopes.ts";

/** What all console tests share: one Worker and one browser. */
export interface World {
  worker: RunningWorker;
  browser: Browser;
}

export type Role = "owner" | "admin" | "member" | "viewer";

/** An organization with one store ("Gift shop", code gift), a token that may do everything, and a person of each role. */
export interface Shop {
  id: number;
  storeId: number;
  /** A request to v2 that must succeed; its body. */
  v2: <T = Record<string, unknown>>(path: string, body?: unknown, method?: string) => Promise<T>;
  /** Where a role's person signs in with `PASSWORD`. */
  emailOf: (role: Role) => string;
}

export const PASSWORD = "a sentence is a good password";

async function sent<T>(url: string, token: string, body: unknown, method: string): Promise<T> {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const response = await fetch(url, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${url}: ${response.status} ${text}`);
  return JSON.parse(text) as T;
}

let shops = 0;

/** Makes an organization of its own for a test. `roles` are the people that it needs. */
export async function aShop({ worker }: World, name: string, roles: readonly Role[] = ["owner"]): Promise<Shop> {
  shops += 1;
  const operator = <T>(path: string, body: unknown) => sent<T>(`${worker.url}/operator/organizations${path}`, OPERATOR_TOKEN, body, "POST");
  const { id } = await operator<{ id: number }>("", { name, currency: "USD", timezone: "Europe/London" });
  const store = await operator<{ id: number }>(`/${id}/stores`, { name: "Gift shop", code: "gift", platform: "shopify" });
  const credential = { kind: "api_token", name: "Importer", scopes: Object.keys(V2_SCOPES), rate_limit: 100_000 };
  const { secret } = await operator<{ secret: string }>(`/${id}/credentials`, credential);
  const nth = shops;
  const emailOf = (role: Role) => `${role}-${nth}@example.com`;
  for (const role of roles) await operator(`/${id}/members`, { email: emailOf(role), password: PASSWORD, role });
  const v2: Shop["v2"] = (path, body, method = body === undefined ? "GET" : "POST") =>
    sent(`${worker.url}/api/v2${path}`, secret, body, method);
  return { id, storeId: store.id, v2, emailOf };
}

/** A browser of one person, with what went wrong in it so far. */
export interface Visit extends AsyncDisposable {
  page: Page;
  context: BrowserContext;
  /** Nothing, where all is well: assert so at the end. */
  complaints: string[];
  /** Goes to a page of the organization, `/orders`, and waits for it. */
  open: (path: string) => Promise<void>;
}

// A slow machine takes its time.
const WAIT_MS = 30_000;

/** Opens a browser that nobody has signed in with. */
export async function visitor({ worker, browser }: World, options: { javaScriptEnabled?: boolean } = {}): Promise<Visit> {
  // What is under way between two colours can't be measured.
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: "reduce", ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(WAIT_MS);
  const complaints = complaintsOf(page, worker.url);
  return {
    page,
    context,
    complaints,
    open: async (path) => void (await page.goto(worker.url + path)),
    [Symbol.asyncDispose]: async () => await context.close(),
  };
}

/** Signs a person in as people do, and answers their browser, which shows the orders. */
export async function signedIn(
  world: World,
  shop: Shop,
  role: Role = "owner",
  options: { javaScriptEnabled?: boolean } = {},
): Promise<Visit> {
  const visit = await visitor(world, options);
  const { page } = visit;
  await page.goto(`${world.worker.url}/console`);
  await page.getByLabel("E-mail address").fill(shop.emailOf(role));
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL(`**/console/${shop.id}/orders`);
  return { ...visit, open: async (path) => void (await page.goto(`${world.worker.url}/console/${shop.id}${path}`)) };
}

/**
 * Looks at a page as it is shown on a phone and on a desk, in the light or in the dark: nothing beside the screen, nothing
 * against WCAG. Keeps pictures where PICTURES names a folder: to look at, never to compare.
 */
export async function look({ page }: Visit, name: string): Promise<void> {
  const check = async (view: string) => {
    expect(await overflowOf(page), `${name} ${view}`).toEqual([]);
    expect(await violationsOf(page), `${name} ${view}`).toEqual([]);
    const kept = process.env["PICTURES"];
    if (kept !== undefined)
      await page.screenshot({ path: `${kept}/${`console ${name} ${view}`.replaceAll(/\W+/g, "-")}.png`, fullPage: true });
  };
  // Four views of each page take minutes: where nobody looks at pictures, each size and each scheme is seen once.
  await inEveryLight(page, check, process.env["PICTURES"] === undefined);
  await page.setViewportSize({ width: 1440, height: 900 });
}
