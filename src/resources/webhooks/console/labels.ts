import type { Tone } from "../../../console/status-tone";
import { RETRY_HOURS } from "../retry-schedule";
import type { EndpointRow } from "../endpoints/endpoints.sql.ts";
import { isFailing } from "../endpoints/queries";

const ERROR_MESSAGES: Readonly<Record<string, string>> = {
  timeout: "No response within 10 seconds.",
  connection: "The connection was refused or interrupted.",
  tls_or_dns: "No connection: the host name is unknown, or the certificate is invalid.",
  redirect: "The response is a redirect. Redirects are not followed.",
  http_status: "The response is an error.",
  blocked_url: "The URL is not allowed.",
  outcome_unknown: "This service was interrupted during the request. The event may have been delivered.",
  cancelled: "The delivery was cancelled.",
};

/** The message of an error code. Returns an unknown code unchanged. */
export function errorText(code: string): string {
  return ERROR_MESSAGES[code] ?? code;
}

export const TRIGGER_LABELS = {
  auto: "Automatic",
  test: "Test",
  manual: "Redelivery",
  recover: "Recovery",
} as const;

export interface Health {
  tone: Tone;
  label: string;
  /** Explains the state and what to do about it. Null if all is well. */
  explanation: string | null;
}

/** The health of an endpoint, from its status and its run of failures. */
export function healthOf(endpoint: EndpointRow): Health {
  const tone = isFailing(endpoint) ? "bad" : "good";
  switch (endpoint.status) {
    case "paused":
      return {
        tone: "idle",
        label: "Paused",
        explanation: "New deliveries are held. Resume the endpoint to send those held for less than three days.",
      };
    case "gone":
      return {
        tone,
        label: "Gone",
        explanation: "The endpoint responded 410 Gone, so no more events are sent. Resume it when it is available again.",
      };
    case "disabled_failing":
      return {
        tone,
        label: "Disabled",
        explanation: "The endpoint failed for five days, so no more events are sent. Fix it, then resume it.",
      };
    case "active":
      if (isFailing(endpoint))
        return {
          tone,
          label: "Failing",
          explanation: `The last attempts failed. Retries continue for about ${RETRY_HOURS} hours, with increasing delays.`,
        };
      if (endpoint.last_success_at === null) return { tone, label: "Ready", explanation: null };
      return { tone, label: "Working", explanation: null };
  }
}
