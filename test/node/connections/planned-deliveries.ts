import type { LossyShop } from "./lossy-shops.ts";
import { Chance, type ShopState } from "./lives/shop-life.ts";

/** The time between the deliveries of two states of an order. By their payloads, the states are seconds apart. */
const STATE_INTERVAL_SECONDS = 100;
/** How late a delivery may be. It is more than the interval, so that later ones overtake it. */
const MAX_DELAY_SECONDS = 300;

export interface Delivery {
  orderId: number;
  /** The number of the order's state, from 0. */
  state: number;
  payload: unknown;
  event: string;
  /** When it is delivered, in seconds. */
  at: number;
  retries: number;
  /** It is never lost, late or wrongly signed: a deletion has no time, and no shop reports it again. */
  isSafe: boolean;
}

export interface PlannedDeliveries {
  deliveries: Delivery[];
  /** The number of the last state of each order. */
  lastStates: Map<number, number>;
  /** All states of the orders that have a life. */
  states: Map<number, ShopState[]>;
}

/** Stores an order in the shop in one state after another. Returns the states, if it has a life, and the payload of each. */
function storeStates({ begin, changes, put }: LossyShop, orderId: number, random: () => number, nextSecond: () => number) {
  const chance = new Chance(random);
  const life = begin?.(orderId, chance);
  const last = chance.below(life === undefined ? 4 : 9);
  const states: ShopState[] = [];
  const payloads: unknown[] = [];
  const fields: Record<string, unknown> = {};
  for (let number = 0; number <= last; number += 1) {
    if (life?.isOver === true) break;
    if (number > 0) life?.change();
    if (number > 0) Object.assign(fields, chance.of(changes));
    const second = nextSecond();
    const state = life?.state(second);
    if (state !== undefined) states.push(state);
    const payloadOfLife = state?.isDeleted === true ? { id: orderId } : state?.payload;
    const sent = payloadOfLife ?? fields;
    payloads.push(structuredClone(put(orderId, second, sent)));
  }
  return { states, payloads };
}

/** Stores orders in a shop in all their states. Returns what the shop has to deliver: 5% are lost, 5% are repeated, and every fifth is late. */
export function planDeliveries(lossy: LossyShop, orderCount: number, random: () => number): PlannedDeliveries {
  const deliveries: Delivery[] = [];
  const lastStates = new Map<number, number>();
  const states = new Map<number, ShopState[]>();
  let second = 0;
  const nextSecond = (): number => (second += 1);
  for (let orderId = 1; orderId <= orderCount; orderId += 1) {
    const planned = storeStates(lossy, orderId, random, nextSecond);
    states.set(orderId, planned.states);
    lastStates.set(orderId, planned.payloads.length - 1);
    const isSafe = planned.states.some(({ isDeleted }) => isDeleted);
    for (const [state, payload] of planned.payloads.entries()) {
      const chance = random();
      const at = orderId + state * STATE_INTERVAL_SECONDS + (!isSafe && random() < 0.2 ? Math.floor(random() * MAX_DELAY_SECONDS) : 0);
      const delivery = { orderId, state, payload, event: `${orderId}/${state}`, at, retries: 0, isSafe };
      if (isSafe || chance >= 0.05) deliveries.push(delivery);
      if (chance > 0.95) deliveries.push({ ...delivery, at: at + 3 });
    }
  }
  return { deliveries: deliveries.toSorted((a, b) => a.at - b.at), lastStates, states };
}
