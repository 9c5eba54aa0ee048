import { beforeEach, describe, expect, it } from "vitest";
import { rows, type Shop } from "../../kit/client";
import { uploadDesign } from "../../kit/uploaded-file";
import { headingsIn, noticesIn, send, visit } from "../public/kit";
import { anItem, aProducingShop, change, orderOf, sendAll, type SupplierOrderResponse } from "./kit";

/** The page of a supplier behind a link (docs/spec/supplier-page.md). */

let shop: Shop;
beforeEach(async () => {
  shop = await aProducingShop();
});

const pathOf = (url: string) => new URL(url).pathname;

/** Creates a link of the supplier with this name, and returns its path. */
async function createLink(supplier: string): Promise<string> {
  const { data } = (await shop.v2("/suppliers")).body;
  const { id } = data.find(({ name }: { name: string }) => name === supplier);
  return pathOf((await shop.v2(`/suppliers/${id}/links`, { body: {} })).body.url);
}

/** Creates a link to one supplier order, and returns its path. */
const createOrderLink = async ({ id }: SupplierOrderResponse) =>
  pathOf((await shop.v2(`/supplier-orders/${id}/links`, { body: {} })).body.url);

const stateOf = async ({ id }: { id: string }) => (await shop.v2(`/supplier-orders/${id}`)).body.state;
const fulfillmentsOf = async (orderId: number) => (await shop.v2(`/orders/${orderId}/fulfillments`)).body.data;

/** What the page of an order says about lines of which nothing is left to do. */
const doneIn = ({ text }: { text: string }) =>
  (text.split('id="done"')[1] ?? "")
    .split("<li")
    .slice(1)
    .map((line) =>
      `<${line}`
        .replaceAll(/<[^>]*>/g, " ")
        .replaceAll(/\s+/g, " ")
        .trim(),
    );

