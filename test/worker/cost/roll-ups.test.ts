import * as fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { itUnlessLong } from "../../kit/form";
import { orderBody, asOperator, createShop, idempotencyKey, rows, type Shop } from "../../kit/client";
import { assertProperty } from "../../kit/property";
import { expectTrueOrderRollUps, expectTrueRefundedTaxes } from "../../kit/order-roll-ups";
import { FLAGS, OF_ITEMS } from "../../kit/order-sums";

const ITEM_BASES = [
  ["all", "0"],
  ["date_day", "order_date / 86400000"],
] as const;

const TO_MAKE = "order_closed = 0 and status not in ('Shipped', 'Delivered')";

/** The filters by which list_counts counts the rows of each day, and the condition of each. */
const COUNTED = {
  orders: {
    bases: { date_day: "date / 86400000" },
    filters: {
      "''": "1",
      "'status:' || status": "1",
      "'store:' || store_id": "1",
      "'missing_sku'": "missing_sku",
      "'missing_design'": "missing_design",
    },
  },
  order_items: {
    bases: { date_day: "order_date / 86400000" },
    filters: {
      "''": "1",
      "'status:' || lower(coalesce(status_folded, status))": "1",
      "'store:' || store_id": "1",
      "'missing_sku'": "missing_sku",
      "'missing_design'": "missing_design",
      "'missing_cost'": "missing_cost",
      "'needs_sku'": `missing_sku and ${TO_MAKE}`,
    },
  },
};

/** The values for which list_counts has totals. */
const TOTALS = {
  "'ship_country:' || lower(coalesce(ship_country_folded, ship_country))": "ship_country is not null",
  "'shipping_service:' || lower(coalesce(shipping_service_folded, shipping_service))": "shipping_service is not null",
  "'assignee:' || assignee": "assignee is not null",
};

/** Compares list_counts with a recount of the rows, and the limits of order_days with the times of the orders. Counts of 0 are ignored. */
async function expectTrueCounts(shop: Shop): Promise<void> {
  for (const [table, { bases, filters }] of Object.entries(COUNTED)) {
    const counts = Object.entries(bases).flatMap(([basis, bucket]) =>
      Object.entries(filters).map(([filter, where]) => [filter, basis, bucket, where] as const),
    );
    if (table === "orders") {
      for (const flag of ["missing_sku", "missing_design"]) counts.push([`'${flag}'`, "all", "0", flag]);
      counts.push(["''", "created_day", "created_at / 86400000", "1"], ["''", "created_hour", "created_at / 3600000", "1"]);
      for (const [filter, where] of Object.entries(TOTALS)) counts.push([filter, "all", "0", where]);
    } else {
      counts.push(["'needs_sku'", "all", "0", `missing_sku and ${TO_MAKE}`]);
      counts.push(["'needs_design:' || store_id", "all", "0", `missing_design and ${TO_MAKE}`]);
    }
    counts.push(["''", "all", "0", "1"]);
    const counted: unknown[] = [];
    for (const [filter, basis, bucket, where] of counts) {
      const recount = `select ${filter} as filter, '${basis}' as basis, ${bucket} as bucket, count(*) as total from ${table}
        where organization_id = ? and ${where} group by 1, 2, 3`;
      counted.push(...(await rows(recount, shop.id)));
    }
    if (table === "orders") {
      const ofTags = `select 'tag:' || tag as filter, 'all' as basis, 0 as bucket, count(*) as total from order_tags
        where organization_id = ? group by 1`;
      counted.push(...(await rows(ofTags, shop.id)));
    }
    const kept = await rows(
      "select filter, basis, bucket, total from list_counts where organization_id = ? and list = ? and total <> 0",
      shop.id,
      table === "orders" ? "orders" : "items",
    );
    const text = (row: unknown) => JSON.stringify(row);
    expect(kept.map(text).toSorted(), table).toEqual(counted.map(text).toSorted());
  }
  const outside = `select o.id from orders o left join order_days d on d.organization_id = o.organization_id and d.day = o.date / 86400000
    where o.organization_id = ? and (o.created_at between d.first_created and d.last_created
      and o.created_at - o.date between d.least_lag and d.greatest_lag) is not true`;
  expect(await rows(outside, shop.id)).toEqual([]);
}

