import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createShop, rows, type Shop, ingestOrder } from "../../kit/client";
import { ZONES } from "../../kit/order-seed";
import { dayOf } from "../../kit/zone-model";
import { insertWebhookEndpoint } from "../../kit/webhook-fixture";
import { createMember, type Visitor } from "./kit";
import { shareOf } from "../../kit/share";

/** Every figure of the home page equals the total of the list that it links to (docs/spec/console.md#home). */

/** In every time zone it is this day or an adjacent one. */
const NOW = Date.parse("2026-11-20T10:30:00.000Z");
const HOUR = 3_600_000;
const CURRENCIES = ["JPY", "KWD", "VND", "USD", "EUR"];

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: NOW }));
afterEach(() => void vi.useRealTimers());

const dayAt = (moment: number): string => new Date(moment).toISOString().slice(0, 10);

/** Orders around now in every currency, with removed, cancelled and refunded items, some in the future and some late. */
async function seed(shop: Shop): Promise<void> {
  const statuses = ["New", "Pending Cost", "In Production", "Shipped", "Complete", "Cancelled"];
  const hours = [-24 * 40, -24 * 29, -50, -36, -30, -24, -12, -1, 0, 1, 12, 14, 20, 30, 24 * 20];
  let nth = 0;
  for (const hour of hours) {
    for (const laterMs of [0, 1]) {
      nth += 1;
      const date = NOW + hour * HOUR + laterMs;
      const item = { name: "Mug", quantity: nth % 3 === 0 ? 2 : 1, price: 10.0625 * nth, cost: nth % 2 === 0 ? 1.5 : null };
      const { items } = await ingestOrder(shop, {
        date: new Date(date).toISOString(),
        status: statuses[nth % statuses.length],
        currency: CURRENCIES[nth % CURRENCIES.length],
        tax: 0.5,
        refund_amount: nth % 4 === 0 ? 1.25 : null,
        requires_audit: nth % 5 === 0,
        ship_by_date: nth % 3 === 0 ? null : dayAt(NOW + (nth % 5) * 24 * HOUR - 48 * HOUR),
        items: [item, { ...item, sku: `SKU-${nth}` }, { ...item, design_url: "https://files.example.com/a.png" }],
      });
      const [removed, cancelled, refunded] = items;
      const change = (path: string, call: Parameters<Shop["v2"]>[1]) => shop.v2(`/order-items/${path}`, call);
      if (nth % 3 === 0) await change(removed.id, { method: "DELETE" });
      if (nth % 4 === 0) await change(`${cancelled.id}/status`, { body: { status: "Cancelled" } });
      if (nth % 7 === 0) await change(`${refunded.id}/status`, { body: { status: "Refunded" } });
    }
  }
  const subject = { subject: "Where is it?", body: "Late." };
  for (const status of ["open", "open", "closed"]) await shop.v2("/tickets", { body: { ...subject, status } });
}

interface Figure {
  path: string;
  label: string;
  count: number;
}

const plain = (html: string): string =>
  html
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
const countIn = (text: string | undefined): number => Number((text ?? "").replaceAll(",", ""));

/** The tasks of the page, each with the list that it links to. */
function tasksOf(text: string): Figure[] {
  return [...text.matchAll(/<li[^>]*><a href="\/console\/\d+([^"]+)"[^>]*><span class="value">([\d,]+)<\/span>([^<]*)/g)].map(
    ([, path = "", count, label = ""]) => ({ path: path.replaceAll("&amp;", "&"), label: label.trim(), count: countIn(count) }),
  );
}

/** The rows of the table of a page as text. */
const tableRows = (text: string): string[] =>
  [...(/<tbody>(.*?)<\/tbody>/s.exec(text)?.[1]?.matchAll(/<tr[^>]*>(.*?)<\/tr>/gs) ?? [])].map(([row]) => plain(row));

