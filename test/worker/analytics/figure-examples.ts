import { expect } from "vitest";
import { type ApiResponse, idempotencyKey, type Shop } from "../../kit/client";
import spec from "../../../docs/spec/amounts-and-figures.md?raw";

/** The figures of an example. Null is an empty cell. */
export interface Figures {
  count: number;
  cancelled: number;
  items: number;
  gross: number;
  refunds: number;
  net: number;
  costs: number | null;
  profit: number | null;
  margin: number | null;
}

/** The table of examples of docs/spec/amounts-and-figures.md: the name of each and its figures. */
export function readExamples(): [name: string, figures: Figures][] {
  const section = spec.split("\n## Examples\n")[1]?.split("\n## ")[0] ?? "";
  const table = section.split("\n").filter((line) => line.startsWith("|"));
  const [head = [], , ...lines] = table.map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
  return lines.map(([name = "", ...cells]) => {
    const figures = cells.map((cell, n) => [head[n + 1] ?? "", cell === "" ? null : Number(cell)]);
    return [name, Object.fromEntries(figures) as Figures];
  });
}

/** The body of the response to a request that must succeed. */
async function requireSuccess(response: Promise<ApiResponse>): Promise<ApiResponse["body"]> {
  const { status, text, body } = await response;
  expect(status, text).toBeLessThan(300);
  return body;
}

const MUG = { external_id: "mug", name: "Mug", price: 100, cost: 40 };
const CARD = { external_id: "card", name: "Card", price: 20, cost: 5 };
const ORDER = { store: "gift", external_id: "1", shipping_cost: 5, items: [MUG, CARD] };
const COSTLESS = { items: [{ ...MUG, cost: null }, CARD] };

/** The order of an example as it was created. */
interface Order {
  id: number;
  items: { id: string; name: string }[];
}

type Step = (shop: Shop, order: Order) => Promise<unknown>;

const idOf = (order: Order, name: string): string => order.items.find((item) => item.name === name)?.id ?? "";

const setItem =
  (name: string, status: string): Step =>
  (shop, order) =>
    requireSuccess(shop.v2(`/order-items/${idOf(order, name)}/status`, { body: { status }, headers: idempotencyKey() }));

const patchMug =
  (body: object): Step =>
  (shop, order) =>
    requireSuccess(shop.v2(`/order-items/${idOf(order, "Mug")}`, { method: "PATCH", body }));

const removeMug: Step = (shop, order) => requireSuccess(shop.v2(`/order-items/${idOf(order, "Mug")}`, { method: "DELETE" }));

const addMug: Step = (shop, { id }) => requireSuccess(shop.v2(`/orders/${id}/items`, { body: { ...MUG, external_id: "another" } }));

const ingest =
  (...items: object[]): Step =>
  (shop) =>
    requireSuccess(shop.v2("/orders?on_conflict=update", { body: { ...ORDER, items } }));

const refund =
  (amount: number): Step =>
  (shop, { id }) =>
    requireSuccess(shop.v2(`/orders/${id}`, { method: "PATCH", body: { refund_amount: amount } }));

const setStatus =
  (status: string): Step =>
  (shop, { id }) =>
    requireSuccess(shop.v2(`/orders/${id}/status`, { body: { status, reason: "a test" } }));

/** How the order of an example differs from the one above the table, and its later changes. */
interface ExampleSteps {
  order?: object;
  steps: readonly Step[];
}

const CANCELLED_IN_PRODUCTION = [setItem("Mug", "In Production"), setItem("Mug", "Cancelled")];
const ORDER_CANCELLED_IN_PRODUCTION = { order: { status: "In Production" }, steps: [setStatus("Cancelled")] };

const EXAMPLES: Readonly<Record<string, ExampleSteps>> = {
  "nothing happens": { steps: [] },
  "the quantity of the mug is 3": { steps: [patchMug({ quantity: 3 })] },
  "the mug is removed": { steps: [removeMug] },
  "the mug is removed and added again": { steps: [removeMug, addMug] },
  "the source no longer sends the mug": { steps: [ingest(CARD)] },
  "the source leaves out the mug and sends it again, and its status is set to New": {
    steps: [ingest(CARD), ingest(MUG, CARD), setItem("Mug", "New")],
  },
  "the mug is cancelled": { steps: [setItem("Mug", "Cancelled")] },
  "the mug is in production, then cancelled": { steps: CANCELLED_IN_PRODUCTION },
  "the same, then its cost is cleared": { steps: [...CANCELLED_IN_PRODUCTION, patchMug({ cost: null })] },
  "the mug is sent to the supplier, then removed": { steps: [setItem("Mug", "Sent to Supplier"), removeMug] },
  "the mug is shipped, then refunded with 100": { steps: [setItem("Mug", "Shipped"), setItem("Mug", "Refunded"), refund(100)] },
  "the mug is refunded with 100 before it is sent": { steps: [setItem("Mug", "Refunded"), refund(100)] },
  "a mug without a cost is refunded before it is sent": { order: COSTLESS, steps: [setItem("Mug", "Refunded")] },
  "the mug has no cost": { order: COSTLESS, steps: [] },
  "a mug without a cost is shipped, then refunded": { order: COSTLESS, steps: [setItem("Mug", "Shipped"), setItem("Mug", "Refunded")] },
  "a mug without a cost is in production, then cancelled": { order: COSTLESS, steps: CANCELLED_IN_PRODUCTION },
  "a Complete order: mug and card refunded with 125": {
    order: { status: "Complete" },
    steps: [refund(125), setItem("Mug", "Refunded"), setItem("Card", "Refunded")],
  },
  "the order is New, then Cancelled": { steps: [setStatus("Cancelled")] },
  "the order is In Production, then Cancelled": ORDER_CANCELLED_IN_PRODUCTION,
  "the same, then the mug's cost is cleared": {
    ...ORDER_CANCELLED_IN_PRODUCTION,
    steps: [...ORDER_CANCELLED_IN_PRODUCTION.steps, patchMug({ cost: null })],
  },
  "the mug is in production and the order is New, then Cancelled": { steps: [setItem("Mug", "In Production"), setStatus("Cancelled")] },
  "Cancelled from In Production, then New again": {
    ...ORDER_CANCELLED_IN_PRODUCTION,
    steps: [...ORDER_CANCELLED_IN_PRODUCTION.steps, setStatus("New")],
  },
};

/** Creates an example in an empty shop. Returns the id of the order. */
export async function createExample(shop: Shop, name: string): Promise<number> {
  const example = EXAMPLES[name];
  if (example === undefined) throw new Error(`What happens in the example "${name}"?`);
  const order: Order = await requireSuccess(shop.v2("/orders", { body: { ...ORDER, ...example.order } }));
  for (const step of example.steps) await step(shop, order);
  return order.id;
}
