import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, expect, it, vi } from "vitest";
import { app } from "../../../src/entrypoints/app";
import { CHARACTERS_AT_ONCE } from "../../../src/tenants/personal-data/person";
import { continueErasures } from "../../../src/tenants/personal-data/jobs";
import { createShop, ingestOrder, type Shop } from "../../kit/client";
import { createMember } from "../console/kit";
import { search } from "./export-kit";

/** A search, an export or an erasure of one organization does not keep the others waiting (docs/spec/personal-data.md#search). */

const PERSON = { name: "Zora Quellmark" };

/** Requests an action about the person, and does not read the response. */
async function request(shop: Shop, action: "personal-data/search" | "personal-data/export" | "erasures"): Promise<Response> {
  const headers = { Authorization: `Bearer ${env.OPERATOR_TOKEN}`, "Content-Type": "application/json" };
  const url = `https://api.example.com/operator/organizations/${shop.id}/${action}`;
  return await app.fetch(new Request(url, { method: "POST", headers, body: JSON.stringify(PERSON) }), env, createExecutionContext());
}

afterEach(() => void vi.restoreAllMocks());

/** A character that NFKC makes 18 of. */
const LONG = "\uFDFA";
/** Nearly as long as a text of an order or an item may be. */
const LONG_TEXT = LONG.repeat(4900);

/** The most characters that are normalized between two pauses in which others go on. */
function countBetweenPauses(): { most: number } {
  const counted = { most: 0 };
  let now = 0;
  const { setTimeout: start } = globalThis;
  vi.spyOn(globalThis, "setTimeout").mockImplementation(((...args: Parameters<typeof setTimeout>) => {
    now = 0;
    return start(...args);
  }) as typeof setTimeout);
  // oxlint-disable-next-line typescript/unbound-method -- It is called with its text below.
  const { normalize } = String.prototype;
  vi.spyOn(String.prototype, "normalize").mockImplementation(function (this: string, form?: string) {
    const text = normalize.call(this, form);
    now += text.length;
    counted.most = Math.max(counted.most, now);
    return text;
  });
  return counted;
}

it("a search lets other requests go on after every few texts, counted by the length that the texts have when they are compared", async () => {
  const shop = await createShop();
  const properties = Array.from({ length: 10 }, (_, n) => ({ name: `p${n}`, value: LONG_TEXT }));
  const texts = { personalization: LONG_TEXT, variations: LONG_TEXT, comment: `${PERSON.name} ${LONG_TEXT}` };
  await ingestOrder(shop, { buyer_note: LONG_TEXT, gift_message: LONG_TEXT, items: [{ name: "Mug", price: 1, ...texts, properties }] });
  const counted = countBetweenPauses();
  expect((await search(shop.id, PERSON)).length).toBeGreaterThan(0);
  expect(counted.most).toBeGreaterThan(CHARACTERS_AT_ONCE / 2);
  // The text that reaches the limit may exceed it, and each of its characters becomes 18.
  expect(counted.most).toBeLessThan(CHARACTERS_AT_ONCE + 20 * LONG_TEXT.length);
});

it("an organization searches once at a time, and others search meanwhile", async () => {
  const [shop, other] = [await createShop(), await createShop()];
  const owner = await createMember(shop.id, "owner");
  const path = "/settings/personal-data/search";
  // A search that has ended does not count.
  await owner.send(path, PERSON);
  const all = await Promise.all([
    request(shop, "personal-data/search"),
    request(shop, "personal-data/search"),
    request(other, "personal-data/search"),
  ]);
  expect(all.map(({ status }) => status)).toEqual([200, 429, 200]);
  expect(all[1]?.headers.get("Retry-After")).toBe("5");
  expect((await owner.send(path, PERSON)).status).toBe(200);
});

it("an export counts as a search until it has been read, or its download has ended", async () => {
  const shop = await createShop();
  const owner = await createMember(shop.id, "owner");
  for (const end of [(part: Response) => part.text(), (part: Response) => part.body?.cancel()]) {
    const part = await request(shop, "personal-data/export");
    const statuses = [await request(shop, "personal-data/search"), await request(shop, "personal-data/export")].map(({ status }) => status);
    expect(statuses).toEqual([429, 429]);
    expect((await owner.send("/settings/personal-data/search", PERSON)).status).toBe(429);
    await end(part);
    expect((await request(shop, "personal-data/search")).status).toBe(200);
  }
});

it("an erasure that is started during an export is left to the job", async () => {
  const shop = await createShop();
  await ingestOrder(shop, { customer_name: PERSON.name, items: [{ name: "Mug", price: 1 }] });
  const part = await request(shop, "personal-data/export");
  const erasure = await request(shop, "erasures");
  expect({ code: erasure.status, body: await erasure.json() }).toEqual({
    code: 201,
    body: expect.objectContaining({ status: "running", rows: 0 }),
  });
  await continueErasures(env, Date.now());
  // The order was read before the response to the export began.
  expect(await part.text()).toContain(PERSON.name);
  expect(await search(shop.id, PERSON)).toEqual([]);
});
