import { CUSTOMERS, PRODUCTS } from "./catalog.ts";

const HOUR_MS = 3_600_000;
/** Half of the orders are of the last three days; the others reach back two months, so that charts and comparisons have something to show. */
const HOURS_AGO = [
  0.4, 1.2, 2.5, 4, 5.5, 7, 9, 12, 15, 19, 22, 26, 29, 33, 38, 44, 50, 55, 61, 70, 90, 118, 150, 178, 205, 240, 280, 330, 390, 450, 520,
  600, 690, 780, 880, 990, 1100, 1200, 1300, 1420,
];
export const ORDER_COUNT = HOURS_AGO.length;
const STORES = ["gift", "etsy", "gift", "gift", "etsy", "wholesale"];
const PERSONALIZATIONS = ["Rosie", "Est. 2019", "Mr & Mrs Lee", "14 June"];

/** Orders in production that should have been shipped on the day on which they came, two days ago. They are late. */
const LATE: ReadonlySet<number> = new Set([14, 16]);

/** The days in which the nth order must be shipped. */
function daysToShip(nth: number): number {
  if (LATE.has(nth)) return 0;
  return nth % 4 === 3 ? 1 : 3;
}

/** The status of an order: the older an order is, the further it is. A few are exceptions. */
function statusOf(nth: number): string {
  if (nth % 13 === 12) return "Cancelled";
  if (nth === 6 || nth === 10) return "Pending Cost";
  if (nth < 9) return "New";
  if (nth < 17) return "In Production";
  return nth < 24 ? "Shipped" : "Complete";
}

/** Whether the order is on its way or has arrived. Its status follows from its fulfillment. */
export const isShipped = (nth: number): boolean => ["Shipped", "Complete"].includes(statusOf(nth));

/** Whether the order is being made by suppliers. */
export const isMade = (nth: number): boolean => statusOf(nth) === "In Production";

function item(nth: number, at: number) {
  const product = PRODUCTS[(nth * 3 + at * 4) % PRODUCTS.length] ?? PRODUCTS[0];
  if (product === undefined) throw new Error("There are no products.");
  // Some new items lack a SKU, a design file, a supplier or a cost, as those that a shop sends for the first time.
  const isNew = nth < 9;
  return {
    external_id: String(at + 1),
    name: product.title,
    sku: isNew && (nth + at) % 4 === 3 ? null : product.sku,
    quantity: nth % 6 === 5 ? (nth > 28 ? 36 : 12) : 1 + ((nth + at) % 3 === 0 ? 1 : 0),
    price: product.price,
    cost: isNew && nth % 3 === 1 ? null : product.cost,
    material: product.material,
    assigned_supplier: isNew && (nth + at) % 4 === 1 ? null : product.supplier,
    design_url: isNew && nth % 3 !== 0 ? null : `https://designs.example.com/${product.sku.toLowerCase()}-${nth + 1}.svg`,
    personalization: product.tags.includes("personalized") ? PERSONALIZATIONS[(nth + at) % PERSONALIZATIONS.length] : null,
  };
}

/** The nth order of the demo, which is always the same except for its date. The first one is the newest. */
export function demoOrder(nth: number, now: number) {
  const [name, address, city, state, zipcode, country] = CUSTOMERS[(nth * 5) % CUSTOMERS.length] ?? CUSTOMERS[0];
  const items = Array.from({ length: 1 + (nth % 4 === 0 ? 2 : nth % 2) }, (_, at) => item(nth, at));
  const subtotal = items.reduce((sum, { price, quantity }) => sum + price * quantity, 0);
  const refund = nth === 27 || nth === 33 ? { refund_amount: 12 } : {};
  return {
    store: STORES[nth % STORES.length] ?? "gift",
    external_id: `demo-${ORDER_COUNT - nth}`,
    number: `#${1041 + ORDER_COUNT - nth}`,
    date: new Date(now - (HOURS_AGO[nth] ?? 0) * HOUR_MS).toISOString(),
    // An order with a fulfillment gets its status from it.
    status: isShipped(nth) ? "In Production" : statusOf(nth),
    customer_name: name,
    customer_email: `${name
      .split(" ")[0]
      ?.toLowerCase()
      .normalize("NFD")
      .replaceAll(/[^a-z]/g, "")}@example.com`,
    payment_method: nth % 3 === 0 ? "PayPal" : "Card",
    ship_address1: address,
    ship_city: city,
    ship_state: state === "" ? null : state,
    ship_zipcode: zipcode,
    ship_country: country,
    shipping_service: nth % 6 === 1 ? "Express" : country === "US" ? "Ground" : "International",
    shipping_cost: subtotal > 75 ? 0 : 5.9,
    discount: nth % 7 === 4 ? 5 : 0,
    is_gift: nth % 5 === 2,
    ship_by_date: new Date(now - (HOURS_AGO[nth] ?? 0) * HOUR_MS + daysToShip(nth) * 24 * HOUR_MS).toISOString().slice(0, 10),
    tags: nth % 6 === 1 ? ["rush"] : nth % 9 === 2 ? ["repeat customer"] : [],
    ...refund,
    items,
  };
}

const CARRIERS = [
  ["UPS", "1Z999AA1012345"],
  ["USPS", "94001118992231"],
  ["DHL", "JD01460000385"],
] as const;

/** The fulfillment of the nth order, which must be shipped. */
export function demoFulfillment(nth: number, now: number) {
  const [carrier, prefix] = CARRIERS[nth % CARRIERS.length] ?? CARRIERS[0];
  const ordered = now - (HOURS_AGO[nth] ?? 0) * HOUR_MS;
  const isDelivered = statusOf(nth) === "Complete";
  return {
    carrier,
    tracking_number: `${prefix}${6784 + nth * 37}`,
    status: isDelivered ? "delivered" : "in_transit",
    shipped_at: new Date(Math.min(now, ordered + 40 * HOUR_MS)).toISOString(),
    ...(isDelivered && { delivered_at: new Date(Math.min(now, ordered + 140 * HOUR_MS)).toISOString() }),
  };
}
