import { anyCharacter } from "../../kit/any-character";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { createShop, orderBody, type ApiResponse, idempotencyKey, type Shop, ingestOrder } from "../../kit/client";
import { TEXTS } from "../../kit/hostile-values";
import { assertProperty } from "../../kit/property";
import { storedText } from "../../kit/stored-text";

let shop: Shop;
let order: ApiResponse["body"];
beforeAll(async () => {
  shop = await createShop();
  order = await ingestOrder(shop);
});

/** A text as it is stored; an empty one is null. */
const expectedText = (text: string): string | null => storedText(text) || null;

/** A value in ASCII, because half of a surrogate pair would break the report of a failure. */
const inAscii = (value: unknown): string =>
  (JSON.stringify(value) ?? "undefined").replaceAll(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);

const text = fc.oneof(
  fc.constantFrom(...Object.values(TEXTS).flat()),
  fc.string({ unit: anyCharacter, maxLength: 60 }),
  fc.string({ unit: "grapheme", maxLength: 60 }),
  fc.array(fc.constantFrom(...Object.values(TEXTS).flat()), { maxLength: 3 }).map((parts) => parts.join(" ")),
);

/** A resource with texts: how to write it, and how to read its texts. */
interface Texts {
  what: string;
  fields: readonly string[];
  lists?: readonly string[];
  write: (texts: Record<string, unknown>) => Promise<ApiResponse>;
  read: (written: ApiResponse) => Promise<Record<string, unknown>>;
}

const v1Data = async (path: string) => (await shop.v1(path)).body.data;
const v2Body = async (path: string) => (await shop.v2(path)).body;
const keyed = (body: unknown, method = "POST") => ({ body, method, headers: idempotencyKey() });

const ORDER_TEXTS = [
  "number",
  "customer_name",
  "customer_address",
  "ship_address1",
  "ship_address2",
  "ship_city",
  "ship_state",
  "buyer_note",
  "gift_message",
];
const ITEM_TEXTS = [
  "name",
  "sku",
  "custom_sku",
  "spu",
  "material",
  "style",
  "size",
  "color",
  "variations",
  "personalization",
  "comment",
  "tracking_code",
];

const RESOURCES: readonly Texts[] = [
  {
    what: "a product",
    fields: ["title", "sku", "spu", "description", "design_link"],
    lists: ["tags", "images", "stores", "platforms"],
    write: (texts) => shop.v1("/products", keyed({ title: "t", ...texts })),
    read: ({ body }) => v1Data(`/products/${body.data.id}`),
  },
  {
    what: "an expense",
    fields: ["description", "bhxh_type", "employee_name"],
    write: (texts) => shop.v1("/expenses", keyed({ category: "rent", amount: 1, date: "2026-01-31", ...texts })),
    read: ({ body }) => v1Data(`/expenses/${body.data.id}`),
  },
  {
    what: "a note",
    fields: ["content"],
    write: (texts) => shop.v1(`/orders/${order.id}/notes`, keyed({ content: "c", ...texts })),
    read: async ({ body }) => {
      const notes: { id: number; text: string }[] = await v1Data(`/orders/${order.id}/notes`);
      return { content: notes.find(({ id }) => id === body.data.id)?.text };
    },
  },
  {
    what: "an order",
    fields: ORDER_TEXTS,
    write: (texts) => shop.v2("/orders", keyed(orderBody(texts))),
    read: ({ body }) => v2Body(`/orders/${body.id}`),
  },
  {
    what: "an order, changed",
    fields: ORDER_TEXTS,
    write: (texts) => shop.v2(`/orders/${order.id}`, keyed({ tax: 1, ...texts }, "PATCH")),
    read: ({ body }) => v2Body(`/orders/${body.id}`),
  },
  {
    what: "an item",
    fields: ITEM_TEXTS,
    write: (texts) => shop.v2("/orders", keyed(orderBody({ items: [{ name: "n", price: 1, ...texts }] }))),
    read: async ({ body }) => (await v2Body(`/orders/${body.id}`)).items[0],
  },
  {
    what: "a ticket",
    fields: ["subject", "body", "channel", "customer_name"],
    write: (texts) => shop.v2("/tickets", keyed({ subject: "s", body: "b", ...texts })),
    read: ({ body }) => v2Body(`/tickets/${body.id}`),
  },
  {
    what: "a store",
    fields: ["name", "code"],
    write: (texts) => shop.v2("/stores", keyed({ name: "n", platform: "other", ...texts })),
    read: ({ body }) => v2Body(`/stores/${body.id}`),
  },
  {
    what: "a fulfillment",
    fields: ["tracking_number", "carrier"],
    write: async (texts) => {
      const { id } = await ingestOrder(shop);
      return await shop.v2(`/orders/${id}/fulfillments`, keyed({ status: "label_created", ...texts }));
    },
    read: ({ body }) => v2Body(`/fulfillments/${body.id}`),
  },
];

