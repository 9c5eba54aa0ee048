import type { ColumnReport } from "../../../resources/orders/files/header.ts";
import { isUpdate, type Order, type OrderUpdate } from "../../../resources/orders/files/format.ts";
import { formatUnits } from "../../../resources/orders/files/money.ts";
import { moneyText } from "../../../platform/values/money-text.ts";
import { countText, pluralize } from "../../../console/count-text.ts";
import { type Tone, toneOf } from "../../../console/status-tone.ts";
import { element, facts, notice, table } from "./element.ts";
import type { FileOrder, OrderFile } from "./order-file.ts";

const MAX_ORDERS = 20;
const MAX_ITEMS = 5;

/** The text of each warning, by its reason. */
const WARNINGS: Readonly<Record<string, string>> = {
  value_damaged: "A spreadsheet has damaged a value. It is left out. Import the file as it was downloaded to keep it.",
  subtotal_differs: "The items do not add up to the subtotal. The amounts are imported as they are in the file.",
  total_differs: "The amounts do not add up to the total. The amounts are imported as they are in the file.",
  price_rounded: "The price of one unit is not exact, because the file has the price of all units. The order’s amounts are exact.",
  amounts_differ: "An amount of the whole order differs between its rows. The first one is imported.",
  discount_repeated: "The same discount is on several rows. It is counted once.",
  items_refunded: "Items of which nothing is left after refunds are left out.",
  rows_repeated: "Rows that repeat an item or an order are left out.",
  items_cancelled: "Cancelled items are left out.",
  no_prices: "The file has no prices. The orders are imported with amounts of 0.",
  truncated: "A value is too long. Only its beginning will be imported.",
};

function dayText(date: string): string {
  if (date === "") return "";
  return new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone: "UTC" }).format(Date.parse(date.slice(0, 10)));
}

/** The line numbers of an order's rows in the file: `2`, `2, 3`, or from the first to the last. */
export function linesOf({ rows }: FileOrder): string {
  const lines = rows.map(({ line }) => line);
  return lines.length <= 3 ? lines.join(", ") : `${lines[0]} to ${lines.at(-1)}`;
}

/** A summary of a file before it is imported: its totals and warnings. */
export function summary(file: OrderFile): HTMLElement[] {
  const { missing } = file.columns;
  return [
    element("h2", {}, "File contents"),
    ...(missing.length > 0
      ? [notice("bad", `This file can’t be imported. Missing columns: ${missing.map((name) => `“${name}”`).join(", ")}.`)]
      : [...(file.updates ? [updateNotice()] : []), facts(figures(file)), ...warnings(file)]),
  ];
}

/** The use of each column, and the first orders as they will be imported. */
export function details(file: OrderFile): HTMLElement[] {
  return [columns(file.columns, file.updates), ...firstOrders(file)];
}

function readableOrders(orders: readonly FileOrder[]) {
  return orders.flatMap((group) => (group.order === null ? [] : [{ ...group, order: group.order }]));
}

function updateNotice(): HTMLElement {
  const text =
    "The orders of this file exist. They keep their store, and what differs in the file is changed: a column that the file does not have changes nothing, and an empty cell clears a field. No order or item is added or removed, and no status is changed.";
  return notice("plain", element("p", {}, text));
}

