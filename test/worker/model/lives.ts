import { expect } from "vitest";
import { apply, type Change, create, type OrganizationState } from "../../model/change.ts";
import { orderCounts } from "../../model/counts.ts";
import { reprintOf } from "../../model/create.ts";
import { isLive, type Order } from "../../model/order.ts";
import { figuresOf } from "../../model/summary.ts";
import { toNumber } from "../../model/units.ts";
import { withoutUnchanged } from "../../model/update.ts";
import { randomOf } from "../../kit/form";
import type { Shop } from "../../kit/client";
import { erase } from "../personal-data/kit";
import { Draw, drawChange, drawOrder, PRODUCTS } from "./draw";
import { drawWay, groupOf, isBulkUpdate, keyOf, type Life, assertEqual, outcomeOf, type Step } from "./life";
import { compareProfits } from "./profits";
import { orderBody, type Outcome, sendOrders } from "./send";
import { Senders } from "./senders";
import { fulfillmentsOf, shown, shownFulfillment, storedFulfillments, viewOf } from "./shown";

/** Random changes of orders through HTTP, compared with the figures of the model after each. */

const catalog = new Map(PRODUCTS.map(({ sku, currency, cost }) => [sku.toLowerCase(), { cost, currency }]));

export class Lives {
  readonly #begunAt = Date.now();
  readonly #shop: Shop;
  readonly #senders: Senders;
  readonly #organization: OrganizationState;
  readonly #lives: Life[];
  /** Orders that reprint others. */
  #reprints: Order[] = [];

  private constructor(shop: Shop, senders: Senders, organization: OrganizationState, lives: Life[]) {
    this.#shop = shop;
    this.#senders = senders;
    this.#organization = organization;
    this.#lives = lives;
  }

  /** Creates products and an order for each life. */
  static async begin(shop: Shop, names: readonly string[], { followsItems }: { followsItems: boolean }): Promise<Lives> {
    const organization = { followsItems, catalog };
    for (const { sku, cost, currency } of PRODUCTS) {
      const { status, text } = await shop.v2("/products", { body: { title: sku, sku, cost: toNumber(cost), cost_currency: currency } });
      if (status !== 201) throw new Error(text);
    }
    const lives = names.map((name): Life => {
      const draw = new Draw(randomOf(name));
      for (let tries = 0; tries < 100; tries += 1) {
        const sent = drawOrder(draw);
        const { order } = create(sent, organization);
        if (order !== null) return { name, draw, ids: { order: 0, items: [], fulfillments: [] }, order, history: [sent] };
      }
      throw new Error("No valid order was drawn.");
    });
    const bodies = lives.map((life) => orderBody(life.history[0] as Parameters<typeof orderBody>[0], keyOf(life, 0)));
    expect(await sendOrders(shop, bodies)).toEqual(bodies.map(() => null));
    const all = new Lives(shop, await Senders.of(shop), organization, lives);
    await all.#compare();
    return all;
  }

  /** Makes one change of each life, and compares all orders and reports with the model. */
  async change(at: number): Promise<void> {
    const steps = this.#lives.map((life): Step => {
      const before = life.order;
      const { way, change: drawn } = drawWay(life.draw, drawChange(life.draw, before, at), before);
      const change = isBulkUpdate(drawn, way) ? withoutUnchanged(before, drawn) : drawn;
      const { order, rejection } = apply(before, change, this.#organization);
      life.history.push(change, way, rejection);
      life.order = order;
      return { life, change: drawn, way, before, expected: outcomeOf(rejection, way) };
    });
    const outcomes = new Map<Life, Outcome>();
    for (const [, group] of Map.groupBy(steps, groupOf)) {
      const sent = await this.#senders.send(group, at);
      for (const [index, { life }] of group.entries()) outcomes.set(life, sent[index] ?? null);
    }
    for (const { life, expected } of steps) {
      assertEqual(life.history, { life: life.name, outcome: outcomes.get(life) }, { life: life.name, outcome: expected });
    }
    await this.#compare();
  }

  /** Changes of all orders at once: products complete them, a customer is erased, and some are reprinted. */
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
    // An erasure changes no figure, so the model need not know whose data it was. The name is null after an earlier one.
    const { customer_name } = (await this.#shop.v2(`/orders/${first?.ids.order}`)).body;
    if (customer_name !== null) expect(await erase(this.#shop, { name: customer_name })).toMatchObject({ status: "done" });
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
    for (const life of this.#lives) life.order = apply(life.order, change, this.#organization).order;
    this.#reprints = this.#reprints.map((order) => apply(order, change, this.#organization).order);
  }

  /** Compares every order in the API, and the summary of all of them. */
  async #compare(): Promise<void> {
    const found = new Map<string, ReturnType<typeof shown>>();
    let path: string | null = "/orders?limit=200&sort=id:asc";
    while (path !== null) {
      const { body } = await this.#shop.v2(path);
      for (const order of body.data) {
        const life = this.#lives.find(({ name }) => name === order.external_id);
        // A reprint: only the summary is compared with it.
        if (life === undefined) continue;
        const { view, itemIds } = shown(order);
        found.set(life.name, { view, itemIds });
        life.ids = { ...life.ids, order: order.id, items: itemIds };
      }
      path = body.has_more ? `/orders?limit=200&sort=id:asc&cursor=${encodeURIComponent(body.next_cursor)}` : null;
    }
    for (const { name, order, history } of this.#lives)
      assertEqual(history, { life: name, ...found.get(name)?.view }, { life: name, ...viewOf(order) });
    const stored = await storedFulfillments(this.#shop.id);
    for (const { ids, name, order, history } of this.#lives) {
      const own = stored.get(ids.order) ?? [];
      // A change creates at most one.
      ids.fulfillments.push(...own.map(({ id }) => id).filter((id) => !ids.fulfillments.includes(id)));
      const inOrder = ids.fulfillments.flatMap((id) => own.filter((fulfillment) => fulfillment.id === id));
      const actual = inOrder.map((fulfillment) => shownFulfillment(fulfillment, this.#begunAt));
      assertEqual(history, { life: name, fulfillments: actual }, { life: name, fulfillments: fulfillmentsOf(order) });
    }
    const { body } = await this.#shop.v2("/analytics/summary?period=all_time");
    const counts = this.#orders().map((order) => ({ currency: order.currency, ...orderCounts(order) }));
    const currencies = [...Map.groupBy(counts, ({ currency }) => currency)].toSorted(([one], [other]) => (one < other ? -1 : 1));
    const expected = currencies.map(([currency, own]) => ({ currency, ...figuresOf(own, currency), series: [], previous: null }));
    // The list by profit shows which order differs.
    if (JSON.stringify(body.currencies) !== JSON.stringify(expected)) await this.compareProfits();
    expect(body.currencies).toEqual(expected);
  }

  async compareProfits(): Promise<void> {
    await compareProfits(this.#shop, this.#lives);
  }

  #orders(): Order[] {
    return [...this.#lives.map(({ order }) => order), ...this.#reprints];
  }
}
