import { ApiError } from "../platform/api-error";

/** 409, in words. */
export function conflict(code: string, message: string): ApiError {
  return new ApiError("conflict", [{ code, message }]);
}
