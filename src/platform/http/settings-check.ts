import { SettingsError, settingsOf } from "../env";
import { newRequestId, setHsts } from "./common-headers";
import { renderError } from "./respond";
import { logError } from "../log";
import { ApiError } from "../api-error";

function settingsError(env: Env): SettingsError | null {
  try {
    settingsOf(env);
    return null;
  } catch (error) {
    if (error instanceof SettingsError) return error;
    throw error;
  }
}

/** Whether the Worker's settings are complete and well-formed. If not, logs one line that names the setting and the fix. */
export function hasValidSettings(env: Env): boolean {
  const error = settingsError(env);
  if (error !== null) logError("settings.invalid", error);
  return error === null;
}

/**
 * The 503 Service Unavailable for every request while a setting is missing or malformed; null if all are valid. Only the log names the
 * setting.
 */
export function invalidSettingsResponse(request: Request, env: Env): Response | null {
  const error = settingsError(env);
  if (error === null) return null;
  const requestId = newRequestId();
  logError("settings.invalid", error, { request_id: requestId });
  const { status, body, headers } = renderError(new ApiError("service_unavailable"), requestId);
  const response = new Response(body, { status, headers: { ...headers, "X-Request-Id": requestId, "Cache-Control": "private, no-store" } });
  setHsts(request, response.headers);
  return response;
}
