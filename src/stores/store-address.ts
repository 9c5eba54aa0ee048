import type { StoreAddress } from "./write.sql.ts";
import { Refusal } from "../platform/refusal";

/** 409 that names each of name and code that another store has. */
export function mustBeFree(found: readonly { taken: StoreAddress }[]): void {
  if (found.length === 0) return;
  throw new Refusal(
    "conflict",
    found.map(({ taken }) => ({ path: taken, code: `${taken}_taken`, message: `Another store of this organization has this ${taken}.` })),
  );
}

/** The refusal of a write that lost every race for its name or code. */
export function contended(): Refusal {
  return new Refusal("conflict", [{ code: "too_much_contention", message: "Stores are being changed by many requests at once." }]);
}
