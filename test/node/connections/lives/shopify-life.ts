import { shopifyOrder } from "../../../worker/connections/payloads.ts";
import {
  type Chance,
  START,
  type LifeFulfillment,
  type ShopLife,
  type ShopState,
  storedList,
  storedMetadata,
  sumOf,
  units,
  amountText,
} from "./shop-life.ts";

/** A line of an order of Shopify. Amounts are in cents, for one unit. */
interface Line {
  id: number;
  name: string;
  price: number;
  discount: number;
  tax: number;
  /** What was ordered first, what was removed before it was sent, what was sent, and what of that came back. */
  ordered: number;
  removed: number;
  sent: number;
  returned: number;
  isAdded: boolean;
}

interface Refund {
  line: Line | null;
  quantity: number;
  restock: "cancel" | "return" | "no_restock";
  /** Of the units, or of the shipping or anything else. */
  amount: number;
}

const liveQuantity = ({ ordered, removed }: Line): number => ordered - removed;
const openQuantity = (line: Line): number => liveQuantity(line) - line.sent;
const money = (cents: number) => ({ shop_money: { amount: amountText(cents), currency_code: "USD" } });

/** An order of Shopify, whose `quantity` and first amounts stay as they were (docs/spec/connections.md#edited-orders). */
export class ShopifyLife implements ShopLife {
  readonly #id: number;
  readonly #chance: Chance;
  readonly #taxesIncluded: boolean;
  readonly #shipping = 500;
  readonly #tip: number;
  readonly #lines: Line[] = [];
  readonly #fulfillments: { id: number; status: LifeFulfillment["status"]; lines: { line: Line; quantity: number }[] }[] = [];
  #refunds: Refund[] = [];
  #isPaid: boolean;
  #isCancelled = false;
  #isDeleted = false;
  #nextId: number;
  #texts = { name: "", last: "Dahl", note: "", street2: "", company: "", tags: ["vip"], codes: ["TENOFF"], ribbon: "red", message: "" };

