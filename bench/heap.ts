/**
 * The memory that the largest bodies need: the smallest limit of V8's heap with which the Worker still answers them, found by
 * bisection. workerd ends where an isolate goes beyond its limit, so an answer proves that all of the request fits. An isolate of Cloudflare has 128 MB.
 *
 *     npm run bench -- heap [--only=bulk] [--at-once=1,2] [--from=16] [--to=256] [--step=4]
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { build } from "../test/node/server/build.ts";
import { OPERATOR_TOKEN, temporaryFolder } from "../test/node/server/worker.ts";
import { type LargeBody, largeBodies } from "./large-bodies.ts";
import { setStage, type Stage } from "./stage.ts";

const { values } = parseArgs({
  options: {
    only: { type: "string", default: "" },
    "at-once": { type: "string", default: "1,2" },
    from: { type: "string", default: "16" },
    to: { type: "string", default: "256" },
    step: { type: "string", default: "4" },
  },
});
const [from, to, step] = [values.from, values.to, values.step].map(Number) as [number, number, number];
const MIB = 1024 * 1024;
const PERSON = { email: "bench@example.com", password: "a sentence is a good password", role: "member" };
/** A request whose isolate does little but collect garbage counts as one that does not fit. */
const TIMEOUT_MS = 60_000;

// What the tools say goes beside the figures.
console.log = console.error;
if (existsSync("/dev/shm")) process.env["TMPDIR"] = "/dev/shm";
process.env["X_LOCAL_OBSERVABILITY"] = "false";
using folder = temporaryFolder();
const scripts = { real: await build(join(folder.path, "real")), bare: await build(join(folder.path, "bare"), "bench/bare/worker.ts") };

/** The Worker with a limit of its isolates' heap, in MiB; without one where it is null. */
async function start(limit: number | null): Promise<Stage> {
  if (limit === null) delete process.env["MINIFLARE_WORKERD_V8_FLAGS"];
  else process.env["MINIFLARE_WORKERD_V8_FLAGS"] = `--max-heap-size=${limit}`;
  return await setStage(scripts, join(folder.path, "state"), 10, () => undefined);
}

/** Cookie and form token of a member of the organization. */
async function signIn(stage: Stage): Promise<{ cookie: string; formToken: string }> {
  const { organization } = stage.shops.large;
  await fetch(new URL(`/operator/organizations/${organization}/members`, stage.real), {
    method: "POST",
    headers: { Authorization: `Bearer ${OPERATOR_TOKEN}`, "Content-Type": "application/json" },
    body: JSON.stringify(PERSON),
  });
  const signedIn = await fetch(new URL("/console/sign-in", stage.real), {
    method: "POST",
    redirect: "manual",
    headers: { Origin: stage.real.origin },
    body: new URLSearchParams({ email: PERSON.email, password: PERSON.password }),
  });
  const cookie = signedIn.headers
    .getSetCookie()
    .map((text) => text.split(";", 1)[0])
    .join("; ");
  const page = await (await fetch(new URL(`/console/${organization}/orders`, stage.real), { headers: { Cookie: cookie } })).text();
  const formToken = /name="form_token" value="([^"]+)"/.exec(page)?.[1];
  if (formToken === undefined) throw new Error(`No form in the page: ${page.slice(0, 300)}`);
  return { cookie, formToken };
}

let session: { cookie: string; formToken: string } | null = null;
const stores: number[] = [];
{
  await using stage = await start(null);
  session = await signIn(stage);
  stores.push(...stage.shops.large.stores);
}

/** Path and headers of a request. */
function requestTo(surface: LargeBody["surface"], stage: Stage): { path: string; headers: Record<string, string> } {
  const { key, token, organization } = stage.shops.large;
  const v2 = { Authorization: `Bearer ${token}` };
  switch (surface) {
    case "bulk":
      return { path: "/api/v2/orders/bulk", headers: { ...v2, "Idempotency-Key": crypto.randomUUID() } };
    case "order":
      return { path: "/api/v2/orders", headers: v2 };
    case "expenses":
      return { path: "/expenses/bulk", headers: { "x-api-key": key } };
    case "mcp":
      return { path: "/api/v2/mcp", headers: v2 };
    case "import":
      return {
        path: `/console/${organization}/import`,
        headers: { Cookie: session?.cookie ?? "", "X-Form-Token": session?.formToken ?? "", Origin: stage.real.origin },
      };
  }
}

let requests = 0;

/** Sends so many bodies at once. Why it does not work; null where it does. */
async function tryOut(stage: Stage, { surface, status, make }: LargeBody, atOnce: number): Promise<string | null> {
  const bodies = Array.from({ length: atOnce }, () => make((requests += 1)));
  const answers = bodies.map(async (body) => {
    const { path, headers } = requestTo(surface, stage);
    const response = await fetch(new URL(path, stage.real), {
      method: "POST",
      headers: { "Content-Type": "application/json", Accept: "application/json", ...headers },
      body,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const text = await response.text();
    return response.status === status ? null : `${response.status} ${text.slice(0, 300)}`;
  });
  const settled = await Promise.allSettled(answers);
  for (const result of settled) {
    if (result.status === "rejected") return "no answer";
    if (result.value !== null) return result.value;
  }
  return null;
}

/** Whether bodies fit in a heap of so many MiB. */
async function fits(body: LargeBody, atOnce: number, limit: number): Promise<boolean> {
  try {
    await using stage = await start(limit);
    const failure = await tryOut(stage, body, atOnce);
    if (failure !== null && failure !== "no answer") process.stderr.write(`  ${limit} MiB: ${failure}\n`);
    return failure === null;
  } catch {
    return false;
  }
}

/** The smallest limit with which bodies fit, in MiB; null where `to` is too little. */
async function smallestLimit(body: LargeBody, atOnce: number): Promise<number | null> {
  let [low, high] = [from - step, to];
  if (!(await fits(body, atOnce, to))) return null;
  while (high - low > step) {
    const middle = low + Math.floor((high - low) / 2 / step) * step;
    if (await fits(body, atOnce, middle)) high = middle;
    else low = middle;
  }
  return high;
}

for (const [name, body] of Object.entries(largeBodies(stores[0] ?? 0))) {
  if (!name.includes(values.only)) continue;
  const size = new TextEncoder().encode(body.make(0)).byteLength;
  if (body.repeats === true) {
    await using stage = await start(null);
    const failure = await tryOut(stage, body, 1);
    if (failure !== null) throw new Error(`${name}: ${failure}`);
  }
  for (const atOnce of values["at-once"].split(",").map(Number)) {
    const limit = await smallestLimit(body, atOnce);
    process.stdout.write(
      `${name} (${(size / MIB).toFixed(2)} MiB, ${body.status}), ${atOnce} at once: ${limit === null ? `more than ${to}` : limit} MiB\n`,
    );
  }
}
