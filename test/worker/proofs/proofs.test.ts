import { beforeEach, describe, expect, it } from "vitest";
import { createShop, idempotencyKey, rows, type Shop } from "../../kit/client";
import { bytesOf, upload } from "../files/kit";
import { visit } from "../public/kit";
import { aPicture, aProofShop, blockersOf, change, create, giveDesign, orderWithDesigns, outcome, send, sendProof } from "./kit";

/** Proofs of items, through the API (docs/spec/proofs.md). */

let shop: Shop;
beforeEach(async () => {
  shop = await aProofShop();
});

describe("a new proof", () => {
  it("is a draft of the item's design, and supersedes the earlier one", async () => {
    const order = await orderWithDesigns(shop, "Mug");
    const [{ id: item }] = order.items;
    const one = await create(shop, item);
    expect(one).toMatchObject({
      status: 201,
      body: {
        order_id: order.id,
        order_number: "#7",
        order_item_id: item,
        item_name: "Mug",
        file_name: "design.png",
        version: 1,
        state: "draft",
        sent_at: null,
      },
    });
    const two = await create(shop, item, await aPicture(shop, "mug on a table.png"));
    expect(two.body).toMatchObject({ version: 2, state: "draft", file_name: "mug on a table.png" });
    expect((await shop.v2(`/proofs/${one.body.id}`)).body.state).toBe("superseded");
    const { data } = (await shop.v2(`/proofs?order_item_id=${item}`)).body;
    expect(data.map(({ version, state }: Record<string, unknown>) => ({ version, state }))).toEqual([
      { version: 2, state: "draft" },
      { version: 1, state: "superseded" },
    ]);
  });

  it("is created once also if its order is named twice", async () => {
    const order = await orderWithDesigns(shop, "Mug");
    const { status } = await shop.v2("/proofs/send", { body: { order_ids: [order.id, order.id] } });
    expect({ status, proofs: (await shop.v2("/proofs")).body.data.length }).toEqual({ status: 200, proofs: 1 });
  });

  it("is created once for an idempotency key", async () => {
    const order = await orderWithDesigns(shop, "Mug");
    const headers = idempotencyKey();
    const body = { order_item_id: order.items[0].id };
    const [one, two] = [await shop.v2("/proofs", { body, headers }), await shop.v2("/proofs", { body, headers })];
    expect({ id: two.body.id, version: two.body.version }).toEqual({ id: one.body.id, version: 1 });
  });

  it("needs an item that is to be made and a file that can be shown", async () => {
    const order = await orderWithDesigns(shop, "Mug", "Plain cup", "Bag");
    const [mug, cup, bag] = order.items;
    expect(outcome(await create(shop, cup.id))).toEqual({ status: 409, codes: ["no_design_file"] });
    expect(outcome(await create(shop, "x"))).toEqual({ status: 404, codes: ["not_found"] });
    expect(outcome(await create(shop, mug.id, "fil_none"))).toEqual({ status: 404, codes: ["not_found"] });
    const pdf = await upload(shop, "mug.pdf", bytesOf("%PDF-1.7"), { query: { role: "proof" } });
    expect(outcome(await create(shop, mug.id, pdf.body.id))).toEqual({ status: 409, codes: ["no_picture"] });
    const attachment = await upload(shop, "letter.pdf", bytesOf("%PDF-1.7"), { query: { order_id: String(order.id) } });
    expect(outcome(await create(shop, mug.id, attachment.body.id))).toEqual({ status: 409, codes: ["not_a_proof"] });
    await shop.v2(`/order-items/${bag.id}/status`, { body: { status: "Cancelled" } });
    expect(outcome(await create(shop, bag.id))).toEqual({ status: 409, codes: ["not_to_be_made"] });
  });

  it("keeps its file from being deleted until it is superseded", async () => {
    const order = await orderWithDesigns(shop, "Mug");
    const file = await aPicture(shop);
    const { id } = (await create(shop, order.items[0].id, file)).body;
    expect(outcome(await shop.v2(`/files/${file}`, { method: "DELETE" }))).toEqual({ status: 409, codes: ["file_in_use"] });
    await change(shop, id, { state: "superseded" });
    expect((await shop.v2(`/files/${file}`, { method: "DELETE" })).status).toBe(200);
    // The proof is deleted with its file.
    expect((await shop.v2(`/proofs/${id}`)).status).toBe(404);
  });

  it("supersedes the earlier ones also if several are created at once", async () => {
    const order = await orderWithDesigns(shop, "Mug");
    const [{ id: item }] = order.items;
    await Promise.all([1, 2, 3].map(() => create(shop, item)));
    const states = await rows("select version, state from proofs where organization_id = ? order by version", shop.id);
    expect(states).toEqual([
      { version: 1, state: "superseded" },
      { version: 2, state: "superseded" },
      { version: 3, state: "draft" },
    ]);
  });
});

