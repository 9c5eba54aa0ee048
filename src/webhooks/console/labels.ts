import { RETRY_HOURS } from "../retry-schedule";
import type { EndpointRow } from "../endpoints/endpoints.sql.ts";

/** Why an attempt failed. */
const ERROR_MESSAGES: Readonly<Record<string, string>> = {
  timeout: "It did not answer within 10 seconds.",
  connection: "The connection was refused, or it broke off.",
  tls_or_dns: "No connection could be made: its name is unknown, or its certificate is not good.",
  redirect: "It answered with a redirect, and redirects are not followed.",
  http_status: "It answered with an error.",
  blocked_url: "Its address is none that may be called.",
  outcome_unknown: "We stopped while it was under way: it may have arrived.",
  cancelled: "It was cancelled.",
};

/** The message of an error code. Returns an unknown code unchanged. */
export function errorText(code: string): string {
  return ERROR_MESSAGES[code] ?? code;
}

/** The labels of what triggered a delivery. */
export const TRIGGER_LABELS = {
  auto: "by itself, as it happened",
  test: "as a test",
  manual: "again, by hand",
  recover: "again, by a recovery",
} as const;

/** The health of an endpoint: a label and an explanation. */
export interface Health {
  tone: "good" | "bad" | "busy" | "idle";
  word: string;
  /** Explains the state and what to do about it. Null if all is well. */
  meaning: string | null;
}

/** The health of an endpoint, from its status and its run of failures. */
export function healthOf({ status, consecutive_failures, last_success_at }: EndpointRow): Health {
  switch (status) {
    case "paused":
      return {
        tone: "idle",
        word: "Paused",
        meaning: "What happens meanwhile is held. Resume it to send what was held for less than three days.",
      };
    case "gone":
      return { tone: "bad", word: "Gone", meaning: "It answered 410 Gone, so nothing more is sent. Resume it once it is there again." };
    case "disabled_failing":
      return {
        tone: "bad",
        word: "Turned off",
        meaning: "It failed for five days, so nothing more is sent. Put it right, then resume it.",
      };
    case "active":
      if (consecutive_failures > 0)
        return {
          tone: "bad",
          word: "Failing",
          meaning: `The last attempts failed. Retries continue for about ${RETRY_HOURS} hours, with increasing delays.`,
        };
      if (last_success_at === null) return { tone: "busy", word: "Ready", meaning: null };
      return { tone: "good", word: "Working", meaning: null };
  }
}
