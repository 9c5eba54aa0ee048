import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { writePrivateFile } from "../private-files.ts";
import { fillDemo } from "./demo/fill.ts";
import { fetchAtStart } from "./start-request.ts";
import { V1_SCOPES, V2_SCOPES } from "../../src/platform/http/scopes.ts";

/** The demo organization of `npm run dev`. The importer uses it too. */
export interface Demo {
  url: string;
  organization_id: number;
  api_key: string;
  api_token: string;
  /** Who can sign in to the console. */
  email: string;
  password: string;
}

/**
 * Returns the demo organization of this state folder: the one in demo.json if its credentials still work, otherwise a new one with
 * stores, credentials that have all scopes, and a demo's worth of data unless `withoutData`. `report` is told if it creates one, and why. Throws if
 * an API returns an error.
 */
export async function ensureDemo(
  url: string,
  operatorToken: string,
  state: string,
  { withoutData = false, report }: { withoutData?: boolean; report?: (progress: string) => void } = {},
): Promise<Demo> {
  const file = join(state, "demo.json");
  const stored = readDemo(file);
  const isUsable = stored !== null && (await credentialsWork(url, stored));
  if (!isUsable) report?.(creationNotice(stored, withoutData));
  const demo = isUsable ? { ...stored, url } : await seed(url, operatorToken, withoutData);
  writePrivateFile(file, `${JSON.stringify(demo, null, 2)}\n`);
  return demo;
}

function creationNotice(stored: Demo | null, withoutData: boolean): string {
  const creation = withoutData ? "Creating an organization without data" : "Creating a demo organization with data";
  if (stored === null) return `${creation} …`;
  return `The credentials of organization ${stored.organization_id} no longer work, for example because one was revoked. Its data is kept.\n${creation} …`;
}

const CURRENCY = "USD";

/** The first one is in the README's requests. */
const STORES = [
  { name: "Gift shop", code: "gift", platform: "shopify", type: "storefront" },
  { name: "Etsy shop", code: "etsy", platform: "etsy", type: "marketplace" },
  { name: "Wholesale", code: "wholesale", platform: "custom", type: "wholesale" },
];

async function seed(url: string, operatorToken: string, withoutData: boolean): Promise<Demo> {
  const post = (path: string, body: unknown) => postToOperator(`${url}/operator/organizations${path}`, operatorToken, body);
  const organization = await post("", { name: "Demo organization", currency: CURRENCY, timezone: "UTC" });
  const id = Number(organization["id"]);
  for (const store of withoutData ? STORES.slice(0, 1) : STORES) await post(`/${id}/stores`, { ...store, currency: CURRENCY });
  const key = await post(`/${id}/credentials`, { kind: "api_key", name: "Demo key", scopes: Object.keys(V1_SCOPES) });
  const token = await post(`/${id}/credentials`, { kind: "api_token", name: "Demo token", scopes: Object.keys(V2_SCOPES) });
  // The address is unique, because the password of an existing user would not be changed.
  const [email, password] = [`demo-${id}@example.com`, randomBytes(12).toString("base64url")];
  await post(`/${id}/members`, { email, password, role: "owner" });
  const demo = { url, organization_id: id, api_key: String(key["secret"]), api_token: String(token["secret"]), email, password };
  if (!withoutData) await fillDemo(demo);
  return demo;
}

async function postToOperator(target: string, operatorToken: string, body: unknown): Promise<Record<string, unknown>> {
  const response = await fetchAtStart(target, {
    method: "POST",
    headers: { authorization: `Bearer ${operatorToken}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (response.status !== 201) throw new Error(`POST ${target} returned ${response.status}: ${text}`);
  return JSON.parse(text) as Record<string, unknown>;
}

/** The credentials do not work if the database was deleted or replaced. */
async function credentialsWork(url: string, demo: Demo): Promise<boolean> {
  const responses = await Promise.all([
    fetchAtStart(`${url}/api/v2/orders?limit=1`, { headers: { authorization: `Bearer ${demo.api_token}` } }),
    fetchAtStart(`${url}/orders?page_size=1`, { headers: { "x-api-key": demo.api_key } }),
  ]);
  for (const answer of responses) await answer.body?.cancel();
  return responses.every((answer) => answer.status !== 401);
}

function readDemo(file: string): Demo | null {
  try {
    const demo = JSON.parse(readFileSync(file, "utf8")) as Partial<Demo>;
    const { url, organization_id, api_key, api_token, email, password } = demo;
    const isComplete = url && organization_id && api_key && api_token && email && password;
    return isComplete ? { url, organization_id, api_key, api_token, email, password } : null;
  } catch {
    return null;
  }
}