describe("sending", () => {
  it("sends the designs of orders as proofs, with one link for each order", async () => {
    const one = await orderWithDesigns(shop, "Mug", "Plain cup", "Bag");
    const two = await orderWithDesigns(shop, "Plate");
    const sent = await send(shop, { order_ids: [one.id, two.id] });
    expect(sent).toMatchObject({
      status: 200,
      body: {
        orders: [
          { order_id: one.id, proofs: [{ item_name: "Mug", state: "sent", version: 1 }, { item_name: "Bag" }] },
          { order_id: two.id, proofs: [{ item_name: "Plate" }] },
        ],
        skipped: [{ order_item_id: one.items[1].id, code: "no_design_file" }],
      },
    });
    const urls = sent.body.orders.map(({ url }: { url: string }) => url);
    expect(new Set(urls).size).toBe(2);
    const { data } = (await shop.v2(`/orders/${two.id}/history`)).body;
    const entries = data.filter((entry: { change: string }) => entry.change === "proof");
    expect(entries.map(({ to }: { to: string }) => to.split(" ")[0])).toEqual(["draft", "sent"]);
    const events = await rows<{ body: string }>("select body from events where organization_id = ? and type = 'proof.sent'", shop.id);
    expect(events.map(({ body }) => JSON.parse(body).order_item_id).toSorted()).toEqual(
      [one.items[0].id, one.items[2].id, two.items[0].id].toSorted(),
    );
  });

  it("sends a draft, and only creates another link for a proof that was sent", async () => {
    const order = await orderWithDesigns(shop, "Mug");
    const [{ id: item }] = order.items;
    const draft = await create(shop, item, await aPicture(shop));
    const [one, two] = [await sendProof(shop, item), await sendProof(shop, item)];
    expect([one.proof.id, two.proof.id]).toEqual([draft.body.id, draft.body.id]);
    expect(one.url).not.toBe(two.url);
    expect(await rows("select type from events where organization_id = ? and type like 'proof.%'", shop.id)).toEqual([
      { type: "proof.sent" },
    ]);
  });

  it("sends a design that has replaced the one of the proof as a new version", async () => {
    const order = await orderWithDesigns(shop, "Mug");
    const [{ id: item }] = order.items;
    const { proof } = await sendProof(shop, item);
    await change(shop, proof.id, { state: "changes_requested", comment: "Larger, please" });
    expect(outcome(await send(shop, { order_item_ids: [item] }))).toEqual({ status: 409, codes: ["changes_requested"] });
    await giveDesign(shop, item);
    expect((await sendProof(shop, item)).proof).toMatchObject({ version: 2, state: "sent", comment: null });
    expect((await shop.v2(`/proofs/${proof.id}`)).body).toMatchObject({ state: "superseded", comment: "Larger, please" });
  });

  it("sends nothing if one of the named items can't be sent", async () => {
    const order = await orderWithDesigns(shop, "Mug", "Plain cup");
    const ids = order.items.map(({ id }: { id: string }) => id);
    expect((await send(shop, { order_item_ids: ids })).body.error.details).toMatchObject([
      { path: "order_item_ids[1]", code: "no_design_file", order_item_id: ids[1] },
    ]);
    expect(outcome(await send(shop, { order_item_ids: [ids[0], "999999999"] }))).toEqual({ status: 404, codes: ["not_found"] });
    expect(outcome(await send(shop, { order_item_ids: [ids[0], ids[0]] }))).toEqual({ status: 400, codes: ["repeated_item"] });
    expect(outcome(await send(shop, {}))).toEqual({ status: 400, codes: ["items_or_orders"] });
    expect(await rows("select 1 from proofs where organization_id = ?", shop.id)).toEqual([]);
  });

  it("sends once for an idempotency key", async () => {
    const order = await orderWithDesigns(shop, "Mug");
    const headers = idempotencyKey();
    const body = { order_ids: [order.id] };
    const [one, two] = [await send(shop, body, headers), await send(shop, body, headers)];
    expect(two.body.orders[0].proofs[0].id).toBe(one.body.orders[0].proofs[0].id);
    expect(await rows("select version from proofs where organization_id = ?", shop.id)).toEqual([{ version: 1 }]);
  });
});