/** Compares the rows of tags with the orders, and checks that no unused value is counted. */
async function expectTrueTags(shop: Shop): Promise<void> {
  const kept = await rows("select order_id, tag, date from order_tags where organization_id = ? order by 1, 2", shop.id);
  const expected = `select distinct o.id as order_id, lower(j.value) as tag, o.date from orders o, json_each(coalesce(o.tags_folded_list, o.tags)) j
    where o.organization_id = ? order by 1, 2`;
  expect(kept).toEqual(await rows(expected, shop.id));
  const unused = `select filter from list_counts where organization_id = ? and list = 'orders' and total = 0
    and (filter like 'tag:%' or filter like 'ship%' or filter like 'assignee:%')`;
  expect(await rows(unused, shop.id)).toEqual([]);
}

/** Compares every roll-up with a recount of the rows, in every basis. Empty buckets are ignored. */
async function expectTrueRollUps(shop: Shop): Promise<void> {
  await expectTrueOrderRollUps(shop.id);
  for (const [basis, bucket] of ITEM_BASES) {
    const kept = await rows(
      `select bucket, store_id, status, missing, items from item_rollups where organization_id = ? and basis = ? and items <> 0
        order by bucket, store_id, status, missing`,
      shop.id,
      basis,
    );
    const counted = await rows(
      `select ${bucket} as bucket, store_id, lower(coalesce(status_folded, status)) as status, ${FLAGS} as missing, count(*) as items from order_items
        where organization_id = ? group by 1, 2, 3, 4 order by 1, 2, 3, 4`,
      shop.id,
    );
    expect(kept, `items by ${basis}`).toEqual(counted);
  }
}

/** Compares the vocabularies of the full-text indexes with a search for each word, also after replacements. */
async function expectTrueVocabularies(shop: Shop): Promise<void> {
  for (const name of ["order", "item"]) {
    const words = await rows<{ doc: number; found: number }>(
      `select w.doc, (select count(*) from ${name}_search f where f.${name}_search match '"' || w.term || '"') as found
        from ${name}_words w where w.term >= ? and w.term < ?`,
      `${shop.id}~`,
      `${shop.id}~~`,
    );
    expect(words.filter(({ doc, found }) => doc !== found)).toEqual([]);
  }
}

/** Compares the columns of orders that derive from items with their items. */
async function expectTrueOrders(shop: Shop): Promise<void> {
  const names = Object.keys(OF_ITEMS).join(", ");
  const kept = await rows(`select id, ${names} from orders where organization_id = ? order by id`, shop.id);
  const columns = Object.entries(OF_ITEMS).map(([name, sql]) => `${sql} as ${name}`);
  const counted = await rows(
    `select o.id, ${columns.join(", ")} from orders o join order_items i on i.order_id = o.id where o.organization_id = ? group by 1 order by 1`,
    shop.id,
  );
  expect(kept).toEqual(counted);
}

/** Compares the columns that items copy from their order with the order. */
async function expectTrueItems(shop: Shop): Promise<void> {
  const repeated = "select store_id, order_date, order_closed from order_items where organization_id = ? order by id";
  const expected = `select o.store_id, o.date as order_date, o.status in ('Complete', 'Cancelled') as order_closed
    from order_items i join orders o on o.id = i.order_id where i.organization_id = ? order by i.id`;
  expect(await rows(repeated, shop.id)).toEqual(await rows(expected, shop.id));
}

const optional = <T>(value: T) => fc.constantFrom(undefined, null, value);
const cents = fc.integer({ min: 0, max: 5000 }).map((amount) => amount / 100);

const itemFields = {
  name: fc.constantFrom("Mug", "Tee"),
  quantity: fc.integer({ min: 1, max: 5 }),
  price: cents,
  cost: fc.option(cents, { freq: 3 }),
  status: fc.constantFrom(
    undefined,
    "New",
    "Shipped",
    "Cancelled",
    "Refunded",
    "On Hold",
    "own STATUS",
    "Own Status",
    "Überfällig",
    "ÜBERFÄLLIG",
  ),
  sku: optional("S"),
  custom_sku: optional("C"),
  design_url: optional("https://d.example.com/1"),
};
const itemNamed = (...names: (string | null)[]) => fc.record({ external_id: fc.constantFrom(...names), ...itemFields });

