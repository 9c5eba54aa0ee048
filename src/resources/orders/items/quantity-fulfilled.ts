import { ApiError } from "../../../platform/api-error";

/** The 409 Conflict for a quantity that is less than what is in fulfillments. */
export function quantityFulfilled(min: number, path: string): ApiError {
  const message = `${min} of this item are in fulfillments. Expected a quantity of at least ${min}.`;
  return new ApiError("conflict", [{ path, code: "quantity_fulfilled", message, min }]);
}
