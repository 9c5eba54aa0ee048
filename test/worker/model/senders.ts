import type { Shop } from "../../kit/client";
import { connectCarrier, type TestCarrier } from "../connections/carriers/fixtures";
import { createMember, type Visitor } from "../console/kit";
import { type Agent, agentOf } from "../mcp/agent";
import { keyOf, type Step } from "./life";
import { orderBody, type Outcome, sendAction, sendItemAction, sendOne, sendOrders, sendUpdates, trackingNumberOf } from "./send";
import { sendReport } from "./send-carrier";
import { sendForm } from "./send-form";
import { sendTool } from "./send-tool";

/** The senders of changes: a program, a person in the console, an agent, and a carrier service. */
export class Senders {
  readonly #shop: Shop;
  readonly #person: Visitor;
  readonly #agent: Agent;
  readonly #carrier: TestCarrier;

  private constructor(shop: Shop, person: Visitor, carrier: TestCarrier) {
    this.#shop = shop;
    this.#person = person;
    this.#agent = agentOf(shop.token, "?tools=all");
    this.#carrier = carrier;
  }

  static async of(shop: Shop): Promise<Senders> {
    return new Senders(shop, await createMember(shop.id, "owner"), await connectCarrier(shop));
  }

  /** Sends the changes of a request. Returns the outcome of each. */
  async send(group: readonly Step[], at: number): Promise<Outcome[]> {
    const [first] = group;
    if (first === undefined) return [];
    const { life, change, way, before: order } = first;
    const [ids, key] = [life.ids, keyOf(life, at)];
    if (way === "form") return [await sendForm(this.#person, change, { order, ids, key })];
    if (way === "tool") return [await sendTool(this.#agent, change, { ids, key })];
    if (way === "carrier" && change.kind === "carrier_report") return [await sendReport(this.#carrier, change, key)];
    return way === "together" ? await this.#sendTogether(group, at) : [await sendOne(this.#shop, ids, change, key)];
  }

  async #sendTogether(group: readonly Step[], at: number): Promise<Outcome[]> {
    const sent = group.map(({ life, change }) => ({ ids: life.ids, change }));
    const change = sent[0]?.change;
    if (change === undefined) return [];
    switch (change.kind) {
      case "update":
        return sendUpdates(this.#shop, sent as Parameters<typeof sendUpdates>[1]);
      case "ingest":
        return sendOrders(
          this.#shop,
          group.flatMap(({ life, change: own }) => (own.kind === "ingest" ? [orderBody(own.order, keyOf(life, at))] : [])),
        );
      case "item_status":
      case "item_supplier": {
        const ids = sent.flatMap(({ ids: { items }, change: own }) =>
          own.kind === "item_status" || own.kind === "item_supplier" ? own.items.map((index) => items[index] ?? "") : [],
        );
        const action = change.kind === "item_status" ? { set_status: { status: change.status } } : { supplier: change.supplier };
        const outcome = await sendItemAction(this.#shop, ids, action);
        return group.map(() => outcome);
      }
      case "order_status":
        return sendAction(this.#shop, sent, { set_status: { status: change.status, ...(change.hasReason && { reason: "a reason" }) } });
      case "order_supplier":
        return sendAction(this.#shop, sent, { supplier: change.supplier });
      case "fulfillment": {
        const tracking = group.flatMap(({ life, change: own }) =>
          own.kind === "fulfillment" && own.trackingNumber !== undefined
            ? [{ id: life.ids.order, tracking_number: trackingNumberOf(keyOf(life, at), own.trackingNumber) }]
            : [],
        );
        return sendAction(this.#shop, sent, { ship: { tracking } });
      }
      case "add_item":
      case "remove_item":
      case "fulfillment_status":
      case "carrier_report":
      case "match":
      case "erasure":
        throw new Error(`No request makes the change ${change.kind} of several orders.`);
    }
  }
}