describe("a decision that the buyer gave elsewhere", () => {
  it("is recorded with who did it, and can be corrected", async () => {
    const order = await orderWithDesigns(shop, "Mug");
    const { proof } = await sendProof(shop, order.items[0].id);
    expect(outcome(await change(shop, proof.id, { state: "changes_requested" }))).toEqual({ status: 400, codes: ["comment_required"] });
    expect((await change(shop, proof.id, { state: "changes_requested", comment: "In blue" })).body).toMatchObject({
      state: "changes_requested",
      comment: "In blue",
    });
    expect((await change(shop, proof.id, { state: "approved", comment: "Fine after all" })).body).toMatchObject({ state: "approved" });
    expect((await change(shop, proof.id, { state: "approved" })).body.comment).toBe("Fine after all");
    const { data } = (await shop.v2(`/orders/${order.id}/history`)).body;
    const entries = data.filter((entry: { change: string }) => entry.change === "proof");
    expect(entries.slice(2)).toMatchObject([
      { from: "sent", to: `changes_requested ${proof.id}`, reason: "In blue", actor_type: "credential" },
      { from: "changes_requested", to: `approved ${proof.id}`, reason: "Fine after all" },
    ]);
    const events = await rows<{ type: string }>(
      "select type from events where organization_id = ? and type like 'proof.%' order by seq",
      shop.id,
    );
    expect(events.map(({ type }) => type)).toEqual(["proof.sent", "proof.changes_requested", "proof.approved"]);
  });

  it("is not recorded for a proof that was superseded", async () => {
    const order = await orderWithDesigns(shop, "Mug");
    const [{ id: item }] = order.items;
    const { proof } = await sendProof(shop, item);
    await create(shop, item);
    expect(outcome(await change(shop, proof.id, { state: "approved" }))).toEqual({ status: 409, codes: ["proof_superseded"] });
  });
});

describe("the blocker of a proof", () => {
  it("keeps an item from being sent to its supplier while its proof is not approved", async () => {
    const order = await orderWithDesigns(shop, "Mug", "Plain cup");
    const { proof } = await sendProof(shop, order.items[0].id);
    // The store's settings let a missing cost or design block nothing.
    const notBlocked = { blockers: ["cost"], blocks_send: [], blocks_ship: [] };
    expect(await blockersOf(shop, order.id)).toEqual([
      { blockers: ["cost", "proof"], blocks_send: ["proof"], blocks_ship: [] },
      { ...notBlocked, blockers: ["design", "cost"] },
    ]);
    const toSupplier = () => shop.v2("/supplier-orders", { body: { items: [{ order_item_id: order.items[0].id }], state: "draft" } });
    expect(outcome(await toSupplier())).toEqual({ status: 409, codes: ["not_ready"] });
    await change(shop, proof.id, { state: "approved" });
    expect((await blockersOf(shop, order.id))[0]).toEqual(notBlocked);
    expect((await toSupplier()).status).toBe(201);
  });

  it("applies to every item without an approved proof if the store requires proofs", async () => {
    await shop.v2(`/stores/${shop.store.id}`, { method: "PATCH", body: { send_blockers: ["proof"], ship_blockers: ["proof"] } });
    const order = await orderWithDesigns(shop, "Mug");
    const ready = async () => (await shop.v2("/order-items?ready=true")).body.data.length;
    expect((await blockersOf(shop, order.id))[0]).toMatchObject({ blocks_send: ["proof"], blocks_ship: ["proof"] });
    expect(await ready()).toBe(0);
    const { proof } = await sendProof(shop, order.items[0].id);
    expect(await ready()).toBe(0);
    await change(shop, proof.id, { state: "approved" });
    expect((await blockersOf(shop, order.id))[0]).toMatchObject({ blocks_send: [], blocks_ship: [] });
    expect(await ready()).toBe(1);
  });
});

describe("another organization", () => {
  it("neither sees nor changes proofs, and can't use files of others", async () => {
    const order = await orderWithDesigns(shop, "Mug");
    const [{ id: item }] = order.items;
    const { proof } = await sendProof(shop, item);
    const other = await createShop();
    expect((await other.v2(`/proofs/${proof.id}`)).status).toBe(404);
    expect((await change(other, proof.id, { state: "approved" })).status).toBe(404);
    expect((await create(other, item)).status).toBe(404);
    expect((await send(other, { order_item_ids: [item] })).status).toBe(404);
    expect(outcome(await send(other, { order_ids: [order.id] }))).toEqual({ status: 400, codes: ["nothing_to_send"] });
    const own = await orderWithDesigns(other, "Cup");
    expect((await create(other, own.items[0].id, proof.file_id)).status).toBe(404);
    expect((await shop.v2(`/proofs/${proof.id}`)).body.state).toBe("sent");
  });
});

describe("the links of an order", () => {
  it("work at the same time, and the 21st ends the oldest", { tags: "long" }, async () => {
    const [{ id: item }] = (await orderWithDesigns(shop, "Mug")).items;
    const sent = async () => new URL((await sendProof(shop, item)).url).pathname;
    const first = await sent();
    for (let n = 0; n < 19; n += 1) await sent();
    expect((await visit(first)).status).toBe(200);
    const last = await sent();
    expect([(await visit(first)).status, (await visit(last)).status]).toEqual([410, 200]);
  });
});
