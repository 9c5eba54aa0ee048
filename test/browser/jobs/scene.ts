import { createShop, type Shop, type ConsoleSetup } from "../console/kit.ts";

/** The shop on an ordinary day, in which the daily tasks of people ("jobs") are counted. */
export interface Scene {
  shop: Shop;
  /** The numbers of today's 200 new orders. */
  numbers: readonly string[];
  /** SKUs that no product has yet. */
  skus: readonly string[];
  /** Today and yesterday, YYYY-MM-DD. They are the same in UTC and in London, the zone of the shop, because the clock begins at noon. */
  today: string;
  yesterday: string;
  endpointId: string;
}

interface Order {
  id: number;
  items: { id: string }[];
}

const DAY_MS = 86_400_000;
const dayOf = (moment: number): string => new Date(moment).toISOString().slice(0, 10);

/** The tracking number of order FIND-1. */
export const TRACKING = "1Z999AA10123456784";

// The street is misspelled: a job corrects it.
const ADDRESS = { ship_name: "Ann Lee", ship_address1: "1 Hihg Street", ship_city: "Bath", ship_zipcode: "BA1 1AA", ship_country: "GB" };

/** Creates the shop with the data that the jobs need. */
export async function createScene(setup: ConsoleSetup): Promise<Scene> {
  const shop = await createShop(setup, "Jobs", ["owner", "member", "viewer"]);
  const [today, yesterday] = [dayOf(setup.now()), dayOf(setup.now() - DAY_MS)];
  const numbers = Array.from({ length: 200 }, (_, at) => `J-${at + 1}`);
  const mug = { name: "Mug", price: 12, sku: "MUG", cost: 3, design_url: "https://files.example.com/mug.png" };
  const order = (number: string, fields: object = {}) => ({
    store: "gift",
    number,
    date: `${yesterday}T09:00:00Z`,
    status: "In Production",
    customer_name: "Ann Lee",
    ...ADDRESS,
    items: [mug],
    ...fields,
  });
  const bulk = async (orders: object[]) => await shop.v2("/orders/bulk", { orders });
  const ofToday = (number: string) => order(number, { date: `${today}T08:00:00Z`, status: "New", customer_name: `Customer ${number}` });
  await bulk(numbers.map(ofToday));
  // Two more are shipped one by one, before the others.
  await bulk(["J-201", "J-202"].map(ofToday));
  const skus = Array.from({ length: 30 }, (_, at) => `NEW-${String(at + 1).padStart(2, "0")}`);
  await bulk([
    order("SPLIT-1", {
      items: [
        { ...mug, quantity: 2 },
        { ...mug, name: "Towel", sku: "TOWEL" },
      ],
    }),
    order("REPRINT-1"),
    order("ADDRESS-1"),
    order("ACCENT-1", { customer_name: "Zosia Łódź", customer_email: "zosia@example.com" }),
    order("REFUND-1", { items: [{ ...mug, quantity: 2 }] }),
    order("CANCEL-1"),
    order("EXTRA-1"),
    order("ERASE-1", { customer_name: "Dorothea Example", customer_email: "dorothea@example.com" }),
    order("LOSS-1", { items: [{ ...mug, price: 2, cost: 10 }] }),
    ...skus.map((sku) => order(`ORDER-${sku}`, { items: [{ name: `Poster ${sku}`, price: 20, sku }] })),
  ]);
  const found = await shop.v2<Order>("/orders", order("FIND-1"));
  await shop.v2(`/orders/${found.id}/fulfillments`, { tracking_number: TRACKING, carrier: "UPS", status: "in_transit" });
  await shop.v2("/tickets", { subject: "Where is my parcel?", body: "It has not arrived.", order_id: found.id, customer_name: "Ann Lee" });
  await setup.worker.rows(
    "insert into ticket_templates (organization_id, name, body, created_at, updated_at) values (?, 'On its way', ?, 1, 1)",
    shop.id,
    "Dear {{customer_name}},\n{{order_number}} is on its way: {{tracking_link}}",
  );
  const endpoint = await shop.v2<{ id: string }>("/webhooks", { url: "http://127.0.0.1:9/hook", events: ["order.updated"] });
  await shop.v2(`/orders/${found.id}`, { tax: 1 }, "PATCH");
  await setup.worker.rows(
    "update deliveries set status = 'failed', next_attempt_at = null, created_at = ? where endpoint_id = ?",
    setup.now() - DAY_MS,
    endpoint.id,
  );
  return { shop, numbers, skus, today, yesterday, endpointId: endpoint.id };
}
