import { createHash } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import { inserterOf, type Insert } from "./insert-rows.ts";
import { type Seller, textOf } from "./largest-orders.ts";

/** The largest work of a supplier, and the most proofs of an order, each with the links that lead to them. */

/** An order with its items. */
interface OrderWithItems {
  order: number;
  items: readonly number[];
}

const SUPPLIER = "sup_1";
/** A supplier order has at most this many lines. */
const MAX_LINES = 500;

/** What is to be made: with the longest texts, or with those of most items. */
const snapshotOf = ({ isLong }: { isLong: boolean }): string => {
  const texts = isLong
    ? { personalization: textOf(5000), comment: textOf(5000), properties: [{ name: textOf(255), value: textOf(5000) }] }
    : { personalization: "For Tom", comment: null, properties: [] };
  const made = {
    name: "Mug",
    sku: "S-1",
    custom_sku: null,
    variations: null,
    material: null,
    style: null,
    type: null,
    size: "XL",
    color: null,
  };
  return JSON.stringify({ order_number: "#1", ...made, design_url: null, address: null, ...texts });
};

/**
 * Fills the work of a supplier: one order with as many lines as possible, each with long texts, and many of 100 ordinary lines. Returns the id
 * of the former.
 */
function fillSupplierOrders(
  insert: Insert,
  { organization, now }: Seller,
  { long, wide }: { long: OrderWithItems; wide: readonly OrderWithItems[] },
): string {
  const write = (number: number, { order, items }: OrderWithItems, snapshot: string) => {
    const id = `sor_${String(number).padStart(22, "0")}`;
    const times = { sent_at: now, accepted_at: now, created_at: now, updated_at: now };
    insert("supplier_orders", {
      id,
      organization_id: organization,
      supplier_id: SUPPLIER,
      number,
      state: "in_production",
      shipping: "to_buyer",
      ...times,
    });
    for (const item of items) {
      insert("supplier_order_lines", {
        organization_id: organization,
        supplier_order_id: id,
        order_item_id: item,
        order_id: order,
        quantity: 1,
        currency: "USD",
        state: "open",
        status_before: "New",
        snapshot,
      });
    }
    return id;
  };
  // A wide order has 2,000 items.
  for (const [n, { order, items }] of wide.entries()) {
    for (let part = 0; part < 20; part += 1)
      write(2 + 20 * n + part, { order, items: items.slice(100 * part, 100 * (part + 1)) }, snapshotOf({ isLong: false }));
  }
  return write(1, { order: long.order, items: long.items.slice(0, MAX_LINES) }, snapshotOf({ isLong: true }));
}

/** Fills proofs of all items of an order, which wait for its buyer. Returns the last one. */
function fillProofs(insert: Insert, { organization, now }: Seller, { order, items }: OrderWithItems): string {
  const actor = { actor_kind: "user", actor_name: textOf(255), created_at: now };
  const file = `fil_${"p".repeat(22)}`;
  const content = { object_key: "proof", name: "proof.png", role: "proof", content_type: "image/png", bytes: 1000, sha256: "0".repeat(64) };
  insert("files", { id: file, organization_id: organization, ...content, width: 600, height: 400, ...actor });
  let id = "";
  for (const [n, item] of items.entries()) {
    id = `prf_${String(n).padStart(22, "0")}`;
    const state = { version: 1, file_id: file, state: "sent", sent_at: now, updated_at: now };
    insert("proofs", { id, organization_id: organization, order_id: order, order_item_id: item, ...state, ...actor });
  }
  return id;
}

/** Writes a link, and returns its path. */
function fillLink(insert: Insert, { organization, now }: Seller, { purpose, subject }: { purpose: string; subject: string }): string {
  const token = purpose.replaceAll("_", "-").padEnd(43, "x");
  insert("links", {
    id: `lnk_${purpose}`,
    organization_id: organization,
    purpose,
    subject_id: subject,
    token_hash: createHash("sha256").update(`${organization}.${token}`).digest("hex"),
    expires_at: now + 86_400_000,
    actor_kind: "user",
    actor_name: "Ann",
    created_at: now,
  });
  return `/p/${organization}/${token}`;
}

/** Fills the work of a supplier and the proofs of an order. Returns their ids, and the paths of the links by their purposes. */
export function fillProduction(database: DatabaseSync, seller: Seller, made: { long: OrderWithItems; wide: readonly OrderWithItems[] }) {
  const insert = inserterOf(database);
  const supplierOrder = fillSupplierOrders(insert, seller, made);
  const proof = fillProofs(insert, seller, made.long);
  const subjects = { supplier: SUPPLIER, supplier_order: supplierOrder, order_proofs: String(made.long.order) };
  const links = Object.entries(subjects).map(([purpose, subject]) => [purpose, fillLink(insert, seller, { purpose, subject })] as const);
  return { supplierOrder, proof, links: Object.fromEntries(links) };
}
