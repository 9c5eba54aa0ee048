import type { OrganizationRow } from "../../accounts/control.sql.ts";
import { type Budget, invocationBudget } from "../../platform/budget";
import type { Actor, OrgReader } from "../../platform/db/org-db";
import { type OrganizationRows, organizationRows } from "../../resources/webhooks/organization-rows";

export interface SearchSource {
  rows: OrganizationRows<OrgReader>;
  budget: Budget;
}

const SEARCH_MS = 5_000;

/** The rows of an organization for a request that searches them, within a budget of its own. */
export function searchSource(env: Env, row: OrganizationRow, author: { actor: Actor; now: number }): SearchSource {
  const budget = invocationBudget(env, SEARCH_MS);
  return { rows: organizationRows(budget.countCalls(env), row, author), budget };
}
