import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FULL, randomOf, SEED } from "../../kit/form.ts";
import { openShop, type Shop } from "../server/shop.ts";
import { builtWorker } from "../server/built-worker.ts";
import { type RunningWorker, startWorker, temporaryFolder } from "../server/worker.ts";
import { type RawResponse, type Said, talk } from "./raw-client.ts";
import { orderNamed, type RawCase, rawCases } from "./raw-requests.ts";

/** Conversations at a time. */
const ABREAST = 12;
/** Conversations that were reset before anything of the response was read are held again. */
const MAX_TRIES = 10;
const MUTANTS = FULL ? 10_000 : 300;

const folder = temporaryFolder();
let worker: RunningWorker;
let shop: Shop;
beforeAll(async () => {
  worker = await startWorker(await builtWorker(), folder.path, {}, { direct: true });
  shop = await openShop(worker.url);
});
afterAll(async () => {
  await worker?.kill();
  folder[Symbol.dispose]();
});

/** The Worker answered, not the runtime by itself. */
const isOurs = ({ headers }: RawResponse) => headers.some(([name]) => name === "x-request-id");

/** How many responses there were, by status; the runtime's own by what it says. */
const seen = new Map<string, number>();

/** Whatever was said: no 5xx of ours, no header that a caller made, one response for each id. */
function mustBeSound(what: string, { responses, rest }: Said): void {
  for (const response of responses) {
    const { status, headers, body } = response;
    const said = isOurs(response) ? `${status}` : `${status} of the runtime: ${body.toString("latin1").split("\n")[0]?.slice(0, 50)}`;
    seen.set(said, (seen.get(said) ?? 0) + 1);
    if (isOurs(response)) expect(status, what).toBeLessThan(500);
    expect(
      headers.filter(([name]) => name === "x-injected"),
      what,
    ).toEqual([]);
    for (const name of ["x-request-id", "x-client-request-id", "location", "content-type"]) {
      expect(headers.filter(([one]) => one === name).length, `${what}: ${name}`).toBeLessThanOrEqual(1);
    }
  }
  // What follows the last response is the beginning of none of ours.
  expect(rest.toString("latin1"), what).not.toMatch(/^HTTP\/1\.1 (5|2)/);
}

async function mustServe(): Promise<void> {
  const { status } = await shop.v2("/me");
  expect(status).toBe(200);
}

/** Does it for each, a few at a time. */
async function each<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const left = [...all];
  const worked = async () => {
    for (let one = left.shift(); one !== undefined; one = left.shift()) await work(one);
  };
  await Promise.all(Array.from({ length: ABREAST }, worked));
}

const rowsOf = async (table: string) => (await worker.rows<{ n: number }>(`select count(*) as n from ${table}`))[0]?.n ?? 0;
const accepted = (said: Said) => said.responses.filter(({ status }) => status === 201).length;

describe("bytes that no honest client sends", () => {
  it("each gets the response that is written down, from us or from the runtime, and leaves nothing that was not accepted", async () => {
    let orders = 0;
    const cases = rawCases({ token: shop.token, key: await keyOf(shop) });
    const told: [string, readonly number[], readonly number[]][] = [];
    await each(cases, async ({ what, pieces, statuses, halfClose = false }: RawCase) => {
      let said = await talk(worker.url, pieces, statuses.length, halfClose);
      // Where the runtime closes before it has read all, the reset may overtake its response: it is asked again. An order taken in meanwhile shows below.
      for (let tries = 1; tries < MAX_TRIES && said.responses.length === 0 && statuses.length > 0; tries += 1) {
        said = await talk(worker.url, pieces, statuses.length, halfClose);
      }
      mustBeSound(what, said);
      orders += accepted(said);
      told.push([
        what,
        said.responses.map((response) => (isOurs(response) || response.status === 100 ? response.status : -response.status)),
        statuses,
      ]);
      await mustServe();
    });
    expect(told.filter(([, got, wanted]) => got.join() !== wanted.join())).toEqual([]);
    expect(await rowsOf("orders")).toBe(orders);
    expect(await rowsOf("webhook_endpoints")).toBe(0);
    console.log(`hostile, raw: ${cases.length} conversations, ${orders} orders accepted and there, 5xx of ours 0, headers split 0`);
  });

  it(
    "an honest request with some of its bytes changed: no 5xx, no order that was not accepted, and the next is served",
    { timeout: 400_000 },
    async () => {
      const before = await rowsOf("orders");
      let orders = 0;
      const random = randomOf("raw bytes");
      const mutants = Array.from({ length: MUTANTS }, (_, nth) => mutant(honest(`mutant-${nth}`), random));
      await each(mutants, async (bytes) => {
        // Half closed, so that nothing is waited for that does not come.
        const said = await talk(worker.url, [bytes], Infinity, true);
        mustBeSound(JSON.stringify(bytes.toString("latin1")), said);
        orders += accepted(said);
      });
      await mustServe();
      expect(await rowsOf("orders")).toBe(before + orders);
      console.log(
        `hostile, raw: ${MUTANTS} mutants (SEED=${SEED}), ${orders} orders accepted and there, 5xx of ours 0, orders of refused requests 0`,
      );
      console.log(
        `hostile, raw, answers: ${[...seen]
          .toSorted(([, one], [, other]) => other - one)
          .map(([said, times]) => `${said} ${times}`)
          .join(", ")}`,
      );
    },
  );

  it("has not taken the process down, nor been met by an error that nobody expected", () => {
    expect(worker.log()).not.toMatch(/request\.unexpected|Fatal|Segmentation/);
  });
});

/** A key of Public V1: the shop's client does not tell. */
async function keyOf({ id }: Shop): Promise<string> {
  const response = await fetch(`${worker.url}/operator/organizations/${id}/credentials`, {
    method: "POST",
    headers: { Authorization: `Bearer an-operator-token-for-tests-0123456789`, "Content-Type": "application/json" },
    body: JSON.stringify({ kind: "api_key", name: "raw", scopes: ["orders:read"] }),
  });
  const { secret } = (await response.json()) as { secret: string };
  return secret;
}

function honest(name: string): Buffer {
  const body = orderNamed(name);
  const head = `POST /api/v2/orders HTTP/1.1\r\nHost: api.example.com\r\nAuthorization: Bearer ${shop.token}\r\nContent-Type: application/json\r\nIdempotency-Key: ${name}\r\nContent-Length: ${body.length}\r\n`;
  return Buffer.from(`${head}\r\n${body}`);
}

/** Bytes that mean something to whoever reads HTTP or JSON. */
const TELLING = [
  "\r",
  "\n",
  "\r\n",
  "\r\n\r\n",
  "\0",
  " ",
  "\t",
  ":",
  ",",
  '"',
  "{",
  "}",
  "\\",
  "/",
  "%",
  "?",
  "#",
  "\x80",
  "\xff",
  "Content-Length: 3\r\n",
  "Transfer-Encoding: chunked\r\n",
];

/** One to three of its bytes replaced, removed, doubled, or put between by telling ones. */
function mutant(bytes: Buffer, random: () => number): Buffer {
  let text = bytes.toString("latin1");
  const times = 1 + Math.floor(random() * 3);
  for (let nth = 0; nth < times; nth += 1) {
    const at = Math.floor(random() * text.length);
    const length = Math.floor(random() * 4);
    const telling = TELLING[Math.floor(random() * TELLING.length)] ?? "";
    const put = random() < 0.3 ? text.slice(at, at + 20) : telling;
    text = text.slice(0, at) + put + text.slice(at + length);
  }
  return Buffer.from(text, "latin1");
}
