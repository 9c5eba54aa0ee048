import { type SQL, sql } from "drizzle-orm";
import { foldedText } from "../../../platform/db/columns";
import type { OrgReader } from "../../../platform/db/org-db";
import type { Statement } from "../../../platform/db/statement";
import { BLOCKERS, type BlockedAction, type Blocker, DEFAULT_BLOCKERS, MANUAL_TYPES } from "../../stores/blockers";
import { hasSupplierCost, refersToActiveSupplier } from "../../suppliers/lookup.sql.ts";
import { hasHold } from "../holds/held.sql.ts";
import { AT_SUPPLIER, NOT_TO_SEND } from "../items/item-status";
import { mayBeSent } from "../items/table";
import { unsentUnits } from "../items/unsent.sql.ts";
import { SHIP_ADDRESS } from "../text-columns";

/** The states of an order at its source, or the first of several, in which it is not paid (docs/spec/readiness.md#blockers). */
const UNPAID_STATES = ["pending", "on-hold", "unpaid", "authorized", "partially_paid", "awaiting payment", "payment pending", "expired"];

const isEmpty = (column: string): string => `coalesce(${column}, '') = ''`;
const quotedList = (texts: readonly string[]): string => texts.map((text) => `'${text}'`).join(", ");

/** SQL condition: an item `i` has a design. */
const HAS_DESIGN = `not ${isEmpty("i.design_url")}`;

const HAS_OWN_ADDRESS = `coalesce(${SHIP_ADDRESS.map((name) => `i.${name}`).join(", ")}) is not null`;

/** SQL condition: an address, by the alias of its row, lacks something that a label needs. */
const isIncomplete = (alias: string): string =>
  ["ship_address1", "ship_city", "ship_country"].map((name) => isEmpty(`${alias}.${name}`)).join(" or ");
/** SQL condition: an order `o` has its address only as one text. */
const HAS_ONLY_TEXT = `${SHIP_ADDRESS.map((name) => isEmpty(`o.${name}`)).join(" and ")} and not ${isEmpty("o.customer_address")}`;

const FIRST_STATE = "lower(substr(o.source_status, 1, instr(o.source_status || ',', ',') - 1))";

/** SQL of the state of the current proof of an item `i`, the only one that is not superseded. Null: it has none. */
const PROOF_STATE = `(select p.state from proofs p where p.organization_id = i.organization_id and p.order_item_id = i.id
  and p.state <> 'superseded')`;

/** SQL condition: an item `i` has a proof that is not approved. Without a proof, it is null. */
const PROOF_WAITS = `${PROOF_STATE} <> 'approved'`;

/** SQL condition: a store `s` has chosen that it wants a proof of every item. No default has it (DEFAULT_BLOCKERS). */
export const WANTS_PROOFS = sql.raw(`(instr(coalesce(s.send_blockers, '') || coalesce(s.ship_blockers, ''), '"proof"') > 0)`);

/** SQL condition of each blocker, for an item `i` of an order `o` of a store `s`. */
function blockerConditions(now: number): Record<Blocker, SQL> {
  const raw = (text: string): SQL => sql.raw(`(${text})`);
  return {
    sku: raw(`${isEmpty("i.sku")} and ${isEmpty("i.custom_sku")}`),
    design: raw(`s.uses_designs = 1 and not (${HAS_DESIGN})`),
    supplier: sql`not ${refersToActiveSupplier("i", foldedText("i", "assigned_supplier"))}`,
    cost: sql`(i.cost is null and i.supplier_quantity < i.quantity and not ${hasSupplierCost("i", {
      supplier: foldedText("i", "assigned_supplier"),
      sku: foldedText("i", "sku"),
      currency: sql.raw("o.currency"),
    })})`,
    payment: raw(`o.is_refunded is 1 or coalesce(${FIRST_STATE}, '') in (${quotedList(UNPAID_STATES)})`),
    // An address that is only one text cannot be checked, so it lacks nothing.
    address: raw(`case when ${HAS_OWN_ADDRESS} then ${isIncomplete("i")} when ${HAS_ONLY_TEXT} then 0 else ${isIncomplete("o")} end`),
    proof: sql`coalesce(${sql.raw(PROOF_WAITS)}, ${WANTS_PROOFS})`,
    hold: sql`(i.status = 'On Hold' or ${hasHold("i", now)} or ${hasHold("o", now)})`,
  };
}

/** SQL of the JSON list of what blocks an action in a store `s`, besides a hold. The same as `storeBlockers`. */
function blockersOfStore(action: BlockedAction): SQL {
  const { usual, manual } = DEFAULT_BLOCKERS[action];
  const isManual = `s.type is not null and s.type in (${quotedList(MANUAL_TYPES)})`;
  return sql.raw(`coalesce(s.${action}_blockers, iif(${isManual}, '${JSON.stringify(manual)}', '${JSON.stringify(usual)}'))`);
}

/** SQL of what blocks sending an item `i`: what its store has chosen, and its own proof while that is not approved. */
function withWaitingProof(chosen: SQL): SQL {
  return sql`iif(${sql.raw(PROOF_WAITS)}, json_insert(${chosen}, '$[#]', 'proof'), ${chosen})`;
}

/** SQL conditions, each of which keeps an item `i` of an order `o` of a store `s` from being sent. */
function sendBlocks(now: number): SQL[] {
  const conditions = blockerConditions(now);
  const chosen = blockersOfStore("send");
  return BLOCKERS.map((blocker) => {
    if (blocker === "hold") return conditions.hold;
    const isChosen = sql`instr(${chosen}, ${sql.raw(`'"${blocker}"'`)}) > 0`;
    if (blocker === "proof") return sql`coalesce(${sql.raw(PROOF_WAITS)}, ${isChosen})`;
    return sql`(${isChosen} and ${conditions[blocker]})`;
  });
}

