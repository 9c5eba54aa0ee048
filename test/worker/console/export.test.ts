import { createExecutionContext, env } from "cloudflare:test";
import { parse } from "csv-parse/browser/esm/sync";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { app } from "../../../src/app";
import { anOrder, aShop, rows, type Shop, takeIn } from "../../kit/client";
import { envUnder } from "../faults/crossings";
import { at, type Counted, refused } from "../faults/outages";
import { aMember, ORIGIN, type Visitor } from "./kit";

let shop: Shop;
let viewer: Visitor;
beforeAll(async () => {
  shop = await aShop();
  viewer = await aMember(shop.id, "viewer");
});

type Line = Record<string, string>;

async function linesOf(visitor: Visitor, query = ""): Promise<Line[]> {
  const { status, text } = await visitor.open(`/orders.csv${query}`);
  expect(status, text).toBe(200);
  return parse(text, { bom: true, columns: true, record_delimiter: "\r\n" });
}

describe("the orders as CSV", () => {
  it("are a line for each item, with the order's columns and the item's, in a file that a spreadsheet opens as UTF-8", async () => {
    const order = await takeIn(shop, {
      external_id: "5000000001001",
      number: "Ünïcode-1",
      customer_name: 'Ann "the buyer", Ltd',
      customer_email: "secret@example.com",
      payment_method: "SecretPay",
      is_gift: true,
      items: [
        { name: "Mug", quantity: 2, price: 9.99, cost: 1234.5, sku: "MUG" },
        { name: "Tea\nTin", price: 0.5, ship_name: "Bo" },
      ],
    });
    const answer = await viewer.open("/orders.csv?q=5000000001001");
    expect(answer.headers.get("Content-Type")).toBe("text/csv; charset=utf-8");
    expect(answer.headers.get("Cache-Control")).toBe("private, no-store");
    // Text() would take the mark away.
    const bytes = await app.fetch(
      new Request(`${ORIGIN}/console/${shop.id}/orders.csv`, { headers: { Cookie: viewer.cookie } }),
      env,
      createExecutionContext(),
    );
    expect([...new Uint8Array(await bytes.arrayBuffer()).slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const [head = "", ...rest] = answer.text.split("\r\n");
    expect(head).toMatch(/^\uFEFF?order_id,number,external_id,date,status,/);
    expect(head.split(",").filter((name) => /mail|payment|cost$|profit|refund_amount/.test(name))).toEqual(["shipping_cost"]);
    expect(rest.at(-1)).toBe("");
    expect(answer.text).toContain('"Ann ""the buyer"", Ltd"');
    for (const secret of ["secret@example.com", "SecretPay", "1234.5"]) expect(answer.text).not.toContain(secret);
    const lines = await linesOf(viewer, "?q=5000000001001");
    expect(lines).toMatchObject([
      { order_id: `${order.id}`, number: "Ünïcode-1", external_id: "5000000001001", status: "New", total_amount: "20.48", is_gift: "true" },
      { order_id: `${order.id}`, item_name: "Tea\nTin", item_quantity: "1", item_price: "0.5", item_sku: "", item_ship_name: "Bo" },
    ]);
    expect(lines[0]).toMatchObject({ item_name: "Mug", item_quantity: "2", item_price: "9.99", date: order.date, is_lost: "" });
  });

  it("are named for the day where the organization is, before and behind the day line", async () => {
    // At any hour one of the two has another day than UTC.
    for (const [timezone, hours] of [
      ["Pacific/Kiritimati", 14],
      ["Pacific/Pago_Pago", -11],
    ] as const) {
      const there = await aShop({ timezone });
      const before = Date.now();
      const answer = await (await aMember(there.id, "viewer")).open("/orders.csv");
      const days = [before, Date.now()].map((now) => new Date(now + hours * 3_600_000).toISOString().slice(0, 10));
      const said = /^attachment; filename="orders-(.*)\.csv"$/.exec(answer.headers.get("Content-Disposition") ?? "")?.[1];
      expect(days).toContain(said);
    }
  });

  it("run nothing in a spreadsheet: what begins like a formula is told to be a text, numbers are not", async () => {
    const formulas = ['=HYPERLINK("http://evil")', "+1", "-1+2", "@SUM(A1)"];
    for (const name of formulas)
      await takeIn(shop, { number: name, customer_name: `q${formulas.indexOf(name)}zz`, items: [{ name, price: 1 }] });
    for (const [nth, name] of formulas.entries()) {
      const [line] = await linesOf(viewer, `?q=q${nth}zz`);
      expect([line?.["number"], line?.["item_name"]]).toEqual([`'${name}`, `'${name}`]);
    }
    // What the API trims away can lie in rows all the same.
    const [{ id } = { id: 0 }] = await rows<{ id: number }>("select id from orders where customer_name = 'q0zz'");
    for (const begins of ["\t=1", "\r=1", "\n=1"]) {
      await env.DB.prepare("update orders set ship_city = ?, tax = -25000 where id = ?").bind(begins, id).run();
      const [line] = await linesOf(viewer, "?q=q0zz");
      expect([line?.["ship_city"], line?.["tax"], line?.["total_amount"]]).toEqual([`'${begins}`, "-2.5", "1"]);
    }
  });

  it("are those that the list's filters find", async () => {
    await takeIn(shop, { external_id: "done-1", status: "Complete", items: [{ name: "A", price: 1 }] });
    expect((await linesOf(viewer, "?status=complete")).map((line) => line["external_id"])).toEqual(["done-1"]);
    expect(await linesOf(viewer, "?q=nothinglikeit")).toEqual([]);
    expect((await viewer.open("/orders.csv?status=unheard")).status).toBe(400);
  });
});

describe("many orders as CSV", () => {
  const ORDERS = 450;
  let big: Shop;
  let owner: Visitor;
  beforeAll(async () => {
    big = await aShop();
    owner = await aMember(big.id, "owner");
    const orders = Array.from({ length: ORDERS }, (_, n) =>
      // Many of one moment: what tells them apart is their id.
      anOrder({ external_id: `n${n}`, date: new Date(Date.UTC(2026, 0, 1 + (n % 7))).toISOString() }),
    );
    for (let from = 0; from < ORDERS; from += 200) await big.v2("/orders/bulk", { body: { orders: orders.slice(from, from + 200) } });
  });

  it("are each there once, in the list's order, whatever the page they are read with", async () => {
    for (const [query, order] of [
      ["", "date desc, id desc"],
      ["?sort=date:asc", "date asc, id asc"],
      ["?sort=created_at:desc", "created_at desc, id desc"],
      // These may move under way: newest first instead.
      ["?sort=updated_at:desc", "date desc, id desc"],
      ["?sort=customer_name:asc", "date desc, id desc"],
      ["?q=mug", "date desc, id desc"],
    ]) {
      const lines = await linesOf(owner, query);
      const expected = await rows<{ id: number }>(`select id from orders where organization_id = ? order by ${order}`, big.id);
      expect(
        lines.map((line) => Number(line["order_id"])),
        query,
      ).toEqual(expected.map(({ id }) => id));
    }
  });

  async function taken(fault: Counted): Promise<Response> {
    const request = new Request(`${ORIGIN}/console/${big.id}/orders.csv`, { headers: { Cookie: owner.cookie } });
    return await app.fetch(request, envUnder(fault.plan), createExecutionContext());
  }

  it("are read as they are taken, never all at once", async () => {
    await linesOf(owner);
    const counted = at(["d1.read"], async ({ go }) => await go());
    const reader = (await taken(counted)).body?.getReader();
    const before = counted.struck();
    await reader?.read();
    // A page ahead, at most.
    expect(counted.struck() - before).toBeLessThanOrEqual(1);
    let chunks = 1;
    while ((await reader?.read())?.done === false) chunks += 1;
    expect([chunks, counted.struck() - before]).toEqual([3, 2]);
  });

  it("break off where the database goes away midway, and do not end as if they were whole", async () => {
    const error = vi.spyOn(console, "error").mockImplementation(() => undefined);
    let away = false;
    const counted = at(["d1.read"], async (crossing) => await (away ? refused(crossing) : crossing.go()));
    const response = await taken(counted);
    expect(response.status).toBe(200);
    away = true;
    await expect(response.text()).rejects.toThrow();
    expect(error.mock.calls.map(([line]) => (JSON.parse(String(line)) as { event: string }).event)).toEqual(["export.broken"]);
    error.mockRestore();
  });

  it("are a page that says so where the database is away from the beginning", async () => {
    const error = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const response = await taken(at(["d1.read"], refused));
    expect([response.status, response.headers.get("Content-Disposition")]).toEqual([503, null]);
    error.mockRestore();
  });

  it("are refused with a page that says what to do where they are too many for one file", async () => {
    const setTotal = async (total: number) =>
      await env.DB.prepare(
        "update list_counts set total = ? where organization_id = ? and list = 'orders' and filter = '' and basis = 'all'",
      )
        .bind(total, big.id)
        .run();
    await setTotal(50_001);
    const answer = await owner.open("/orders.csv");
    expect([answer.status, answer.headers.get("Content-Disposition")]).toEqual([400, null]);
    expect(answer.text).toContain("These are 50,001 orders; a file holds at most 50,000. Narrow the filters");
    await setTotal(50_000);
    expect((await owner.open("/orders.csv")).status).toBe(200);
    await setTotal(ORDERS);
  });
});
