import { type ReferredStore } from "./rows.sql.ts";
import { Refusal } from "../platform/refusal";

/** The distinct texts by which expenses name stores. */
export function storeRefs(expenses: readonly { store_id?: string | null | undefined }[]): string[] {
  return [...new Set(expenses.flatMap(({ store_id }) => store_id ?? []))];
}

/**
 * The id of each expense's store, null for overhead; 404 that names every unknown one under its path
 * (docs/spec/errors.md#missing-references).
 */
export function storeIds(
  expenses: readonly { store_id?: string | null | undefined }[],
  stores: readonly ReferredStore[],
  path: (index: number) => string,
): (number | null)[] {
  const known = new Map(stores.map(({ ref, id }) => [ref, id]));
  const details = expenses.flatMap(({ store_id: ref }, index) =>
    ref === null || ref === undefined || known.has(ref)
      ? []
      : [{ path: path(index), code: "not_found", message: `No store has the id or code ${ref}.` }],
  );
  if (details.length > 0) throw new Refusal("not_found", details);
  return expenses.map(({ store_id: ref }) => (ref === null || ref === undefined ? null : (known.get(ref) ?? null)));
}