/** A text that every field accepts, so that no test passes because all of its texts are rejected. */
const ACCEPTED = "Zoë";

let accepted = 0;

describe.each(RESOURCES)("$what", ({ what, fields, lists = [], write, read }) => {
  it("is returned as it was accepted, with any texts", { tags: "long" }, async () => {
    const acceptedBefore = accepted;
    const texts = fc.dictionary(fc.constantFrom(...fields), text, { minKeys: 1, maxKeys: 3 });
    const several =
      lists.length === 0 ? fc.constant({}) : fc.dictionary(fc.constantFrom(...lists), fc.array(text, { maxLength: 4 }), { maxKeys: 2 });
    await assertProperty(
      fc.asyncProperty(texts, several, async (sent, sentLists) => {
        const response = await write({ ...sent, ...sentLists });
        expect(response.status).toBeLessThan(500);
        if (response.status >= 300) return;
        accepted += 1;
        const stored = await read(response);
        for (const [field, value] of Object.entries(sent)) expect(inAscii(stored[field]), field).toBe(inAscii(expectedText(value)));
        // The lists of a product are stored as they are sent.
        for (const [field, values] of Object.entries(sentLists)) expect(inAscii(stored[field]), field).toBe(inAscii(values));
      }),
      { cases: 7, examples: [[{ [fields[0] ?? ""]: ACCEPTED }, {}]] },
    );
    expect(accepted).toBeGreaterThan(acceptedBefore);
    console.log(`hostile, read back: ${what}, ${accepted} accepted so far, different 0`);
  });
});

describe.each(["customer_name", "number", "external_id"])("an order by its %s", (field) => {
  it("is found by its first words, whatever characters they have", async () => {
    let searches = 0;
    await assertProperty(
      fc.asyncProperty(text, async (value) => {
        const response = await shop.v2("/orders", keyed(orderBody({ [field]: value })));
        if (response.status !== 201) return;
        // A mark belongs to the letter before it, so it starts no word.
        const wordsOf = (sentence: string) => sentence.split(/[^\p{L}\p{N}\p{M}]+/u).filter((word) => /[\p{L}\p{N}]/u.test(word));
        const [written, folded] = [wordsOf(expectedText(value) ?? ""), wordsOf((expectedText(value) ?? "").normalize("NFKD"))];
        // Some symbols are compatibility forms of a letter (such as a radical), and join the adjacent word.
        const words = written.map((word) => word.normalize("NFKD")).join(" ") === folded.join(" ") ? written : folded;
        for (const q of words.filter((word) => word.length <= 200).slice(0, 3)) {
          searches += 1;
          const found = await shop.v2(`/orders?${new URLSearchParams({ q, limit: "200" }).toString()}`);
          expect(found.status).toBe(200);
          expect(
            found.body.data.map(({ id }: { id: number }) => id),
            `q=${inAscii(q)}`,
          ).toContain(response.body.id);
        }
      }),
      { cases: 4, examples: [[ACCEPTED]] },
    );
    expect(searches).toBeGreaterThan(0);
  });
});
