import { expect } from "vitest";
import { apply, type Change, create, type World } from "../../model/change.ts";
import { orderCounts } from "../../model/counts.ts";
import { reprintOf } from "../../model/create.ts";
import { isLive, type Order } from "../../model/order.ts";
import { figuresOf, profitOf } from "../../model/summary.ts";
import { toNumber } from "../../model/units.ts";
import { withoutUnchanged } from "../../model/update.ts";
import { randomOf } from "../../kit/form";
import { rows, type Shop } from "../../kit/client";
import { erase } from "../personal-data/kit";
import { CURRENCIES, Draw, drawChange, drawOrder, PRODUCTS } from "./draw";
import { type Ids, orderBody, type Outcome, sendAction, sendOne, sendOrders, sendUpdates } from "./send";

/** Lives of orders: random changes through HTTP, and the figures of the model after each. */

const catalog = new Map(PRODUCTS.map(({ sku, currency, cost }) => [sku.toLowerCase(), { cost, currency }]));

interface Life {
  name: string;
  draw: Draw;
  ids: Ids;
  order: Order;
  history: unknown[];
}

/** A change that is about to be made, and whether it is made together with others. */
interface Step {
  life: Life;
  change: Change;
  isAlone: boolean;
  expected: Outcome;
}

const keyOf = ({ name }: Life, at: number) => ({ externalId: name, note: `${name}, ${at}` });

/** What the API shows of an order. */
function viewOf(order: Order) {
  return {
    status: order.status,
    currency: order.currency,
    subtotal: toNumber(order.subtotal),
    tax: toNumber(order.tax),
    shipping_cost: toNumber(order.shipping),
    fees: order.fees === null ? null : toNumber(order.fees),
    discount: toNumber(order.discount),
    total_amount: toNumber(order.total),
    is_refunded: order.isRefunded,
    requires_audit: order.requiresAudit,
    items: order.items.map(({ quantity, price, status, tax }) => ({
      quantity: Number(quantity),
      price: toNumber(price),
      status,
      tax: tax === null ? null : toNumber(tax),
    })),
  };
}

type View = ReturnType<typeof viewOf>;
const VIEW = [
  "status",
  "currency",
  "subtotal",
  "tax",
  "shipping_cost",
  "fees",
  "discount",
  "total_amount",
  "is_refunded",
  "requires_audit",
] as const;

function shown(order: Record<string, unknown> & { items: { id: string }[] }) {
  const items = order.items.toSorted((one, other) => Number(one.id) - Number(other.id)) as unknown as (View["items"][number] & {
    id: string;
  })[];
  return {
    view: {
      ...Object.fromEntries(VIEW.map((name) => [name, order[name]])),
      items: items.map(({ quantity, price, status, tax }) => ({ quantity, price, status, tax })),
    },
    itemIds: items.map(({ id }) => id),
  };
}

export class Lives {
  readonly #shop: Shop;
  readonly #world: World;
  readonly #lives: Life[];
  /** Orders that reprint others. */
  #reprints: Order[] = [];

  private constructor(shop: Shop, world: World, lives: Life[]) {
    this.#shop = shop;
    this.#world = world;
    this.#lives = lives;
  }

  /** Creates products and an order for each life. */
  static async begin(shop: Shop, names: readonly string[], { followsItems }: { followsItems: boolean }): Promise<Lives> {
    const world = { followsItems, catalog };
    for (const { sku, cost, currency } of PRODUCTS) {
      const { status, text } = await shop.v2("/products", { body: { title: sku, sku, cost: toNumber(cost), cost_currency: currency } });
      if (status !== 201) throw new Error(text);
    }
    const lives = names.map((name): Life => {
      const draw = new Draw(randomOf(name));
      for (let tries = 0; tries < 100; tries += 1) {
        const sent = drawOrder(draw);
        const { order } = create(sent, world);
        if (order !== null) return { name, draw, ids: { order: 0, items: [], fulfillments: [] }, order, history: [sent] };
      }
      throw new Error("No valid order was drawn.");
    });
    const bodies = lives.map((life) => orderBody(life.history[0] as Parameters<typeof orderBody>[0], keyOf(life, 0)));
    expect(await sendOrders(shop, bodies)).toEqual(bodies.map(() => null));
    const all = new Lives(shop, world, lives);
    await all.#compare();
    return all;
  }

