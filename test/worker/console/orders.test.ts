import { beforeAll, describe, expect, it } from "vitest";
import { createShop, orderBody, rows, type Shop, ingestOrder } from "../../kit/client";
import { logOf } from "../../kit/log";
import { createMember, tokenIn, type Visitor } from "./kit";

let shop: Shop;
let member: Visitor;
let viewer: Visitor;
beforeAll(async () => {
  shop = await createShop({ timezone: "America/New_York" });
  member = await createMember(shop.id, "member");
  viewer = await createMember(shop.id, "viewer");
});

const ITEMS = [{ name: "Mug", quantity: 2, price: 9.99, sku: "MUG", cost: 3.21 }];

async function orderRow(id: number) {
  const [order] = await rows<{ status: string; version: number; is_gift: number | null; is_lost: number | null; customer_name: string }>(
    "select * from orders where id = ?",
    id,
  );
  return order;
}

describe("an order in the console", () => {
  it("shows the assignee, the tags, and the ship-by date in the format of other dates", async () => {
    const { id } = await ingestOrder(shop, {
      items: ITEMS,
      ship_by_date: "2026-12-05",
      tags: ["rush", "Gift & card"],
      assignee: "bea@example.com",
    });
    const { text } = await viewer.open(`/orders/${id}`);
    for (const [term, value] of [
      ["Assignee", "bea@example.com"],
      ["Ship by", '<time datetime="2026-12-05">5 Dec 2026</time>'],
    ]) {
      expect(text).toContain(`<dt>${term}</dt><dd>${value}</dd>`);
    }
    const tagLink = (tag: string, label: string) => `<a href="/console/${shop.id}/orders?tag=${tag}">${label}</a>`;
    expect(text).toContain(`<dt>Tags</dt><dd>${tagLink("rush", "rush")}, ${tagLink("Gift%20%26%20card", "Gift &amp; card")}</dd>`);
    expect((await member.open("/orders?tag=Gift%20%26%20card")).text).toContain(`/orders/${id}"`);
    for (const printed of ["slips", "tickets"]) {
      const { status, text: paper } = await member.open(`/orders/print?ids=${id}&document=${printed}`);
      expect([status, paper.includes(">5 Dec 2026</time>")]).toEqual([200, true]);
    }
  });

  it("has its activity last, as a phone shows it, and names included tax as part of the total", async () => {
    const { id } = await ingestOrder(shop, { items: ITEMS, customer_name: "Ann", tax: 2, taxes_included: true });
    const { text } = await viewer.open(`/orders/${id}`);
    const headings = [...text.matchAll(/<h2>([^<]+)<\/h2>/g)].map(([, heading]) => heading);
    expect(headings.at(-1)).toBe("Activity");
    expect(headings.filter((heading) => ["Customer", "Amounts", "Activity"].includes(heading ?? ""))).toEqual([
      "Customer",
      "Amounts",
      "Activity",
    ]);
    // Included tax is part of the total, not added to it.
    expect(text.replaceAll(/<[^>]+>/g, " ")).toMatch(/Total\s+\$19\.98\s+of which tax\s+\$2\.00\s/);
  });

  it("shows its external id, unless that is its number", async () => {
    const createAndOpen = async (fields: object) => {
      const { id } = await ingestOrder(shop, { items: ITEMS, ...fields });
      return (await member.open(`/orders/${id}`)).text;
    };
    expect(await createAndOpen({ number: "1001", external_id: "demo-39" })).toContain("<dt>Id in the shop</dt><dd>demo-39</dd>");
    // An order without a number is called by its external id.
    for (const fields of [{ number: "1002", external_id: "1002" }, { external_id: "demo-40" }, { number: "1003" }]) {
      expect(await createAndOpen(fields)).not.toContain("Id in the shop");
    }
  });

  it("has a history with the labels of the page, with each fact once and the statuses before and after", async () => {
    const { id, items } = await ingestOrder(shop, { items: ITEMS, source_status: "open" });
    const change = (path: string, body: object) => shop.v2(path, { method: "PATCH", body });
    await change(`/orders/${id}`, { ship_address1: "1 High Street", ship_city: "York", customer_name: "Ana" });
    await change(`/orders/${id}`, { is_gift: true, tags: ["rush"], ship_by_date: "2026-12-05" });
    await change(`/order-items/${items[0].id}`, { quantity: 3, design_url: "https://files.example.com/mug.png" });
    await shop.v2(`/orders/${id}/status`, { body: { status: "In Production" } });
    const { text } = await member.open(`/orders/${id}`);
    const [, history = ""] = /<ol class="timeline">(.*?)<\/ol>/.exec(text) ?? [];
    const entries = [...history.matchAll(/<span class="line">([^<]+)</g)].map(([, entry]) => entry);
    expect(entries).toEqual([
      "Status from New to In Production",
      "Mug, changed: Subtotal, Total, Quantity, Design file",
      "Changed: Ship by, Tags, Gift",
      "Changed: Customer name, Shipping address",
      "Created",
    ]);
  });

  it("is shown without what no surface shows, and with its refund only on its own page", async () => {
    const secrets = { payment_method: "Secret Card", refund_amount: 777.77, on_implausible: "audit" };
    const { id, items } = await ingestOrder(shop, { number: "A-1", items: ITEMS, ...secrets });
    const pages = [`/orders/${id}`, `/orders/${id}/edit`, `/orders/${id}/items/${items[0].id}`, "/orders"];
    for (const path of pages) {
      const { status, text } = await member.open(path);
      expect([path, status, /secret/i.test(text), text.includes("777.77")]).toEqual([path, 200, false, path === `/orders/${id}`]);
    }
  });

  it("has no form for a viewer, and rejects theirs", async () => {
    const { id, items } = await ingestOrder(shop, { items: ITEMS });
    await shop.v2(`/orders/${id}/fulfillments`, { body: { tracking_number: "T1" } });
    const targets = (text: string) => [...text.matchAll(/method="post" action="([^"]+)"/g)].map(([, path]) => path);
    for (const path of ["/orders?status=New", `/orders/${id}`, `/orders/${id}/items/${items[0].id}`]) {
      const { status, text } = await viewer.open(path);
      expect({ path, status, targets: [...new Set(targets(text))] }).toEqual({ path, status: 200, targets: ["/console/sign-out"] });
    }
    const token = tokenIn(await viewer.open(`/orders/${id}`));
    for (const path of [`/orders/${id}/notes`, `/orders/${id}/status`, `/orders/${id}`, `/orders/${id}/items/${items[0].id}`]) {
      const { status } = await viewer.send(path, { form_token: token, content: "x", status: "Shipped", name: "x" });
      expect({ path, status }).toEqual({ path, status: 403 });
    }
    expect(await orderRow(id)).toMatchObject({ status: "New", version: 2 });
  });

  it("returns 404 to another organization, as does an item of another order", async () => {
    const [one, other] = [await ingestOrder(shop, { items: ITEMS }), await ingestOrder(shop, { items: ITEMS })];
    const stranger = await createMember((await createShop()).id, "owner");
    expect((await stranger.open(`/orders/${one.id}`)).status).toBe(404);
    expect((await stranger.send(`/orders/${one.id}/notes`, { content: "x" })).status).toBe(404);
    expect((await stranger.send(`/orders/${one.id}/items/${one.items[0].id}`, { name: "Stolen" })).status).toBe(404);
    expect((await stranger.send(`/orders/${one.id}/items/${one.items[0].id}/status`, { status: "Shipped" })).status).toBe(404);
    expect((await stranger.send(`/orders/${one.id}`, { customer_name: "Stolen" })).status).toBe(404);
    expect(await rows("select name, status from order_items where id = ?", one.items[0].id)).toEqual([{ name: "Mug", status: "New" }]);
    expect((await member.open(`/orders/${one.id}/items/${other.items[0].id}`)).status).toBe(404);
  });

  it("gets one note from a form that is sent twice, with its author", async () => {
    const { id } = await ingestOrder(shop);
    const form = { form_token: tokenIn(await member.open(`/orders/${id}`)), content: "  Call <b>first</b>  " };
    const [first, second] = [await member.send(`/orders/${id}/notes`, form), await member.send(`/orders/${id}/notes`, form)];
    expect({ firstLocation: first.location, secondLocation: second.location }).toEqual({
      firstLocation: `/console/${shop.id}/orders/${id}?done=note_added`,
      secondLocation: `/console/${shop.id}/orders/${id}?done=repeated`,
    });
    const notes = await rows("select text, author_name, author_token_id from order_notes where order_id = ?", id);
    expect(notes).toEqual([{ text: "Call <b>first</b>", author_name: member.email, author_token_id: null }]);
    expect((await member.open(`/orders/${id}`)).text).toContain("Call &lt;b&gt;first&lt;/b&gt;");
  });

  it("shows its newest notes, and the older ones behind a link", async () => {
    const { id } = await ingestOrder(shop);
    const note =
      "insert into order_notes (organization_id, order_id, author_name, text, created_at) values (?, ?, 'Ann', ?, 0) returning id";
    for (let nth = 1; nth <= 51; nth += 1) await rows(note, shop.id, id, `note-${nth};`);
    const { text } = await member.open(`/orders/${id}`);
    expect([text.includes("note-51;"), text.includes("note-2;"), text.includes("note-1;")]).toEqual([true, true, false]);
    const [, older = ""] = /href="\/console\/\d+(\/orders\/\d+\?notes_before=\d+)"/.exec(text) ?? [];
    const before = (await member.open(older)).text;
    // The session, the order, the order at its shop with what the shop was told, and what its items lack.
    expect((await logOf(() => member.open(older))).d1_trips).toBe(4);
    expect([before.includes("note-1;"), before.includes("note-2;"), before.includes("Older notes")]).toEqual([true, false, false]);
  });
});