describe("the page of a supplier", () => {
  it("shows what to make, and nothing of prices, people's contacts or others' work", async () => {
    const order = await orderOf(
      shop,
      anItem({
        sku: "MUG-1",
        price: 123.45,
        cost: 67.89,
        personalization: "For <Ann>",
        material: "Ceramic",
        properties: [{ name: "Font", value: "Script" }],
      }),
      anItem({ name: "Secret bag", assigned_supplier: "Bag works" }),
    );
    await shop.v2(`/orders/${order.id}`, { method: "PATCH", body: { customer_email: "ann@example.com", customer_phone: "+1 555 0100" } });
    const sent = await sendAll(shop, order.id);
    const link = await createLink("Acme");
    const list = await visit(link);
    expect(headingsIn(list)).toEqual(["Orders for Acme", "To accept 1"]);
    const page = await visit(`${link}/orders/${sent.id}`);
    expect({ status: page.status, headings: headingsIn(page) }).toEqual({ status: 200, headings: ["Order #1", "Parcel for #1"] });
    for (const shown of ["Mug", "MUG-1", "For &lt;Ann&gt;", "Ceramic", "Script", "Ann Lee", "Bath"]) expect(page.text).toContain(shown);
    const tickets = await visit(`${link}/orders/${sent.id}/tickets`);
    expect(tickets.text).toContain('aria-label="Barcode of #1"');
    const file = await visit(`${link}/orders/${sent.id}/file`);
    expect(file.text).toContain("MUG-1");
    for (const { text } of [list, page, tickets, file]) {
      for (const secret of ["123.45", "67.89", "ann@example.com", "555 0100", "Secret bag", "Bag works"])
        expect(text).not.toContain(secret);
    }
  });

  it("leads from accepting to making and shipping, and the history names the supplier", async () => {
    const order = await orderOf(shop, anItem());
    const sent = await sendAll(shop, order.id);
    const link = await createLink("Acme");
    const page = `/orders/${sent.id}`;
    const accepted = await send(link, { action: `${page}/accept` });
    expect([accepted.status, accepted.location]).toEqual([303, `${link}${page}?done=did_accepted`]);
    expect(noticesIn(await visit(accepted.location ?? ""))).toEqual(["Accepted. You can start making it."]);
    await send(link, { page, action: `${page}/make` });
    expect(await stateOf(sent)).toBe("in_production");
    const shipped = await send(link, {
      page,
      action: `${page}/ship`,
      item: order.items[0].id,
      tracking_number: " 1Z999AA10123456784 ",
      carrier: "",
    });
    expect(shipped.location).toBe(`${link}${page}?done=did_shipped`);
    expect(await stateOf(sent)).toBe("shipped");
    expect(headingsIn(await visit(link))).toEqual(["Orders for Acme", "Shipped lately"]);
    const [fulfillment] = await fulfillmentsOf(order.id);
    expect(fulfillment).toMatchObject({ tracking_number: "1Z999AA10123456784", carrier: "UPS", items: [{ quantity: 3 }] });
    const actors = await rows(
      "select distinct actor_kind, actor_id, actor_name from order_history where organization_id = ? and actor_kind not in ('credential', 'system')",
      shop.id,
    );
    expect(actors).toEqual([{ actor_kind: "supplier", actor_id: null, actor_name: "Acme" }]);
  });

  it("rejects an order or one of its lines with a reason, which the shop gets", async () => {
    const order = await orderOf(shop, anItem(), anItem({ name: "Cup" }));
    const sent = await sendAll(shop, order.id);
    const link = await createLink("Acme");
    const page = `/orders/${sent.id}`;
    const line = `${page}/lines/${order.items[0].id}/reject`;
    const without = await send(link, { page, action: line, reason: " " });
    expect([without.status, noticesIn(without)]).toEqual([400, ["This did not work Write why you reject it."]]);
    await send(link, { page, action: line, reason: "No blue mugs" });
    await send(link, { page, action: `${page}/reject`, reason: "Closed" });
    const { body } = await shop.v2(`/supplier-orders/${sent.id}`);
    expect([body.state, body.reason, ...body.lines.map((each: { reject_reason: string }) => each.reject_reason)]).toEqual([
      "rejected",
      "Closed",
      "No blue mugs",
      "Closed",
    ]);
    const rejected = await visit(link + page);
    expect(rejected.text).toContain("This order was rejected. Do not make it.");
    expect(doneIn(rejected)).toEqual(["3 × Mug #1 rejected No blue mugs", "3 × Cup #1 rejected Closed"]);
  });

  it("takes many tracking numbers at once, or none of them with an error for each line that it can't read", async () => {
    const [one, two] = [
      (await shop.v2("/orders", { body: { store: "Gift shop", number: "#1001", items: [anItem()] } })).body,
      (await shop.v2("/orders", { body: { store: "Gift shop", number: "#1002", items: [anItem()] } })).body,
    ];
    await sendAll(shop, one.id);
    await sendAll(shop, two.id);
    const link = await createLink("Acme");
    const paste = async (lines: string) => await send(link, { page: "/tracking", action: "/tracking", lines });
    const bad = await paste("1001\t1Z1\nnonsense\n9\tA\n#1001,1Z2\n");
    expect({ status: bad.status, notices: noticesIn(bad), isKept: bad.text.includes("#1001,1Z2") }).toEqual({
      status: 400,
      notices: [
        "This did not work Nothing was saved. Line 2: write the number of the parcel, a comma, and the tracking number. Line 3: no parcel that is left has the number 9. Use the number of the parcel, such as #1001. Line 4: line 1 has another tracking number for #1001.",
      ],
      isKept: true,
    });
    expect(await fulfillmentsOf(one.id)).toEqual([]);
    expect((await paste("1001\t1Z1\n#1002;RR2\n\n")).location).toBe(`${link}?done=did_shipped`);
    expect([(await fulfillmentsOf(one.id))[0].tracking_number, (await fulfillmentsOf(two.id))[0].tracking_number]).toEqual(["1Z1", "RR2"]);
  });

  it("is in the language that its reader chooses", async () => {
    await sendAll(shop, (await orderOf(shop, anItem())).id);
    const link = await createLink("Acme");
    const chosen = await visit(`${link}?lang=vi&q=mug`);
    expect([chosen.status, chosen.location]).toEqual([303, `${link}?q=mug`]);
    const cookie = chosen.headers.get("Set-Cookie") ?? "";
    expect(cookie).toMatch(/^lang=vi; Max-Age=\d+; Path=\/p\/; HttpOnly; Secure; SameSite=Lax$/);
    expect(headingsIn(await visit(link, { headers: { Cookie: "lang=vi" } }))).toEqual(["Đơn hàng cho Acme", "Cần nhận 1"]);
    expect(headingsIn(await visit(link, { headers: { "Accept-Language": "zh-CN" } }))).toEqual(["Acme 的订单", "待接单 1"]);
  });

  it("says how many pieces of what an order has before it is accepted, and keeps what was shipped lately", async () => {
    const order = await orderOf(shop, anItem({ quantity: 12 }));
    const sent = await sendAll(shop, order.id);
    const link = await createLink("Acme");
    const card = (await visit(link)).text.replaceAll(/<[^>]*>/g, " ").replaceAll(/\s+/g, " ");
    expect(card).toContain("Pieces: 12");
    expect(card).toContain("12 × Mug");
    await shop.v2(`/supplier-orders/${sent.id}/ship`, { body: { tracking_number: "RR1", carrier: "UPS" } });
    expect(headingsIn(await visit(link))).toEqual(["Orders for Acme", "Shipped lately"]);
    expect(doneIn(await visit(`${link}/orders/${sent.id}`))).toEqual(["12 × Mug #1 Shipped: 12 · UPS · RR1 Change"]);
  });

  it("is opened again from the address of a form that was not carried out", async () => {
    const order = await orderOf(shop, anItem());
    const sent = await sendAll(shop, order.id);
    const link = await createLink("Acme");
    const page = `${link}/orders/${sent.id}`;
    for (const form of [`${page}/ship`, `${page}/accept`, `${page}/lines/${order.items[0].id}/reject`])
      expect(await visit(form)).toMatchObject({ status: 303, location: page });
    expect(await visit(`${page}/nothing`)).toMatchObject({ status: 404 });
    for (const id of ["a%0d%0aX-Evil:1", "%00", "%C3%A9", "%2F%2Fevil.example"])
      expect(await visit(`${link}/orders/${id}/accept`)).toMatchObject({ status: 303, location: `${link}/orders/${id}` });
  });

  it("finds orders by what is on them", async () => {
    await sendAll(shop, (await orderOf(shop, anItem({ personalization: "Hello Zoë" }))).id);
    await sendAll(shop, (await orderOf(shop, anItem())).id);
    const link = await createLink("Acme");
    expect(headingsIn(await visit(`${link}?q=${encodeURIComponent("ZOË")}`))).toEqual(["Orders for Acme", "To accept 1"]);
    expect((await visit(`${link}?q=nothing`)).text).toContain("Nothing matches “nothing”.");
  });
});

