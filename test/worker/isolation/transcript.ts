import type { ApiResponse, Call, Shop } from "../../kit/client";
import { NUMBERED, type Numbered } from "./id-ranges";

/** The path parameters that a row fills, by the table of its number or by the prefix of its id. */
const FILLS: Record<string, readonly string[]> = {
  orders: ["orders.id"],
  order_items: ["order-items.id", "itemId", "order_item_id"],
  expenses: ["expenses.id"],
  products: ["products.id"],
  tickets: ["tickets.id"],
  ticket_messages: ["ticket_message_id"],
  stores: ["stores.id"],
  we: ["webhooks.id"],
  ful: ["fulfillments.id"],
  fil: ["files.id"],
  dlv: ["delivery_id", "sent_id"],
  rcv: ["recovery_id"],
  con: ["connections.id"],
  sup: ["suppliers.id"],
  sor: ["supplier-orders.id"],
  lnk: ["link_id", "order_link_id", "proof_link_id"],
  prf: ["proofs.id"],
  inb: ["message_id"],
  rep: ["report_id"],
};

/** The range of ids that one environment can use per table. */
const RANGE = 50_000;

/** Values that differ between runs without meaning. The transcript keeps their positions. */
const DRAWN =
  /req_[0-9A-Za-z]{22}|whsec_[\w+/=]+|(?<="(?:secret_)?hint":")[^"]*|(?<="(?:webhook_secret|delivery_url)":")[^"]*|(?<=\/p\/\d+\/)[\w-]{32,43}/g;
const NAMED =
  /(?:we|evt|dlv|ful|fil|ref|rcv|op|con|inb|car|rep|sup|sor|prf|lnk)_[0-9A-Za-z]{20,}|[\w-]{4,}\.[\w-]{22}(?![\w-])|(?<![\w.])\d{7,16}(?!\w|\.\d)/g;

const HEADERS_PER_RESPONSE = new Set(["x-request-id", "content-length", "x-consistency-token"]);

/**
 * All responses to one organization in order. Ids, cursors and ETags are replaced by numbers per kind, in the order of their appearance.
 * Everything else stays unchanged: times (the clock is fixed), totals, limits.
 */
export class Transcript {
  readonly lines: string[] = [];
  readonly #names = new Map<string, string>();
  readonly #known = new Map<string, string[]>();
  /** The next cursor of each list that was begun. */
  readonly next = new Map<string, string>();

  constructor(
    readonly shop: Shop,
    private readonly firstId: (table: Numbered) => number,
  ) {
    // Known from the start, so they get the same numbers in every environment.
    for (const id of [shop.id, shop.store.id, shop.key.id, shop.token.id]) this.#normalized(String(id));
  }

  /** The path parameters: the nth known resource of each kind, or one that does not exist. */
  ids(nth: number): Record<string, string | number> {
    const none = {
      "webhooks.id": "we_none",
      "fulfillments.id": "ful_none",
      "files.id": "fil_none",
      "suppliers.id": "sup_none",
      "supplier-orders.id": "sor_none",
      link_id: "lnk_none",
      order_link_id: "lnk_none",
      proof_link_id: "lnk_none",
      "proofs.id": "prf_none",
      delivery_id: "dlv_none",
      recovery_id: "rcv_none",
      "connections.id": "con_none",
      message_id: "inb_none",
      report_id: "rep_none",
      sent_id: "dlv_none",
    };
    const numbers = Object.fromEntries(
      [
        "orders.id",
        "order-items.id",
        "itemId",
        "order_item_id",
        "expenses.id",
        "products.id",
        "tickets.id",
        "ticket_message_id",
        "stores.id",
      ].map((key) => [key, 1]),
    );
    const seen = [...this.#known].flatMap(([kind, all]) => (FILLS[kind] ?? []).map((key) => [key, all[nth % all.length] ?? ""]));
    return { ...none, ...numbers, ...Object.fromEntries(seen) };
  }

  /** Sends a request, and records it with its response. */
  async send(surface: string, path: string, call: Call): Promise<ApiResponse> {
    const response = await (surface === "v1" ? this.shop.v1 : this.shop.v2)(path, call);
    const headers = [...response.headers].flatMap(([name, value]) => {
      if (HEADERS_PER_RESPONSE.has(name)) return [];
      return [`${name}: ${name === "etag" ? this.#nameOf(value) : this.#normalized(value)}`];
    });
    const request = `${call.method} ${surface} ${this.#normalized(path)} ${JSON.stringify(call.body)} ${JSON.stringify(call.headers)}`;
    this.lines.push([request, String(response.status), ...headers, this.#normalized(ordered(response))].join("\n"));
    return response;
  }

  #normalized(text: string): string {
    return text.replaceAll(DRAWN, "…").replaceAll(NAMED, (found) => this.#nameOf(found));
  }

  #nameOf(found: string): string {
    const known = this.#names.get(found);
    if (known !== undefined) return known;
    const kind = this.#kindOf(found);
    if (kind === null) return found;
    const all = this.#known.get(kind) ?? [];
    this.#known.set(kind, [...all, found]);
    const name = `${kind}#${all.length}`;
    this.#names.set(found, name);
    return name;
  }

  #kindOf(found: string): string | null {
    if (/^\d+$/.test(found)) {
      const number = Number(found);
      return NUMBERED.find((table) => number > this.firstId(table) && number <= this.firstId(table) + RANGE) ?? null;
    }
    if (found.includes(".")) return "cursor";
    return /^[a-z]+(?=_)/.exec(found)?.[0] ?? "tag";
  }
}

interface Delivered {
  id: string;
  event_id: string;
  event: string;
  created_at: string;
}

/** The text of a response. Deliveries of the same time are sorted by their random ids, so they are sorted by their events instead. */
function ordered({ text, body }: ApiResponse): string {
  const data: unknown = body?.data;
  if (!Array.isArray(data) || data.length === 0 || !("attempts" in (data[0] as object))) return text;
  const key = ({ created_at, event }: Delivered) => `${created_at} ${event}`;
  const sorted = (data as Delivered[]).toSorted((one, other) => (key(one) < key(other) ? -1 : 1));
  return JSON.stringify({ ...body, data: sorted.map((delivery) => ({ ...delivery, event_id: "…" })) });
}
