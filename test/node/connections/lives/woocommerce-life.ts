import { wooOrder } from "../../../worker/connections/payloads.ts";
import { type Chance, START, type ShopLife, type ShopState, storedList, storedMetadata, sumOf, units, amountText } from "./shop-life.ts";

/** A line of an order of WooCommerce. Amounts are in cents, for one unit, without tax. */
interface Line {
  id: number;
  price: number;
  tax: number;
  discount: number;
  /** The tax that the discount saves. */
  saved: number;
  quantity: number;
}

const MEANINGS: Readonly<Record<string, ShopState["meaning"]>> = {
  pending: "unpaid",
  failed: "unpaid",
  "on-hold": "open",
  processing: "open",
  completed: "complete",
  cancelled: "cancelled",
  refunded: "cancelled",
};

/** An order of WooCommerce. A change of a line changes the line itself, and keeps its id. */
export class WooCommerceLife implements ShopLife {
  readonly isOver = false;
  readonly #id: number;
  readonly #chance: Chance;
  readonly #includesTax: boolean;
  #lines: Line[] = [];
  #shipping = 1000;
  #fee = 0;
  #refunds: number[] = [];
  #status: string;
  #isPaid: boolean;
  #isInTrash = false;
  #wasInTrash = false;
  #nextId: number;
  #texts = { number: "", last: "Nowak", note: "", street2: "", company: "Nowak Ltd", codes: [] as string[], ribbon: "red" };

