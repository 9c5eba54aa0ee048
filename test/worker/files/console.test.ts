import { beforeAll, describe, expect, it } from "vitest";
import { createShop, ingestOrder, rows, type Shop } from "../../kit/client";
import { createMember, tokenIn, type Visitor } from "../console/kit";
import { keys, keysOf, png, sendAs, bytesOf, upload, webp } from "./kit";

/** Uploads in the console (docs/spec/files.md#console). */

let shop: Shop;
let member: Visitor;
let viewer: Visitor;
beforeAll(async () => {
  shop = await createShop();
  [member, viewer] = [await createMember(shop.id, "member"), await createMember(shop.id, "viewer")];
});

const idIn = ({ text: json }: { text: string }): string => (JSON.parse(json) as { id: string }).id;

describe("an upload of a member", () => {
  it("is recorded with the person, and shown wherever its item is", async () => {
    const order = await ingestOrder(shop, { number: "5001" });
    const [item] = order.items;
    const sent = await sendAs(member, shop.id, `/files?name=mug.png&order_item_id=${item.id}`, png(8, 9));
    expect(sent.status).toBe(200);
    const id = idIn(sent);
    expect((await sendAs(member, shop.id, `/files/${id}/preview`, webp(8, 9))).status).toBe(200);
    expect((await shop.v2(`/files/${id}`)).body).toMatchObject({
      actor_type: "user",
      actor_name: member.email,
      width: 8,
      height: 9,
      has_preview: true,
    });
    const preview = `src="/console/${shop.id}/files/${id}/preview"`;
    for (const path of [`/orders/${order.id}`, `/orders/${order.id}/items/${item.id}`, "/files", `/files/items/${item.id}`])
      expect((await member.open(path)).text, path).toContain(preview);
    for (const document of ["slips", "tickets"]) {
      const { text: page } = await member.open(`/orders/print?document=${document}&ids=${order.id}`);
      expect(page, document).toContain(`<img class="preview printed" src="/console/${shop.id}/files/${id}/preview"`);
    }
    const shown = await viewer.open(`/files/${id}/preview`);
    expect({
      status: shown.status,
      contentType: shown.headers.get("Content-Type"),
      cacheControl: shown.headers.get("Cache-Control"),
    }).toEqual({
      status: 200,
      contentType: "image/webp",
      cacheControl: "private, max-age=3600",
    });
    expect((await member.open(`/orders/${order.id}`)).text).toContain("version 1 of the design");
  });

  it("that is sent again is done once", async () => {
    const token = tokenIn(await member.open("/files"));
    const before = (await keys()).length;
    const [first, again] = [
      await sendAs(member, shop.id, "/files?name=again.png", png(1, 2), token),
      await sendAs(member, shop.id, "/files?name=again.png", png(1, 2), token),
    ];
    expect({ firstStatus: first.status, againStatus: again.status, id: idIn(again) }).toEqual({
      firstStatus: 200,
      againStatus: 200,
      id: idIn(first),
    });
    expect((await keys()).length).toBe(before + 1);
  });

  it("is rejected with the reason, and leaves nothing in the bucket", async () => {
    const before = await keys();
    const cases: [string, Uint8Array, number, string][] = [
      ["/files?name=a.png", bytesOf("MZ"), 400, "no file type that is accepted"],
      ["/files?name=a.png&order_item_id=99999999", png(1, 1), 404, "No such order item"],
      ["/files", png(1, 1), 400, "Fill in this field"],
      ["/files/fil_none/preview", webp(1, 1), 404, "not found"],
    ];
    for (const [path, bytes, status, message] of cases) {
      const sent = await sendAs(member, shop.id, path, bytes);
      expect({ status: sent.status, text: sent.text }).toEqual({ status, text: expect.stringContaining(message) });
    }
    expect((await sendAs(viewer, shop.id, "/files?name=a.png", png(1, 1))).status).toBe(403);
    expect((await sendAs(member, shop.id, "/files?name=a.png", png(1, 1), "forged.token")).status).toBe(403);
    expect(await keys()).toEqual(before);
  });

  it("can be deleted, unless it is the current design of an item", async () => {
    const order = await ingestOrder(shop);
    const used = idIn(await sendAs(member, shop.id, `/files?name=used.png&order_item_id=${order.items[0].id}`, png(1, 5)));
    expect((await member.send(`/files/${used}/delete`, {})).status).toBe(409);
    const unused = idIn(await sendAs(member, shop.id, "/files?name=unused.png", png(1, 6)));
    const deleted = await member.send(`/files/${unused}/delete`, {});
    expect({ status: deleted.status, location: deleted.location }).toEqual({
      status: 303,
      location: `/console/${shop.id}/files?done=file_deleted`,
    });
    expect((await member.open(`/files/${unused}`)).status).toBe(404);
  });
});

