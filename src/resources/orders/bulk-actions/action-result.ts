import { ApiError, type ErrorDetail, notFound } from "../../../platform/api-error";

/** What became of one order or item of a bulk action. */
export interface ActionResult<Id = number> {
  id: Id;
  outcome: "updated" | "unchanged" | "failed";
  error: { code: string; message: string; details: ErrorDetail[] } | null;
}

export const updated = (id: number): ActionResult => ({ id, outcome: "updated", error: null });
export const unchanged = (id: number): ActionResult => ({ id, outcome: "unchanged", error: null });

export function failed<Id>(id: Id, { code, message, details }: ApiError): ActionResult<Id> {
  return { id, outcome: "failed", error: { code, message, details } };
}

/** The results in the order of `ids`. An id without a result does not exist in this organization. */
export function resultsOf<Id>(ids: readonly Id[], results: readonly ActionResult<Id>[]): ActionResult<Id>[] {
  const byId = new Map(results.map((result) => [result.id, result]));
  return ids.map((id) => byId.get(id) ?? failed(id, notFound("id")));
}

/** Runs a plan of one element. An error of the API becomes its result, and any other error is thrown. */
export function planOrFail<T>(id: number, plan: () => T): T | ActionResult {
  try {
    return plan();
  } catch (error) {
    if (error instanceof ApiError) return failed(id, error);
    throw error;
  }
}
