import { globSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Contents } from "../../kit/surface-request.ts";
import { V1_SCOPES, V2_SCOPES } from "../../../src/platform/http/scopes.ts";
import { type BuiltWorker } from "../server/worker-options.ts";
import { OPERATOR_TOKEN, type RunningWorker, startWorker } from "../server/worker.ts";
import { fillLargest } from "./largest-rows.ts";
import { connectAll } from "./receivers.ts";

const OWNER = { password: "a sentence is a good password", role: "owner" };
/** Requests are sent faster than people send them. */
const VARS = { CONSOLE_RATE_LIMIT: "100000" };

/** The identifiers and credentials of an organization. */
export interface Account {
  id: number;
  name: string;
  store: number;
  key: string;
  token: string;
  /** The session of an owner, and a token of its forms. */
  cookie: string;
  formToken: string;
}

/** Two organizations in one database: one with the largest possible rows, and one with a few small ones. */
export interface Scene {
  built: BuiltWorker;
  state: string;
  large: Account;
  contents: Contents;
  other: Account;
}

/** The JSON of a request that must succeed. */
async function requestJson<T>(url: string, options: RequestInit): Promise<T> {
  const response = await fetch(url, options);
  if (response.status >= 300) throw new Error(`${url}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}

const postOptions = (credential: string, body: unknown): RequestInit => ({
  method: "POST",
  headers: { Authorization: `Bearer ${credential}`, "Content-Type": "application/json" },
  body: JSON.stringify(body),
});

/** Signs an owner in, and reads a token for the console's forms. */
export async function signIn(url: string, id: number, email: string): Promise<Pick<Account, "cookie" | "formToken">> {
  const signedIn = await fetch(`${url}/console/sign-in`, {
    method: "POST",
    redirect: "manual",
    headers: { Origin: url },
    body: new URLSearchParams({ email, password: OWNER.password }),
  });
  const cookie = signedIn.headers
    .getSetCookie()
    .map((text) => text.split(";", 1)[0])
    .join("; ");
  const page = await (await fetch(`${url}/console/${id}/orders`, { headers: { Cookie: cookie } })).text();
  return { cookie, formToken: formTokenIn(page) };
}

function formTokenIn(page: string): string {
  const formToken = /name="form_token" value="([^"]+)"/.exec(page)?.[1];
  if (formToken === undefined) throw new Error(`There is no form in ${page.slice(0, 3000)}`);
  return formToken;
}

async function openAccount(url: string, name: string): Promise<Account & { member: number; credential: number }> {
  const operate = async <T>(path: string, body: unknown) =>
    await requestJson<T>(`${url}/operator/organizations${path}`, postOptions(OPERATOR_TOKEN, body));
  const { id } = await operate<{ id: number }>("", { name, database: 0 });
  const store = await operate<{ id: number }>(`/${id}/stores`, { name: "Gift shop", code: "gift", platform: "custom" });
  const createCredential = async (kind: string, scopes: object) =>
    await operate<{ id: number; secret: string }>(`/${id}/credentials`, {
      kind,
      name: kind,
      scopes: Object.keys(scopes),
      rate_limit: 100_000,
    });
  const [key, token] = [await createCredential("api_key", V1_SCOPES), await createCredential("api_token", V2_SCOPES)];
  const email = `${name}@example.com`;
  const { user_id } = await operate<{ user_id: number }>(`/${id}/members`, { ...OWNER, email });
  const session = await signIn(url, id, email);
  return { id, name, store: store.id, key: key.secret, token: token.secret, ...session, member: user_id, credential: key.id };
}

/** Creates both organizations in a state folder, and fills them. */
export async function prepareScene(built: BuiltWorker, state: string): Promise<Scene> {
  const { other, large, endpoint, receivers } = await withWorker(built, state, async ({ url }) => {
    const account = await openAccount(url, "large");
    const v2 = async <T>(path: string, body: unknown) => await requestJson<T>(`${url}/api/v2${path}`, postOptions(account.token, body));
    const webhook = await v2<{ id: string }>("/webhooks", {
      url: "https://hooks.example.com/in",
      events: ["order.created"],
      enabled: false,
    });
    const connected = await connectAll(v2);
    const small = await openAccount(url, "other");
    for (let n = 0; n < 50; n += 1) {
      await requestJson(`${url}/api/v2/orders`, postOptions(small.token, { store: "gift", items: [{ name: "Mug", price: 1 }] }));
    }
    return { other: small, large: account, endpoint: webhook.id, receivers: connected };
  });
  const { id: organization, store, member, credential } = large;
  const connection = receivers.ids["woocommerce"] ?? "";
  const owner = { organization, store, member, credential, endpoint, connection, now: Date.now() };
  const { links, ...filledContents } = fillLargest(databaseOf(state, organization), owner);
  const contents = { ...filledContents, receivers: receivers.paths, links: await openLinks(built, state, links) };
  return { built, state, large, other, contents };
}

/** Opens the links, and returns each with a token of the forms on its page. */
async function openLinks(built: BuiltWorker, state: string, links: Readonly<Record<string, string>>): Promise<Contents["links"]> {
  return await withWorker(built, state, async ({ url }) => {
    const opened = Object.entries(links).map(async ([purpose, path]) => {
      // The list of a supplier has no form if all of its orders are accepted.
      const withForm = purpose === "order_proofs" ? path : `${path}/tracking`;
      const page = await (await fetch(url + withForm)).text();
      return [purpose, { path, formToken: formTokenIn(page) }] as const;
    });
    return Object.fromEntries(await Promise.all(opened));
  });
}

/** The file of the database that has an organization. */
function databaseOf(state: string, organization: number): string {
  const found = globSync(join(state, "d1/miniflare-D1DatabaseObject/*.sqlite")).find((file) => {
    if (file.includes("metadata")) return false;
    using database = new DatabaseSync(file, { readOnly: true });
    return database.prepare("select 1 from organizations where id = ?").get(organization) !== undefined;
  });
  if (found === undefined) throw new Error(`No database in ${state} has the organization.`);
  return found;
}

async function withWorker<T>(built: BuiltWorker, state: string, act: (worker: RunningWorker) => Promise<T>): Promise<T> {
  await using worker = await startWorker(built, state, VARS);
  return await act(worker);
}

/** Starts the Worker of a scene with a limit of its isolates' heap, in MiB. `direct`: bodies reach it while they are sent. */
export async function startScene({ built, state }: Scene, heapMiB: number, { direct = false } = {}): Promise<RunningWorker> {
  return await startWorker(built, state, VARS, { heapMiB, direct });
}
