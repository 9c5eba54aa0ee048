import { assembleGroup } from "../../src/resources/orders/files/assemble";
import { type Format, isUpdate, SHOP_FACT } from "../../src/resources/orders/files/format";
import { readHeader } from "../../src/resources/orders/files/header";
import { ownExport } from "../../src/resources/orders/files/own";
import { shopify } from "../../src/resources/orders/files/shopify";
import { connectCarrier, reportForOutcome } from "../worker/connections/carriers/fixtures";
import { deliverWoo, inboxOf, processInbox, type TestConnection, wooOrder } from "../worker/connections/fixtures";
import { browse, tokenIn, type Visitor } from "../worker/console/kit";
import { agentOf } from "../worker/mcp/agent";
import { type ApiResponse, idempotencyKey, type Shop } from "./client";
import { type Attempt, MUG, CHANGED_MUG_FIELDS, CHANGED_ORDER_FIELDS, OWN_CELLS, payload, shopifyFile } from "./order-attempts";

/** An order that an attempt changes, with the ids and clients for it. */
export interface Target {
  shop: Shop;
  order: ApiResponse["body"];
  visitor: Visitor;
  connection: TestConnection;
}

/** A way of writing orders. All invariants are tested with each of WAYS, so a new one is added there. */
export interface Way {
  name: string;
  /** Whether it repeats amounts of a shop, which are stored even if they are implausible. */
  isShop?: true;
  /** Whether its items have no external ids. */
  byPosition?: true;
  /** Sends an attempt. Returns the codes of the error, or "" if it was accepted. Null: this way cannot send it. */
  send: (attempt: Attempt, target: Target) => Promise<string | null>;
}

const codesOf = (error: { details: { code: string }[] } | null | undefined): string =>
  (error?.details ?? []).map(({ code }) => code).join(" ");
/** The codes of the error in a response, or of the first result of a bulk request. */
const errorCodes = ({ body }: ApiResponse): string => codesOf(body?.error ?? body?.results?.[0]?.error);

async function sendIf(fields: object | undefined, send: (fields: object) => Promise<string>): Promise<string | null> {
  return fields === undefined ? null : await send(fields);
}

/** Sends JSON to a page of the console as its script does. Returns the codes of the error of the first order, or "". */
export async function sendJson({ shop, visitor }: Pick<Target, "shop" | "visitor">, page: string, json: object): Promise<string> {
  const headers = { "X-Form-Token": tokenIn(await visitor.open("/orders")) };
  const { text } = await browse(`/console/${shop.id}/${page}`, { cookie: visitor.cookie, json, headers });
  return codesOf((JSON.parse(text) as { results: { error: { details: { code: string }[] } | null }[] }).results[0]?.error);
}

/** The first order of a file as the importer sends it. */
export function assembled(format: Format, csv: string): object {
  const [header = "", ...lines] = csv.replace("\uFEFF", "").trimEnd().split("\r\n");
  const names = header.split(",");
  const rows = lines.map((line, index) => ({ line: index + 2, values: line.split(",") }));
  const { order, error } = assembleGroup(format, { key: "727", rows }, readHeader({ line: 1, values: names }, format).value);
  if (order === null) throw new Error(error?.message ?? "no order");
  return isUpdate(order) ? order : { ...SHOP_FACT, ...order };
}