/** Items of which an update may omit some, and items of which it never does. */
const someItems = fc.uniqueArray(itemNamed(null, "a", "b", "c"), { minLength: 1, maxLength: 4, selector: (one) => one.external_id ?? {} });
const allItems = fc.tuple(itemNamed("a"), itemNamed("b"), itemNamed("c")).map((items) => [...items]);

/** Orders with few external ids, so that some are new and others are updates. */
const ingestOf = (items: typeof someItems) =>
  fc.record({
    kind: fc.constant("ingest" as const),
    orders: fc.uniqueArray(
      fc.record({
        store: fc.constantFrom("gift", "other"),
        external_id: fc.constantFrom("1", "2", "3", "4"),
        currency: fc.constantFrom(undefined, "EUR", "JPY"),
        status: fc.constantFrom(undefined, "New", "Shipped", "Complete"),
        // Moments in one hour and in adjacent hours and days, and the latest date that is accepted.
        date: fc.constantFrom(
          undefined,
          "2026-01-01",
          "2026-01-01T00:30:00Z",
          "2026-01-01T01:00:00Z",
          "2026-03-29T00:59:59.999Z",
          "9999-12-29",
        ),
        tax: fc.option(cents, { nil: undefined }),
        shipping_cost: fc.option(cents, { nil: undefined }),
        discount: fc.option(cents, { nil: undefined }),
        total_amount: fc.option(cents, { nil: undefined, freq: 1 }),
        taxes_included: fc.constantFrom(undefined, null, true, false),
        refund_amount: fc.option(cents, { nil: null }),
        // Another amount than 0 can be more than the tax or the refund, which is an error.
        refund_tax: fc.constantFrom(undefined, undefined, null, 0),
        is_refunded: fc.constantFrom(undefined, null, true, false),
        ship_country: fc.constantFrom(undefined, null, "GB", "gb", "DE", "Österreich", "österreich"),
        shipping_service: optional("Express"),
        tags: fc.constantFrom(undefined, [], ["gift"], ["GIFT", "rush", "gift"], ["Ärmel", "ÄRMEL"]),
        assignee: optional("Ann"),
        items,
      }),
      { minLength: 1, maxLength: 3, selector: ({ store, external_id }) => `${store}/${external_id}` },
    ),
  });