describe("an order's status in the console", () => {
  const move = (id: number, form: Record<string, string>) => member.send(`/orders/${id}/status`, form);

  it("can be changed as the table of statuses allows, with a reason where that is required", async () => {
    const { id } = await ingestOrder(shop, { status: "Shipped" });
    expect((await member.open(`/orders/${id}`)).text).not.toContain('value="New"');
    const illegal = await move(id, { status: "New", expected_version: "1" });
    expect({ status: illegal.status, text: illegal.text }).toEqual({
      status: 409,
      text: expect.stringContaining("An order can&#39;t go from Shipped to New."),
    });
    // White space is an invalid reason. An empty field is none, which only some changes of the status reject.
    const blank = await move(id, { status: "In Production", reason: " ", expected_version: "1" });
    expect({ status: blank.status, text: blank.text }).toEqual({ status: 400, text: expect.stringContaining("Fill in this field.") });
    const none = await move(id, { status: "In Production", reason: "", expected_version: "1" });
    expect({ status: none.status, text: none.text }).toEqual({
      status: 409,
      text: expect.stringContaining("Changing from Shipped to In Production requires a reason."),
    });
    expect(await orderRow(id)).toMatchObject({ status: "Shipped", version: 1 });
    expect((await move(id, { status: "In Production", reason: "Lost it", expected_version: "1" })).status).toBe(303);
    const history = await rows("select reason, actor_kind, actor_name from order_history where order_id = ? and change = 'status'", id);
    expect(history).toEqual([{ reason: "Lost it", actor_kind: "user", actor_name: member.email }]);
  });

  it("can be moved back only with a reason, also where the API requires none", async () => {
    const { id } = await ingestOrder(shop, { status: "In Production" });
    expect((await member.open(`/orders/${id}`)).text).not.toContain('<button name="status" value="Pending Cost"');
    const none = await move(id, { status: "Pending Cost", expected_version: "1" });
    expect({ status: none.status, text: none.text }).toEqual({
      status: 409,
      text: expect.stringContaining("Changing from In Production to Pending Cost requires a reason."),
    });
    expect(await orderRow(id)).toMatchObject({ status: "In Production", version: 1 });
    expect((await move(id, { status: "Pending Cost", reason: "Too dear", expected_version: "1" })).status).toBe(303);
    expect(await orderRow(id)).toMatchObject({ status: "Pending Cost", version: 2 });
    const byApi = await ingestOrder(shop, { status: "In Production" });
    expect((await shop.v2(`/orders/${byApi.id}/status`, { body: { status: "Pending Cost" } })).status).toBe(200);
  });

  it("has one primary action, the link to the form that ships what is left, until everything is shipped", async () => {
    const { id } = await ingestOrder(shop);
    // The button of the form that ships is shown only while the form is open, when the link to it is not.
    const primary = (text: string) =>
      text.replace(/<details class="ship">.*?<\/details>/s, "").match(/class="[^"]*\bprimary\b[^"]*"/g)?.length ?? 0;
    const { text } = await member.open(`/orders/${id}`);
    expect({ primary: primary(text), text }).toEqual({ primary: 1, text: expect.stringContaining('href="#tracking_number"') });
    await member.send(`/orders/${id}/fulfillments`, { tracking_number: "T1", shipped: "on" });
    expect((await member.open(`/orders/${id}`)).text).not.toContain('href="#tracking_number"');
  });

  it("is not changed after a concurrent change, and the same form sent twice is one change", async () => {
    const { id } = await ingestOrder(shop);
    await shop.v2(`/orders/${id}`, { method: "PATCH", body: { customer_name: "Ana" } });
    const late = await move(id, { status: "Cancelled", reason: "Too slow", expected_version: "1" });
    expect({ status: late.status, text: late.text }).toEqual({
      status: 412,
      text: expect.stringContaining("Somebody changed this order after you opened it."),
    });
    // The input was kept, and the form has the current version of the order.
    expect([late.text.includes('value="Too slow"'), late.text.includes('name="expected_version" value="2"')]).toEqual([true, true]);
    expect(await orderRow(id)).toMatchObject({ status: "New", version: 2 });
    const form = { form_token: tokenIn(late), status: "Cancelled", reason: "", expected_version: "2" };
    expect((await move(id, form)).location).toContain("done=order_status_changed");
    expect((await move(id, form)).location).toBe(`/console/${shop.id}/orders/${id}?done=repeated`);
    expect(await orderRow(id)).toMatchObject({ status: "Cancelled", version: 3 });
  });
});