describe("the matching of names", () => {
  interface Match {
    name: string;
    found: string;
    items: { id: string; order: string }[];
  }

  it("finds the items that need a design by SKU, by order number, or by both", async () => {
    const own = await createShop();
    await rows("update stores set uses_designs = 1 where organization_id = ?", own.id);
    const person = await createMember(own.id, "member");
    const item = (name: string, sku?: string) => ({ name, quantity: 1, price: 1, ...(sku !== undefined && { sku }) });
    const one = await ingestOrder(own, { number: "#1001", items: [item("Mug", "MUG-1"), item("Tee", "TEE/L")] });
    const two = await ingestOrder(own, { number: "1002", items: [item("Mug", "mug-1")] });
    const three = await ingestOrder(own, { number: "1003", items: [item("Red mug", "MUG-1-RED")] });
    await ingestOrder(own, { number: "1004", items: [{ ...item("Mug", "MUG-1"), design_url: "https://designs.example.com/done.png" }] });
    const names = [
      "MUG-1.png",
      "mug-1-red front.png",
      "1001.png",
      "1001 tee/l.png",
      "order 1001 TEE_L.png",
      "#1002.psd",
      "1003_final.ai",
      "nothing.png",
      "1004.png",
    ];
    const response = await person.sendJson("/files/match", { names });
    expect(response.status).toBe(200);
    const { matches } = JSON.parse(response.text) as { matches: Match[] };
    const ids = (order: { items: { id: string }[] }, ...at: number[]) => at.map((n) => order.items[n]?.id);
    // All items with one SKU get the same design. The number of an order does not say which of its items is meant.
    expect(matches.map(({ name, found, items }) => [name, found, items.map(({ id }) => id).toSorted()])).toEqual([
      ["MUG-1.png", "matched", [...ids(one, 0), ...ids(two, 0)].toSorted()],
      ["mug-1-red front.png", "matched", ids(three, 0)],
      ["1001.png", "several", ids(one, 0, 1).toSorted()],
      ["1001 tee/l.png", "matched", ids(one, 1)],
      ["order 1001 TEE_L.png", "matched", ids(one, 1)],
      ["#1002.psd", "matched", ids(two, 0)],
      ["1003_final.ai", "matched", ids(three, 0)],
      ["nothing.png", "none", []],
      ["1004.png", "none", []],
    ]);
    // Nothing was saved.
    expect(await keysOf(own.id)).toEqual([]);
  });
});

describe("the pages", () => {
  it("let a member make the design of one item that of another, too", async () => {
    const [one, two] = [await ingestOrder(shop), await ingestOrder(shop)];
    const { body } = await upload(shop, "mug.png", png(3, 3), { query: { order_item_id: one.items[0].id } });
    const added = await member.sendJson(`/files/items/${two.items[0].id}`, { file_id: body.id });
    expect(added.status).toBe(200);
    for (const { id } of [one, two]) expect((await shop.v2(`/orders/${id}`)).body.items[0].design_url).toBe(body.url);
  });

  it("show no image of another site", async () => {
    for (const design_url of ["https://evil.example/1.png", `https://evil.example/files/${shop.id}/fil_0000000000000000000000`]) {
      const order = await ingestOrder(shop, { items: [{ name: "Mug", quantity: 1, price: 1, sku: "M", design_url }] });
      for (const path of [`/orders/${order.id}`, `/orders/print?document=slips&ids=${order.id}`]) {
        const { status, text: page } = await member.open(path);
        expect({ path, status, hasImage: page.includes("<img") }).toEqual({ path, status: 200, hasImage: false });
      }
    }
  });

  it("let viewers see files, and not upload them", async () => {
    await upload(shop, "seen.png", png(4, 4));
    const { text: page } = await viewer.open("/files");
    expect([page.includes("seen.png"), page.includes('id="upload"')]).toEqual([true, false]);
    expect((await member.open("/files")).text).toContain('id="upload"');
  });

  it("show the attachments of an order, and let a member add others", async () => {
    const order = await ingestOrder(shop, { number: "7007" });
    await upload(shop, "invoice.pdf", bytesOf("%PDF-1"), { query: { order_id: String(order.id) } });
    const { text: page } = await member.open(`/files/orders/${order.id}`);
    expect(page).toContain("invoice.pdf");
    expect(page).toContain(`data-order="${order.id}"`);
  });
});