const itemStatus = fc.record({
  kind: fc.constant("item" as const),
  pick: fc.nat(),
  status: fc.constantFrom("New", "Shipped", "Delivered", "Cancelled", "Refunded", "own status", "OWN status", "überfällig"),
});
const itemStatuses = fc.record({
  kind: fc.constant("items" as const),
  pick: fc.nat(),
  status: fc.constantFrom("New", "Shipped", "Cancelled", "OWN status", "überfällig"),
});
const orderStatus = fc.record({
  kind: fc.constant("order" as const),
  pick: fc.nat(),
  status: fc.constantFrom("New", "Pending Cost", "In Production", "Shipped", "Complete", "Cancelled"),
});
const orderPatch = fc.record({
  kind: fc.constant("order patch" as const),
  pick: fc.nat(),
  patch: fc.record(
    {
      customer_name: optional("Ann Lee"),
      number: optional("#7"),
      currency: fc.constantFrom("EUR", "JPY"),
      date: fc.constantFrom("2026-01-01", "2026-03-29T00:59:59.999Z", "2026-10-25T02:30:00"),
      tax: cents,
      discount: cents,
      total_amount: cents,
      taxes_included: fc.constantFrom(null, true, false),
      refund_amount: fc.option(cents),
      refund_tax: fc.constantFrom(null, 0),
      is_refunded: fc.constantFrom(null, true, false),
      ship_country: optional("DE"),
      shipping_service: optional("express"),
      tags: fc.constantFrom([], ["rush", "Gift"], ["new"]),
      assignee: optional("bea"),
    },
    { requiredKeys: [] },
  ),
});
const itemPatch = fc.record({
  kind: fc.constant("item patch" as const),
  pick: fc.nat(),
  patch: fc.record(
    {
      name: fc.constantFrom("Mug", "Cup"),
      sku: optional("S"),
      design_url: optional("https://d.example.com/2"),
      cost: fc.option(cents),
      carrier: optional("UPS"),
      quantity: fc.integer({ min: 1, max: 4 }),
      price: cents,
    },
    { requiredKeys: [] },
  ),
});
const newItem = fc.record({
  kind: fc.constant("new item" as const),
  pick: fc.nat(),
  item: fc.record({ name: fc.constant("Card"), price: cents, quantity: fc.integer({ min: 1, max: 3 }), sku: optional("C") }),
});
const removal = fc.record({ kind: fc.constant("removal" as const), pick: fc.nat() });
const bulkAction = fc.record({
  kind: fc.constant("bulk action" as const),
  pick: fc.nat(),
  action: fc.constantFrom({ add_tags: ["Rush", "sale"] }, { remove_tags: ["GIFT"] }, { assignee: "Ann" }, { assignee: null }),
});
const fulfillmentStatus = fc.constantFrom("label_created", "in_transit", "delivered", "exception", "lost", "cancelled");
const fulfillment = fc.record({ kind: fc.constant("fulfillment" as const), pick: fc.nat(), status: fulfillmentStatus, part: fc.boolean() });
const fulfillmentUpdate = fc.record({ kind: fc.constant("fulfillment update" as const), pick: fc.nat(), status: fulfillmentStatus });
const stepsWith = (items: typeof someItems) =>
  fc.array(
    fc.oneof(
      ingestOf(items),
      itemStatus,
      itemStatuses,
      orderStatus,
      orderPatch,
      itemPatch,
      newItem,
      removal,
      bulkAction,
      fulfillment,
      fulfillmentUpdate,
    ),
    { minLength: 3, maxLength: 12 },
  );
type Step = ReturnType<typeof stepsWith> extends fc.Arbitrary<(infer T)[]> ? T : never;

/** The `pick`-th of the shop's orders or items, if there are any. */
async function pickId(shop: Shop, table: "orders" | "order_items" | "fulfillments", pick: number): Promise<number | string | undefined> {
  const found = await rows<{ id: number | string }>(`select id from ${table} where organization_id = ? order by id`, shop.id);
  return found[pick % found.length]?.id;
}

/** Whether a patch has any field as JSON. */
const hasField = (patch: object) => Object.values(patch).some((value) => value !== undefined);

