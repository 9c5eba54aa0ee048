import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeEach, expect, it } from "vitest";
import { app } from "../../../src/entrypoints/app";
import { createShop, rows } from "../../kit/client";
import { captureEnqueued } from "../../kit/webhook-fixture";
import { createMember, ORIGIN, tokenIn } from "../console/kit";
import { parsePart, search } from "./export-kit";
import { fillWithPerson, PERSON, TRACE } from "./kit";

/** The page about personal data in the console (docs/spec/personal-data.md#console). */

const PATH = "/settings/personal-data";

// The delivery of the shop stays in the inbox. If it was processed, rows would be added during a test.
beforeEach(() => void captureEnqueued());

it("an owner finds a person, downloads the stored data, and erases it after typing a confirmation", { tags: "long" }, async () => {
  const shop = await createShop();
  const { order } = await fillWithPerson(shop);
  const owner = await createMember(shop.id, "owner");
  const found = await owner.send(`${PATH}/search`, PERSON);
  expect(found.status).toBe(200);
  expect(found.text).toContain(`/console/${shop.id}/orders/${order}`);
  const file = await owner.send(`${PATH}/export`, PERSON);
  expect(file.headers.get("Content-Disposition")).toBe('attachment; filename="personal-data.ndjson"');
  expect(file.text).toMatch(TRACE);

  const unconfirmed = await owner.send(`${PATH}/erase`, { ...PERSON, confirmation: "yes" });
  expect({ status: unconfirmed.status, text: unconfirmed.text }).toEqual({ status: 400, text: expect.stringContaining("Type ERASE.") });
  expect((await shop.v2(`/orders/${order}`)).text).toMatch(TRACE);

  const erased = await owner.send(`${PATH}/erase`, { ...PERSON, confirmation: "ERASE" });
  expect(erased.location).toBe(`/console/${shop.id}${PATH}?done=erasing`);
  expect((await shop.v2(`/orders/${order}`)).text).not.toMatch(TRACE);
  expect((await owner.open(PATH)).text).toContain("Erasures");
  const again = await owner.send(`${PATH}/search`, PERSON);
  expect(again.text).toContain("Nothing is stored of this person.");
});

it("an owner downloads an export in parts, each with the cursor of the next one", { tags: "long" }, async () => {
  const shop = await createShop();
  await fillWithPerson(shop);
  const owner = await createMember(shop.id, "owner");
  const found = await owner.send(`${PATH}/search`, PERSON);
  // A script joins the parts. Without it, the form has a field for the cursor.
  expect(found.text).toMatch(/<form[^>]* data-parts="personal-data\.ndjson"[^>]*>.*<noscript>.*name="cursor".*<\/noscript>/s);
  const form = new URLSearchParams({ ...PERSON, form_token: tokenIn(found) });
  const part = async (cursor: string) => {
    form.set("cursor", cursor);
    const request = new Request(`${ORIGIN}/console/${shop.id}${PATH}/export`, {
      method: "POST",
      headers: { Cookie: owner.cookie, Origin: ORIGIN },
      body: form,
    });
    return parsePart(await (await app.fetch(request, { ...env, MAX_DATABASE_CALLS: "20" }, createExecutionContext())).text());
  };
  const parts = [await part("")];
  for (let next = parts[0]?.next; typeof next === "string"; next = parts.at(-1)?.next) parts.push(await part(next));
  expect(parts.length).toBeGreaterThan(1);
  expect(parts.flatMap(({ rows: ofPart }) => ofPart)).toEqual(await search(shop.id, PERSON));
  expect((await owner.send(`${PATH}/export`, { ...PERSON, cursor: "x" })).status).toBe(400);
});

it("an owner downloads one file at a time, of any kind", { tags: "long" }, async () => {
  const shop = await createShop();
  await fillWithPerson(shop);
  const owner = await createMember(shop.id, "owner");
  const body = new URLSearchParams({ ...PERSON, form_token: tokenIn(await owner.open(PATH)) });
  const headers = { Cookie: owner.cookie, Origin: ORIGIN };
  const download = async (path: string, options: RequestInit = {}) =>
    await app.fetch(new Request(`${ORIGIN}/console/${shop.id}${path}`, { headers, ...options }), env, createExecutionContext());
  const first = await download(`${PATH}/export`, { method: "POST", body });
  const [second, other] = [await download(`${PATH}/export`, { method: "POST", body }), await download("/orders.csv")];
  expect({ firstStatus: first.status, secondStatus: second.status, otherStatus: other.status }).toEqual({
    firstStatus: 200,
    secondStatus: 429,
    otherStatus: 429,
  });
  expect(new TextDecoder().decode(await first.arrayBuffer())).toMatch(TRACE);
  const next = await download(`${PATH}/export`, { method: "POST", body });
  expect(next.status).toBe(200);
  await next.body?.cancel();
  // A download that its client has cancelled has ended.
  const orders = await download("/orders.csv");
  expect(orders.status).toBe(200);
  await orders.body?.cancel();
});

it("a search without an identifier is rejected, and one with an identifier that is too short at its field", async () => {
  const shop = await createShop();
  const owner = await createMember(shop.id, "owner");
  expect((await owner.send(`${PATH}/search`, { name: "", email: "", phone: "", address: "" })).status).toBe(400);
  const short = await owner.send(`${PATH}/search`, { name: "A.", email: "", phone: "", address: "" });
  expect({ status: short.status, text: short.text }).toEqual({
    status: 400,
    text: expect.stringContaining("Expected a name of at least 2 letters or digits."),
  });
  expect(short.text).toMatch(/<input[^>]* name="name"[^>]* aria-invalid="true"/);
});

it("only owners may search, export and erase", async () => {
  const shop = await createShop();
  const owner = await createMember(shop.id, "owner");
  const ofOwner: number[] = [(await owner.open(PATH)).status];
  for (const action of ["search", "export", "erase"]) {
    ofOwner.push((await owner.send(`${PATH}/${action}`, { ...PERSON, confirmation: "ERASE" })).status);
  }
  expect(ofOwner).toEqual([200, 200, 200, 303]);
  for (const role of ["admin", "member", "viewer"] as const) {
    const member = await createMember(shop.id, role);
    expect((await member.open(PATH)).status).toBe(403);
    for (const action of ["search", "export", "erase"]) {
      expect((await member.send(`${PATH}/${action}`, { ...PERSON, confirmation: "ERASE" })).status).toBe(403);
    }
  }
});

it("a form that is sent twice starts one erasure", async () => {
  const shop = await createShop();
  const owner = await createMember(shop.id, "owner");
  const form = { form_token: tokenIn(await owner.open(PATH)), email: PERSON.email, confirmation: "ERASE" };
  for (let times = 0; times < 2; times += 1) expect((await owner.send(`${PATH}/erase`, form)).status).toBe(303);
  expect(await rows("select count(*) as n from erasures where organization_id = ?", shop.id)).toEqual([{ n: 1 }]);
});
