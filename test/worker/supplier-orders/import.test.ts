import { beforeEach, describe, expect, it } from "vitest";
import { MAX_FILE_ROWS } from "../../../src/resources/supplier-orders/file-rows";
import { SupplierOrder } from "../../../src/resources/supplier-orders/supplier-order-view";
import { type ApiResponse, createCredential, createShop, rows, type Shop, v2As } from "../../kit/client";
import { anItem, aProducingShop, change, orderOf, send, sendAll, statusesOf, type SupplierOrderResponse } from "./kit";

/** The file of a supplier comes back (docs/spec/supplier-orders.md#files). */

const UPS = "1Z999AA10123456784";

let shop: Shop;
beforeEach(async () => {
  shop = await aProducingShop();
});

const upload = (supplier_id: string, csv: string, headers: Record<string, string> = {}): Promise<ApiResponse> =>
  shop.v2("/supplier-orders/import", { body: { supplier_id, csv }, headers });

const read = async (id: string): Promise<SupplierOrderResponse> => SupplierOrder.parse((await shop.v2(`/supplier-orders/${id}`)).body);

const fulfillmentsOf = async (orderId: number): Promise<Record<string, unknown>[]> =>
  (await shop.v2(`/orders/${orderId}/fulfillments`)).body.data.map(({ tracking_number, carrier, items }: Record<string, unknown>) => ({
    tracking_number,
    carrier,
    items,
  }));

const problemsOf = ({ body }: ApiResponse) =>
  body.error.details.map(({ row, column, code }: Record<string, unknown>) => ({ row, column, code }));

const counts = ({ status, body }: ApiResponse) => ({
  status,
  shipped: body.shipped,
  rejected: body.rejected,
  unchanged: body.unchanged,
});

/** Versions of everything that an import may change. */
const stateOf = async () => ({
  supplierOrders: await rows("select id, version, state from supplier_orders order by id"),
  lines: await rows("select * from supplier_order_lines order by supplier_order_id, order_item_id"),
  orders: await rows("select id, version, status from orders order by id"),
  events: await rows("select count(*) as total from events"),
});

const COLUMNS = [
  { name: "PO", field: "supplier_order" },
  { name: "Line", field: "order_item_id" },
  { name: "Qty", field: "quantity" },
  { name: "Versand", field: "carrier" },
  { name: "Sendungsnummer", field: "tracking_number" },
  { name: "Link", field: "tracking_url" },
  { name: "Absage", field: "reject_reason" },
] as const;

const setColumns = (id: string) => shop.v2(`/suppliers/${id}`, { method: "PATCH", body: { file_columns: COLUMNS } });