  constructor(id: number, chance: Chance) {
    [this.#id, this.#chance, this.#nextId] = [id, chance, id * 1000];
    this.#includesTax = chance.is(0.4);
    this.#isPaid = chance.is(0.7);
    this.#status = this.#isPaid ? "processing" : "pending";
    this.#texts.number = String(id);
    for (let count = 1 + chance.below(3); count > 0; count -= 1) this.#add();
  }

  #add(): void {
    this.#nextId += 1;
    const price = 1000 + this.#chance.below(9000);
    const discount = this.#chance.is(0.3) ? 100 : 0;
    this.#lines.push({
      id: this.#nextId,
      price,
      tax: Math.round(price / 10),
      discount,
      saved: discount / 10,
      quantity: 1 + this.#chance.below(4),
    });
  }

  get #total(): number {
    const lines = sumOf(this.#lines, ({ price, tax, discount, saved, quantity }) => (price + tax - discount - saved) * quantity);
    return lines + this.#shipping + this.#fee;
  }

  get #paidBack(): number {
    return sumOf(this.#refunds, (amount) => amount);
  }

  change(): void {
    const chance = this.#chance;
    if (this.#isInTrash) {
      [this.#isInTrash, this.#wasInTrash] = [false, true];
      return;
    }
    if (this.#status === "cancelled" || this.#status === "refunded") {
      // A person opens it again, or the payment arrives late.
      if (chance.is(0.6)) [this.#status, this.#isPaid, this.#refunds] = ["processing", true, []];
      else this.#edit();
      return;
    }
    const actions = [
      () => this.#edit(),
      () => this.#edit(),
      () => this.#resize(),
      () => this.#resize(),
      () => this.#add(),
      () => (this.#lines = this.#lines.length > 1 ? this.#lines.slice(1) : this.#lines),
      () => (this.#shipping = chance.below(2000)),
      () => (this.#fee = chance.is(0.5) ? 0 : 125),
      () => this.#payBack(100 + chance.below(400)),
      () => this.#payBack(this.#shipping),
      () => this.#payBack(this.#total - this.#paidBack),
      () => (this.#refunds = this.#refunds.slice(1)),
      () => ([this.#status, this.#isPaid] = ["processing", true]),
      () => ([this.#status, this.#isPaid] = ["completed", true]),
      () => (this.#status = "on-hold"),
      () => (this.#status = "cancelled"),
      // All deletions have the same body, so the shop is asked about a second one, which its rate limit may delay.
      () => (this.#isInTrash = !this.#wasInTrash),
    ];
    chance.of(actions)?.();
  }

  #edit(): void {
    const [texts, chance] = [this.#texts, this.#chance];
    const edits = [
      () => (texts.number = `${this.#id}-${chance.below(9)}`),
      () => (texts.last = `Moss ${chance.below(9)}`),
      () => (texts.note = chance.is(0.4) ? "" : `Ring ${chance.below(9)} times`),
      () => ([texts.street2, texts.company] = chance.is(0.5) ? ["", ""] : ["Flat 2", "Moss Ltd"]),
      () => (texts.codes = chance.is(0.5) ? [] : ["ten"]),
      () => (texts.ribbon = `blue ${chance.below(9)}`),
    ];
    chance.of(edits)?.();
  }

  #resize(): void {
    const line = this.#chance.of(this.#lines);
    if (line !== undefined) line.quantity = 1 + this.#chance.below(5);
  }

  /** A refund. The shop calls an order refunded of which all is paid back. */
  #payBack(amount: number): void {
    if (amount <= 0 || amount > this.#total - this.#paidBack) return;
    this.#refunds.push(amount);
    if (this.#paidBack === this.#total) this.#status = "refunded";
  }

  get #meaning(): ShopState["meaning"] {
    if (this.#status === "cancelled" && !this.#isPaid) return "cancelled_unpaid";
    return MEANINGS[this.#status] ?? "open";
  }

  state(second: number): ShopState {
    const withTax = (amount: number, tax: number): number => amount + (this.#includesTax ? tax : 0);
    const tax = sumOf(this.#lines, (line) => (line.tax - line.saved) * line.quantity);
    const [refund, total] = [this.#paidBack, this.#total];
    return {
      payload: this.#payload(second, tax),
      isDeleted: this.#isInTrash,
      meaning: this.#meaning,
      sourceStatus: this.#status,
      sent: {
        currency: "USD",
        subtotal: units(sumOf(this.#lines, (line) => withTax(line.price, line.tax) * line.quantity)),
        discount: units(sumOf(this.#lines, (line) => withTax(line.discount, line.saved) * line.quantity)),
        tax: units(tax),
        shipping: units(this.#shipping),
        fees: this.#fee === 0 ? null : units(this.#fee),
        total: units(total),
        taxesIncluded: this.#includesTax,
        refund: refund > 0 ? units(refund) : null,
        isRefunded: this.#status === "refunded" || (refund > 0 && refund >= total) ? true : null,
        onImplausible: "audit",
        items: this.#lines.map((line) => ({
          externalId: String(line.id),
          quantity: BigInt(line.quantity),
          price: units(withTax(line.price, line.tax)),
          tax: units((line.tax - line.saved) * line.quantity),
        })),
      },
      columns: { ...this.#columns(), source_updated_at: START + second * 1000 },
      itemColumns: this.#lines.map((line) => ({
        external_id: String(line.id),
        name: `Mug ${line.id}`,
        sku: `SKU-${line.id}`,
        variations: "Color: Black",
        // Unlike metadata, properties keep names that begin with "_" (docs/spec/connections.md#mapped-fields).
        properties: storedList([
          { name: "Color", value: "Black" },
          { name: "_internal", value: "x" },
        ]),
      })),
      fulfillments: [],
    };
  }

  /** The columns of the order, with the values of wooOrder() where this class does not set them. */
  #columns(): Record<string, unknown> {
    const { number, last, note, street2, company, codes, ribbon } = this.#texts;
    return {
      external_id: String(this.#id),
      number,
      date: Date.UTC(2026, 2, 22, 19, 28, 2),
      currency: "USD",
      customer_name: `Ada ${last}`,
      customer_email: "ada@example.com",
      customer_phone: "(555) 555-0100",
      customer_address: "5 Mill Lane, Leeds, WYK, LS1 1AA, GB",
      payment_method: "Direct Bank Transfer",
      ship_name: "Ben Nowak",
      ship_company: company === "" ? null : company,
      ship_address1: "5 Mill Lane",
      ship_address2: street2 === "" ? null : street2,
      ship_city: "Leeds",
      ship_state: "WYK",
      ship_zipcode: "LS1 1AA",
      ship_country: "GB",
      shipping_service: "Flat Rate",
      discount_codes: storedList(codes),
      buyer_note: note === "" ? null : note,
      metadata: storedMetadata({ Ribbon: ribbon }),
    };
  }

  #payload(second: number, tax: number): ShopState["payload"] {
    const { number, last, note, street2, company, codes, ribbon } = this.#texts;
    const order = wooOrder();
    return {
      ...order,
      id: this.#id,
      number,
      status: this.#status,
      date_modified_gmt: new Date(START + second * 1000).toISOString().slice(0, 19),
      date_paid_gmt: this.#isPaid ? "2026-03-22T19:30:00" : null,
      prices_include_tax: this.#includesTax,
      billing: { ...(order["billing"] as object), last_name: last },
      shipping: { ...(order["shipping"] as object), address_2: street2, company },
      customer_note: note,
      meta_data: [
        { key: "Ribbon", value: ribbon },
        { key: "_ribbon", value: "x" },
      ],
      coupon_lines: codes.map((code) => ({ code })),
      shipping_total: amountText(this.#shipping),
      shipping_tax: "0.00",
      discount_total: amountText(sumOf(this.#lines, ({ discount, quantity }) => discount * quantity)),
      discount_tax: amountText(sumOf(this.#lines, ({ saved, quantity }) => saved * quantity)),
      fee_lines: this.#fee === 0 ? [] : [{ total: amountText(this.#fee), total_tax: "0.00" }],
      total: amountText(this.#total),
      total_tax: amountText(tax),
      refunds: this.#refunds.map((amount, index) => ({ id: index + 1, reason: "", total: amountText(-amount) })),
      line_items: this.#lines.map((line) => ({
        id: line.id,
        name: `Mug ${line.id}`,
        sku: `SKU-${line.id}`,
        quantity: line.quantity,
        subtotal: amountText(line.price * line.quantity),
        subtotal_tax: amountText(line.tax * line.quantity),
        total: amountText((line.price - line.discount) * line.quantity),
        total_tax: amountText((line.tax - line.saved) * line.quantity),
        meta_data: [
          { key: "pa_color", value: "black", display_key: "Color", display_value: "<p>Black</p>" },
          { key: "_internal", value: "x" },
        ],
      })),
    };
  }
}
