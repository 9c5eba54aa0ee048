import type { OrgReader } from "../../../../platform/db/org-db";
import type { ActionResult } from "../../bulk-actions/action-result";
import { readOrderNames } from "../../read-order-set";
import { orderName } from "../order-name";

/** A result with the name of its order, if that failed and is there. */
export type NamedResult = ActionResult & { name?: string };

/** Adds the names of the orders that failed, for people to find them. One round trip if there are any. */
export async function withNames(org: OrgReader, results: readonly ActionResult[]): Promise<readonly NamedResult[]> {
  const failed = results.flatMap(({ id, outcome }) => (outcome === "failed" ? [id] : []));
  if (failed.length === 0) return results;
  const names = new Map((await readOrderNames(org, failed)).map((order) => [order.id, orderName(order)]));
  return results.map((result) => {
    const name = names.get(result.id);
    return name === undefined ? result : { ...result, name };
  });
}