/**
 * SQL condition: an item, by its alias, is still to be sent to a supplier: units of it are in no supplier order and were not shipped without one. An item
 * that somebody has set to Sent to Supplier without a supplier order is not. The comparison with `supplier_quantity` follows from the others. It saves
 * reading the lines of items that suppliers have completely.
 */
export function isToSend(item: "i" | "x"): SQL {
  const hasRest = `${item}.quantity > ${item}.supplier_quantity + ${item}.cancelled_quantity and exists (select 1
    from supplier_order_lines l where l.organization_id = ${item}.organization_id and l.order_item_id = ${item}.id and l.is_allocated = 1)`;
  return sql.raw(`${mayBeSent(item)} and ${item}.status not in (${quotedList(NOT_TO_SEND)})
    and (${item}.status not in (${quotedList(AT_SUPPLIER)}) or ${hasRest}) and ${unsentUnits(item)} > 0`);
}

/**
 * SQL of the store and the order of items `i`, and the condition that they are ready to be sent. Each blocker is a condition of its own, so that the
 * order of an item is not read if the item itself lacks something.
 */
function readyOf(org: OrgReader): SQL {
  const conditions = sendBlocks(org.now).map((blocks) => sql`not ${blocks}`);
  return sql`cross join stores s on s.organization_id = i.organization_id and s.id = i.store_id
    cross join orders o on o.organization_id = i.organization_id and o.id = i.order_id
    where i.organization_id = ${org.key} and ${isToSend("i")} and ${sql.join(conditions, sql` and `)}`;
}

/** FROM and WHERE for the items `i` that are ready to be sent. */
export function readyItems(org: OrgReader): SQL {
  return sql`order_items i indexed by order_items_to_send ${readyOf(org)}`;
}

/** A number of orders, and whether there may be more. SQLite has no booleans. */
export interface ReadyCount {
  total: number;
  is_more: 0 | 1;
}

/** Counts the orders with an item that is ready to be sent among the newest `limit` open items. Only those are read. */
export function readyOrderCount(org: OrgReader, limit: number): Statement<ReadyCount> {
  const newest = (columns: string): SQL => sql`select ${sql.raw(columns)} from order_items x indexed by order_items_to_send
    where x.organization_id = ${org.key} and ${sql.raw(mayBeSent("x"))} order by x.order_date desc limit ${limit}`;
  // `readyOf` has the condition of the organization, but the statement itself must name the key too.
  return org.rows<ReadyCount>()`select count(distinct i.order_id) as total, (select count(*) from (${newest("1")})) = ${limit} as is_more
    from (${newest("x.*")}) i ${readyOf(org)} and i.organization_id = ${org.key}`;
}

/**
 * What an item lacks, as JSON lists. `blockers` has a null for each thing that it does not lack: to leave them out, SQLite would
 * read a row for each.
 */
export interface ReadinessRow {
  id: number;
  order_id: number;
  name: string;
  blockers: string;
  send_blockers: string;
  ship_blockers: string;
}

/** SQL of the columns of a ReadinessRow, for an item `i` of an order `o` of a store `s`. */
function readinessColumns(org: OrgReader): SQL {
  const conditions = blockerConditions(org.now);
  const blockerNames = BLOCKERS.map((blocker) => sql`iif(${conditions[blocker]}, ${sql.raw(`'${blocker}'`)}, null)`);
  return sql`i.id, i.order_id, i.name, json_array(${sql.join(blockerNames, sql`, `)}) as blockers,
      ${withWaitingProof(blockersOfStore("send"))} as send_blockers, ${blockersOfStore("ship")} as ship_blockers`;
}

/** SQL condition: the organization has an active supplier. */
const hasActiveSupplier = (org: OrgReader): SQL =>
  sql`exists (select 1 from suppliers p where p.organization_id = ${org.key} and p.is_active = 1)`;

/** The blockers of the live goods of orders. `orderIds` is SQL of their ids. `hasSupplier`: only of an organization with an active supplier. */
export function readinessOf(org: OrgReader, orderIds: SQL, { hasSupplier = false } = {}): Statement<ReadinessRow> {
  return org.rows<ReadinessRow>()`select ${readinessColumns(org)}
    from orders o cross join stores s on s.organization_id = o.organization_id and s.id = o.store_id
    cross join order_items i on i.organization_id = o.organization_id and i.order_id = o.id
    where o.organization_id = ${org.key} and o.id in (${orderIds}) and i.is_goods = 1 and i.status not in ('Cancelled', 'Refunded')
      ${hasSupplier ? sql`and ${hasActiveSupplier(org)}` : sql``}
    order by i.order_id, i.id`;
}

/** An item that is to be sent, with what it lacks and what a list shows of it. */
export interface UnsentRow extends ReadinessRow {
  order_number: string | null;
  external_id: string | null;
  design_url: string | null;
  assigned_supplier: string | null;
}

/** The oldest items that are to be sent, with what they lack. None if the organization has no active supplier. */
export function oldestUnsent(org: OrgReader, limit: number): Statement<UnsentRow> {
  return org.rows<UnsentRow>()`select ${readinessColumns(org)}, o.number as order_number, o.external_id, i.design_url, i.assigned_supplier
    from (select x.* from order_items x indexed by order_items_to_send where x.organization_id = ${org.key} and ${isToSend("x")}
      and ${hasActiveSupplier(org)} order by x.order_date limit ${limit}) i
    cross join stores s on s.organization_id = i.organization_id and s.id = i.store_id
    cross join orders o on o.organization_id = i.organization_id and o.id = i.order_id
    where i.organization_id = ${org.key} order by i.order_date, i.id`;
}