async function applyStep(shop: Shop, step: Step): Promise<void> {
  if (step.kind === "ingest") {
    const orders = step.orders.map((order) => ({ ...order, on_implausible: "audit" }));
    const { status, body } = await shop.v2("/orders/bulk", { body: { orders, on_conflict: "update" } });
    expect({ status, failed: body.summary?.failed, error: body.error }).toEqual({ status: 200, failed: 0, error: undefined });
    return;
  }
  const table = { item: "order_items", "item patch": "order_items", removal: "order_items", "fulfillment update": "fulfillments" } as const;
  const id = await pickId(shop, step.kind in table ? table[step.kind as keyof typeof table] : "orders", step.pick);
  if (id === undefined) return;
  const patch = async (path: string, body: Record<string, unknown>) => (await shop.v2(path, { method: "PATCH", body })).status;
  switch (step.kind) {
    case "item": {
      const response = await shop.v1(`/orderItems/${id}/status`, { body: { status: step.status }, headers: idempotencyKey() });
      // 409: an item of a cancelled or refunded order is not shipped.
      expect([200, 409]).toContain(response.status);
      break;
    }
    case "items": {
      const items = await rows<{ id: number }>(
        "select id from order_items where organization_id = ? and id % 3 = ?",
        shop.id,
        step.pick % 3,
      );
      // A request may have at most 200 ids.
      const ids = items.slice(0, 50).map((item) => String(item.id));
      const body = { ids, set_status: { status: step.status } };
      if (ids.length > 0) expect((await shop.v2("/order-items/bulk-actions", { body })).status).toBe(200);
      break;
    }
    case "order": {
      const response = await shop.v2(`/orders/${id}/status`, { body: { status: step.status, reason: "a test" } });
      // 409: a transition that is not allowed, even with a reason.
      expect([200, 409]).toContain(response.status);
      break;
    }
    case "order patch":
      // 400: a refund above the total.
      expect(hasField(step.patch) ? [200, 400] : [400]).toContain(await patch(`/orders/${id}`, step.patch));
      break;
    case "item patch":
      // 409: a new quantity or price of a cancelled item, or a quantity below that in fulfillments.
      expect(hasField(step.patch) ? [200, 409] : [400]).toContain(await patch(`/order-items/${id}`, step.patch));
      break;
    case "new item":
      expect((await shop.v2(`/orders/${id}/items`, { body: step.item })).status).toBe(201);
      break;
    case "removal":
      // 409: an item that is in a fulfillment, or that is final, for example removed before.
      expect([200, 409]).toContain((await shop.v2(`/order-items/${id}`, { method: "DELETE" })).status);
      break;
    case "bulk action":
      expect((await shop.v2("/orders/bulk-actions", { body: { ids: [id], ...step.action } })).status).toBe(200);
      break;
    case "fulfillment": {
      const { items } = (await shop.v2(`/orders/${id}`)).body;
      const part = step.part ? { items: [{ order_item_id: items[0].id, quantity: 1 }] } : {};
      const response = await shop.v2(`/orders/${id}/fulfillments`, { body: { status: step.status, ...part } });
      // 409: nothing is left to ship, or it may not be shipped.
      expect([201, 409]).toContain(response.status);
      break;
    }
    case "fulfillment update":
      // 409: its units are in another fulfillment by now, or may not be shipped.
      expect([200, 409]).toContain(await patch(`/fulfillments/${id}`, { status: step.status }));
  }
}

/**
 * The events of every order are numbered from 1, its history leads from its first status to its current one, and no fulfillment has two
 * events of one type.
 */
async function expectTrueRecords(shop: Shop): Promise<void> {
  const orders = await rows<{ id: number; status: string; event_sequence: number }>(
    "select * from orders where organization_id = ?",
    shop.id,
  );
  const eventsByOrder = Map.groupBy(
    await rows<{ order_id: number; n: number; type: string }>(
      "select order_id, body->>'sequence' as n, type from events where organization_id = ? order by seq",
      shop.id,
    ),
    ({ order_id }) => order_id,
  );
  const entriesByOrder = Map.groupBy(
    await rows<{ order_id: number; from_value: string | null; to_value: string }>(
      `select * from order_history where organization_id = ? and "change" in ('created', 'status', 'roll_up') order by id`,
      shop.id,
    ),
    ({ order_id }) => order_id,
  );
  for (const { id, status, event_sequence } of orders) {
    expect(eventsByOrder.get(id)?.map(({ n }) => n)).toEqual(Array.from({ length: event_sequence }, (_, n) => n + 1));
    const chain = entriesByOrder.get(id) ?? [];
    expect(chain.map(({ from_value }) => from_value)).toEqual([null, ...chain.slice(0, -1).map(({ to_value }) => to_value)]);
    expect(chain.at(-1)?.to_value).toBe(status);
  }
  const once = `select body->>'fulfillment_id' from events where organization_id = ? and type like 'order.fulfillment.%' group by 1, type having count(*) > 1`;
  expect(await rows(once, shop.id)).toEqual([]);
}

/** A shop of two stores in a time zone whose days begin in the middle of an hour of UTC. */
async function createShopOfTwoStores(): Promise<Shop> {
  const shop = await createShop({ timezone: "Asia/Kolkata" });
  await asOperator(`/organizations/${shop.id}/stores`, { name: "Other", platform: "custom" });
  return shop;
}