describe("the file of a supplier", () => {
  it("comes back with tracking numbers and rejections, which are recorded in one transaction", async () => {
    const [one, two] = [await orderOf(shop, anItem(), anItem({ name: "Cup" })), await orderOf(shop, anItem({ name: "Bowl" }))];
    const sent = await sendAll(shop, one.id, two.id);
    await setColumns(sent.supplier_id);
    const [mug, cup] = one.items;
    const file = (await shop.v2(`/supplier-orders/${sent.id}/file`)).text.split("\r\n");
    expect(file.slice(0, 2)).toEqual(["PO,Line,Qty,Versand,Sendungsnummer,Link,Absage", `1,${mug.id},3,,,,`]);
    const csv = [file[0], `1,${mug.id},2,,${UPS},,`, `1,${cup.id},3,,,,Out of stock`, file[3], ""].join("\r\n");
    const response = await upload(sent.supplier_id, csv);
    expect(response.body).toEqual({ rows: 3, shipped: 1, rejected: 1, unchanged: 1, supplier_order_ids: [sent.id] });
    const after = await read(sent.id);
    expect(after.lines.map(({ state, shipped_quantity, reject_reason }) => ({ state, shipped_quantity, reject_reason }))).toEqual([
      { state: "open", shipped_quantity: 2, reject_reason: null },
      { state: "rejected", shipped_quantity: 0, reject_reason: "Out of stock" },
      { state: "open", shipped_quantity: 0, reject_reason: null },
    ]);
    expect(after.lines[0]?.shipments).toEqual([{ quantity: 2, tracking_number: UPS, carrier: "UPS", tracking_url: null }]);
    expect(await fulfillmentsOf(one.id)).toEqual([
      { tracking_number: UPS, carrier: "UPS", items: [{ order_item_id: mug.id, quantity: 2 }] },
    ]);
    expect(await statusesOf(shop, one.id)).toEqual(["New", "Sent to Supplier", "New"]);
    const changes = await rows(
      "select count(*) as total from events where type = 'supplier_order.updated' and organization_id = ?",
      shop.id,
    );
    expect(changes).toEqual([{ total: 1 }]);
  });

  it("changes nothing the second time, in the same or another spelling, and also when it is downloaded again", async () => {
    const order = await orderOf(shop, anItem(), anItem({ name: "Cup" }));
    const sent = await sendAll(shop, order.id);
    const [mug, cup] = order.items;
    const csv = `supplier_order,order_item_id,quantity,tracking_number,reject_reason\n1,${mug.id},2,${UPS},\n1,${mug.id},,RR1,\n1,${cup.id},,,Broken\n`;
    expect(counts(await upload(sent.supplier_id, csv))).toEqual({ status: 200, shipped: 2, rejected: 1, unchanged: 0 });
    expect((await read(sent.id)).state).toBe("shipped");
    const before = await stateOf();
    for (const again of [csv, csv.replace(UPS, "1z 999 aa1 01 2345 6784"), (await shop.v2(`/supplier-orders/${sent.id}/file`)).text]) {
      const response = await upload(sent.supplier_id, again);
      expect({ status: response.status, shipped: response.body.shipped, rejected: response.body.rejected }).toEqual({
        status: 200,
        shipped: 0,
        rejected: 0,
      });
    }
    expect(await stateOf()).toEqual(before);
  });

  it.each([
    ["to the buyer", "Acme"],
    ["to us", "Bag works"],
  ])("adds only the units that a parcel did not have yet, if the supplier ships %s", async (_to, assigned_supplier) => {
    const order = await orderOf(shop, anItem({ assigned_supplier }));
    const sent = await sendAll(shop, order.id);
    const row = (quantity: number, number: string) => `1,${order.items[0].id},${quantity},${number}`;
    const head = "supplier_order,order_item_id,quantity,tracking_number";
    await upload(sent.supplier_id, [head, row(1, "A")].join("\n"));
    await upload(sent.supplier_id, [head, row(1, "A")].join("\n"));
    expect((await read(sent.id)).lines[0]?.shipped_quantity).toBe(1);
    await upload(sent.supplier_id, [head, row(2, "A"), row(1, "B")].join("\n"));
    expect((await read(sent.id)).lines[0]?.shipments.map(({ quantity, tracking_number }) => [tracking_number, quantity])).toEqual([
      ["A", 2],
      ["B", 1],
    ]);
    expect((await read(sent.id)).state).toBe("shipped");
  });

  it("recognizes a number that the organization has entered in a fulfillment of the order", async () => {
    const order = await orderOf(shop, anItem());
    const sent = await sendAll(shop, order.id);
    await shop.v2(`/orders/${order.id}/fulfillments`, { body: { tracking_number: UPS, status: "in_transit" } });
    const csv = `supplier_order,order_item_id,tracking_number\n1,${order.items[0].id},${UPS}\n`;
    expect(counts(await upload(sent.supplier_id, csv))).toEqual({ status: 200, shipped: 0, rejected: 0, unchanged: 1 });
  });

  it("says what is wrong with every row, and writes nothing then", async () => {
    const order = await orderOf(shop, anItem(), anItem({ name: "Cup" }));
    const sent = await sendAll(shop, order.id);
    await setColumns(sent.supplier_id);
    const [mug, cup] = order.items;
    const before = await stateOf();
    const head = "PO;Line;Qty;Versand;Sendungsnummer;Link;Absage";
    // Values are checked before lines, and lines before what can be shipped.
    const unreadable = await upload(
      sent.supplier_id,
      [
        head,
        `1;${mug.id};1.5;;9,4E+21;;`,
        `1;${cup.id};1;;RR1;https://ups.example@x.example;No`,
        `;;1;;RR2;;`,
        `one;${cup.id};;;RR3;;`,
        "",
      ].join("\r\n"),
    );
    expect({ status: unreadable.status, problems: problemsOf(unreadable) }).toEqual({
      status: 400,
      problems: [
        { row: 2, column: "Qty", code: "invalid_quantity" },
        { row: 2, column: "Sendungsnummer", code: "value_damaged" },
        { row: 3, column: "Absage", code: "rejected_and_shipped" },
        { row: 3, column: "Link", code: "invalid_url" },
        { row: 4, column: "PO", code: "line_missing" },
        { row: 5, column: "PO", code: "invalid_id" },
      ],
    });
    expect(unreadable.body.error.details[0].message).toBe("Row 2, column “Qty”: Expected a whole number of 1 or more, or nothing.");
    const unknown = await upload(sent.supplier_id, [head, `7;;;;RR1;;`, `1;;;;RR1;;`, `1;999999;;;RR1;;`].join("\n"));
    expect(problemsOf(unknown)).toEqual([
      { row: 2, column: "PO", code: "unknown_line" },
      { row: 3, column: "PO", code: "ambiguous_line" },
      { row: 4, column: "Line", code: "unknown_line" },
    ]);
    await shop.v2(`/order-items/${cup.id}/hold`, { body: { reason: "Wait" } });
    const impossible = await upload(sent.supplier_id, [head, `1;${mug.id};4;;RR1;;`, `1;${cup.id};1;;RR1;;`].join("\n"));
    expect(problemsOf(impossible)).toEqual([
      { row: 2, column: "Qty", code: "quantity_exceeded" },
      { row: 3, column: "Sendungsnummer", code: "not_shippable" },
    ]);
    expect((await shop.v2(`/order-items/${cup.id}/release`, { body: {} })).status).toBe(200);
    // The hold and the release have changed the order, and have sent events.
    const { events: _events, orders: _orders, ...rest } = await stateOf();
    expect(rest).toEqual({ supplierOrders: before.supplierOrders, lines: before.lines });
  });

  it("is read as spreadsheets save it: with a byte order mark, a line sep=, semicolons, CRLF, and texts as formulas", async () => {
    const order = await orderOf(shop, anItem());
    const sent = await sendAll(shop, order.id);
    const csv = `\uFEFFsep=;\r\n"Supplier Order";"ORDER ITEM ID";"quantity";"tracking number"\r\n"1.0";"${order.items[0].id}";"3,00";"=""0012345"""\r\n\r\n`;
    expect(counts(await upload(sent.supplier_id, csv))).toEqual({ status: 200, shipped: 1, rejected: 0, unchanged: 0 });
    expect(await fulfillmentsOf(order.id)).toMatchObject([{ tracking_number: "0012345" }]);
  });

  it("finds a line by its order number and SKU, if the file has no ids of items", async () => {
    const order = await orderOf(shop, anItem({ sku: "MUG" }), anItem({ name: "Cup", sku: "CUP" }));
    const sent = await sendAll(shop, order.id);
    const csv = "supplier_order,order_number,sku,tracking_number\n#1,1,cup,RR1\n";
    expect(counts(await upload(sent.supplier_id, csv))).toEqual({ status: 200, shipped: 1, rejected: 0, unchanged: 0 });
    expect((await read(sent.id)).lines.map(({ shipped_quantity }) => shipped_quantity)).toEqual([0, 3]);
  });

  it("is rejected as a whole if it is no such file, or too large", async () => {
    const order = await orderOf(shop, anItem());
    const { supplier_id } = await sendAll(shop, order.id);
    const head = "supplier_order,tracking_number\n";
    const many = head + "1,A\n".repeat(MAX_FILE_ROWS + 1);
    // A file may be about at most 50 supplier orders.
    const orders = head + Array.from({ length: 51 }, (_, n) => `${n + 1},A\n`).join("");
    const statusAndCodeOf = async (csv: string) => {
      const { status, body } = await upload(supplier_id, csv);
      return [status, body.error.details[0].code];
    };
    expect(await statusAndCodeOf("a,b\n1,2\n")).toEqual([400, "unreadable_file"]);
    expect(await statusAndCodeOf("supplier_order,order_number\n1,2\n")).toEqual([400, "unreadable_file"]);
    expect(await statusAndCodeOf(`${head}1,"A\n`)).toEqual([400, "unreadable_file"]);
    expect(await statusAndCodeOf(many)).toEqual([400, "unreadable_file"]);
    expect(await statusAndCodeOf(orders)).toEqual([400, "too_many_orders"]);
    // These are more than 512 KiB, because é has two bytes.
    expect(await statusAndCodeOf("é".repeat(300_000))).toEqual([413, "body_limit"]);
  });

  it("is for the supplier only: other suppliers' lines, drafts and other organizations are unknown", async () => {
    const [own, others] = [await orderOf(shop, anItem()), await orderOf(shop, anItem({ assigned_supplier: "Bag works" }))];
    const [mine, theirs] = [await sendAll(shop, own.id), await sendAll(shop, others.id)];
    const scopes = ["supplier_orders:read", "supplier_orders:write"];
    const asAcme = v2As(await createCredential(shop.id, "api_token", { scopes, supplier_id: mine.supplier_id }));
    const csv = `order_item_id,tracking_number\n${own.items[0].id},RR1\n`;
    const foreign = `order_item_id,tracking_number\n${others.items[0].id},RR1\n`;
    expect(problemsOf(await asAcme("/supplier-orders/import", { body: { csv: foreign } }))).toMatchObject([{ code: "unknown_line" }]);
    expect((await asAcme("/supplier-orders/import", { body: { csv: foreign, supplier_id: theirs.supplier_id } })).status).toBe(404);
    expect(counts(await asAcme("/supplier-orders/import", { body: { csv } }))).toMatchObject({ status: 200, shipped: 1 });
    expect((await shop.v2("/supplier-orders/import", { body: { csv } })).body.error.details[0].code).toBe("supplier_required");
    expect((await upload("sup_none", csv)).status).toBe(404);
    const stranger = await createShop();
    expect((await stranger.v2("/supplier-orders/import", { body: { csv, supplier_id: mine.supplier_id } })).status).toBe(404);
    const undecided = await orderOf(shop, anItem());
    await send(shop, { order_ids: [undecided.id], state: "draft" });
    const ofDraft = `order_item_id,tracking_number\n${undecided.items[0].id},RR1\n`;
    expect(problemsOf(await upload(mine.supplier_id, ofDraft))).toMatchObject([{ code: "unknown_line" }]);
    expect((await read(theirs.id)).state).toBe("sent");
  });

  it("rejects the supplier order with its last line, and the items get their earlier statuses again", async () => {
    const order = await orderOf(shop, anItem(), anItem({ name: "Cup" }));
    const sent = await sendAll(shop, order.id);
    await change(shop, sent.id, { state: "accepted" });
    const csv = `order_item_id,reject_reason\n${order.items.map(({ id }: { id: string }) => `${id},No clay`).join("\n")}\n`;
    const headers = { "Idempotency-Key": "import-1" };
    const [first, again] = [await upload(sent.supplier_id, csv, headers), await upload(sent.supplier_id, csv, headers)];
    expect([counts(first), again.body]).toEqual([{ status: 200, shipped: 0, rejected: 2, unchanged: 0 }, first.body]);
    expect(await read(sent.id)).toMatchObject({ state: "rejected", reason: "No clay" });
    expect((await statusesOf(shop, order.id)).slice(1)).toEqual(["New", "New"]);
  });
});
