import { Refusal } from "../platform/refusal";

/** 409, in words. */
export function conflict(code: string, message: string): Refusal {
  return new Refusal("conflict", [{ code, message }]);
}