describe("an order's fields in the console", () => {
  it("are changed if the form has other values; a flag whose checkbox is off becomes no if it was yes, and stays unset if it was unset", async () => {
    const { id } = await ingestOrder(shop, { customer_name: "Ana", ship_city: "Lisboa", is_gift: true });
    const { text } = await member.open(`/orders/${id}/edit`);
    const [, unsetFlags = ""] = /name="unset_flags" value="([^"]*)"/.exec(text) ?? [];
    expect(unsetFlags).toBe("is_refunded is_case_closed is_lost requires_audit");
    const form = { expected_version: "1", unset_flags: unsetFlags, number: "", customer_name: "Bo", ship_city: " ", is_refunded: "on" };
    expect((await member.send(`/orders/${id}`, form)).location).toBe(`/console/${shop.id}/orders/${id}?done=order_saved`);
    expect(await orderRow(id)).toMatchObject({
      customer_name: "Bo",
      ship_city: null,
      is_gift: 0,
      is_refunded: 1,
      is_lost: null,
      version: 2,
    });
    const late = await member.send(`/orders/${id}`, { ...form, customer_name: "Cy" });
    expect({ status: late.status, text: late.text }).toEqual({ status: 412, text: expect.stringContaining('value="Cy"') });
    expect(await orderRow(id)).toMatchObject({ customer_name: "Bo", version: 2 });
  });

  it("other than those of the form are ignored", async () => {
    const { id } = await ingestOrder(shop);
    await member.send(`/orders/${id}`, {
      expected_version: "1",
      customer_name: "Bo",
      payment_method: "Card",
      total_amount: "0",
      store: "x",
    });
    expect(await orderRow(id)).toMatchObject({ customer_name: "Bo", payment_method: null, total_amount: 199_800 });
  });
});

