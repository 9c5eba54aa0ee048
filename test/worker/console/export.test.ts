import { createExecutionContext, env } from "cloudflare:test";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { app } from "../../../src/entrypoints/app";
import { orderBody, createShop, rows, type Shop, ingestOrder } from "../../kit/client";
import { envUnder, type Plan } from "../faults/crossings";
import { injectAt, type Counted, rejected } from "../faults/outages";
import { readNamedCsv } from "./csv";
import { createMember, ORIGIN, type Visitor } from "./kit";
import { organizationD1 } from "../../kit/databases";

let shop: Shop;
let viewer: Visitor;
beforeAll(async () => {
  shop = await createShop();
  viewer = await createMember(shop.id, "viewer");
});

type Line = Record<string, string>;

async function downloadLines(visitor: Visitor, query = ""): Promise<Line[]> {
  const { status, text } = await visitor.open(`/orders.csv${query}`);
  expect(status, text).toBe(200);
  return readNamedCsv(text);
}

describe("the orders as CSV", () => {
  it("have a row for each item with the columns of the order and of the item but no private ones, in a file that a spreadsheet opens as UTF-8", async () => {
    const order = await ingestOrder(shop, {
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
    const response = await viewer.open("/orders.csv?q=5000000001001");
    expect(response.headers.get("Content-Type")).toBe("text/csv; charset=utf-8");
    expect(response.headers.get("Cache-Control")).toBe("private, no-store");
    // text() would remove the byte order mark.
    const bytes = await app.fetch(
      new Request(`${ORIGIN}/console/${shop.id}/orders.csv`, { headers: { Cookie: viewer.cookie } }),
      env,
      createExecutionContext(),
    );
    expect([...new Uint8Array(await bytes.arrayBuffer()).slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const [head = "", ...rest] = response.text.split("\r\n");
    expect(head).toMatch(/^\uFEFF?order_id,number,external_id,date,status,/);
    expect(head.split(",").filter((name) => /mail|payment|cost$|profit|refund_amount/.test(name))).toEqual(["shipping_cost"]);
    expect(rest.at(-1)).toBe("");
    expect(response.text).toContain('"Ann ""the buyer"", Ltd"');
    for (const secret of ["secret@example.com", "SecretPay", "1234.5"]) expect(response.text).not.toContain(secret);
    const lines = await downloadLines(viewer, "?q=5000000001001");
    expect(lines).toMatchObject([
      { order_id: `${order.id}`, number: "Ünïcode-1", external_id: "5000000001001", status: "New", total_amount: "20.48", is_gift: "true" },
      { order_id: `${order.id}`, item_name: "Tea\nTin", item_quantity: "1", item_price: "0.5", item_sku: "", item_ship_name: "Bo" },
    ]);
    expect(lines[0]).toMatchObject({ item_name: "Mug", item_quantity: "2", item_price: "9.99", date: order.date, is_lost: "" });
  });

  it("have a file name with the day in the organization's time zone", async () => {
    // At any hour one of the two has another day than UTC.
    for (const [timezone, hours] of [
      ["Pacific/Kiritimati", 14],
      ["Pacific/Pago_Pago", -11],
    ] as const) {
      const there = await createShop({ timezone });
      const before = Date.now();
      const response = await (await createMember(there.id, "viewer")).open("/orders.csv");
      const days = [before, Date.now()].map((now) => new Date(now + hours * 3_600_000).toISOString().slice(0, 10));
      const day = /^attachment; filename="orders-(.*)\.csv"$/.exec(response.headers.get("Content-Disposition") ?? "")?.[1];
      expect(days).toContain(day);
    }
  });

  it("contain no formula for a spreadsheet: a text that would be one is escaped, numbers are not", async () => {
    const formulas = ['=HYPERLINK("http://evil")', "+1", "-1+2", "@SUM(A1)"];
    for (const name of formulas)
      await ingestOrder(shop, { number: name, customer_name: `q${formulas.indexOf(name)}zz`, items: [{ name, price: 1 }] });
    for (const [nth, name] of formulas.entries()) {
      const [line] = await downloadLines(viewer, `?q=q${nth}zz`);
      expect({ number: line?.["number"], item_name: line?.["item_name"] }).toEqual({ number: `'${name}`, item_name: `'${name}` });
    }
    // Stored rows can begin with characters that the API trims.
    const [{ id } = { id: 0 }] = await rows<{ id: number }>("select id from orders where customer_name = 'q0zz'");
    for (const begins of ["\t=1", "\r=1", "\n=1"]) {
      await organizationD1().prepare("update orders set ship_city = ?, tax = -25000 where id = ?").bind(begins, id).run();
      const [line] = await downloadLines(viewer, "?q=q0zz");
      expect({ ship_city: line?.["ship_city"], tax: line?.["tax"], total_amount: line?.["total_amount"] }).toEqual({
        ship_city: begins.replace("=", "'="),
        tax: "-2.5",
        total_amount: "1",
      });
    }
  });

  it("contain no formula either if semicolons or tabs separate cells, or in full width; other texts are unchanged", async () => {
    const texts = { "x;=cmd|' /C calc'!A0;y": "x;'=cmd|' /C calc'!A0;y", "a\t@b": "a\t'@b", "＝1+1": "'＝1+1", "1;2-3": "1;2-3" };
    for (const [nth, name] of Object.keys(texts).entries())
      await ingestOrder(shop, { customer_name: `w${nth}zz`, items: [{ name, price: 1 }] });
    for (const [nth, shown] of Object.values(texts).entries()) {
      const [line] = await downloadLines(viewer, `?q=w${nth}zz`);
      expect(line?.["item_name"]).toBe(shown);
    }
  });

  it("are those that the filters of the list find", async () => {
    await ingestOrder(shop, { external_id: "done-1", status: "Complete", items: [{ name: "A", price: 1 }] });
    expect((await downloadLines(viewer, "?status=complete")).map((line) => line["external_id"])).toEqual(["done-1"]);
    expect(await downloadLines(viewer, "?q=nothinglikeit")).toEqual([]);
    expect((await viewer.open("/orders.csv?status=unheard")).status).toBe(400);
  });
});

/** Creates orders, many of them with the same moment, so that only their ids differ. */
async function createOrders({ v2 }: Shop, from: number, to: number): Promise<void> {
  const orders = Array.from({ length: to - from }, (_, n) =>
    orderBody({
      external_id: `n${from + n}`,
      date: new Date(Date.UTC(2026, 0, 1 + (n % 7))).toISOString(),
      items: [{ name: "Mug", quantity: 2, price: 9.99, assigned_supplier: "Acme" }],
    }),
  );
  for (let begin = 0; begin < orders.length; begin += 200) {
    const { status } = await v2("/orders/bulk", { body: { orders: orders.slice(begin, begin + 200) } });
    expect(status).toBe(200);
  }
}

describe("many orders as CSV", () => {
  const ORDERS = 600;
  let big: Shop;
  let owner: Visitor;
  beforeAll(async () => {
    big = await createShop();
    owner = await createMember(big.id, "owner");
    await createOrders(big, 0, ORDERS);
  });

  it("are exported once each, in the order of the list, with each of these filters and sorts", { tags: "long" }, async () => {
    for (const [query, order] of [
      ["", "date desc, id desc"],
      ["?sort=date:asc", "date asc, id asc"],
      ["?sort=created_at:desc", "created_at desc, id desc"],
      ["?sort=updated_at:asc", "updated_at asc, id asc"],
      ["?sort=customer_name:asc", "customer_name collate nocase asc, id asc"],
      ["?sort=store_name:desc", "id desc"],
      ["?q=mug", "date desc, id desc"],
      ["?supplier_id=acme&sort=date:asc", "date asc, id asc"],
      ["?created_after=2020-01-01", "date desc, id desc"],
    ]) {
      const lines = await downloadLines(owner, query);
      const expected = await rows<{ id: number }>(`select id from orders where organization_id = ? order by ${order}`, big.id);
      expect(
        lines.map((line) => Number(line["order_id"])),
        query,
      ).toEqual(expected.map(({ id }) => id));
    }
  });

  async function download(fault: Counted): Promise<Response> {
    const request = new Request(`${ORIGIN}/console/${big.id}/orders.csv`, { headers: { Cookie: owner.cookie } });
    return await app.fetch(request, envUnder(fault.plan), createExecutionContext());
  }

  it("are read while the client downloads them, never all at once", async () => {
    // The first request of a session records its use.
    await downloadLines(owner);
    // Counts the reads, none of which fails.
    const counted = injectAt(["d1.read"], async ({ go }) => await go());
    const reader = (await download(counted)).body?.getReader();
    const before = counted.faultCount();
    await reader?.read();
    // At most one page ahead.
    expect(counted.faultCount() - before).toBeLessThanOrEqual(1);
    let chunks = 1;
    while ((await reader?.read())?.done === false) chunks += 1;
    // A batch has 200 orders, and the first one was read before the response.
    expect({ chunks, readCount: counted.faultCount() - before }).toEqual({ chunks: 3, readCount: 2 });
  });

  it("with many items are read a few at a time, so that memory is limited", { tags: "long" }, async () => {
    const shopOfItems = await createShop();
    const visitor = await createMember(shopOfItems.id, "viewer");
    const items = Array.from({ length: 1500 }, () => ({ name: "Mug", price: 1 }));
    for (let nth = 0; nth < 5; nth += 1) await ingestOrder(shopOfItems, { items });
    const request = new Request(`${ORIGIN}/console/${shopOfItems.id}/orders.csv`, { headers: { Cookie: visitor.cookie } });
    const counted = injectAt(["d1.read"], async ({ go }) => await go());
    const reader = (await app.fetch(request, envUnder(counted.plan), createExecutionContext())).body?.getReader();
    const before = counted.faultCount();
    /** The lines before each of the later reads, and all of them. */
    const linesAtReads: number[] = [];
    let lineCount = 0;
    for (let read = await reader?.read(); read?.done === false; read = await reader?.read()) {
      const readCount = counted.faultCount() - before;
      while (linesAtReads.length < readCount) linesAtReads.push(lineCount);
      lineCount += new TextDecoder().decode(read.value).split("\n").length - 1;
    }
    // A batch has at most 4,000 items, so two of these orders. The first one was read before the response, and has the header, too.
    expect([...linesAtReads, lineCount]).toEqual([3001, 6001, 7501]);
  });

  it("are exported once each, also if orders change their position in the list meanwhile", async () => {
    const inOrder = await rows<{ id: number; external_id: string }>(
      "select id, external_id from orders where organization_id = ? order by date desc, id desc",
      big.id,
    );
    const [first, last] = [inOrder[0]?.external_id, inOrder.at(-1)?.external_id];
    // Without faults.
    const reader = (await download(injectAt([], async ({ go }) => await go()))).body?.getReader();
    const decoder = new TextDecoder();
    let text = decoder.decode((await reader?.read())?.value, { stream: true });
    expect(text).toContain(`,${first},`);
    expect(text).not.toContain(`,${last},`);
    // The exported order moves to the end, and the other one to the beginning.
    const moved = [orderBody({ external_id: first, date: "2020-01-01" }), orderBody({ external_id: last, date: "2027-01-01" })];
    expect((await big.v2("/orders/bulk", { body: { on_conflict: "update", orders: moved } })).status).toBe(200);
    const now = await rows<{ external_id: string }>("select external_id from orders where organization_id = ? order by date desc", big.id);
    expect([now[0]?.external_id, now.at(-1)?.external_id]).toEqual([last, first]);
    for (let read = await reader?.read(); read?.done === false; read = await reader?.read())
      text += decoder.decode(read.value, { stream: true });
    const lines: Line[] = readNamedCsv(text);
    expect(lines.map((line) => Object.values(line)[0])).toEqual(inOrder.map(({ id }) => `${id}`));
  });

  it("end with an error if the database fails in between, instead of looking complete", async () => {
    const error = vi.spyOn(console, "error").mockImplementation(() => undefined);
    let isUnavailable = false;
    const counted = injectAt(
      ["d1.read"],
      async (crossing) => await (isUnavailable ? rejected(crossing, "Network connection lost.") : crossing.go()),
    );
    const response = await download(counted);
    expect(response.status).toBe(200);
    isUnavailable = true;
    await expect(response.text()).rejects.toThrow("Network connection lost.");
    expect(error.mock.calls.map(([line]) => (JSON.parse(String(line)) as { event: string }).event)).toEqual(["export.broken"]);
    error.mockRestore();
  });

  it("are an error page if the database is unavailable from the beginning", async () => {
    const error = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const response = await download(injectAt(["d1.read"], rejected));
    expect({ status: response.status, contentDisposition: response.headers.get("Content-Disposition") }).toEqual({
      status: 503,
      contentDisposition: null,
    });
    error.mockRestore();
  });

  it("are rejected with advice if they are too many for one file", async () => {
    const setTotal = async (total: number) =>
      await organizationD1()
        .prepare("update list_counts set total = ? where organization_id = ? and list = 'orders' and filter = '' and basis = 'all'")
        .bind(total, big.id)
        .run();
    await setTotal(50_001);
    const response = await owner.open("/orders.csv");
    expect({ status: response.status, contentDisposition: response.headers.get("Content-Disposition") }).toEqual({
      status: 400,
      contentDisposition: null,
    });
    expect(response.text).toContain("50,001 orders match. A file can contain at most 50,000. Narrow the filters");
    await setTotal(50_000);
    expect((await owner.open("/orders.csv")).status).toBe(200);
    await setTotal(ORDERS);
  });
});

describe("a file of three times as many orders", () => {
  const QUERIES = ["?supplier_id=Acme", "?q=mug&status=new", "?updated_after=2020-01-01"];

  it("reads at most three times as many rows with each of these filters", { tags: "long" }, async () => {
    const growing = await createShop();
    const { cookie } = await createMember(growing.id, "viewer");
    const rowsRead = async (query: string, orders: number): Promise<number> => {
      let sum = 0;
      const counting: Plan = async ({ edge, go }) => {
        const result = await go();
        if (edge === "d1.read") for (const { meta } of [result].flat() as D1Result[]) sum += meta.rows_read;
        return result;
      };
      const request = new Request(`${ORIGIN}/console/${growing.id}/orders.csv${query}`, { headers: { Cookie: cookie } });
      const text = await (await app.fetch(request, envUnder(counting), createExecutionContext())).text();
      expect(text.split("\r\n").length - 2, query).toBe(orders);
      return sum;
    };
    const rowsReadByQueries = async (orders: number) => {
      const reads = [];
      for (const query of QUERIES) reads.push(await rowsRead(query, orders));
      return reads;
    };
    await createOrders(growing, 0, 300);
    const few = await rowsReadByQueries(300);
    await createOrders(growing, 300, 900);
    const many = await rowsReadByQueries(900);
    for (const [nth, query] of QUERIES.entries()) {
      expect(few[nth], query).toBeGreaterThan(300);
      expect((many[nth] ?? 0) / (few[nth] ?? 0), query).toBeLessThanOrEqual(3);
    }
  });
});
