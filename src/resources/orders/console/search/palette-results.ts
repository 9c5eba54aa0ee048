import * as z from "zod";
import { textQuery } from "../../../../platform/http/input/query";
import { can, page } from "../../../../console/page";
import { customersAmong } from "../../list/customers";
import type { OrderSummary } from "../../rows.sql.ts";
import { TRACKING_FIELD } from "../fulfillment-panel";
import { orderName } from "../order-name";
import { printPath } from "../print/print-page";
import { findEverything } from "./find-everything";

/** How many orders, customers and products the palette shows, each. */
const MAX_RESULTS = 5;

/** What the palette shows for a text, in this order. */
interface PaletteResult {
  kind: "Order" | "Customer" | "Product" | "Ticket" | "Action";
  label: string;
  detail: string;
  href: string;
}

interface OrderAction {
  /** The label, before the number of the order. */
  label: string;
  writes: boolean;
  path: (id: number) => string;
}

/** What can be done with an order that was found, by the word with which a text may begin: `ship 1042`. */
const ACTIONS: Readonly<Record<string, OrderAction>> = {
  ship: { label: "Ship", writes: true, path: (id) => `/orders/${id}#${TRACKING_FIELD}` },
  tag: { label: "Tag", writes: true, path: (id) => `/orders/${id}/edit#tags` },
  print: { label: "Print the packing slip of", writes: false, path: (id) => printPath("slips", [id]) },
};

const joined = (texts: readonly (string | null)[]): string => texts.filter((text) => text !== null && text !== "").join(" · ");

const detailOf = ({ customer_name, status, store_name }: OrderSummary): string => joined([customer_name, status, store_name]);

/** The results of the palette for a text, as JSON. A text that begins with an action finds the orders for it. One sequential round trip. */
export const paletteResults = page(
  { path: "/search/results", permission: "read", query: z.object({ q: textQuery(200) }) },
  async ({ org, query, member }) => {
    const q = (query.q ?? "").trim();
    const base = `/console/${member.organization.id}`;
    const [, word = "", rest = ""] = /^([a-z]+)\s+(\S.*)$/i.exec(q) ?? [];
    const allowed = Object.entries(ACTIONS).filter(([, { writes }]) => !writes || can(member, "write"));
    const asked = allowed.filter(([name]) => name === word.toLowerCase());
    const text = asked.length === 0 ? q : rest;
    if (text === "") return Response.json({ results: [] });
    const { orders, products, ticket } = await findEverything(org, text, MAX_RESULTS);
    const actionsOf = (order: OrderSummary, actions: typeof allowed): PaletteResult[] =>
      actions.map(([, { label, path }]) => ({
        kind: "Action",
        label: `${label} ${orderName(order)}`,
        detail: detailOf(order),
        href: base + path(order.id),
      }));
    if (asked.length > 0) return Response.json({ results: orders.orders.flatMap((order) => actionsOf(order, asked)) });
    const results: PaletteResult[] = [
      ...orders.orders.map((order) => ({
        kind: "Order" as const,
        label: orderName(order),
        detail: detailOf(order),
        href: `${base}/orders/${order.id}`,
      })),
      ...customersAmong(orders.orders, org.organization.id, text).map((name) => ({
        kind: "Customer" as const,
        label: name,
        detail: "All orders",
        href: `${base}/orders?q=${encodeURIComponent(name.slice(0, 200))}`,
      })),
      ...products.products.map(({ id, title, sku }) => ({
        kind: "Product" as const,
        label: title,
        detail: sku ?? "",
        href: `${base}/products/${id}`,
      })),
      ...(ticket === null
        ? []
        : [
            {
              kind: "Ticket" as const,
              label: `#${ticket.id} ${ticket.subject}`,
              detail: ticket.status,
              href: `${base}/tickets/${ticket.id}`,
            },
          ]),
      // One order was meant: what is done with it most often.
      ...(orders.total === 1 ? orders.orders.flatMap((order) => actionsOf(order, allowed)) : []),
    ];
    return Response.json({ results });
  },
);
