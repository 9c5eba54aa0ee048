import type { EdgeError } from "../webhooks/edge-status";

/** The kinds of failed calls (docs/spec/webhooks.md#error-codes). */
export type ShopErrorKind = EdgeError | "redirect" | "http_status" | "blocked_url";

/** A call of a shop's API that failed. The message is for people, and contains nothing of the request or the response. */
export class ShopError extends Error {
  override readonly name = "ShopError";

  constructor(
    message: string,
    /** Whether the same call may succeed later. */
    readonly isTemporary: boolean,
    /** The status of the response; null without one. */
    readonly status: number | null = null,
    /** How long to wait, as requested by the shop; null if it requested nothing. */
    readonly retryAfterMs: number | null = null,
    /** What failed, in the terms of deliveries. */
    readonly kind: ShopErrorKind = "http_status",
  ) {
    super(message);
  }
}
