import { beforeAll, describe, expect, it } from "vitest";
import { createShop, type Shop, ingestOrder } from "../../kit/client";
import { createMember, type Page, type Visitor } from "./kit";

const DAY_MS = 86_400_000;
const DEFAULT = ["Order", "Customer", "Items", "Store", "Status", "Ship by", "Date", "Total"];

let shop: Shop;
let viewer: Visitor;
beforeAll(async () => {
  shop = await createShop();
  viewer = await createMember(shop.id, "viewer");
  await ingestOrder(shop, { number: "C-1", ship_country: "PT", shipping_service: "Express", tags: ["rush", "gift <1>"], assignee: "Bea" });
});

/** The headings of the table on a page. */
const headings = ({ text }: Page) =>
  [...text.matchAll(/<th scope="col"[^>]*>(?:<a [^>]*>)?([^<]*)</g)].map(([, name = ""]) => name).filter((name) => name !== "");
/** The cells of the first row by their columns. */
const cells = ({ text }: Page) =>
  Object.fromEntries([...text.matchAll(/<td data-name="([^"]+)"[^>]*>(.*?)<\/td>/gs)].map(([, name = "", cell = ""]) => [name, cell]));

/** The cookies of a browser after a response: its session and the one that was set. */
const cookiesAfter = ({ headers }: Page) => `${viewer.cookie}; ${headers.getSetCookie()[0]?.split(";", 1)[0]}`;

describe("the columns of the order list", () => {
  it("are the default until a member chooses others", async () => {
    const page = await viewer.open("/orders");
    expect(headings(page)).toEqual(DEFAULT);
    const checked = [...page.text.matchAll(/name="column" type="checkbox" value="([^"]+)" checked/g)].map(([, id]) => id);
    expect(checked).toEqual(["customer", "items", "store", "status", "ship-by", "date", "total"]);
  });

  it("are stored in the browser, and the filters are kept", async () => {
    const query = "column=assignee&column=tags&column=ship-to&column=service&column=created&q=c-1&sort=created_at%3Adesc&page=3";
    const chosen = await viewer.open(`/orders/columns?${query}`);
    expect({ status: chosen.status, location: chosen.location }).toEqual({
      status: 303,
      location: `/console/${shop.id}/orders?q=c-1&sort=created_at%3Adesc`,
    });
    const cookie = "order-columns=ship-to.service.tags.assignee.created; Max-Age=34560000; Path=/console; HttpOnly; Secure; SameSite=Lax";
    expect(chosen.headers.getSetCookie()).toEqual([cookie]);
    for (const path of ["/orders?q=c-1", "/orders"]) {
      const page = await viewer.open(path, { cookie: cookiesAfter(chosen) });
      expect(headings(page)).toEqual(["Order", "Ship to", "Service", "Tags", "Assignee", "Created"]);
      expect(cells(page)).toMatchObject({ "Ship to": "Portugal", Service: "Express", Tags: "rush, gift &lt;1&gt;", Assignee: "Bea" });
    }
  });

  it("are the default again if no known column is chosen, and unknown ones beside a known one are omitted", async () => {
    for (const query of ["", "?column=secret&column=refund_amount", "?column=customer.total"]) {
      const chosen = await viewer.open(`/orders/columns${query}`);
      expect(headings(await viewer.open("/orders", { cookie: cookiesAfter(chosen) }))).toEqual(DEFAULT);
    }
    const odd = `${viewer.cookie}; order-columns=%00..nothing.status`;
    expect(headings(await viewer.open("/orders", { cookie: odd }))).toEqual(["Order", "Status"]);
  });
});

describe("the date of an order in the list", () => {
  it.each([
    ["is highlighted if the order is open for more than three days", { days: 3.1 }, true],
    ["is not highlighted before that", { days: 2.9 }, false],
    ["is not highlighted if the order must be shipped on a later day", { days: 9, ship_by_date: "9999-01-01" }, false],
    ["is not highlighted if the order is shipped", { days: 9, status: "Shipped" }, false],
  ])("%s", async (_what, { days, ...fields }, isOld) => {
    const { id } = await ingestOrder(shop, { number: "AGE", date: new Date(Date.now() - days * DAY_MS).toISOString(), ...fields });
    const page = await viewer.open(`/orders?q=age`);
    const row = page.text.split("<tr>").find((text) => text.includes(`/orders/${id}"`)) ?? "";
    expect(row).toContain(`<td data-name="Date">${isOld ? '<span class="due"><time' : "<time"}`);
  });
});
