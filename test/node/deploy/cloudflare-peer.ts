import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { DatabaseSync } from "node:sqlite";
import { messageOf, runQuery } from "./d1-query.ts";

/** A database, and what is in it. */
interface CloudDatabase {
  uuid: string;
  name: string;
  /** The location or jurisdiction that it was created with. */
  place: string | null;
  data: DatabaseSync;
}

/** What an account holds. */
export interface CloudAccount {
  databases: CloudDatabase[];
  queues: string[];
  /** Names and values of the Worker's secrets; null where there is no Worker. */
  secrets: Map<string, string> | null;
  /** Names and values of the variables of the last upload. */
  variables: Map<string, string>;
  /** The names of the databases of the last upload, by their bindings. */
  bindings: Map<string, string>;
}

export interface CloudflarePeer extends Disposable {
  url: string;
  account: CloudAccount;
  /** All requests, `POST d1/database`, without their account's path. */
  requests: string[];
  /** Requests that this peer does not know. */
  unknown: string[];
}

type Answer = { status: number; body: unknown };

export const ACCOUNT = "0123456789abcdef0123456789abcdef";
/** The start of every database's id. */
const DATABASE = "7d1c0e2a-3c55-4b0e-9a53-0c6b2f1f9a";
const VERSION = "11111111-2222-4333-8444-555555555555";
const WORKER = "order-operations";

const good = (result: unknown): Answer => ({ status: 200, body: { success: true, errors: [], messages: [], result, result_info: {} } });
const bad = (status: number, code: number, message: string): Answer => ({
  status,
  body: { success: false, errors: [{ code, message }], messages: [], result: null },
});
const noWorker = bad(404, 10_007, "This Worker does not exist on your account.");

/**
 * The part of Cloudflare's API that a deployment needs, with an account's state behind it, for the real wrangler
 * (CLOUDFLARE_API_BASE_URL). It is no Cloudflare: it answers what wrangler 4.156.2 reads, and no more.
 */
export async function startPeer(): Promise<CloudflarePeer> {
  const account: CloudAccount = { databases: [], queues: [], secrets: null, variables: new Map(), bindings: new Map() };
  const [requests, unknown]: [string[], string[]] = [[], []];
  const server = createServer((request, response) => {
    const answer = async (): Promise<void> => {
      const url = new URL(request.url ?? "", "http://peer");
      const called = `${request.method} ${url.pathname.replace(`/accounts/${ACCOUNT}/`, "")}`;
      const body = await bodyOf(request);
      const { status, body: said } = respond(account, called, url, body) ?? bad(404, 7003, `No route for ${called}`);
      requests.push(called);
      if (status === 404 && JSON.stringify(said).includes("No route")) unknown.push(called);
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(said));
    };
    void answer();
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, account, requests, unknown, [Symbol.dispose]: () => server.close() };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = "";
  for await (const chunk of request) body += String(chunk);
  return body;
}

function respond(account: CloudAccount, called: string, url: URL, body: string): Answer | null {
  return (
    ofUser(called) ?? ofDatabases(account, called, url, body) ?? ofQueues(account, called, url, body) ?? ofWorker(account, called, body)
  );
}

function ofUser(called: string): Answer | null {
  if (called === "GET /accounts") return good([{ id: ACCOUNT, name: "Gift shop" }]);
  if (called === "GET /memberships") return good([{ id: "m1", account: { id: ACCOUNT, name: "Gift shop" } }]);
  if (called === "GET /user/tokens/verify") return good({ id: "t", status: "active" });
  if (called === "GET /user") return good({ id: "u", email: "ann@example.com" });
  return null;
}

/** Creates an empty database in an account. */
export function createDatabase({ databases }: CloudAccount, name: string, place: string | null): CloudDatabase {
  const uuid = `${DATABASE}${String(databases.length).padStart(2, "0")}`;
  const database = { uuid, name, place, data: new DatabaseSync(":memory:") };
  databases.push(database);
  return database;
}

function ofDatabases(account: CloudAccount, called: string, url: URL, body: string): Answer | null {
  const shown = ({ uuid, name }: CloudDatabase) => ({ uuid, name });
  if (called === "GET d1/database") return good(url.searchParams.get("page") === "1" ? account.databases.map(shown) : []);
  if (called === "POST d1/database") {
    const wanted = JSON.parse(body) as { name: string; primary_location_hint?: string; jurisdiction?: string };
    return good(shown(createDatabase(account, wanted.name, wanted.primary_location_hint ?? wanted.jurisdiction ?? null)));
  }
  const [, method, nameOrId, query] = /^(GET|POST) d1\/database\/([\w-]+)(\/query)?$/.exec(called) ?? [];
  const database = account.databases.find(({ uuid, name }) => [uuid, name].includes(nameOrId ?? ""));
  if (nameOrId !== undefined && database === undefined) return bad(404, 7404, "The database was not found");
  if (database === undefined) return null;
  if (method === "GET") return good(shown(database));
  return query === undefined ? null : queried(database, (JSON.parse(body) as { sql: string }).sql);
}

