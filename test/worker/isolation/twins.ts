import { env } from "cloudflare:workers";
import { inject, vi } from "vitest";
import { allDatabases } from "../../../src/platform/db/database";
import { createCredential, createShop, type Credential, rows, type Shop, v1As, v2As } from "../../kit/client";
import { everythingOf } from "../../kit/rows-of-organization";
import { shopResponse } from "../../kit/console-forms";
import { organizationDatabase } from "../../kit/databases";
import { captureEnqueued } from "../../kit/webhook-fixture";
import { mockReceiver, serveQueues } from "../webhooks/consumer";
import { continueIdsAt, NUMBERED } from "./id-ranges";
import { fill, type TwinRows, type Word } from "./twin-rows";

/** The prefix of every word of a twin, which identifies the twin. */
const MARKS = { alpha: "zqalpha", beta: "zqbeta", gamma: "zqgamma" } as const;
export type Name = keyof typeof MARKS;

/** An organization with rows of every kind, identical to its twins except for a unique word in each free text. */
export interface Twin extends Shop, TwinRows {
  name: Name;
  word: Word;
  /** A second credential of each kind. */
  second: Pick<Shop, "key" | "token" | "v1" | "v2">;
  /** The secrets of its credentials and endpoints. */
  secrets: string[];
}

const AS_JSON = { "Content-Type": "application/json" };

/** The first twin is in the database of the test file. The project `apart` places each of the others in another one. */
export function databaseOfTwin(nth: number): number {
  return inject("twinsApart") ? (organizationDatabase() + nth) % allDatabases(env).length : organizationDatabase();
}

async function aTwin(name: Name, database: number): Promise<Twin> {
  const word: Word = (field) => `${MARKS[name]}${field}`;
  const shop = await createShop({ database });
  const credential = (kind: "api_key" | "api_token"): Promise<Credential> => createCredential(shop.id, kind);
  const [key, token] = [await credential("api_key"), await credential("api_token")];
  const second = { key, token, v1: v1As(key), v2: v2As(token) };
  const { ids, hooks } = await fill(shop, word);
  const secrets = [shop.key, shop.token, key, token, ...hooks].map(({ secret }) => secret);
  return { ...shop, name, word, ids, second, secrets, hooks };
}

/**
 * Creates twins one after another, each with its own range of ids per table. Their webhooks get a response here (one address always
 * fails), and nothing is sent without the test: the queues are stopped until the mocks are restored.
 */
export async function twins<const Names extends readonly Name[]>(...names: Names): Promise<{ [K in keyof Names]: Twin }> {
  const enqueued = captureEnqueued();
  mockReceiver((url, init) => {
    const ofShop = shopResponse(url);
    if (ofShop !== null) return ofShop;
    // The receiver echoes the request, as some do, and the log of attempts stores it.
    const body = init.body instanceof Uint8Array ? init.body : new Uint8Array();
    return new Response(body, { status: url.endsWith("/down") ? 500 : 200, headers: AS_JSON });
  });
  // The id of a credential is never reused in an isolate.
  const base = 2e12 + Math.floor(Math.random() * 1e11);
  const made: Twin[] = [];
  for (const [nth, name] of names.entries()) {
    const database = databaseOfTwin(nth);
    await continueIdsAt((table) => rangeOf(base, nth) + NUMBERED.indexOf(table) * 1e6, database);
    made.push(await aTwin(name, database));
    await serveQueues(enqueued, Date.now());
  }
  // Every name has its twin.
  return made as unknown as { [K in keyof Names]: Twin };
}

const rangeOf = (base: number, nth: number): number => base + (nth + 1) * 1e12;

/** Removes the mocks of `twins`. The organizations stay. */
export function removeTwinMocks(): void {
  vi.restoreAllMocks();
}

/** All rows of a twin, and of its organization. */
export async function stateOf({ id }: Twin): Promise<unknown> {
  return [await rows("select * from organizations where id = ?", id), await everythingOf(id)];
}