/** The total of a list: from its pager, the count of the open tab, or its rows. */
async function readTotal(visitor: Visitor, { path, label }: Figure): Promise<number> {
  const { status, text } = await visitor.open(path);
  expect({ path, status }).toEqual({ path, status: 200 });
  if (path.startsWith("/orders")) return countIn(/of ([\d,]+)<\/span>/.exec(text)?.[1]);
  if (path.startsWith("/attention/") && !path.endsWith("unmatched")) {
    return countIn(/aria-current="page"[^>]*>[^<]*<span class="count">([\d,]+)/.exec(text)?.[1]);
  }
  const listed = tableRows(text).filter((row) => !/^(?:Nothing|No )/.test(row));
  if (path === "/webhooks") return listed.filter((row) => row.includes("Since")).length;
  if (path === "/connections") return label.includes("error") ? listed.filter((row) => row.includes("error")).length : listed.length;
  return listed.length;
}

describe("every figure of the home page equals the total of its list", () => {
  it.each(shareOf(ZONES))("in %s", async (timezone) => {
    const shop = await createShop({ timezone, currency: CURRENCIES[ZONES.indexOf(timezone) % CURRENCIES.length] });
    const admin = await createMember(shop.id, "admin");
    await seed(shop);
    const failing = await insertWebhookEndpoint(shop.id);
    await insertWebhookEndpoint(shop.id);
    await rows("update webhook_endpoints set failing_since = 1, consecutive_failures = 2 where id = ?", failing.id);

    const home = (await admin.open("/home")).text;
    const tasks = tasksOf(home);
    expect(tasks.map(({ label }) => label)).toEqual([
      "Late",
      "To ship today",
      "Need an audit",
      "New since yesterday",
      "New",
      "Pending Cost",
      "In Production",
      "Without a SKU",
      "Without a design file",
      "Without a cost",
      "Unmatched SKUs",
      "Open",
      "Failing webhook endpoints",
      "Connections with an error",
    ]);
    for (const task of tasks) expect({ ...task, count: await readTotal(admin, task) }).toEqual(task);
    // No count is 0 unexpectedly, and orders of tomorrow or later are not new since yesterday.
    expect(tasks.filter(({ count }) => count === 0).map(({ label }) => label)).toEqual(["Connections with an error"]);
    const today = dayOf(NOW, timezone);
    const since = tasks.find(({ label }) => label === "New since yesterday");
    expect(since?.path).toContain(`&date_to=${today}`);
    const withFuture = { path: since?.path.split("&")[0] ?? "", label: "New since yesterday, or in the future", count: 0 };
    expect(await readTotal(admin, withFuture)).toBeGreaterThan(since?.count ?? 0);

    const panels = Object.fromEntries(
      [...home.matchAll(/<h2>(Net revenue|Number of orders)<\/h2>.*?href="\/console\/\d+([^"]+)".*?<span class="value">([^<]+)/gs)].map(
        ([, title = "", path = "", value = ""]) => [title, { path: path.replaceAll("&amp;", "&"), value }],
      ),
    );
    const report = (await admin.open(panels["Net revenue"]?.path ?? "")).text;
    const sections = [...report.matchAll(/<section class="currency" id="([A-Z]{3})">(.*?)<\/section>/gs)].map(([, code, section = ""]) => {
      const card = (name: string) => new RegExp(`<dt>${name}</dt><dd class="value figure">([^<]+)`).exec(section)?.[1];
      return { code, net: card("Net revenue"), orders: countIn(card("Orders")) };
    });
    expect(sections.map(({ code }) => code).toSorted()).toEqual(CURRENCIES.toSorted());
    // The report begins with the currency of the organization, which is that of the home page.
    expect(panels["Net revenue"]?.value).toBe(sections[0]?.net);
    expect(panels["Number of orders"]).toEqual({
      path: panels["Net revenue"]?.path,
      value: String(sections.reduce((sum, { orders }) => sum + orders, 0)),
    });
  });
});