function queried({ data }: CloudDatabase, sql: string): Answer {
  try {
    return good(runQuery(data, sql));
  } catch (error) {
    return bad(400, 7500, messageOf(error));
  }
}

function ofQueues(account: CloudAccount, called: string, url: URL, body: string): Answer | null {
  const queueOf = (queue_name: string) => ({
    queue_id: `id-of-${queue_name}`,
    queue_name,
    created_on: "2026-11-21T10:00:00Z",
    modified_on: "2026-11-21T10:00:00Z",
    producers: [],
    producers_total_count: 0,
    consumers: [],
    consumers_total_count: 0,
  });
  if (called === "GET queues") {
    const wanted = url.searchParams.getAll("name");
    return good(account.queues.filter((name) => wanted.includes(name)).map(queueOf));
  }
  if (called === "POST queues") {
    const { queue_name } = JSON.parse(body) as { queue_name: string };
    account.queues.push(queue_name);
    return good(queueOf(queue_name));
  }
  return /^POST queues\/id-of-[\w-]+\/consumers$/.test(called) ? good({}) : null;
}

function ofWorker(account: CloudAccount, called: string, body: string): Answer | null {
  const existing = (result: unknown): Answer => (account.secrets === null ? noWorker : good(result));
  const script = `workers/scripts/${WORKER}`;
  const answers: Record<string, () => Answer> = {
    "GET workers/subdomain": () => good({ subdomain: "gift-shop" }),
    "GET workers/scripts": () => good(account.secrets === null ? [] : [{ id: WORKER, migration_tag: "v1" }]),
    [`GET workers/services/${WORKER}`]: () =>
      existing({ default_environment: { environment: "production", script: { tag: "tag", tags: [], last_deployed_from: "wrangler" } } }),
    [`GET workers/workers/${WORKER}`]: () => existing({ subdomain: { enabled: true, previews_enabled: false } }),
    [`GET ${script}/secrets`]: () => existing([...(account.secrets?.keys() ?? [])].map((name) => ({ name, type: "secret_text" }))),
    [`GET ${script}/settings`]: () => existing({ bindings: [] }),
    [`GET ${script}/deployments`]: () => existing({ deployments: [{ id: VERSION, versions: [{ version_id: VERSION, percentage: 100 }] }] }),
    [`POST ${script}/assets-upload-session`]: () => good({ jwt: "an-upload-that-needs-no-files", buckets: [] }),
    [`PUT ${script}`]: () => {
      const inherited = [...body.matchAll(/"name":"([A-Z_]+)","type":"inherit"/g)].map(([, name = ""]) => name);
      const unset = inherited.find((name) => !account.secrets?.has(name));
      if (unset !== undefined) return bad(400, 10_057, `inherit binding '${unset}' is invalid: there is no such binding to inherit.`);
      const secrets = [...body.matchAll(/"name":"([A-Z_]+)","type":"secret_text","text":"([^"]+)"/g)];
      const variables = [...body.matchAll(/"name":"([A-Z_]+)","type":"plain_text","text":"([^"]*)"/g)];
      const bound = [...body.matchAll(/"name":"(DB\w*)","type":"d1","id":"([\w-]+)"/g)];
      account.bindings = new Map(
        bound.map(([, name = "", id]) => [name, account.databases.find(({ uuid }) => uuid === id)?.name ?? `unknown ${id}`]),
      );
      account.variables = new Map(variables.map(([, name = "", value = ""]) => [name, value]));
      account.secrets = new Map([
        ...(account.secrets ?? []),
        ...secrets.map(([, name = "", value = ""]): [string, string] => [name, value]),
      ]);
      return good({ id: VERSION, deployment_id: VERSION.replaceAll("-", ""), startup_time_ms: 40 });
    },
    [`POST ${script}/subdomain`]: () => good({ enabled: true, previews_enabled: false }),
    [`PATCH ${script}/script-settings`]: () => good({}),
    [`PUT ${script}/schedules`]: () => good({}),
  };
  return answers[called]?.() ?? null;
}
