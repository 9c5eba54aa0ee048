/** D1's rows of one step. */
export interface Rows {
  read: number;
  written: number;
}

/**
 * What the life of an order costs at D1: three items, each of which gets a status once, shipped at once, delivered, and one webhook. A test
 * measures it (test/worker/cost/order-life.test.ts). The first order of an organization writes a little more, because its counts are new.
 */
export const ORDER_LIFE = {
  create: { read: 108, written: 97 },
  item_status: { read: 117, written: 22 },
  ship: { read: 232, written: 76 },
  deliver: { read: 291, written: 69 },
  webhook: { read: 26, written: 5 },
} satisfies Record<string, Rows>;

/** How often each step occurs. */
export const ORDER_STEPS: readonly (readonly [keyof typeof ORDER_LIFE, count: number])[] = [
  ["create", 1],
  ["item_status", 3],
  ["ship", 1],
  ["deliver", 1],
  ["webhook", 1],
];
