import * as z from "zod";
import { textQuery } from "../../../../platform/http/input/query";
import { can, page } from "../../../../console/page";
import { capitalized } from "../../../../console/parts/values";
import { customersAmong } from "../../list/customers";
import { MAX_SEARCH_LENGTH } from "../../order-limits";
import type { OrderSummary } from "../../rows.sql.ts";
import { TRACKING_FIELD } from "../fulfillment-panel";
import { inPlaceId } from "../in-place/editable-fields";
import { orderName } from "../order-name";
import { printPath } from "../print/print-page";
import { commandsFor } from "./commands";
import { findEverything, findInProduction, type SearchResults, type ProductionSearchResults } from "./find-everything";

/** How many orders, customers, products and suppliers the palette shows, each. */
const MAX_RESULTS = 5;

/** A row of the palette, with the path of its page. */
interface PaletteResult {
  kind: "Order" | "Customer" | "Product" | "Supplier" | "Supplier order" | "Ticket" | "Action";
  label: string;
  detail: string;
  path: string;
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
  tag: { label: "Tag", writes: true, path: (id) => `/orders/${id}#${inPlaceId("tags")}` },
  assign: { label: "Assign", writes: true, path: (id) => `/orders/${id}#${inPlaceId("assignee")}` },
  refund: { label: "Refund", writes: true, path: (id) => `/orders/${id}/refund` },
  print: { label: "Print the packing slip of", writes: false, path: (id) => printPath("slips", [id]) },
};

const joinTexts = (texts: readonly (string | null)[]): string => texts.filter((text) => text !== null && text !== "").join(" · ");

const detailOf = ({ customer_name, status, store_name }: OrderSummary): string => joinTexts([customer_name, status, store_name]);

const actionsOf = (order: OrderSummary, actions: readonly OrderAction[]): PaletteResult[] =>
  actions.map(({ label, path }) => ({
    kind: "Action",
    label: `${label} ${orderName(order)}`,
    detail: detailOf(order),
    path: path(order.id),
  }));

const ordersIn = ({ orders }: SearchResults): PaletteResult[] =>
  orders.orders.map((order) => ({ kind: "Order", label: orderName(order), detail: detailOf(order), path: `/orders/${order.id}` }));

const customersIn = ({ orders }: SearchResults, organizationId: number, text: string): PaletteResult[] =>
  customersAmong(orders.orders, organizationId, text).map((name) => ({
    kind: "Customer",
    label: name,
    detail: "All orders",
    path: `/orders?q=${encodeURIComponent(name.slice(0, MAX_SEARCH_LENGTH))}`,
  }));

const productsIn = ({ products }: SearchResults): PaletteResult[] =>
  products.products.map(({ id, title, sku }) => ({ kind: "Product", label: title, detail: sku ?? "", path: `/products/${id}` }));

function numberedIn({ ticket }: SearchResults, { supplierOrder }: ProductionSearchResults): PaletteResult[] {
  const results: PaletteResult[] = [];
  if (ticket !== null) {
    const { id, number, subject, status } = ticket;
    results.push({ kind: "Ticket", label: `#${number} ${subject}`, detail: status, path: `/tickets/${id}` });
  }
  if (supplierOrder !== null) {
    const { id, number, supplier_name, state } = supplierOrder;
    const detail = capitalized(state.replaceAll("_", " "));
    results.push({ kind: "Supplier order", label: `#${number} ${supplier_name}`, detail, path: `/production/${id}` });
  }
  return results;
}

const suppliersIn = ({ suppliers }: ProductionSearchResults): PaletteResult[] =>
  suppliers.map(({ id, name, code }) => ({ kind: "Supplier", label: name, detail: code ?? "", path: `/suppliers/${id}` }));

/**
 * The results of the palette for a text, as JSON. A text that begins with an action finds the orders for it. Pages that the text names come first.
 * One sequential round trip.
 */
export const paletteResults = page(
  { path: "/search/results", permission: "read", query: z.object({ q: textQuery(MAX_SEARCH_LENGTH) }) },
  async ({ org, query, member }) => {
    const q = (query.q ?? "").trim();
    const respond = (results: readonly PaletteResult[]) =>
      Response.json({ results: results.map(({ path, ...shown }) => ({ ...shown, href: `/console/${member.organization.id}${path}` })) });
    if (q === "") return respond([]);
    const allowed = Object.entries(ACTIONS).filter(([, { writes }]) => !writes || can(member, "write"));
    const [, word = "", text = ""] = /^([a-z]+)\s+(\S.*)$/i.exec(q) ?? [];
    const namedAction = allowed.find(([name]) => name === word.toLowerCase())?.[1];
    if (namedAction !== undefined) {
      const { orders } = await findEverything(org, text, MAX_RESULTS);
      return respond(orders.orders.flatMap((order) => actionsOf(order, [namedAction])));
    }
    const [found, production] = await Promise.all([findEverything(org, q, MAX_RESULTS), findInProduction(org, q, MAX_RESULTS)]);
    const commands = commandsFor(q).filter(({ permissions }) => permissions.every((permission) => can(member, permission)));
    const actions = allowed.map(([, action]) => action);
    return respond([
      ...commands.map(({ label, path }) => ({ kind: "Action" as const, label, detail: "", path })),
      ...ordersIn(found),
      ...customersIn(found, org.organization.id, q),
      ...productsIn(found),
      ...suppliersIn(production),
      ...numberedIn(found, production),
      // If the text finds exactly one order, what is done most often with an order.
      ...(found.orders.total === 1 ? found.orders.orders.flatMap((order) => actionsOf(order, actions)) : []),
    ]);
  },
);