describe("an item in the console", () => {
  it("is changed as the form says, loses its cost if that field is empty, and rejects a stale form and an invalid cost", async () => {
    const { id, items } = await ingestOrder(shop, { items: ITEMS });
    const path = `/orders/${id}/items/${items[0].id}`;
    // Only members who see costs can remove or change one. Others can fill it in.
    const admin = await createMember(shop.id, "admin");
    expect((await admin.send(path, { expected_version: "1", name: "Big mug", sku: "", cost: "" })).status).toBe(303);
    const stored = await rows("select name, sku, cost, version from order_items where id = ?", items[0].id);
    expect(stored).toEqual([{ name: "Big mug", sku: null, cost: null, version: 2 }]);
    const late = await member.send(path, { expected_version: "1", name: "Small mug" });
    expect({ status: late.status, text: late.text }).toEqual({ status: 412, text: expect.stringContaining('value="Small mug"') });
    const wrong = await member.send(path, { expected_version: "2", name: "Mug", cost: "1.23456" });
    expect({ status: wrong.status, text: wrong.text }).toEqual({
      status: 400,
      text: expect.stringContaining("Expected at most 4 decimal places."),
    });
    expect((await rows("select name from order_items where id = ?", items[0].id))[0]).toEqual({ name: "Big mug" });
  });

  it("takes a custom status before the selected one", async () => {
    const { id, items } = await ingestOrder(shop, { items: ITEMS });
    const path = `/orders/${id}/items/${items[0].id}/status`;
    await member.send(path, { status: "Shipped", custom_status: " At the printer's " });
    expect(await rows("select status from order_items where id = ?", items[0].id)).toEqual([{ status: "At the printer's" }]);
    await member.send(path, { status: "Delivered", custom_status: "" });
    expect(await rows("select status from order_items where id = ?", items[0].id)).toEqual([{ status: "Delivered" }]);
  });
});

