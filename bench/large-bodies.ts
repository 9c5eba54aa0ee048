/** The largest bodies of each surface, in the forms that take the most memory. */

import { MAX_BULK_BODY_BYTES } from "../src/resources/orders/order-limits.ts";

const MIB = 1024 * 1024;

/** One form of a large body. */
export interface LargeBody {
  surface: "bulk" | "order" | "import" | "expenses" | "mcp";
  /** The status of the response. */
  status: number;
  /** The body of the `nth` request. Two of them never have the same orders, unless `repeats` says so. */
  make: (nth: number) => string;
  /** Whether all requests have the same orders, with other values. */
  repeats?: true;
}

const encoder = new TextEncoder();
const bytesOf = (text: string): number => encoder.encode(text).byteLength;

/** What `make` makes of the longest filler with which it has at most `size` bytes. */
function filled(size: number, places: number, make: (filler: string) => string, start = ""): string {
  const length = Math.floor((size - bytesOf(make(start))) / places);
  return make(start + "x".repeat(Math.max(0, length)));
}

interface BulkForm {
  orders?: number;
  items?: number;
  /** Fields of each item besides those that it must have. */
  item?: (nth: number) => object;
  /** The first characters of the text that fills each item. */
  start?: string;
  store?: number | undefined;
}

/** A bulk body of the largest size. */
function bulk(name: string, { orders = 200, items = 25, item = () => ({}), start = "", store }: BulkForm): string {
  const make = (personalization: string): string =>
    JSON.stringify({
      on_conflict: "update",
      ...(store !== undefined && { store }),
      orders: Array.from({ length: orders }, (_, n) => ({
        ...(store === undefined && { store: "Gift" }),
        external_id: `${name}-${n}`,
        items: Array.from({ length: items }, (__, m) => ({
          external_id: `${m}`,
          name: "Mug",
          price: 9.99,
          ...item(n * items + m),
          personalization,
        })),
      })),
    });
  return filled(MAX_BULK_BODY_BYTES - 1, orders * items, make, start);
}

const NAMES =
  "sku custom_sku spu assigned_supplier sub_supplier material material_id style type size color customer_name ship_name ship_address1 ship_address2 ship_city ship_state id_service comment variations".split(
    " ",
  );

/** A value in most fields of an item. */
const full = (value: string) => (): object => Object.fromEntries(NAMES.map((field) => [field, value]));

/** A character that makes a text take two bytes for each character in memory. */
const WIDE = "…";

/** Words that no other item has, as many as a request may have in its index. */
const words = (nth: number): object => ({ name: [1, 2, 3].map((k) => `${(nth * 7919 * k + k).toString(36)}${"qzxw".slice(k)}`).join(" ") });

/** `count` fields that no endpoint knows, no two with the same name. */
const unknown = (count: number, first: number): object =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`u${first + n}`, n % 10]));

const FORMS: Record<string, (name: string, store?: number) => string> = {
  "long texts": (name, store) => bulk(name, { store }),
  "long texts, two bytes a character": (name, store) => bulk(name, { start: WIDE, store }),
  "many values": (name, store) => bulk(name, { item: full("ab"), store }),
  "many values, two bytes a character": (name, store) => bulk(name, { items: 40, item: full(WIDE), start: WIDE, store }),
  "many search words, two bytes a character": (name, store) => bulk(name, { item: words, start: WIDE, store }),
  "unknown fields": (name, store) => bulk(name, { item: (nth) => unknown(30, nth * 30), store }),
  "unknown fields, one object each": (name, store) =>
    bulk(name, { item: (nth) => ({ other: Array.from({ length: 15 }, (_, n) => ({ [`u${nth * 15 + n}`]: 1 })) }), store }),
};

const at = (name: string, nth: number) => `${name.replaceAll(/\W+/g, "-")}-${nth}-${process.pid}`;

const elements = (of: string, element: string, head = "", tail = ""): string => {
  const count = Math.floor((MIB - head.length - tail.length - 64) / (element.length + 1));
  return `${head}{"${of}":[${Array.from({ length: count }, () => element).join(",")}]${tail}}`;
};

const CALL = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"import_orders","arguments":';

/** All of them, by their names. `store` is the id of a store. */
export function largeBodies(store: number): Record<string, LargeBody> {
  const bodies: Record<string, LargeBody> = {};
  for (const [name, make] of Object.entries(FORMS)) {
    bodies[`bulk: ${name}`] = { surface: "bulk", status: 200, make: (nth) => make(at(name, nth)) };
    bodies[`import: ${name}`] = { surface: "import", status: 200, make: (nth) => make(at(`import ${name}`, nth), store) };
  }
  bodies["bulk: many values, changed"] = {
    surface: "bulk",
    status: 200,
    repeats: true,
    make: (nth) => bulk(at("changed", 0), { items: 25, item: full(`${WIDE}${nth}`), start: WIDE }),
  };
  bodies["bulk: all items at fault"] = {
    surface: "bulk",
    status: 400,
    make: (nth) => bulk(at("fault", nth), { orders: 5, items: 1000, item: () => Object.fromEntries(NAMES.map((field) => [field, true])) }),
  };
  bodies["bulk: one order of 5,000 items at fault"] = {
    surface: "bulk",
    status: 400,
    make: (nth) => bulk(at("fault", nth), { orders: 1, items: 5000, item: () => Object.fromEntries(NAMES.map((field) => [field, true])) }),
  };
  bodies["order: empty items"] = { surface: "order", status: 400, make: () => elements("items", "{}") };
  bodies["order: empty lists"] = { surface: "order", status: 400, make: () => elements("other", "[]") };
  bodies["order: one item name each"] = {
    surface: "order",
    status: 400,
    make: () => JSON.stringify(Object.fromEntries(Array.from({ length: 85_000 }, (_, n) => [`u${n}`, 1]))),
  };
  bodies["expenses: empty lists"] = { surface: "expenses", status: 400, make: () => elements("other", "[]") };
  bodies["mcp: empty orders"] = { surface: "mcp", status: 200, make: () => elements("orders", "{}", CALL, "}}") };
  bodies["mcp: empty lists"] = { surface: "mcp", status: 200, make: () => elements("other", "[]", CALL, "}}") };
  return bodies;
}
