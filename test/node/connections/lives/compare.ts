import { expect } from "vitest";
import { type OurOrder, afterState } from "./our-order.ts";
import type { ShopState } from "./shop-life.ts";

type Row = Record<string, unknown>;

/** What is stored of an organization. */
export interface StoredRows {
  orders: readonly Row[];
  items: ReadonlyMap<unknown, readonly Row[]>;
  fulfillments: ReadonlyMap<unknown, readonly Row[]>;
}

/** Our order after the states that arrived, in their order, and the last state that it has the fields of. */
export interface FollowedOrder {
  ours: OurOrder | null;
  last: ShopState | null;
  /** The number of the newest state that was applied. -1: none. */
  newest: number;
  /** Whether it disagreed with the shop after any of them: the reason for an audit stays until somebody clears it. */
  hasDisagreed: boolean;
}

/** A state of a shop's order, by its number. */
export interface NumberedState {
  number: number;
  state: ShopState;
}

/** Whether an item stays that the shop no longer has, because it was sent (docs/spec/orders.md#ingest-update). */
const keepsSent = ({ order }: OurOrder, { sent }: ShopState): boolean =>
  order.items.some((item) => !item.isRemoved && !sent.items.some(({ externalId }) => externalId === item.externalId));

/** An older state changes nothing (docs/spec/orders.md#source-time). */
export function follow(arrived: readonly NumberedState[]): FollowedOrder {
  return arrived.reduce<FollowedOrder>(
    (before, { number, state }) => {
      if (number <= before.newest) return before;
      const ours = afterState(before.ours, state);
      // What is not created has no time.
      if (ours === null) return before;
      const hasDisagreed = before.hasDisagreed || (!state.isDeleted && keepsSent(ours, state));
      return { ours, last: state.isDeleted ? before.last : state, newest: number, hasDisagreed };
    },
    { ours: null, last: null, newest: -1, hasDisagreed: false },
  );
}

const number = (amount: bigint | null | undefined): number | null => (amount === null || amount === undefined ? null : Number(amount));
const bit = (flag: boolean | null | undefined): number | null => (flag === null || flag === undefined ? null : Number(flag));

/** The columns of the order and its items that equal those of the shop (docs/spec/connections.md#mapped-fields). */
function shopColumns({ columns, itemColumns, sent, sourceStatus }: ShopState): { order: Row; items: Row[] } {
  return {
    order: {
      ...columns,
      source_status: sourceStatus,
      subtotal: number(sent.subtotal),
      shipping_cost: number(sent.shipping),
      discount: number(sent.discount),
      fees: number(sent.fees),
      tax: number(sent.tax),
      total_amount: number(sent.total),
      taxes_included: bit(sent.taxesIncluded),
      refund_amount: number(sent.refund),
      is_refunded: bit(sent.isRefunded),
    },
    items: sent.items.map(({ quantity, price, tax }, index) => ({
      ...itemColumns[index],
      quantity: number(quantity),
      price: number(price),
      tax: number(tax),
      is_removed: 0,
    })),
  };
}

/**
 * Reasons of an audit because amounts or quantities disagree or cannot be read. In the shop they always agree, but an item that was sent stays
 * here if the shop removes it.
 */
const DISAGREEMENTS = new Set([
  "amounts_disagree",
  "negative_amounts",
  "tax_exceeds_total",
  "tax_shared",
  "quantity_fulfilled",
  "shop_unreadable",
  "refund_currency",
]);

/** Fails unless an order is stored as the shop has it, with the status that follows from what has happened to it here. */
export function expectEqual(stored: StoredRows, externalId: string, { ours, last, hasDisagreed }: FollowedOrder): void {
  const row = stored.orders.find((each) => each["external_id"] === externalId);
  if (ours === null || last === null) return expect({ externalId, row }).toEqual({ externalId, row: undefined });
  const expected = shopColumns(last);
  expect(row).toMatchObject({ ...expected.order, status: ours.order.status });
  const items = stored.items.get(row?.["id"]) ?? [];
  for (const item of expected.items) expect(items.find((each) => each["external_id"] === item["external_id"])).toMatchObject(item);
  const statuses = items.map((each) => [each["external_id"], each["status"], each["is_removed"], each["quantity"]]);
  const expectedStatuses = ours.order.items.map((item) => [item.externalId, item.status, Number(item.isRemoved), Number(item.quantity)]);
  expect({ externalId, statuses }).toEqual({ externalId, statuses: expectedStatuses });
  const fulfillments = (stored.fulfillments.get(row?.["id"]) ?? []).map((each) => [each["source_id"], each["status"]]);
  const expectedFulfillments = [...ours.fulfillments].map(([id, at]) => [String(id), ours.order.fulfillments[at]?.status]);
  expect({ externalId, fulfillments: fulfillments.toSorted() }).toEqual({ externalId, fulfillments: expectedFulfillments.toSorted() });
  const reasons: string[] = JSON.parse((row?.["audit_reasons"] ?? "[]") as string);
  const asksForPerson = reasons.includes("shop_cancelled") || reasons.includes("shop_refunded");
  expect({ externalId, disagrees: reasons.some((reason) => DISAGREEMENTS.has(reason)), asksForPerson }).toEqual({
    externalId,
    disagrees: hasDisagreed,
    asksForPerson: ours.reasons.size > 0,
  });
}