  constructor(id: number, chance: Chance) {
    [this.#id, this.#chance, this.#nextId] = [id, chance, id * 1000];
    this.#taxesIncluded = chance.is(0.4);
    this.#tip = chance.is(0.2) ? 150 : 0;
    this.#isPaid = chance.is(0.8);
    this.#texts.name = `#${id}`;
    for (let count = 1 + chance.below(3); count > 0; count -= 1) this.#add({ isAdded: false });
  }

  /** Adds a line. `isAdded`: to an existing order. */
  #add({ isAdded }: { isAdded: boolean }): void {
    this.#nextId += 1;
    const price = 1000 + this.#chance.below(9000);
    const counts = { ordered: 1 + this.#chance.below(4), removed: 0, sent: 0, returned: 0 };
    const line = {
      id: this.#nextId,
      name: `Lamp ${this.#nextId}`,
      price,
      discount: this.#chance.is(0.3) ? 100 : 0,
      tax: Math.round(price / 10),
    };
    this.#lines.push({ ...line, ...counts, isAdded });
  }

  /** What a unit costs. */
  readonly #unit = ({ price, discount, tax }: Line): number => price - discount + (this.#taxesIncluded ? 0 : tax);

  /** What the order costs with this quantity of each line. */
  #total(quantityOf: (line: Line) => number): number {
    return sumOf(this.#lines, (line) => this.#unit(line) * quantityOf(line)) + this.#shipping + this.#tip;
  }

  /** The refunds of what is still in the total. */
  get #paidBack(): number {
    return sumOf(this.#refunds, ({ restock, line, amount }) => (line !== null && restock === "cancel" ? 0 : amount));
  }

  /** A deleted order does not come back. */
  get isOver(): boolean {
    return this.#isDeleted;
  }

  change(): void {
    const chance = this.#chance;
    if (this.#isCancelled) {
      // It is restored, or the payment arrives.
      if (chance.is(0.6)) [this.#isCancelled, this.#isPaid] = [false, true];
      else if (chance.is(0.3)) this.#isDeleted = true;
      else this.#edit();
      return;
    }
    const actions = [
      () => this.#edit(),
      () => this.#edit(),
      () => this.#remove(chance.of(this.#lines.filter((line) => openQuantity(line) > 0))),
      () => this.#remove(chance.of(this.#lines.filter((line) => openQuantity(line) > 0))),
      () => this.#add({ isAdded: true }),
      () => this.#fulfill(),
      () => this.#fulfill(),
      () => this.#moveOn(),
      () => this.#return(chance.of(this.#lines.filter(({ sent, returned }) => sent > returned))),
      () => this.#payBack(this.#shipping),
      () => this.#payBack(100 + chance.below(400)),
      () => this.#deleteRefund(),
      () => (this.#isPaid = true),
      // The amounts of a cancelled order are the first ones, which the shop does not have of a line that was added.
      () => (this.#isCancelled = !this.#lines.some(({ isAdded }) => isAdded)),
    ];
    chance.of(actions)?.();
  }

  #edit(): void {
    const [texts, chance] = [this.#texts, this.#chance];
    const edits = [
      () => (texts.name = `#${this.#id}-${chance.below(9)}`),
      () => (texts.last = `Moss ${chance.below(9)}`),
      () => (texts.note = chance.is(0.4) ? "" : `Ring ${chance.below(9)} times`),
      () => ([texts.street2, texts.company] = chance.is(0.5) ? ["", ""] : ["Flat 2", "Dahl Ltd"]),
      () => (texts.tags = chance.is(0.5) ? ["vip", "late"] : ["gift"]),
      () => (texts.codes = chance.is(0.5) ? [] : ["TENOFF"]),
      () => (texts.ribbon = `blue ${chance.below(9)}`),
      () => (texts.message = `Happy birthday ${chance.below(9)}`),
    ];
    chance.of(edits)?.();
  }

  #remove(line: Line | undefined): void {
    if (line === undefined) return;
    const drawn = 1 + this.#chance.below(openQuantity(line));
    // The shop cancels an order of which nothing is left, and has no first amounts of a line that was added.
    const quantity = this.#lines.some(({ isAdded }) => isAdded) ? Math.min(drawn, sumOf(this.#lines, liveQuantity) - 1) : drawn;
    if (quantity === 0) return;
    line.removed += quantity;
    if (this.#chance.is(0.7)) this.#refunds.push({ line, quantity, restock: "cancel", amount: this.#unit(line) * quantity });
  }

  #fulfill(): void {
    const lines = this.#lines.filter((line) => openQuantity(line) > 0 && this.#chance.is(0.7));
    if (lines.length === 0) return;
    this.#nextId += 1;
    const parts = lines.map((line) => ({ line, quantity: 1 + this.#chance.below(openQuantity(line)) }));
    for (const { line, quantity } of parts) line.sent += quantity;
    this.#fulfillments.push({ id: this.#nextId, status: "in_transit", lines: parts });
  }

  /** A fulfillment arrives, or is cancelled before anything of it came back. */
  #moveOn(): void {
    const fulfillment = this.#chance.of(this.#fulfillments.filter(({ status }) => status === "in_transit"));
    if (fulfillment === undefined) return;
    const isCancelled = this.#chance.is(0.5) && fulfillment.lines.every(({ line }) => line.returned === 0);
    fulfillment.status = isCancelled ? "cancelled" : "delivered";
    if (isCancelled) for (const { line, quantity } of fulfillment.lines) line.sent -= quantity;
  }

  #return(line: Line | undefined): void {
    if (line === undefined) return;
    const quantity = 1 + this.#chance.below(line.sent - line.returned);
    line.returned += quantity;
    this.#refunds.push({ line, quantity, restock: "return", amount: this.#unit(line) * quantity });
  }

  #payBack(amount: number): void {
    const left = this.#total(liveQuantity) - this.#paidBack;
    if (left > amount) this.#refunds.push({ line: null, quantity: 0, restock: "no_restock", amount });
  }

  /** A refund fails afterwards. What was removed stays so. */
  #deleteRefund(): void {
    const refund = this.#chance.of(this.#refunds.filter(({ restock }) => restock !== "cancel"));
    if (refund === undefined) return;
    this.#refunds = this.#refunds.filter((each) => each !== refund);
    if (refund.line !== null) refund.line.returned -= refund.quantity;
  }

  get #states() {
    const sent = sumOf(this.#lines, (line) => line.sent);
    const isAllSent = sent > 0 && this.#lines.every((line) => openQuantity(line) === 0);
    const isAllBack = this.#paidBack > 0 && this.#paidBack >= this.#total(liveQuantity);
    const unpaid = this.#isCancelled ? "voided" : "pending";
    const partlyPaidBack = this.#refunds.length > 0 ? "partially_refunded" : "paid";
    const paid = isAllBack ? "refunded" : partlyPaidBack;
    const partlySent = sent > 0 ? "partial" : null;
    return { financial: this.#isPaid ? paid : unpaid, fulfillment: isAllSent ? "fulfilled" : partlySent };
  }

  state(second: number): ShopState {
    const { financial, fulfillment } = this.#states;
    const isCancelled =
      this.#isCancelled ||
      financial === "voided" ||
      (financial === "refunded" && fulfillment === null) ||
      this.#lines.every((line) => liveQuantity(line) === 0);
    const quantityOf = isCancelled ? ({ ordered }: Line) => ordered : liveQuantity;
    const items = this.#lines.filter((line) => quantityOf(line) > 0);
    const counted = isCancelled ? this.#lines.filter(({ isAdded }) => !isAdded) : this.#lines;
    const total = sumOf(counted, (line) => this.#unit(line) * quantityOf(line)) + this.#shipping + this.#tip;
    const refund = isCancelled ? sumOf(this.#refunds, ({ amount }) => amount) : this.#paidBack;
    const isRefunded = refund > 0 && (financial === "refunded" || refund >= total);
    return {
      payload: this.#payload(second, { financial, fulfillment }),
      isDeleted: this.#isDeleted,
      meaning: isCancelled ? "cancelled" : "open",
      sourceStatus: [...(this.#isCancelled ? ["cancelled"] : []), financial, fulfillment ?? "unfulfilled"].join(", "),
      sent: {
        currency: "USD",
        subtotal: units(sumOf(counted, (line) => line.price * quantityOf(line))),
        discount: units(sumOf(counted, (line) => line.discount * quantityOf(line))),
        tax: units(sumOf(counted, (line) => line.tax * quantityOf(line))),
        shipping: units(this.#shipping),
        fees: this.#tip === 0 ? null : units(this.#tip),
        total: units(total),
        taxesIncluded: this.#taxesIncluded,
        refund: refund > 0 ? units(refund) : null,
        isRefunded: isRefunded ? true : null,
        onImplausible: "audit",
        items: items.map((line) => ({
          externalId: String(line.id),
          quantity: BigInt(quantityOf(line)),
          price: units(line.price),
          tax: units(line.tax * quantityOf(line)),
        })),
      },
      columns: { ...this.#columns(), source_updated_at: START + second * 1000 },
      itemColumns: items.map((line) => ({
        external_id: String(line.id),
        name: line.name,
        sku: `SKU-${line.id}`,
        variations: "green",
        personalization: `Engraving: ${line.id}`,
        properties: storedList([
          { name: "Engraving", value: String(line.id) },
          { name: "_print", value: "x" },
        ]),
      })),
      fulfillments: this.#fulfillments.map(({ id, status, lines }) => ({
        id,
        status,
        lines: lines.map(({ line, quantity }) => ({ id: line.id, quantity })),
      })),
    };
  }

  /** The columns of the order, with the values of shopifyOrder() where this class does not set them. */
  #columns(): Record<string, unknown> {
    const { name, last, note, street2, company, tags, codes, ribbon, message } = this.#texts;
    return {
      external_id: String(this.#id),
      number: name,
      date: Date.UTC(2026, 0, 10, 16),
      currency: "USD",
      customer_name: `Cleo ${last}`,
      customer_email: "cleo@example.com",
      customer_phone: "+16135550107",
      customer_address: "9 Elm St, Louisville, KY, 40202, US",
      payment_method: "manual",
      ship_name: "Dan Dahl",
      ship_company: company === "" ? null : company,
      ship_address1: "9 Elm St",
      ship_address2: street2 === "" ? null : street2,
      ship_city: "Louisville",
      ship_state: "KY",
      ship_zipcode: "40202",
      ship_country: "US",
      shipping_service: "Express",
      discount_codes: storedList(codes),
      tags: storedList(tags),
      buyer_note: note === "" ? null : note,
      ...(message !== "" && { gift_message: message }),
      metadata: storedMetadata({ Ribbon: ribbon, ...(message !== "" && { "Gift message": message }) }),
    };
  }

  #payload(second: number, { financial, fulfillment }: { financial: string; fulfillment: string | null }): ShopState["payload"] {
    const { name, last, note, street2, company, tags, codes, ribbon, message } = this.#texts;
    const first = this.#lines.filter(({ isAdded }) => !isAdded);
    const current = (line: Line): number => (this.#isCancelled ? line.sent : liveQuantity(line)) - line.returned;
    const paidBackWithoutUnits = sumOf(this.#refunds, ({ line, amount }) => (line === null ? amount : 0));
    const amounts = (prefix: string, lines: readonly Line[], of: (line: Line) => number) => ({
      [`${prefix}total_discounts`]: amountText(sumOf(lines, (line) => line.discount * of(line))),
      [`${prefix}total_tax`]: amountText(sumOf(lines, (line) => line.tax * of(line))),
    });
    return {
      ...shopifyOrder(),
      id: this.#id,
      name,
      customer: { first_name: "Cleo", last_name: last, phone: "+16135550107", email: "cleo@example.com" },
      updated_at: new Date(START + second * 1000).toISOString(),
      cancelled_at: this.#isCancelled ? "2026-03-01T00:00:00Z" : null,
      financial_status: financial,
      fulfillment_status: fulfillment,
      taxes_included: this.#taxesIncluded,
      total_line_items_price: amountText(sumOf(first, (line) => line.price * line.ordered)),
      ...amounts("", first, ({ ordered }) => ordered),
      total_price: amountText(sumOf(first, (line) => this.#unit(line) * line.ordered) + this.#shipping + this.#tip),
      ...amounts("current_", this.#lines, current),
      current_total_price: amountText(this.#total(current) - paidBackWithoutUnits),
      total_tip_received: amountText(this.#tip),
      total_shipping_price_set: money(this.#shipping),
      shipping_address: {
        ...(shopifyOrder()["shipping_address"] as object),
        address2: street2,
        company: company === "" ? null : company,
      },
      note: note === "" ? null : note,
      note_attributes: [{ name: "Ribbon", value: ribbon }, ...(message === "" ? [] : [{ name: "Gift message", value: message }])],
      tags: tags.join(", "),
      discount_codes: codes.map((code) => ({ code, amount: "1.00", type: "fixed_amount" })),
      line_items: this.#lines.map((line) => ({
        id: line.id,
        name: line.name,
        sku: `SKU-${line.id}`,
        variant_title: "green",
        price: amountText(line.price),
        quantity: line.ordered,
        current_quantity: current(line),
        fulfillable_quantity: this.#isCancelled ? 0 : openQuantity(line),
        tax_lines: [{ price: amountText(line.tax * line.ordered), rate: 0.1 }],
        properties: [
          { name: "Engraving", value: String(line.id) },
          { name: "_print", value: "x" },
        ],
      })),
      refunds: this.#refunds.map(({ line, quantity, restock, amount }) => ({
        refund_line_items:
          line === null
            ? []
            : [
                {
                  line_item_id: line.id,
                  quantity,
                  restock_type: restock,
                  subtotal: amountText((line.price - line.discount) * quantity),
                  total_tax: amountText(line.tax * quantity),
                },
              ],
        transactions: [{ kind: "refund", status: "success", amount: amountText(amount), currency: "USD" }],
      })),
      fulfillments: this.#fulfillments.map(({ id, status, lines }) => ({
        id,
        status: status === "cancelled" ? "cancelled" : "success",
        shipment_status: status === "delivered" ? "delivered" : null,
        created_at: "2026-03-21T11:00:00Z",
        updated_at: new Date(START + second * 1000).toISOString(),
        tracking_number: `T${id}`,
        tracking_company: "USPS",
        line_items: lines.map(({ line, quantity }) => ({ id: line.id, quantity })),
      })),
    };
  }
}
