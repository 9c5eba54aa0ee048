import type { StoreAddress } from "./write.sql.ts";
import { ApiError } from "../platform/api-error";

/** 409 that names each of name and code that another store has. */
export function mustBeFree(found: readonly { taken: StoreAddress }[]): void {
  if (found.length === 0) return;
  throw new ApiError(
    "conflict",
    found.map(({ taken }) => ({ path: taken, code: `${taken}_taken`, message: `Another store of this organization has this ${taken}.` })),
  );
}