/** What the preview shows of an order. A text is empty if the file does not have it. */
interface OrderSummary {
  number: string;
  date: string;
  customer: string;
  status: string;
  currency: string;
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

function orderSummary(order: Order | OrderUpdate): OrderSummary {
  const { date, status, customer_name, currency } = order;
  const common = { date: textOf(date), status: textOf(status), customer: textOf(customer_name), currency: textOf(currency) };
  if (isUpdate(order)) return { number: textOf(order["number"]) || "(no number)", ...common };
  // A file without currencies has that of the store.
  return { number: order.number, ...common, currency: order.currency ?? "(the store’s currency)" };
}

/** A total. The decimal places of a currency that a file does not have, or names in words, are unknown. */
function totalText(units: bigint, currency: string): string {
  return /^[A-Z]{3}$/.test(currency) ? moneyText(units, currency) : `${formatUnits(units)} ${currency}`;
}

type Pair = [name: string, value: string];

function figures({ name, format, encoding, orders, rows }: OrderFile): Pair[] {
  const readable = readableOrders(orders);
  const items = readable.reduce((sum, { order }) => sum + order.items.length, 0);
  const sums = new Map<string, bigint>();
  for (const { order, total } of readable) {
    const { currency } = orderSummary(order);
    if (currency !== "") sums.set(currency, (sums.get(currency) ?? 0n) + BigInt(total));
  }
  const days = readable
    .map(({ order }) => orderSummary(order).date.slice(0, 10))
    .filter((day) => day !== "")
    .toSorted();
  const [first, last] = [days[0], days.at(-1)];
  return [
    ["File", name],
    ["Format", format],
    ["Encoding", encoding],
    ["Orders", countText(orders.length)],
    ["Items", countText(items)],
    ["Rows", countText(rows)],
    ...(sums.size === 0
      ? []
      : [[sums.size > 1 ? "Totals" : "Total", [...sums].map(([code, units]) => totalText(units, code)).join(", ")] as Pair]),
    ...(first === undefined || last === undefined
      ? []
      : [["Dates", first === last ? dayText(first) : `${dayText(first)} to ${dayText(last)}`] as Pair]),
  ];
}

/** Why rows are skipped on purpose, by the reason. */
const SKIPPED: Readonly<Record<string, string>> = {
  unpaid: "Skipped, because their orders are not paid.",
  cancelled: "Skipped, because nothing is left of their orders.",
  fulfilled_by_platform: "Skipped, because the platform fulfills their orders and has not shipped them yet.",
  other_channel: "Skipped, because their orders are those of another shop, which the platform only ships.",
};

function warnings({ orders, skipped }: OrderFile): HTMLElement[] {
  const issues = orders.flatMap(({ name, warnings: issuesOfOrder }) => issuesOfOrder.map((issue) => ({ name, ...issue })));
  const rejected = orders.filter(({ error }) => error !== null);
  if (issues.length === 0 && rejected.length === 0 && skipped.length === 0) return [];
  const lines = [...Map.groupBy(issues, ({ reason }) => reason)].map(([reason, group]) => {
    const first = group[0];
    const example = first === undefined ? "" : ` ${first.name}: ${first.message}`;
    return warning(group, ` ${WARNINGS[reason] ?? ""}`, element("span", { class: "soft" }, example));
  });
  if (rejected.length > 0) lines.unshift(warning(rejected, " Invalid. They will be reported as failed. The others can be imported."));
  for (const [reason, group] of Map.groupBy(skipped, (each) => each)) {
    lines.push(element("li", {}, element("strong", {}, `${pluralize(group.length, "row")}.`), ` ${SKIPPED[reason] ?? "Skipped."}`));
  }
  return [element("h3", {}, "Warnings"), element("ul", {}, ...lines)];
}

/** A list item about some of the orders. It starts with their count. */
function warning(orders: readonly unknown[], ...parts: (string | HTMLElement)[]): HTMLElement {
  return element("li", {}, element("strong", {}, `${pluralize(orders.length, "order")}.`), ...parts);
}

function columns({ used, readOnly, ignored, missing, absent }: ColumnReport, updates: boolean): HTMLElement {
  const rows = [
    ...missing.map((name) => [element("strong", {}, name), badge("bad", "missing"), "Required, but not in the file"]),
    ...used.map(({ name, purpose }) => [name, badge("good", "used"), purpose]),
    ...readOnly.map(({ name, purpose }) => [name, badge("idle", "not changed"), purpose]),
    ...absent.map((name) => [name, badge("idle", "absent"), updates ? "Does not change" : "Left empty"]),
    ...ignored.map((name) => [name, badge("idle", "ignored"), "Not imported"]),
  ];
  const counts = [
    ...(missing.length > 0 ? [`${missing.length} missing`] : []),
    `${used.length} used`,
    ...(readOnly.length > 0 ? [`${readOnly.length} not changed`] : []),
    `${ignored.length} ignored`,
    ...(absent.length > 0 ? [`${absent.length} absent`] : []),
  ].join(", ");
  return element(
    "details",
    { class: "report", open: missing.length > 0 ? "" : null },
    element("summary", {}, `Columns: ${counts}`),
    table("Columns in the file", { columns: ["Column", "State", "Use"], rows }),
  );
}

function itemsOf({ items }: Order | OrderUpdate): string {
  const names = items.slice(0, MAX_ITEMS).map((item) => {
    const { name, quantity } = item;
    const what = textOf(name) || "item";
    return typeof quantity === "number" ? `${quantity} × ${what}` : what;
  });
  const moreCount = items.length - names.length;
  return [...names, ...(moreCount > 0 ? [`and ${countText(moreCount)} more`] : [])].join(", ");
}

function firstOrders({ orders, updates }: OrderFile): HTMLElement[] {
  const readable = readableOrders(orders);
  if (readable.length === 0) return [];
  const rows = readable.slice(0, MAX_ORDERS).map((group) => {
    const { order, total } = group;
    const { number, date, customer, status, currency } = orderSummary(order);
    return [
      number,
      linesOf(group),
      dayText(date),
      customer,
      status === "" ? "" : badge(toneOf(status) ?? "idle", status),
      itemsOf(order),
      currency === "" ? "" : totalText(BigInt(total), currency),
    ];
  });
  const which = readable.length > MAX_ORDERS ? `The first ${MAX_ORDERS} orders` : "The orders";
  const heading = updates ? `${which} in the file` : `${which}, as they will be imported`;
  const columnNames = ["Order", "Lines", "Date", "Customer", "Status", "Items", "Total"];
  return [element("h2", {}, heading), table("Orders in the file", { columns: columnNames, rows, figures: ["Total"] })];
}

export function badge(tone: Tone, text: string): HTMLElement {
  return element("span", { class: `badge ${tone}` }, text);
}
