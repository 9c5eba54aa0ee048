import { parseStored } from "../../../../platform/reading/json";
import type { ChangedOrders, Keep } from "../adapter";
import { ShopError } from "../../shop-error";
import { endOfPage, pageOrders } from "../payload";
import { optionalRecord, textOf } from "../values";
import type { StoreApi } from "./api";

type Fields = Readonly<Record<string, unknown>>;

/** The addresses with their items, and the fees, in the response that has the order. */
const WHOLE_ORDER = { include: "consignments.line_items,fees", consignment_structure: "object" } as const;

/** Each order may need two calls more, and an invocation of the Worker has 50 on the free plan. */
const PAGE_ORDERS = 5;
/** The most coupons or shipments that the API returns at once. */
const MAX_PARTS = 250;

/** Reads one order with its coupons and shipments, as JSON. */
export async function readOrder(api: StoreApi, externalId: string, keep: Keep): Promise<string> {
  const order = await api.get(`v2/orders/${externalId}`, WHOLE_ORDER, (body) => foundOrder(optionalRecord(body), keep));
  return await withParts(api, order, keep);
}

/** An order of a response, without its coupons and shipments. */
interface FoundOrder {
  id: string;
  /** Whether it was archived or deleted. */
  isDeleted: boolean;
  /** JSON of all other fields. */
  json: string;
  hasCoupons: boolean;
  hasShipments: boolean;
}

/** Partially Shipped, Shipped and Completed. */
const SHIPPED = new Set<unknown>([3, 2, 10]);

function foundOrder({ coupons: _coupons, shipments: _shipments, ...order }: Fields, keep: Keep): FoundOrder {
  const { is_deleted, status_id, items_shipped, coupon_discount } = order;
  const id = textOf(order["id"]) ?? "";
  const isId = /^[1-9]\d*$/.test(id);
  return {
    id,
    isDeleted: is_deleted === true,
    json: keep(JSON.stringify(order)),
    hasCoupons: isId && !isZero(coupon_discount),
    hasShipments: isId && (!isZero(items_shipped) || SHIPPED.has(status_id)),
  };
}

/** Whether the shop says that there is none. A number that can't be read does not say so. */
function isZero(value: unknown): boolean {
  return value === 0 || (typeof value === "string" && /^0+(?:\.0+)?$/.test(value));
}

/** Adds the coupons and the shipments to the JSON of an order, as text, so that it need not be parsed again. */
async function withParts(api: StoreApi, { id, json, hasCoupons, hasShipments }: FoundOrder, keep: Keep): Promise<string> {
  const coupons = hasCoupons ? await partsOf(api, `v2/orders/${id}/coupons`, keep) : "[]";
  const shipments = hasShipments ? await partsOf(api, `v2/orders/${id}/shipments`, keep) : "[]";
  return `${json.slice(0, -1)}${json === "{}" ? "" : ","}"coupons":${coupons},"shipments":${shipments}}`;
}

/** A list that belongs to an order, as JSON. An empty one has no content. */
async function partsOf(api: StoreApi, path: string, keep: Keep): Promise<string> {
  return await api.get(path, { limit: String(MAX_PARTS) }, (body) => keep(JSON.stringify(body ?? [])));
}

/** A place in the orders: those that have changed since a time, oldest change first. With an id, those of only that second, by their ids after it. */
interface Position {
  since: number;
  afterId?: number;
}

const SECOND_MS = 1000;

const dateText = (time: number): string => new Date(time).toISOString().replace("Z", "+00:00");

const timeOf = (order: Fields): number => Date.parse(textOf(order["date_modified"]) ?? "");

/** One page of the orders that have changed since a time, oldest change first. Archived orders are left out. */
export async function readChangedOrders(
  api: StoreApi,
  { since, cursor }: { since: number; cursor: string | null },
  keep: Keep,
): Promise<ChangedOrders> {
  const position: Position = cursor === null ? { since } : parseStored<Position>(cursor);
  const { afterId } = position;
  const ofSecond = { max_date_modified: dateText(position.since + SECOND_MS), min_id: String((afterId ?? 0) + 1), sort: "id:asc" };
  const query = {
    min_date_modified: dateText(position.since),
    ...(afterId === undefined ? { sort: "date_modified:asc" } : ofSecond),
    limit: String(PAGE_ORDERS),
    ...WHOLE_ORDER,
  };
  const { orders, next } = await api.get("v2/orders", query, (body) => {
    const all = pageOrders(body ?? [], PAGE_ORDERS).map(optionalRecord);
    const wanted = afterId === undefined ? all : all.filter((order) => timeOf(order) === position.since);
    const place = positionAfter(position, all);
    return {
      orders: wanted.map((order) => foundOrder(order, keep)).filter(({ isDeleted }) => !isDeleted),
      next: place === null ? null : JSON.stringify(place),
    };
  });
  const payloads = [];
  for (const order of orders) payloads.push(await withParts(api, order, keep));
  return { payloads, next };
}

/**
 * The place after a page, or null after the last one. An order that is changed meanwhile moves to the end, so the next place is a time, from which the
 * last order is read again, and not a page. If all orders of the page have the same time, those of this second are read by their ids. Throws ShopError
 * if the shop returns other orders than these.
 */
function positionAfter({ since, afterId }: Position, orders: readonly Fields[]): Position | null {
  const isFull = orders.length === PAGE_ORDERS;
  if (afterId !== undefined) {
    if (!isFull) return { since: since + SECOND_MS };
    const id = Number(textOf(orders.at(-1)?.["id"]));
    if (id > afterId) return { since, afterId: id };
  } else {
    if (!isFull) return null;
    const end = endOfPage(orders.map(timeOf));
    if (end > since) return { since: end };
    if (end > since - SECOND_MS) return { since: end, afterId: 0 };
  }
  throw new ShopError("The shop returned orders in another order than it was asked for.", { isTemporary: false });
}
