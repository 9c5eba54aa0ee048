import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { DatabaseSync } from "node:sqlite";
import type { CloudAccount, CloudDatabase } from "./cloudflare-account.ts";
import { type ApiResponse, failure, success } from "./cloudflare-answers.ts";
import { respondAboutQueues } from "./cloudflare-queues.ts";
import { respondAboutWorker } from "./cloudflare-worker.ts";
import { messageOf, runQuery } from "./d1-query.ts";

export interface CloudflarePeer extends Disposable {
  url: string;
  account: CloudAccount;
  /** All requests, `POST d1/database`, without their account's path. */
  requests: string[];
  /** Requests that this stand-in does not support. */
  unknown: string[];
}

export const ACCOUNT = "0123456789abcdef0123456789abcdef";
/** The start of every database's id. */
const DATABASE_ID_START = "7d1c0e2a-3c55-4b0e-9a53-0c6b2f1f9a";

/**
 * The part of Cloudflare's API that a deployment needs, with the state of an account, for the real wrangler (CLOUDFLARE_API_BASE_URL). It
 * is not Cloudflare: it returns only what wrangler 4.156.2 reads.
 */
export async function startPeer(): Promise<CloudflarePeer> {
  const account: CloudAccount = { databases: [], queues: [], consumers: new Map(), workers: new Map(), plan: "paid" };
  const [requests, unknown]: [string[], string[]] = [[], []];
  const server = createServer((request, response) => {
    const answer = async (): Promise<void> => {
      const url = new URL(request.url ?? "", "http://peer");
      const called = `${request.method} ${url.pathname.replace(`/accounts/${ACCOUNT}/`, "")}`;
      const body = await bodyOf(request);
      const { status, body: output } = respond(account, called, url, body) ?? failure(404, 7003, `No route for ${called}`);
      requests.push(called);
      if (status === 404 && JSON.stringify(output).includes("No route")) unknown.push(called);
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(output));
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

function respond(account: CloudAccount, called: string, url: URL, body: string): ApiResponse | null {
  return (
    respondAboutUser(called) ??
    respondAboutDatabases(account, called, url, body) ??
    respondAboutQueues(account, called, url, body) ??
    respondAboutWorker(account, called, body)
  );
}

function respondAboutUser(called: string): ApiResponse | null {
  if (called === "GET /accounts") return success([{ id: ACCOUNT, name: "Gift shop" }]);
  if (called === "GET /memberships") return success([{ id: "m1", account: { id: ACCOUNT, name: "Gift shop" } }]);
  if (called === "GET /user/tokens/verify") return success({ id: "t", status: "active" });
  if (called === "GET /user") return success({ id: "u", email: "ann@example.com" });
  return null;
}

const JURISDICTIONS = ["eu", "fedramp", "us"];

/** Creates an empty database in an account. */
export function createDatabase({ databases }: CloudAccount, name: string, place: string | null): CloudDatabase {
  const uuid = `${DATABASE_ID_START}${String(databases.length).padStart(2, "0")}`;
  const jurisdiction = JURISDICTIONS.find((known) => known === place) ?? null;
  const database = { uuid, name, place, jurisdiction, data: new DatabaseSync(":memory:") };
  databases.push(database);
  return database;
}

function respondAboutDatabases(account: CloudAccount, called: string, url: URL, body: string): ApiResponse | null {
  // The documented jurisdiction may be null, and many responses of the API omit null.
  const presentDatabase = ({ uuid, name, jurisdiction }: CloudDatabase) => ({ uuid, name, ...(jurisdiction !== null && { jurisdiction }) });
  if (called === "GET d1/database") {
    const [page, size] = [Number(url.searchParams.get("page") ?? 1), Number(url.searchParams.get("per_page") ?? 100)];
    return success(account.databases.slice((page - 1) * size, page * size).map(presentDatabase));
  }
  if (called === "POST d1/database") {
    const wanted = JSON.parse(body) as { name: string; primary_location_hint?: string; jurisdiction?: string };
    if (account.databases.some(({ name }) => name === wanted.name)) return failure(400, 7502, "A database with that name already exists");
    if (wanted.jurisdiction !== undefined && !JURISDICTIONS.includes(wanted.jurisdiction))
      return failure(400, 7400, "Invalid jurisdiction");
    return success(presentDatabase(createDatabase(account, wanted.name, wanted.jurisdiction ?? wanted.primary_location_hint ?? null)));
  }
  const [, method, nameOrId, query] = /^(GET|POST) d1\/database\/([\w-]+)(\/query)?$/.exec(called) ?? [];
  const database = account.databases.find(({ uuid, name }) => [uuid, name].includes(nameOrId ?? ""));
  if (nameOrId !== undefined && database === undefined) return failure(404, 7404, "The database was not found");
  if (database === undefined) return null;
  if (method === "GET") return success(presentDatabase(database));
  return query === undefined ? null : respondToQuery(database, (JSON.parse(body) as { sql: string }).sql);
}

function respondToQuery({ data }: CloudDatabase, sql: string): ApiResponse {
  try {
    return success(runQuery(data, sql));
  } catch (error) {
    return failure(400, 7500, messageOf(error));
  }
}
