import { createHmac, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { runInNewContext } from "node:vm";
import { expect, it } from "vitest";

/** What src/resources/webhooks/signature.ts exports. It is the Worker's, so that it is checked with the Worker's types, not with these. */
interface Signing {
  signatureHeaders: (
    secrets: { current: string; previous: string | null },
    message: { event: string; eventId: string; deliveryId: string; attempt: number; now: number; body: Uint8Array },
  ) => Promise<Record<string, string>>;
}

const guide = readFileSync("docs/guide/automation.md", "utf8");
const { signatureHeaders } = (await import(resolve("src/resources/webhooks/signature.ts"))) as Signing;
const secret = `whsec_${randomBytes(32).toString("base64")}`;
/** JSON that can be spelled in two ways, with more than ASCII. */
const BODY = '{"event": "order.created","event_id":"evt_1","data":{"total":10.0,"customer_name":"Zoë \\u00e9 ☃"}}';

/** The guide's code that begins with this comment, with the secret of this test. */
function snippet(title: string): string {
  const [, code = ""] = new RegExp(`\`\`\`js\\n(// ${title}[\\s\\S]*?)\`\`\``).exec(guide) ?? [];
  return code.replace("whsec_…", secret);
}

/** One attempt as the service sends it, with header names in lower case, as receivers get them. */
async function attempt({ body = BODY, now = Date.now(), current = secret, previous = null as string | null } = {}) {
  const bytes = new TextEncoder().encode(body);
  const message = { event: "order.created", eventId: "evt_1", deliveryId: "dlv_1", attempt: 1, now, body: bytes };
  const headers = await signatureHeaders({ current, previous }, message);
  return { body, headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])) };
}
type Attempt = Awaited<ReturnType<typeof attempt>>;

/** Runs the code as the tool does: as the body of an async function, with the tool's own variables. */
async function run(code: string, names: Record<string, unknown>, self: unknown): Promise<unknown> {
  const require = createRequire(import.meta.url);
  const context = { require, Buffer, ...names };
  return await (runInNewContext(`(async function () {${code}})`, context) as () => Promise<unknown>).call(self);
}

const TOOLS: Record<string, (received: Attempt) => Promise<unknown>> = {
  n8n: async ({ body, headers }) => {
    const input = { first: () => ({ json: { headers, params: {}, query: {}, body: {} }, binary: { data: {} } }) };
    const helpers = {
      getBinaryDataBuffer: (item: number, name: string) =>
        item === 0 && name === "data" ? Promise.resolve(Buffer.from(body)) : Promise.reject(new Error(`No ${name} of item ${item}`)),
    };
    const [first] = (await run(snippet("n8n"), { $input: input }, { helpers })) as { json: unknown }[];
    return first?.json;
  },
  Zapier: ({ body, headers }) => {
    const [id, timestamp, signature] = [headers["webhook-id"], headers["webhook-timestamp"], headers["webhook-signature"]];
    return run(snippet("Zapier"), { inputData: { body, id, timestamp, signature, secret } }, undefined);
  },
};

it.each(Object.entries(TOOLS))("%s's code accepts what the service has signed, and nothing else", async (_, receive) => {
  expect(await receive(await attempt())).toEqual(JSON.parse(BODY));
  // During a rotation, the previous secret signs as well.
  const other = `whsec_${randomBytes(32).toString("base64")}`;
  expect(await receive(await attempt({ current: other, previous: secret }))).toEqual(JSON.parse(BODY));

  const genuine = await attempt();
  const forged: Attempt[] = [
    { ...genuine, body: BODY.replace("10.0", "99.0") },
    // The same JSON in another spelling, which a tool that parses the body would check.
    { ...genuine, body: JSON.stringify(JSON.parse(BODY)) },
    { ...genuine, headers: { ...genuine.headers, "webhook-id": "evt_2" } },
    { ...genuine, headers: { ...genuine.headers, "webhook-signature": "v1," } },
    { body: BODY, headers: {} },
    await attempt({ current: other }),
    // The tolerance is 300 s either way. A time is cut to whole seconds, and one in the future comes nearer while the test runs.
    await attempt({ now: Date.now() - 301_000 }),
    await attempt({ now: Date.now() + 302_000 }),
  ];
  for (const one of forged) await expect(async () => await receive(one)).rejects.toThrow("Not a delivery of the order service.");
});

it("Make's formula, with Make's definition of sha256, computes X-Service-Signature", async () => {
  const [, text, encoding, key] = /\{\{sha256\(([\w.]+); "(\w+)"; "([^"]+)"\)\}\}/.exec(guide) ?? [];
  expect({ text, encoding, key }).toEqual({ text: "1.value", encoding: "hex", key: "whsec_…" });
  const { body, headers } = await attempt();
  const [, header = ""] = /map\(1\.__IMTHEADERS__; "value"; "name"; "([^"]+)"\)/.exec(guide) ?? [];
  expect(headers[header]).toBe(createHmac("sha256", secret).update(body, "utf8").digest("hex"));
});