describe("a maintained count", () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await createShopOfTwoStores();
  });

  // All sequences run in one shop, so each starts with the rows of the previous one.
  const runs = {
    cases: 15,
    endOnFailure: true,
    begin: async () => {
      shop = await createShopOfTwoStores();
    },
  };

  it("equals a recount after any sequence of ingests, updates, patches, statuses and fulfillments", { tags: "long" }, async () => {
    await assertProperty(
      fc.asyncProperty(stepsWith(allItems), async (sequence) => {
        for (const step of sequence) await applyStep(shop, step);
        await expectTrueRollUps(shop);
        await expectTrueCounts(shop);
        await expectTrueTags(shop);
        await expectTrueVocabularies(shop);
        await expectTrueOrders(shop);
        await expectTrueRefundedTaxes(shop.id);
        await expectTrueItems(shop);
        await expectTrueRecords(shop);
      }),
      runs,
    );
  });

  it("equals a recount also after updates that omit items", { tags: "long" }, async () => {
    await assertProperty(
      fc.asyncProperty(stepsWith(someItems), async (sequence) => {
        for (const step of sequence) await applyStep(shop, step);
        await expectTrueRollUps(shop);
        await expectTrueCounts(shop);
        await expectTrueTags(shop);
        await expectTrueVocabularies(shop);
        await expectTrueOrders(shop);
      }),
      runs,
    );
  });

  describe("an item that an update omits", () => {
    const [kept, omitted] = ["a", "b"].map((external_id) => ({ external_id, name: "Mug", price: 1, cost: 1 }));
    const send = async (to: Shop, fields: Record<string, unknown>) => {
      const { status } = await to.v2("/orders", {
        body: { store: "gift", external_id: "left-out", items: [kept], on_conflict: "update", ...fields },
      });
      expect([200, 201]).toContain(status);
    };

    /** How many items the order has, and how many dates they have. */
    const readItems = async (of: Shop) =>
      (await rows("select count(*) as items, count(distinct order_date) as dates from order_items where organization_id = ?", of.id))[0];

    itUnlessLong("is still counted for the order", async () => {
      const own = await createShopOfTwoStores();
      await send(own, { items: [kept, omitted] });
      await send(own, { number: "2" });
      expect(await readItems(own)).toEqual({ items: 2, dates: 1 });
      await expectTrueOrders(own);
    });

    itUnlessLong("is still counted after the next update", async () => {
      const own = await createShopOfTwoStores();
      await send(own, { items: [kept, omitted] });
      await send(own, { number: "2" });
      await send(own, { number: "3" });
      expect(await readItems(own)).toEqual({ items: 2, dates: 1 });
      await expectTrueOrders(own);
    });

    itUnlessLong("moves with its order to another date", async () => {
      const own = await createShopOfTwoStores();
      await send(own, { items: [kept, omitted], date: "2026-01-01" });
      await send(own, { date: "2026-02-02" });
      expect(await readItems(own)).toEqual({ items: 2, dates: 1 });
      await expectTrueItems(own);
    });
  });

  itUnlessLong("is in the totals of the lists", async () => {
    // The sequences above may have written nothing, and `npm test` leaves them out.
    expect((await shop.v2("/orders", { body: orderBody() })).status).toBe(201);
    // Otherwise the comparison of the vocabularies would compare nothing.
    const words = "select term from order_words where term >= ? and term < ?";
    expect(await rows(words, `${shop.id}~`, `${shop.id}~~`)).not.toEqual([]);
    const [orders, items] = [await shop.v1("/orders?page_size=1"), await shop.v1("/orderItems?page_size=1")];
    expect({ orders: orders.body.meta.pagination.total, items: items.body.meta.pagination.total }).toEqual({
      orders: (await rows("select id from orders where organization_id = ?", shop.id)).length,
      items: (await rows("select id from order_items where organization_id = ?", shop.id)).length,
    });
  });

  itUnlessLong("is not changed by a rejected request or a dry run", async () => {
    const before = await rows("select * from order_rollups where organization_id = ?", shop.id);
    const order = { store: "gift", external_id: "half", items: [{ name: "Mug", price: 1 }] };
    const rejected = await shop.v2("/orders/bulk", { body: { orders: [order, { ...order, external_id: "bad", store: "nowhere" }] } });
    expect(rejected.status).toBe(404);
    const dry = await shop.v2("/orders/bulk", { body: { orders: [order], dry_run: true } });
    expect(dry.status).toBe(200);
    expect(await rows("select * from order_rollups where organization_id = ?", shop.id)).toEqual(before);
  });
});