describe("a fulfillment in the console", () => {
  it("contains the quantities of its form, once, and can be delivered", async () => {
    const { id, items } = await ingestOrder(shop, { items: [...ITEMS, { name: "Card", price: 1 }] });
    const [mug, card] = items.map((item: { id: string }) => item.id);
    const form = {
      form_token: tokenIn(await member.open(`/orders/${id}`)),
      carrier: "DHL",
      tracking_number: "T9",
      tracking_url: "",
      [`take_${mug}`]: "1",
      [`take_${card}`]: "0",
    };
    for (const _nth of [1, 2]) await member.send(`/orders/${id}/fulfillments`, form);
    const lines = await rows(
      "select order_item_id, quantity from fulfillment_items where organization_id = ? and order_item_id in (?, ?)",
      shop.id,
      mug,
      card,
    );
    expect(lines).toEqual([{ order_item_id: Number(mug), quantity: 1 }]);
    const [fulfillment] = await rows<{ id: string; status: string }>(
      "select id, status, carrier, tracking_url from fulfillments where order_id = ?",
      id,
    );
    expect(fulfillment).toMatchObject({ status: "label_created", carrier: "DHL", tracking_url: null });
    await member.send(`/orders/${id}/fulfillments/${fulfillment?.id}`, { status: "delivered" });
    const [after] = await rows("select status, delivered_at is not null as has_time from fulfillments where order_id = ?", id);
    expect(after).toEqual({ status: "delivered", has_time: 1 });
  });

  it("is rejected without items, with too large quantities, and with an invalid tracking link", async () => {
    const { id, items } = await ingestOrder(shop, { items: ITEMS });
    const take = `take_${items[0].id}`;
    const send = async (form: Record<string, string>) => {
      const { status, text } = await member.send(`/orders/${id}/fulfillments`, form);
      return [
        status,
        /role="alert"[^>]*>(.*?)<\/div>/s
          .exec(text)?.[1]
          ?.replaceAll(/<[^>]+>/g, " ")
          .trim(),
      ];
    };
    expect(await send({ [take]: "0" })).toEqual([400, "Not saved.  Add at least one item to the fulfillment."]);
    expect(await send({ [take]: "3" })).toEqual([409, "Not saved. Correct the marked fields."]);
    expect(await send({ [take]: "1", tracking_url: "javascript:alert(1)" })).toEqual([400, "Not saved. Correct the marked fields."]);
    expect(await rows("select id from fulfillments where order_id = ?", id)).toEqual([]);
  });
});

describe("the list of orders in the console", () => {
  it("reads days in the organization's time zone, and shows an error at an invalid filter", async () => {
    const own = await createShop({ timezone: "America/New_York" });
    const owner = await createMember(own.id, "owner");
    await own.v2("/orders", { body: orderBody({ number: "Late", date: "2026-01-10T04:30:00Z" }) });
    await rows("update orders set created_at = ? where organization_id = ? returning id", Date.parse("2026-01-10T04:30:00Z"), own.id);
    const has = async (query: string) => (await owner.open(`/orders?${query}`)).text.includes(">Late<");
    expect([await has("created_after=2026-01-09"), await has("created_after=2026-01-10")]).toEqual([true, false]);
    expect([await has("created_before=2026-01-10"), await has("created_before=2026-01-10&timezone=UTC")]).toEqual([true, false]);
    expect((await owner.open("/orders")).text).toContain(">9 Jan 2026<");
    expect((await owner.open("/orders?status=new")).text).toMatch(/status=New" aria-current="page"/);
    const rejected = await owner.open("/orders?status=Gone");
    expect({ status: rejected.status, text: rejected.text }).toEqual({ status: 400, text: expect.stringContaining("Expected one of New") });
  });
});
