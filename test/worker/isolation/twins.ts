import { env } from "cloudflare:workers";
import { inject, vi } from "vitest";
import { allDatabases } from "../../../src/platform/db/database";
import { aCredential, aShop, type Credential, rows, type Shop, v1As, v2As } from "../../kit/client";
import { everythingOf } from "../../kit/database";
import { organizationDatabase } from "../../kit/databases";
import { captureEnqueued } from "../../kit/webhook-fixture";
import { receiver, serveQueues } from "../webhooks/consumer";
import { continueIdsAt, NUMBERED } from "./id-ranges";
import { fill, type TwinRows, type Word } from "./twin-rows";

/** The beginning of every word that only this twin has said: wherever it turns up, it tells whose it is. */
const MARKS = { alpha: "zqalpha", beta: "zqbeta", gamma: "zqgamma" } as const;
export type Name = keyof typeof MARKS;

/** An organization with something of everything, alike to its twins in all but a word in each of its free texts. */
export interface Twin extends Shop, TwinRows {
  name: Name;
  word: Word;
  /** A second credential of each kind. */
  second: Pick<Shop, "key" | "token" | "v1" | "v2">;
  /** What is secret: those of its credentials and endpoints. */
  secrets: string[];
}

const AS_JSON = { "Content-Type": "application/json" };

/** The first twin is in the test file's database. The project `apart` has each of the others in another one. */
export function databaseOfTwin(nth: number): number {
  return inject("twinsApart") ? (organizationDatabase() + nth) % allDatabases(env).length : organizationDatabase();
}

async function aTwin(name: Name, database: number): Promise<Twin> {
  const word: Word = (field) => `${MARKS[name]}${field}`;
  const shop = await aShop({ database });
  const credential = (kind: "api_key" | "api_token"): Promise<Credential> => aCredential(shop.id, kind);
  const [key, token] = [await credential("api_key"), await credential("api_token")];
  const second = { key, token, v1: v1As(key), v2: v2As(token) };
  const { ids, hooks } = await fill(shop, word);
  const secrets = [shop.key, shop.token, key, token, ...hooks].map(({ secret }) => secret);
  return { ...shop, name, word, ids, second, secrets, hooks };
}

/**
 * Twins, one after another, each with ids in a range of its own of each table. What is sent to them is answered here (one address
 * always fails), and nothing is sent by itself: the queues are kept still until the mocks are restored.
 */
export async function twins<const Names extends readonly Name[]>(...names: Names): Promise<{ [K in keyof Names]: Twin }> {
  const enqueued = captureEnqueued();
  receiver((url, init) => {
    // The receiver says back what it was told, as some do: the log of attempts keeps it.
    const body = init.body instanceof Uint8Array ? init.body : new Uint8Array();
    return new Response(body, { status: url.endsWith("/down") ? 500 : 200, headers: AS_JSON });
  });
  // A credential's id never comes twice in an isolate.
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

/** Ends what `twins` began. */
export function partTwins(): void {
  vi.restoreAllMocks();
}

/** A twin's rows, all of them, and its organization's own. */
export async function stateOf({ id }: Twin): Promise<unknown> {
  return [await rows("select * from organizations where id = ?", id), await everythingOf(id)];
}
