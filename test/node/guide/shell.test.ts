import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type Demo, ensureDemo } from "../../../cli/dev/seed.ts";
import { freePort } from "../processes.ts";
import { program } from "../program.ts";
import { builtWithOneDatabase } from "../server/built-worker.ts";
import { OPERATOR_TOKEN, type RunningWorker, startWorker, temporaryFolder } from "../server/worker.ts";
import { startFaultyProxy } from "../client/faulty-line.ts";
import { blocksOf, codeIn } from "./page.ts";

const folder = temporaryFolder();
/** The folder of all tests. A test may use the files and the rows that earlier ones have left, as a reader of the guide does. */
const workFolder = join(folder.path, "desk");
let worker: RunningWorker;
let demo: Demo;
/** The server for curl: a proxy that uses fetch, whose responses are checked against the OpenAPI documents. */
let proxy: Awaited<ReturnType<typeof startFaultyProxy>>;

/**
 * Each response ends with a line break, and each call prints its status to stderr unless it does so itself. Background processes end with
 * the shell.
 */
const PRELUDE = `set -euo pipefail
trap 'kill $(jobs -p) 2>/dev/null || true' EXIT
curl() { command curl -sS -w '\\n%{stderr}STATUS %{http_code}\\n' "$@"; }
`;

interface ShellOutput {
  stdout: string;
  statuses: number[];
}

/** Waits for the receiver that a block has started, because a reader does not create an order before it listens. */
const untilItListens = (block: string) =>
  block.includes(".listen(9999)") ? `${block}\nuntil (: < /dev/tcp/127.0.0.1/9999) 2>/dev/null; do sleep 0.05; done` : block;

/** Runs blocks of a page in one shell, with `port` for the receiver instead of the guide's 9999. Ends it when `until` is true for the output. */
async function run(blocks: string[], until: (stdout: string) => boolean = () => true, port = 9999): Promise<ShellOutput> {
  const script = `${PRELUDE}${blocks.map(untilItListens).join("\n").replaceAll("9999", String(port))}\necho ALL_DONE\nread -r _ || true\n`;
  const env = { ...process.env, BASE: proxy.url, KEY: demo.api_key, TOKEN: demo.api_token, OPERATOR_TOKEN };
  const shell = spawn("bash", ["-c", script], { cwd: workFolder, env, stdio: ["pipe", "pipe", "pipe"] });
  let [stdout, stderr] = ["", ""];
  shell.stdout.on("data", (chunk: Buffer) => (stdout += chunk.toString()));
  shell.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
  const ended = new Promise<number | null>((settle) => shell.once("close", settle));
  const isDone = () => (stdout.includes("ALL_DONE\n") && until(stdout)) || shell.exitCode !== null;
  try {
    await vi.waitFor(() => expect(isDone(), `${stdout}\n${stderr}`).toBe(true), { timeout: 120_000, interval: 20 });
  } finally {
    shell.stdin.end("\n");
  }
  expect({ ended: await ended, stderr: stderr.replaceAll(/^STATUS \d+\n/gm, "") }).toEqual({ ended: 0, stderr: "" });
  return {
    stdout: stdout.replace("ALL_DONE\n", ""),
    statuses: [...stderr.matchAll(/STATUS (\d+)/g)].map(([, status]) => Number(status)),
  };
}

/** The commands that a reader runs, without the installation and without placeholders. */
const runnable = (page: string) => blocksOf(page, "sh").filter((block) => !/npm |…/.test(block));

/** The README's block of commands that contains this text. */
function readmeBlock(part: string): string {
  const found = codeIn(readFileSync("README.md", "utf8"), "sh").find((block) => block.includes(part));
  if (found === undefined) throw new Error(`The README has no command with ${part}`);
  return found;
}

async function endpoints(): Promise<string[]> {
  const response = await fetch(`${worker.url}/api/v2/webhooks`, { headers: { Authorization: `Bearer ${demo.api_token}` } });
  const { data } = (await response.json()) as { data: { id: string }[] };
  return data.map(({ id }) => id);
}

/** Deletes every subscription, so that nothing is sent to a port that another test may use later. */
async function unsubscribe(): Promise<void> {
  const headers = { Authorization: `Bearer ${demo.api_token}` };
  const ids = await endpoints();
  expect(ids).not.toEqual([]);
  for (const id of ids) await fetch(`${worker.url}/api/v2/webhooks/${id}?confirm=${id}`, { method: "DELETE", headers });
}

const isMissing = [program("bash"), program("curl")].includes(null);

