import type { ColumnReport } from "../../../orders/files/header.ts";
import type { Order } from "../../../orders/files/format.ts";
import { formatUnits } from "../../../orders/files/money.ts";
import { counted, countText, element, facts, notice, table } from "./element.ts";
import type { FileOrder, OrderFile } from "./order-file.ts";

/** Orders that are shown as they will be imported. */
const SHOWN = 20;
/** Items that are named of each. */
const ITEMS_SHOWN = 5;

/** What the reasons of warnings mean. */
const WARNINGS: Readonly<Record<string, string>> = {
  id_damaged: "A spreadsheet has damaged the Id. The order number is used as external id instead.",
  subtotal_differs: "The items do not come to the subtotal. The amounts are imported as they are in the file.",
  total_differs: "The parts do not come to the total. The amounts are imported as they are in the file.",
  truncated: "A text is longer than an order can hold. Only its beginning will be imported.",
};

/** The lines of the file that an order was made of: `2`, `2, 3`, or from the first to the last. */
export function linesOf({ rows }: FileOrder): string {
  const lines = rows.map(({ line }) => line);
  return lines.length <= 3 ? lines.join(", ") : `${lines[0]} to ${lines.at(-1)}`;
}

/** A file before anything is done with it: how much it is, and what should be looked at. */
export function summary(file: OrderFile): HTMLElement[] {
  const { missing } = file.columns;
  return [
    element("h2", {}, "What is in the file"),
    ...(missing.length > 0
      ? [notice("bad", `This file can’t be imported: it lacks ${missing.map((name) => `“${name}”`).join(", ")}.`)]
      : [facts(figures(file)), ...warnings(file.orders)]),
  ];
}

/** What each column is for, and the first orders as they will be imported. */
export function details(file: OrderFile): HTMLElement[] {
  return [columns(file.columns), ...firstOrders(file.orders)];
}

function understood(orders: readonly FileOrder[]) {
  return orders.flatMap((group) => (group.order === null ? [] : [{ ...group, order: group.order }]));
}

function figures({ name, orders, rows }: OrderFile): [string, string][] {
  const readable = understood(orders);
  const items = readable.reduce((sum, { order }) => sum + order.items.length, 0);
  const sums = new Map<string, bigint>();
  for (const { order, total } of readable) sums.set(order.currency, (sums.get(order.currency) ?? 0n) + BigInt(total));
  const days = readable.map(({ order }) => order.date.slice(0, 10)).toSorted();
  const [first, last] = [days[0], days.at(-1)];
  return [
    ["File", name],
    ["Orders", countText(orders.length)],
    ["Items", countText(items)],
    ["Rows", countText(rows)],
    [sums.size > 1 ? "Totals" : "Total", [...sums].map(([currency, units]) => `${formatUnits(units)} ${currency}`).join(", ")],
    ...(first === undefined || last === undefined ? [] : [["Dates", first === last ? first : `${first} to ${last}`] as [string, string]]),
  ];
}

function warnings(orders: readonly FileOrder[]): HTMLElement[] {
  const told = orders.flatMap(({ name, warnings: own }) => own.map((each) => ({ name, ...each })));
  const refused = orders.filter(({ error }) => error !== null);
  if (told.length === 0 && refused.length === 0) return [];
  const lines = [...Map.groupBy(told, ({ reason }) => reason)].map(([reason, group]) => {
    const first = group[0];
    const example = first === undefined ? "" : ` ${first.name}: ${first.message}`;
    return warning(group, ` ${WARNINGS[reason] ?? ""}`, element("span", { class: "soft" }, example));
  });
  if (refused.length > 0) lines.unshift(warning(refused, " Not understood: listed as failed. The others can be imported."));
  return [element("h3", {}, "Look at these"), element("ul", {}, ...lines)];
}

/** A line about some of the orders, which begins with how many they are. */
function warning(orders: readonly unknown[], ...parts: (string | HTMLElement)[]): HTMLElement {
  return element("li", {}, element("strong", {}, `${counted(orders.length, "order")}.`), ...parts);
}

function columns({ used, ignored, missing, absent }: ColumnReport): HTMLElement {
  const rows = [
    ...missing.map((name) => [element("strong", {}, name), badge("bad", "missing"), "Needed, and not in the file"]),
    ...used.map(({ name, purpose }) => [name, badge("good", "used"), purpose]),
    ...absent.map((name) => [name, badge("idle", "not there"), "Left empty"]),
    ...ignored.map((name) => [name, badge("idle", "ignored"), "Nothing is made of it"]),
  ];
  const told = [
    ...(missing.length > 0 ? [`${missing.length} missing`] : []),
    `${used.length} used`,
    `${ignored.length} ignored`,
    ...(absent.length > 0 ? [`${absent.length} not there`] : []),
  ].join(", ");
  return element(
    "details",
    { class: "report", open: missing.length > 0 ? "" : null },
    element("summary", {}, `Columns: ${told}`),
    table("Columns of the file", ["Column", "State", "What it is used for"], rows),
  );
}

function itemsOf({ items }: Order): string {
  const named = items.slice(0, ITEMS_SHOWN).map(({ name, quantity }) => `${quantity} × ${name}`);
  const left = items.length - named.length;
  return [...named, ...(left > 0 ? [`and ${countText(left)} more`] : [])].join(", ");
}

function firstOrders(orders: readonly FileOrder[]): HTMLElement[] {
  const readable = understood(orders);
  if (readable.length === 0) return [];
  const rows = readable.slice(0, SHOWN).map((group) => {
    const { order, total } = group;
    return [
      order.number,
      linesOf(group),
      order.date.slice(0, 10),
      order.customer_name ?? "",
      badge(order.status === "Shipped" ? "good" : order.status === "Cancelled" ? "idle" : "busy", order.status),
      itemsOf(order),
      `${formatUnits(BigInt(total))} ${order.currency}`,
    ];
  });
  const heading = readable.length > SHOWN ? `The first ${SHOWN} orders, as they will be imported` : "The orders, as they will be imported";
  const shown = ["Order", "Lines", "Date", "Customer", "Status", "Items", "Total"];
  return [element("h2", {}, heading), table("Orders of the file", shown, rows, ["Total"])];
}

/** A state at a glance, and in words. */
export function badge(tone: "good" | "bad" | "busy" | "idle", text: string): HTMLElement {
  return element("span", { class: `badge ${tone}` }, text);
}