  /** Makes one change of each life, and compares all orders and reports with the model. */
  async change(at: number): Promise<void> {
    const steps = this.#lives.map((life): Step => {
      const drawn = drawChange(life.draw, life.order, at);
      const isAlone = life.draw.chance(0.2) || !isBulk(drawn);
      // An update of several orders is about the values that differ (docs/spec/orders.md#bulk-updates).
      const isWhole =
        drawn.kind === "update" && (!isAlone || drawn.items.size > 1 || (drawn.items.size === 1 && Object.keys(drawn.amounts).length > 0));
      const change = isWhole ? withoutUnchanged(life.order, drawn) : drawn;
      const { order, rejection } = apply(life.order, change, this.#world);
      life.history.push(change, rejection);
      life.order = order;
      return { life, change: drawn, isAlone, expected: rejection === null ? null : `${rejection.status} ${rejection.code}` };
    });
    const outcomes = new Map<Life, Outcome>();
    for (const [, group] of Map.groupBy(steps, groupOf)) {
      const sent = await this.#send(group, at);
      for (const [index, { life }] of group.entries()) outcomes.set(life, sent[index] ?? null);
    }
    for (const { life, change, expected } of steps) {
      mustEqual(life.history, { life: life.name, change, outcome: outcomes.get(life) }, { life: life.name, change, outcome: expected });
    }
    await this.#compare();
  }

  async #send(group: readonly Step[], at: number): Promise<Outcome[]> {
    const [first] = group;
    if (first === undefined) return [];
    const { change } = first;
    if (first.isAlone) return [await sendOne(this.#shop, first.life.ids, change, keyOf(first.life, at))];
    const sent = group.map(({ life, change: own }) => ({ ids: life.ids, change: own }));
    if (change.kind === "update") return sendUpdates(this.#shop, sent as Parameters<typeof sendUpdates>[1]);
    if (change.kind === "ingest") {
      const orders = group.flatMap(({ life, change: own }) => (own.kind === "ingest" ? [orderBody(own.order, keyOf(life, at))] : []));
      return sendOrders(this.#shop, orders);
    }
    if (change.kind === "item_status") {
      const ids = group.flatMap(({ life, change: own }) =>
        own.kind === "item_status" ? own.items.map((index) => life.ids.items[index]) : [],
      );
      const { status, text } = await this.#shop.v2("/order-items/bulk-actions", { body: { ids, set_status: { status: change.status } } });
      expect(status, text).toBe(200);
      return group.map(() => null);
    }
    if (change.kind !== "order_status") return sendAction(this.#shop, sent, { ship: {} });
    return sendAction(this.#shop, sent, { set_status: { status: change.status, ...(change.hasReason && { reason: "a reason" }) } });
  }

  /** What happens to all orders at once: products complete them, a customer is erased, and some are printed again. */
  async changeAll(at: number): Promise<void> {
    let cursor: string | null = null;
    do {
      const { status, text, body } = await this.#shop.v2("/catalog/match", { body: cursor === null ? {} : { cursor } });
      expect(status, text).toBe(200);
      expect(body.failed).toEqual([]);
      cursor = body.next_cursor;
    } while (cursor !== null);
    this.#applyToAll({ kind: "match" });
    const [first] = this.#lives;
    if (first !== undefined) await erase(this.#shop, { names: [`${first.name}, ${at}`] });
    this.#applyToAll({ kind: "erasure" });
    for (const life of this.#lives.slice(0, 3)) {
      const { status, body } = await this.#shop.v2(`/orders/${life.ids.order}/reprint`, { body: { number: at } });
      if (life.order.items.some(isLive)) this.#reprints.push(reprintOf(life.order));
      expect(status === 201 ? "created" : body.error.details[0].code).toBe(
        life.order.items.some(isLive) ? "created" : "nothing_to_reprint",
      );
    }
    await this.#compare();
  }

  #applyToAll(change: Change): void {
    for (const life of this.#lives) life.order = apply(life.order, change, this.#world).order;
    this.#reprints = this.#reprints.map((order) => apply(order, change, this.#world).order);
  }

  /** Every order as the API shows it, and the summary of all of them. */
  async #compare(): Promise<void> {
    const found = new Map<string, ReturnType<typeof shown>>();
    let path: string | null = "/orders?limit=200&sort=id:asc";
    while (path !== null) {
      const { body } = await this.#shop.v2(path);
      for (const order of body.data) {
        const life = this.#lives.find(({ name }) => name === order.external_id);
        if (life === undefined) continue;
        const { view, itemIds } = shown(order);
        found.set(life.name, { view, itemIds });
        life.ids = { ...life.ids, order: order.id, items: itemIds };
      }
      path = body.has_more ? `/orders?limit=200&sort=id:asc&cursor=${encodeURIComponent(body.next_cursor)}` : null;
    }
    for (const { name, order, history } of this.#lives)
      mustEqual(history, { life: name, ...found.get(name)?.view }, { life: name, ...viewOf(order) });
    const stored = await rows<{ id: string; order_id: number }>(
      "select id, order_id from fulfillments where organization_id = ?",
      this.#shop.id,
    );
    const byOrder = Map.groupBy(stored, ({ order_id }) => order_id);
    for (const life of this.#lives) {
      const known = life.ids.fulfillments;
      const created = (byOrder.get(life.ids.order) ?? []).map(({ id }) => id).filter((id) => !known.includes(id));
      life.ids = { ...life.ids, fulfillments: [...known, ...created] };
    }
    const { body } = await this.#shop.v2("/analytics/summary?period=all_time");
    const counts = this.#orders().map((order) => ({ currency: order.currency, ...orderCounts(order) }));
    const currencies = [...Map.groupBy(counts, ({ currency }) => currency)].toSorted(([one], [other]) => (one < other ? -1 : 1));
    const expected = currencies.map(([currency, own]) => ({ currency, ...figuresOf(own, currency), series: [], previous: null }));
    // The list by profit says which order differs.
    if (JSON.stringify(body.currencies) !== JSON.stringify(expected)) await this.compareProfits();
    expect(body.currencies).toEqual(expected);
  }

  #orders(): Order[] {
    return [...this.#lives.map(({ order }) => order), ...this.#reprints];
  }

  /** The list of orders by profit of each currency, and each order by its id. */
  async compareProfits(): Promise<void> {
    const byId = new Map(this.#lives.map((life) => [life.ids.order, life]));
    for (const currency of CURRENCIES) {
      for (const profit of ["known", "unknown"]) {
        const { data } = await this.#profits(`period=last_7_days&currency=${currency}&profit=${profit}`);
        const listed = data.filter(({ order_id }) => byId.has(order_id));
        const expected = this.#lives.flatMap(({ order, ids }) => {
          const own = order.currency === currency ? profitOf(order) : null;
          if (own === null || own.isKnown !== (profit === "known")) return [];
          const { isKnown: _isKnown, ...figures } = own;
          return [{ order_id: ids.order, status: order.status, ...figures }];
        });
        for (const { order_id, status, revenue, costs, profit: figures } of listed) {
          const own = expected.find((order) => order.order_id === order_id);
          mustEqual(byId.get(order_id)?.history ?? [], { order_id, status, revenue, costs, profit: figures }, own);
        }
        expect(listed.length).toBe(expected.length);
        if (profit === "known") expect(isSorted(listed.map((order) => Number(order.profit.gross)))).toBe(true);
      }
    }
  }

  async #profits(query: string): Promise<{ data: ProfitLine[] }> {
    const data: ProfitLine[] = [];
    let cursor: string | null = null;
    do {
      const more: string = cursor === null ? "" : `&cursor=${encodeURIComponent(cursor)}`;
      const { status, text, body } = await this.#shop.v2(`/analytics/orders?${query}&limit=200${more}`);
      expect(status, text).toBe(200);
      data.push(...body.data);
      cursor = body.next_cursor;
    } while (cursor !== null);
    return { data };
  }
}

/** Fails with the history of a life if its figures are not those of the model. */
function mustEqual(history: readonly unknown[], actual: unknown, expected: unknown): void {
  const text = JSON.stringify(history, (_name, value: unknown) =>
    typeof value === "bigint" ? `${value}n` : value instanceof Map ? [...value] : value,
  );
  expect(actual, text).toEqual(expected);
}

interface ProfitLine {
  order_id: number;
  status: string;
  revenue: unknown;
  costs: unknown;
  profit: { gross: number | null };
}

const isSorted = (values: readonly number[]): boolean => values.every((value, index) => index === 0 || (values[index - 1] ?? 0) <= value);

/** Whether a change can be made together with the same change of other orders. */
function isBulk(change: Change): boolean {
  if (change.kind === "fulfillment") return change.lines === undefined && change.status === "in_transit";
  return change.kind === "update" || change.kind === "ingest" || change.kind === "item_status" || change.kind === "order_status";
}

/** Steps with the same name are one request. */
function groupOf({ life, change, isAlone }: Step): string {
  if (isAlone) return life.name;
  if (change.kind === "item_status") return `item ${change.status}`;
  return change.kind === "order_status" ? `order ${change.status} ${change.hasReason}` : change.kind;
}
