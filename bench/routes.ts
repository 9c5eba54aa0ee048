import { randomBytes, randomUUID } from "node:crypto";
import type { Shot } from "./pressure.ts";
import type { Shop, Stage } from "./stage.ts";

/** What the Worker is compared with: the bare Worker, the same with one call of an object, or another build of the Worker. */
export type Baseline = "bare" | "called" | "other";

/** The Worker that gets the request. Each has its own rows to write, so that none finds its change already made. */
export type Side = "real" | Baseline;

/** A route that is compared with what the platform itself takes for it. */
export interface Route {
  name: string;
  /** A write always calls an object, and `/health` never does. */
  baselines: readonly Exclude<Baseline, "other">[];
  shot: (side: Side) => Shot;
}

interface Known {
  id: number;
  items: { id: string; status: string }[];
}

/** Orders of an organization to read and to write on, from all over it. */
async function someOrders(stage: Stage, { key, orders }: Shop): Promise<Known[]> {
  const pages = Math.floor(orders / 200);
  const found: Known[] = [];
  for (let page = 1; page <= Math.min(5, pages); page += 1) {
    const answer = await fetch(new URL(`/orders?page_size=200&page=${page}&sort=id:asc`, stage.real), { headers: { "x-api-key": key } });
    const { data } = (await answer.json()) as { data: Known[] };
    found.push(...data);
  }
  return found;
}

/** 200 orders of four items, of which no external id was ever sent before. */
function bulk(run: string): string {
  const orders = Array.from({ length: 200 }, (_, n) => ({
    store: "Gift",
    external_id: `bench-${run}-${n}`,
    number: `#${n}`,
    date: "2026-10-01T12:00:00Z",
    customer_name: `Customer ${n}`,
    ship_city: "Oslo",
    ship_country: "NO",
    items: [0, 1, 2, 3].map((item) => ({
      name: `Mug no. ${n} ${item}`,
      quantity: 1 + item,
      price: 9.99,
      cost: 3,
      sku: `SKU-${n}-${item}`,
      assigned_supplier: "Acme",
      design_url: "https://files.example/designs/1.png",
    })),
  }));
  return JSON.stringify({ orders });
}

/** Every route that has a target, in requests to the large organization. */
export async function comparedRoutes(stage: Stage): Promise<Route[]> {
  const { large } = stage.shops;
  const known = await someOrders(stage, large);
  const v1 = { "x-api-key": large.key };
  const quarter = Math.floor(known.length / 4);
  const part = (nth: number) => ({ rows: known.slice(nth * quarter, (nth + 1) * quarter), taken: 0 });
  const own: Record<Side, { rows: Known[]; taken: number }> = { real: part(0), bare: part(1), called: part(2), other: part(3) };
  const next = (side: Side): { order: Known; item: Known["items"][number] } => {
    const { rows, taken } = own[side];
    const order = rows[taken % rows.length];
    const item = order?.items[0];
    if (order === undefined || item === undefined) throw new Error("There are no orders.");
    own[side].taken += 1;
    return { order, item };
  };
  const get =
    (path: string): (() => Shot) =>
    () => ({ method: "GET", path, headers: { ...v1, "x-part": path } });
  const both = ["bare", "called"] as const;
  const called = ["called"] as const;
  return [
    { name: "GET /health", baselines: ["bare"], shot: () => ({ method: "GET", path: "/health", headers: { "x-part": "nothing" } }) },
    { name: "GET /orders", baselines: both, shot: get("/orders?page_size=50") },
    { name: "GET /orderItems", baselines: both, shot: get("/orderItems?page_size=50") },
    {
      name: "GET /orders/{id}",
      baselines: both,
      shot: (side) => {
        const { order } = next(side);
        return { method: "GET", path: `/orders/${order.id}`, headers: { ...v1, "x-part": "order", "x-ids": String(order.id) } };
      },
    },
    {
      name: "POST /orders/{id}/notes",
      baselines: called,
      shot: (side) => {
        const { order } = next(side);
        const headers = { ...v1, "Idempotency-Key": randomUUID(), "x-part": "note", "x-ids": String(order.id) };
        return { method: "POST", path: `/orders/${order.id}/notes`, headers, body: '{"content":"Wrapped as a gift."}' };
      },
    },
    {
      name: "POST /orderItems/{id}/status",
      baselines: called,
      shot: (side) => {
        const { order, item } = next(side);
        // Never the one that it has: that would change nothing.
        item.status = item.status === "In Production" ? "On Hold" : "In Production";
        const { id, status } = item;
        const headers = { ...v1, "Idempotency-Key": randomUUID(), "x-part": `status ${status}`, "x-ids": `${id},${order.id}` };
        return { method: "POST", path: `/orderItems/${id}/status`, headers, body: JSON.stringify({ status }) };
      },
    },
    {
      name: "POST /api/v2/orders/bulk, 200 x 4",
      baselines: called,
      shot: () => {
        const headers = { Authorization: `Bearer ${large.token}`, "Idempotency-Key": randomUUID(), "x-part": "bulk" };
        return { method: "POST", path: "/api/v2/orders/bulk", headers, body: bulk(randomBytes(3).toString("hex")) };
      },
    },
  ];
}