describe("a change that comes too late", () => {
  it("gets a sentence with the present state, and nothing is written twice", async () => {
    const order = await orderOf(shop, anItem());
    const sent = await sendAll(shop, order.id);
    const link = await createLink("Acme");
    const page = `/orders/${sent.id}`;
    // Both have opened the page before one of them accepts.
    const stale = await visit(link + page);
    const token = /name="form_token" value="([^"]+)"/.exec(stale.text)?.[1] ?? "";
    const accept = async () => await visit(`${link}${page}/accept`, { form: { form_token: token } });
    const both = await Promise.all([accept(), accept()]);
    expect(both.map(({ status }) => status)).toEqual([303, 303]);
    expect((await shop.v2(`/supplier-orders/${sent.id}`)).body.version).toBe(2);
    await change(shop, sent.id, { state: "cancelled", reason: "Changed our mind" });
    const late = await visit(`${link}${page}/make`, { form: { form_token: token } });
    expect({
      status: late.status,
      notices: noticesIn(late),
      isCancelled: late.text.includes("This order was cancelled. Do not make it."),
    }).toEqual({
      status: 409,
      notices: ["This did not work This order was changed meanwhile. It is now: cancelled."],
      isCancelled: true,
    });
    expect(headingsIn(await visit(link))).toEqual(["Orders for Acme"]);
  });

  it("ships once, although the form is sent twice, and not what was put on hold meanwhile", async () => {
    const order = await orderOf(shop, anItem(), anItem({ name: "Cup" }));
    const sent = await sendAll(shop, order.id);
    await change(shop, sent.id, { state: "accepted" });
    const link = await createLink("Acme");
    const page = `/orders/${sent.id}`;
    const [mug, cup] = order.items;
    const token = /name="form_token" value="([^"]+)"/.exec((await visit(link + page)).text)?.[1] ?? "";
    const form = { form_token: token, item: mug.id, tracking_number: "A1" };
    const both = await Promise.all([visit(`${link}${page}/ship`, { form }), visit(`${link}${page}/ship`, { form })]);
    expect(both.map(({ status }) => status)).toEqual([303, 303]);
    expect(await fulfillmentsOf(order.id)).toHaveLength(1);
    const again = await visit(`${link}${page}/ship`, { form: { ...form, tracking_number: "A2" } });
    expect([again.status, noticesIn(again)]).toEqual([409, ["This did not work It was shipped already, so nothing was saved again."]]);
    await shop.v2(`/order-items/${cup.id}/hold`, { body: { reason: "Wait" } });
    const held = await visit(`${link}${page}/ship`, { form: { ...form, item: cup.id } });
    expect([held.status, noticesIn(held)[0]]).toEqual([
      409,
      "This did not work It is on hold or cancelled, so it was not saved. Do not ship it.",
    ]);
    await shop.v2(`/order-items/${cup.id}/status`, { body: { status: "Cancelled" } });
    expect(doneIn(await visit(link + page))).toEqual(["3 × Mug #1 Shipped: 3 · A1 Change", "3 × Cup #1 cancelled"]);
    expect(await fulfillmentsOf(order.id)).toHaveLength(1);
  });

  it("writes nothing with a link that ends after its page was opened", async () => {
    const sent = await sendAll(shop, (await orderOf(shop, anItem())).id);
    const created = (await shop.v2(`/supplier-orders/${sent.id}/links`, { body: {} })).body;
    const link = pathOf(created.url);
    const token = /name="form_token" value="([^"]+)"/.exec((await visit(link)).text)?.[1] ?? "";
    await shop.v2(`/supplier-orders/${sent.id}/links/${created.id}`, { method: "DELETE" });
    const late = await visit(`${link}/orders/${sent.id}/accept`, { form: { form_token: token } });
    expect([late.status, headingsIn(late), await stateOf(sent)]).toEqual([410, ["This link does not work"], "sent"]);
  });
});