export const WAYS: readonly Way[] = [
  { name: "POST /orders", send: async (attempt, { shop }) => errorCodes(await shop.v2("/orders", { body: payload(attempt) })) },
  {
    name: "POST /orders with on_implausible: audit",
    isShop: true,
    send: async (attempt, { shop }) => errorCodes(await shop.v2("/orders", { body: { ...payload(attempt), on_implausible: "audit" } })),
  },
  {
    name: "POST /orders/bulk",
    send: async (attempt, { shop }) =>
      errorCodes(await shop.v2("/orders/bulk", { body: { orders: [payload(attempt)], on_error: "skip" } })),
  },
  {
    name: "PATCH /orders/{id}",
    send: async (attempt, { shop, order }) =>
      await sendIf(CHANGED_ORDER_FIELDS[attempt], async (body) =>
        errorCodes(await shop.v2(`/orders/${order.id}`, { method: "PATCH", body })),
      ),
  },
  {
    name: "POST /orders/bulk-updates",
    send: async (attempt, { shop, order }) =>
      await sendIf(CHANGED_MUG_FIELDS[attempt] ?? CHANGED_ORDER_FIELDS[attempt], async (fields) => {
        const changes = CHANGED_MUG_FIELDS[attempt] === undefined ? fields : { items: [{ id: order.items[0].id, ...fields }] };
        return errorCodes(await shop.v2("/orders/bulk-updates", { body: { orders: [{ id: order.id, ...changes }] } }));
      }),
  },
  {
    name: "the endpoints of an item",
    send: async (attempt, { shop, order }) => {
      const path = `/order-items/${order.items[0].id}`;
      if (attempt === "no mug") return errorCodes(await shop.v2(path, { method: "DELETE" }));
      return await sendIf(CHANGED_MUG_FIELDS[attempt], async (body) => errorCodes(await shop.v2(path, { method: "PATCH", body })));
    },
  },
  {
    name: "a new item",
    send: async (attempt, { shop, order }) =>
      attempt === "plain" || attempt === "huge amount" || attempt === "fifth place"
        ? errorCodes(
            await shop.v2(`/orders/${order.id}/items`, { body: { name: "Bag", price: 2, tax: 1, ...CHANGED_MUG_FIELDS[attempt] } }),
          )
        : null,
  },
  {
    name: "bulk actions on orders and items",
    send: async (attempt, { shop, order }) => {
      if (attempt !== "plain") return null;
      const items = { ids: [order.items[1].id], set_status: { status: "In Production" } };
      const itemErrors = errorCodes(await shop.v2("/order-items/bulk-actions", { body: items, headers: idempotencyKey() }));
      return (
        itemErrors +
        errorCodes(await shop.v2("/orders/bulk-actions", { body: { ids: [order.id], add_tags: ["late"] }, headers: idempotencyKey() }))
      );
    },
  },
  {
    name: "an import of its own file",
    send: async (attempt, target) => {
      const cell = OWN_CELLS[attempt];
      if (cell === undefined) return null;
      const { id, version, items } = target.order;
      const csv = `order_id,version,item_id,${cell[0]}\r\n${id},${version},${items[0].id},${cell[1]}`;
      return await sendJson(target, "import/updates", { orders: [assembled(ownExport, csv)], on_conflict: "update", dry_run: false });
    },
  },
  {
    name: "an import of a Shopify file",
    isShop: true,
    byPosition: true,
    send: async (attempt, target) => {
      const csv = shopifyFile(attempt);
      if (csv === null) return null;
      const json = { store: target.shop.store.id, orders: [assembled(shopify, csv)], on_conflict: "update", dry_run: false };
      return await sendJson(target, "import", json);
    },
  },
  {
    name: "a delivery of a shop",
    isShop: true,
    send: async (attempt, { shop, connection }) => {
      if (attempt === "fifth place") return null;
      const { discount = 0, total_amount = 35 - discount, refund_amount }: Record<string, number> = { ...CHANGED_ORDER_FIELDS[attempt] };
      const lines = payload(attempt).items.map(({ external_id, name, quantity, price }) => ({
        id: Number(external_id),
        name,
        quantity,
        meta_data: [],
        subtotal: String(quantity * price),
        subtotal_tax: "0",
        total_tax: external_id === "315" ? "2" : "1",
      }));
      const fields = {
        shipping_total: "0",
        total_tax: "3",
        total: String(total_amount),
        discount_total: String(discount),
        line_items: lines,
      };
      const refunds = refund_amount === undefined ? [] : [{ id: 9, total: String(-refund_amount) }];
      await deliverWoo(connection, wooOrder({ ...fields, refunds, prices_include_tax: true, date_modified_gmt: "2026-04-01T00:00:00" }));
      await processInbox(shop, connection);
      const last = (await inboxOf(connection)).at(-1);
      return last?.["status"] === "processed" ? "" : String(last?.["reason"]);
    },
  },
  {
    name: "a report of a carrier",
    isShop: true,
    send: async (attempt, { shop, order }) => {
      if (attempt !== "plain") return null;
      const fulfillment = await shop.v2(`/orders/${order.id}/fulfillments`, {
        body: { tracking_number: `T${order.id}`, items: [{ order_item_id: order.items[1].id, quantity: 1 }] },
      });
      const values = { number: `T${order.id}`, status: "delivered", at: "2026-01-31T08:00:00Z" };
      const { status, reason } = await reportForOutcome(await connectCarrier(shop), values);
      return errorCodes(fulfillment) + (status === "processed" ? "" : String(reason));
    },
  },
  {
    name: "a reprint",
    send: async (attempt, { shop, order }) =>
      attempt === "plain" ? errorCodes(await shop.v2(`/orders/${order.id}/reprint`, { body: {} })) : null,
  },
  {
    name: "import_orders of MCP",
    send: async (attempt, { shop }) => {
      if (attempt === "refund") return null;
      const { on_conflict, ...order } = payload(attempt);
      const args = { orders: [order], on_conflict, on_error: "skip", dry_run: false, idempotency_key: crypto.randomUUID() };
      const { response, data } = await agentOf(shop.token).call("import_orders", args);
      return errorCodes({ ...response, body: data.result ?? data });
    },
  },
  {
    name: "the console's form of an item",
    send: async (attempt, { order, visitor }) => {
      const path = `/orders/${order.id}/items/${order.items[0].id}`;
      const token = { form_token: tokenIn(await visitor.open(path)) };
      if (attempt === "no mug") return pageError(await visitor.send(`${path}/remove`, token));
      return await sendIf(CHANGED_MUG_FIELDS[attempt], async (fields) => {
        const texts = Object.fromEntries(Object.entries({ ...MUG, ...fields }).map(([name, value]) => [name, String(value)]));
        return pageError(await visitor.send(path, { ...texts, ...token }));
      });
    },
  },
];

/** The result of a form, whose page has a message instead of a code. */
const pageError = ({ status }: { status: number }): string => (status === 303 ? "" : `status ${status}`);