describe.skipIf(isMissing)("the guide's commands", () => {
  beforeAll(async () => {
    worker = await startWorker(await builtWithOneDatabase(), `${folder.path}/state`);
    proxy = await startFaultyProxy(worker.url, []);
    mkdirSync(workFolder);
    demo = await ensureDemo(worker.url, OPERATOR_TOKEN, workFolder, { withoutData: true });
  });
  afterAll(async () => {
    await proxy?.[Symbol.asyncDispose]();
    await worker?.kill();
    folder[Symbol.dispose]();
  });

  it("the README's first requests work as described", async () => {
    const calls = readmeBlock("/api/v2/order-items/").replace(/^export BASE=.*$/m, "");
    expect(calls).not.toContain("x-api-key");
    const { stdout, statuses } = await run([calls]);
    expect(statuses).toEqual([201, 200, 200, 201, 200]);
    expect(stdout).toContain('"status":"In Production"');
    expect(stdout).toContain('"tracking_number":"1Z999"');
  });

  it("the quickstart after the README: an order is created, found and shipped, and its webhook has the computed signature", async () => {
    const all = blocksOf("quickstart", "sh");
    const blocks = runnable("quickstart");
    // All but the installation and the placeholders for the printed credentials.
    expect(all.length - blocks.length).toBe(2);
    const check = blocks.findIndex((block) => block.includes("openssl"));
    const ship = blocks.findIndex((block) => block.includes("/fulfillments"));
    // The reader waits for each delivery: before shipping, and before computing the signature of the second one.
    blocks[ship] = `until grep -q order.created body.json 2>/dev/null; do sleep 0.05; done\n${blocks[ship]}`;
    blocks[check] = `until grep -q order.fulfillment.shipped body.json 2>/dev/null; do sleep 0.05; done\n${blocks[check]}`;
    const delivered = (stdout: string) => /order\.created \{"event"/.test(stdout) && /order\.fulfillment\.shipped \{"event"/.test(stdout);
    const { stdout, statuses } = await run(blocks, delivered, await freePort());
    expect(statuses).toEqual([200, 200, 201, 201, 200, 200, 201, 200, 200]);
    expect(stdout).toContain('"tracking_number":"1Z999"');
    const received = [...stdout.matchAll(/^X-Service-Signature (\w+)$/gm)].map(([, signature]) => signature);
    expect(received).toContain(/^(\w{64}) \*body\.json$/m.exec(stdout)?.[1]);
    const [, feed = ""] = /(\{"data":\[\{"event":"order\.created".*\})/.exec(stdout) ?? [];
    expect(feed).toContain('"new_status":"Shipped"');
    expect(await endpoints()).toEqual([]);
  });

  it("the README's requests after a deployment create an organization, a token, a member and a store", async () => {
    const operator = readmeBlock("/operator/organizations").replace(/^export URL=.*$/m, 'URL="$BASE"');
    const store = readmeBlock('"code":"my-shop"').replace(/^export TOKEN=.*$/m, 'URL="$BASE"');
    const { stdout, statuses } = await run([operator, store]);
    expect(statuses).toEqual([200, 201, 201, 201, 201]);
    expect(stdout).toContain('"email":"you@example.com"');
    expect(stdout).toContain('"code":"my-shop"');
  });

  it("files: an uploaded picture becomes the design of an item, only once if that is repeated, and is downloaded unchanged", async () => {
    const picture = readFileSync("docs/images/console.png");
    writeFileSync(join(workFolder, "mug-front.png"), picture);
    const { stdout, statuses } = await run(runnable("files"));
    expect(statuses).toEqual([200, 200, 201, 200, 200]);
    expect(stdout).toContain('"name":"mug-front.png"');
    // To make the same file the design again adds no version.
    expect([...stdout.matchAll(/"version":(\d+)/g)].map(([, version]) => version)).toEqual(["1"]);
    expect(readFileSync(join(workFolder, "downloaded.png")).equals(picture)).toBe(true);
  });

  it("amounts: a unit of the first item of an order is refunded", async () => {
    const refund = blocksOf("amounts", "sh").filter((block) => block.includes("/refunds"));
    const { stdout, statuses } = await run(refund);
    expect(statuses).toEqual([200, 200, 201]);
    expect(stdout).toContain('"reason":"Chipped"');
  });

  it("idempotency: the same call twice creates one order, and the loop ends with a response", async () => {
    const [create = "", loop = "", ...others] = runnable("idempotency");
    expect(others).toEqual([]);
    const { stdout, statuses } = await run([create, create, loop]);
    expect(statuses).toEqual([201, 201, 200]);
    const [first, second, status, note = ""] = stdout.split("\n");
    expect({ first, status }).toEqual({ first: second, status: "201" });
    expect(JSON.parse(note)).toMatchObject({ success: true, data: { text: "Please ring twice." } });
  });

  it("idempotency: the loop repeats the call until it gets its response, and the call is executed once", { tags: "long" }, async () => {
    const [, loop = ""] = runnable("idempotency");
    const busy = { status: 503, headers: { "Retry-After": "0" } };
    await using faulty = await startFaultyProxy(worker.url, [busy, "lost_response", busy]);
    const [findOrder = "", ...attempts] = loop.split("\n");
    const { stdout } = await run([
      "exec 2>/dev/null",
      findOrder,
      `BASE=${faulty.url}`,
      attempts.join("\n").replace("note-$ORDER-ring-twice", "note-$ORDER-lost").replace("ring twice.", "ring thrice."),
    ]);
    expect(stdout).toContain("201");
    expect(faulty.requests).toHaveLength(4);
    const [, order = ""] = /"order_id":(\d+)/i.exec(stdout) ?? [];
    const notes = await fetch(`${worker.url}/orders/${order}/notes`, { headers: { "x-api-key": demo.api_key } });
    expect((await notes.text()).match(/ring thrice/g)).toHaveLength(1);
  });

  it("automation: ships a new order, also after the README has shipped another one", async () => {
    // Another order than the one of the idempotency page, which has the number 1002.
    const create = runnable("idempotency")[0]?.replaceAll("1002", "1004") ?? "";
    const { stdout, statuses } = await run([create, ...runnable("automation")]);
    expect(statuses).toEqual([201, 200, 201]);
    expect(stdout).toContain('"status":"in_transit"');
  });

  it("production: a supplier gets an order and a page, and ships", async () => {
    const { stdout, statuses } = await run(runnable("production"));
    expect(statuses).toEqual([201, 201, 201, 201, 200, 201]);
    expect(stdout).toMatch(/"url":"http[^"]*\/p\//);
    expect(stdout).toContain('"state":"shipped"');
    expect(stdout).toContain('"tracking_number":"1Z999"');
  });

  it("pagination: pages, cursors, 304, a conditional change, and the feed to its end", async () => {
    const { stdout, statuses } = await run(runnable("pagination"));
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200]);
    expect(stdout).toMatch(/^304$/m);
    expect(stdout).toContain('"customer_name":"Ann Lee"');

    writeFileSync(join(workFolder, "follow.mjs"), blocksOf("pagination", "js").join("\n"));
    const following = `import { follow } from "./follow.mjs";
    const seen = [];
    const cursor = await follow(null, (event) => seen.push(event.event));
    const again = [];
    await follow(cursor, (event) => again.push(event.event));
    console.log(JSON.stringify({ seen, again }));`;
    writeFileSync(join(workFolder, "run.mjs"), following);
    const { stdout: read } = await run([`'${process.execPath}' run.mjs`]);
    const { seen, again } = JSON.parse(read) as { seen: string[]; again: string[] };
    expect(again).toEqual([]);
    expect(seen[0]).toBe("order.created");
    expect(seen).toContain("order.fulfillment.shipped");
  });

  it("versioning: a misspelled field is rejected on request", async () => {
    const { stdout } = await run(runnable("versioning"));
    expect(stdout).toBe("400\n");
    expect(readFileSync(join(workFolder, "response.json"), "utf8")).toContain('"code":"unrecognized_key"');
  });

  it("webhooks: subscribes, and reads with a consistency token", async () => {
    const [subscribe = "", read = ""] = runnable("webhooks");
    const token = "CONSISTENCY_TOKEN=$(sed -n 's/^x-consistency-token: //Ip' headers.txt | tr -d '\\r')";
    const order = `ORDER=$(sed 's/^{"id":\\([0-9]*\\).*/\\1/' order.json)`;
    const { stdout, statuses } = await run([subscribe.replace("curl ", "curl -D headers.txt "), token, order, read]);
    expect(statuses).toEqual([201, 200]);
    expect(stdout).toMatch(/"secret":"whsec_/);
    await unsubscribe();
  });

  it("authentication: creates, rotates, changes and revokes a credential, and does not change the reader's own", async () => {
    const { stdout, statuses } = await run(runnable("authentication"));
    expect(statuses).toEqual([200, 200, 200, 201, 200, 200, 200, 200, 200, 200]);
    expect(stdout).toContain('"scopes":["orders:read","fulfillment:write"]');
    expect(readFileSync(join(workFolder, "token.txt"), "utf8")).toMatch(/^x-consistency-token: [\w-]{50,}\n$/i);
    const response = await fetch(`${worker.url}/api/v2/me`, { headers: { Authorization: `Bearer ${demo.api_token}` } });
    expect(response.status).toBe(200);
  });
});