describe("somebody with a link", () => {
  it("gets nothing of other suppliers, other orders, drafts or other organizations", { tags: "long" }, async () => {
    const [own, foreign] = [await orderOf(shop, anItem()), await orderOf(shop, anItem({ name: "Bag", assigned_supplier: "Bag works" }))];
    const [mine, theirs] = [await sendAll(shop, own.id), await sendAll(shop, foreign.id)];
    const newDraft = async () =>
      (await shop.v2("/supplier-orders", { body: { order_ids: [(await orderOf(shop, anItem())).id], state: "draft" } })).body
        .supplier_orders[0];
    const [draft, neverSent] = [await newDraft(), await newDraft()];
    await shop.v2(`/supplier-orders/${neverSent.id}`, { method: "PATCH", body: { state: "cancelled", reason: "Not needed" } });
    for (const { items } of [own, foreign]) await uploadDesign(shop, items[0].id);
    const other = await aProducingShop();
    const elsewhere = await sendAll(other, (await orderOf(other, anItem())).id);
    const [link, single] = [await createLink("Acme"), await createOrderLink(mine)];
    const paths = [
      ...[theirs, draft, neverSent, elsewhere].flatMap(({ id }) => [`/orders/${id}`, `/orders/${id}/file`, `/orders/${id}/tickets`]),
      `/orders/${theirs.id}/lines/${foreign.items[0].id}/design`,
      `/orders/${theirs.id}/lines/${foreign.items[0].id}/design/preview`,
      `/orders/${mine.id}/lines/${foreign.items[0].id}/design`,
      // The order was sent before the design was uploaded, so its line has none.
      `/orders/${mine.id}/lines/${own.items[0].id}/design`,
      `/orders/${mine.id}/lines/x/design`,
      "/console",
    ];
    for (const path of paths) expect([path, (await visit(link + path)).status]).toEqual([path, 404]);
    for (const path of paths) expect([path, (await visit(single + path)).status]).toEqual([path, 404]);
    const token = /name="form_token" value="([^"]+)"/.exec((await visit(link)).text)?.[1] ?? "";
    for (const { id } of [theirs, draft, neverSent, elsewhere]) {
      for (const verb of ["accept", "make", "reject", "ship"]) {
        const form = { form_token: token, reason: "x", item: foreign.items[0].id, tracking_number: "1" };
        expect((await visit(`${link}/orders/${id}/${verb}`, { form })).status).toBe(404);
      }
    }
    const line = await visit(`${link}/orders/${mine.id}/lines/${foreign.items[0].id}/reject`, { form: { form_token: token, reason: "x" } });
    expect(line.status).toBe(404);
    expect([await stateOf(mine), await stateOf(theirs), await stateOf(draft)]).toEqual(["sent", "sent", "draft"]);
    const moved = link.replace(`/p/${shop.id}/`, `/p/${other.id}/`);
    expect((await visit(moved)).status).toBe(404);
  });

  it("does not get a draft that was cancelled and never sent", async () => {
    const order = await orderOf(shop, anItem());
    const draft = (await shop.v2("/supplier-orders", { body: { order_ids: [order.id], state: "draft" } })).body.supplier_orders[0];
    expect((await change(shop, draft.id, { state: "cancelled", reason: "Not needed" })).status).toBe(200);
    const link = await createLink("Acme");
    for (const path of [`/orders/${draft.id}`, `/orders/${draft.id}/file`, `/orders/${draft.id}/tickets`])
      expect([path, (await visit(link + path)).status]).toEqual([path, 404]);
  });

  it("opens the designs that the link shows, with their pictures", async () => {
    const order = await orderOf(shop, anItem());
    await uploadDesign(shop, order.items[0].id);
    const sent = await sendAll(shop, order.id);
    const link = await createLink("Acme");
    const path = `${link}/orders/${sent.id}/lines/${order.items[0].id}/design`;
    expect((await visit(`${link}/orders/${sent.id}`)).text).toContain(`${path}/preview`);
    const [file, picture] = [await visit(path), await visit(`${path}/preview`)];
    expect([file.status, file.headers.get("Content-Disposition"), file.headers.get("Content-Security-Policy")]).toEqual([
      200,
      expect.stringContaining("attachment"),
      "default-src 'none'; sandbox",
    ]);
    expect([picture.status, picture.headers.get("Content-Type"), picture.headers.get("X-Robots-Tag")]).toEqual([
      200,
      "image/webp",
      "noindex",
    ]);
    expect((await visit(`${link}/orders/${sent.id}/file`)).text).toContain(`https://api.example.com${path}`);
    await change(shop, sent.id, { state: "cancelled", reason: "x" });
    expect((await visit(path)).status).toBe(404);
  });

  it("can't send a form of another site, of another link, or a body that is too large", async () => {
    const sent = await sendAll(shop, (await orderOf(shop, anItem())).id);
    const [link, single] = [await createLink("Acme"), await createOrderLink(sent)];
    const path = `${link}/orders/${sent.id}/accept`;
    const token = /name="form_token" value="([^"]+)"/.exec((await visit(link)).text)?.[1] ?? "";
    const otherToken = /name="form_token" value="([^"]+)"/.exec((await visit(single)).text)?.[1] ?? "";
    const foreign = await visit(path, { form: { form_token: token }, headers: { "Sec-Fetch-Site": "cross-site" } });
    const ofOther = await visit(path, { form: { form_token: otherToken } });
    const without = await visit(path, { form: {} });
    const large = await visit(path, { form: { form_token: token, reason: "x".repeat(32_768) } });
    expect([foreign.status, ofOther.status, without.status, large.status]).toEqual([403, 400, 400, 413]);
    // A page does not say why a token is not valid: most are too old.
    expect(noticesIn(ofOther)).toEqual(["This did not work This page was open for too long. Check it, then send it again."]);
    expect(noticesIn(large)).toEqual(["This did not work That is too much at once. Send less."]);
    expect(await stateOf(sent)).toBe("sent");
  });
});
