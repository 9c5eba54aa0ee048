import type { z } from "zod";
import { MAX_BULK_ITEMS } from "../../order-limits";
import type { Element } from "../ingest-plan";
import { payloadHash } from "../payload-hash";
import { capped, faultsOf, unknownFault, unknownFields } from "../../../platform/http/input/input";
import { Refusal } from "../../../platform/refusal";
import { TOO_MANY_ITEMS } from "./bulk-shape";
import { IncomingOrderBody } from "./incoming";

/** Faults that a bulk answer names of one order: there are up to 200, and its marker must fit a row. */
const FAULTS_OF_ONE = 20;

/** An order as it was sent, checked. */
export interface Parsed {
  element: Element;
  /** Paths of what is not known. */
  unknown: string[];
}

/** A well-formed order with its hash. */
export async function wellFormed({ on_conflict: onConflict, ...order }: z.output<typeof IncomingOrderBody>): Promise<Element> {
  return { order, onConflict, hash: await payloadHash(order) };
}

/** Checks one order by itself, so that a bad one need not refuse the others. `strict` refuses fields that are not known. */
export async function parseIncoming(value: unknown, strict: boolean): Promise<Parsed> {
  const unknown = unknownFields(IncomingOrderBody, value);
  const { success, data, error } = IncomingOrderBody.safeParse(value);
  const unknownFaults = strict ? unknown.map(unknownFault) : [];
  const faults = success ? capped(unknownFaults, FAULTS_OF_ONE) : faultsOf(error.issues, FAULTS_OF_ONE, unknownFaults);
  const element = success && faults.length === 0 ? await wellFormed(data) : { refusal: new Refusal("validation_error", faults) };
  return { element, unknown };
}

/** 400 where orders have more items together than one request may have, however their fields are spelled in the body. */
export function assertItemCount(orders: readonly unknown[]): void {
  let count = 0;
  for (const order of orders) {
    const items: unknown = typeof order === "object" && order !== null && "items" in order ? order.items : null;
    if (Array.isArray(items)) count += items.length;
  }
  if (count > MAX_BULK_ITEMS) throw new Refusal("validation_error", [TOO_MANY_ITEMS]);
}
