import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FULL, randomOf, SEED } from "../../kit/form.ts";
import { openShop, type Shop } from "../server/shop.ts";
import { builtWorker } from "../server/built-worker.ts";
import { OPERATOR_TOKEN, type RunningWorker, startWorker, temporaryFolder } from "../server/worker.ts";
import { type RawResponse, type Received, talk } from "./raw-client.ts";
import { orderNamed, type RawCase, rawCases } from "./raw-requests.ts";

const CONCURRENCY = 12;
/** Conversations that were reset before the response was read are repeated. */
const MAX_TRIES = 10;
const MUTANT_COUNT = FULL ? 10_000 : 300;

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

/** Whether the Worker responded, and not the runtime itself. */
const isOurs = ({ headers }: RawResponse) => headers.some(([name]) => name === "x-request-id");

/** The number of responses by status, and the runtime's own by message. */
const responseCounts = new Map<string, number>();

/** Checks any conversation: no 5xx of the Worker, no injected and no repeated header, no incomplete response. Counts the responses. */
function assertSound(what: string, { responses, rest }: Received): void {
  for (const response of responses) {
    const { status, headers, body } = response;
    const kind = isOurs(response) ? `${status}` : `${status} of the runtime: ${body.toString("latin1").split("\n")[0]?.slice(0, 50)}`;
    responseCounts.set(kind, (responseCounts.get(kind) ?? 0) + 1);
    if (isOurs(response)) expect(status, what).toBeLessThan(500);
    expect(
      headers.filter(([name]) => name === "x-injected"),
      what,
    ).toEqual([]);
    for (const name of ["x-request-id", "x-client-request-id", "location", "content-type"]) {
      expect(headers.filter(([one]) => one === name).length, `${what}: ${name}`).toBeLessThanOrEqual(1);
    }
  }
  // The bytes after the last response are not the beginning of another one.
  expect(rest.toString("latin1"), what).not.toMatch(/^HTTP\//);
}

async function assertServes(): Promise<void> {
  const { status } = await shop.v2("/me");
  expect(status).toBe(200);
}

/** Runs `work` for each, CONCURRENCY at a time. */
async function forEach<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const left = [...all];
  const runWorker = async () => {
    for (let one = left.shift(); one !== undefined; one = left.shift()) await work(one);
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, runWorker));
}

const countRows = async (table: string) => (await worker.rows<{ n: number }>(`select count(*) as n from ${table}`))[0]?.n ?? 0;
const accepted = (received: Received) => received.responses.filter(({ status }) => status === 201).length;

describe("bytes that no ordinary client sends", () => {
  it("each get the expected response, from the Worker or the runtime, and cause no unaccepted change", { tags: "long" }, async () => {
    let orders = 0;
    const cases = rawCases({ token: shop.token, key: await createKey(shop) });
    const results: { what: string; got: readonly number[]; expected: readonly number[] }[] = [];
    await forEach(cases, async ({ what, pieces, statuses, halfClose = false }: RawCase) => {
      let received = await talk(worker.url, pieces, { responses: statuses.length, halfClose });
      // If the runtime closes the connection before it has read everything, the reset may overtake its response, so the conversation is
      // repeated. An order that was created is noticed below.
      for (let tries = 1; tries < MAX_TRIES && received.responses.length === 0 && statuses.length > 0; tries += 1) {
        received = await talk(worker.url, pieces, { responses: statuses.length, halfClose });
      }
      assertSound(what, received);
      orders += accepted(received);
      const got = received.responses.map((response) => (isOurs(response) || response.status === 100 ? response.status : -response.status));
      results.push({ what, got, expected: statuses });
      await assertServes();
    });
    expect(results.filter(({ got, expected }) => got.join() !== expected.join())).toEqual([]);
    expect(await countRows("orders")).toBe(orders);
    // The cases that would create an endpoint have an invalid host.
    expect(await countRows("webhook_endpoints")).toBe(0);
    console.log(`hostile, raw: ${cases.length} conversations, ${orders} orders accepted and there, 5xx of ours 0, headers split 0`);
  });

  it(
    "an ordinary request with some bytes changed causes no 5xx and no unaccepted order, and the next one is processed",
    { tags: "long", timeout: 400_000 },
    async () => {
      const before = await countRows("orders");
      let orders = 0;
      const random = randomOf("raw bytes");
      const mutants = Array.from({ length: MUTANT_COUNT }, (_, nth) => mutant(ordinaryRequest(`mutant-${nth}`), random));
      await forEach(mutants, async (bytes) => {
        // Half closed, so that nothing waits for bytes that never come.
        const received = await talk(worker.url, [bytes], { halfClose: true });
        assertSound(JSON.stringify(bytes.toString("latin1")), received);
        orders += accepted(received);
      });
      await assertServes();
      expect(await countRows("orders")).toBe(before + orders);
      console.log(
        `hostile, raw: ${MUTANT_COUNT} mutants (SEED=${SEED}), ${orders} orders accepted and there, 5xx of ours 0, orders of rejected requests 0`,
      );
      console.log(
        `hostile, raw, answers: ${[...responseCounts]
          .toSorted(([, one], [, other]) => other - one)
          .map(([kind, times]) => `${kind} ${times}`)
          .join(", ")}`,
      );
    },
  );

  it("do not end the process, and cause no unexpected error", async () => {
    // A few here, because the tests above are long.
    const random = randomOf("a few raw bytes");
    for (let nth = 0; nth < 20; nth += 1) {
      const bytes = mutant(ordinaryRequest(`few-${nth}`), random);
      assertSound(JSON.stringify(bytes.toString("latin1")), await talk(worker.url, [bytes], { halfClose: true }));
    }
    await assertServes();
    expect(worker.log()).not.toMatch(/request\.unexpected|Fatal|Segmentation/);
  });
});

/** Creates a key of Public V1, because the shop does not return its own. */
async function createKey({ id }: Shop): Promise<string> {
  const response = await fetch(`${worker.url}/operator/organizations/${id}/credentials`, {
    method: "POST",
    headers: { Authorization: `Bearer ${OPERATOR_TOKEN}`, "Content-Type": "application/json" },
    body: JSON.stringify({ kind: "api_key", name: "raw", scopes: ["orders:read"] }),
  });
  const { secret } = (await response.json()) as { secret: string };
  return secret;
}

function ordinaryRequest(name: string): Buffer {
  const body = orderNamed(name);
  const head = `POST /api/v2/orders HTTP/1.1\r\nHost: api.example.com\r\nAuthorization: Bearer ${shop.token}\r\nContent-Type: application/json\r\nIdempotency-Key: ${name}\r\nContent-Length: ${body.length}\r\n`;
  return Buffer.from(`${head}\r\n${body}`);
}

/** Bytes with a meaning in HTTP or JSON. */
const MEANINGFUL = [
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

/** At one to three places, up to three bytes replaced by one of these texts, or by the next 20 bytes. */
function mutant(bytes: Buffer, random: () => number): Buffer {
  let text = bytes.toString("latin1");
  const times = 1 + Math.floor(random() * 3);
  for (let nth = 0; nth < times; nth += 1) {
    const at = Math.floor(random() * text.length);
    const length = Math.floor(random() * 4);
    const meaningful = MEANINGFUL[Math.floor(random() * MEANINGFUL.length)] ?? "";
    const put = random() < 0.3 ? text.slice(at, at + 20) : meaningful;
    text = text.slice(0, at) + put + text.slice(at + length);
  }
  return Buffer.from(text, "latin1");
}
