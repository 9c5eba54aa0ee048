import type { EdgeError } from "../webhooks/edge-status";

/** The kinds of failed calls (docs/spec/webhooks.md#error-codes). */
export type ShopErrorKind = EdgeError | "redirect" | "http_status" | "blocked_url";

interface FailedCall {
  /** Whether the same call may succeed later. */
  isTemporary: boolean;
  /** The status of the response; null without one. */
  status?: number | null;
  /** How long to wait, as requested by the shop; null if it requested nothing. */
  retryAfterMs?: number | null;
  /** What failed, in the terms of deliveries. */
  kind?: ShopErrorKind;
}

/** A call of a shop's API that failed. The message is for people, and contains nothing of the request or the response. */
export class ShopError extends Error {
  override readonly name = "ShopError";

  readonly isTemporary: boolean;
  readonly status: number | null;
  readonly retryAfterMs: number | null;
  readonly kind: ShopErrorKind;

  constructor(message: string, { isTemporary, status = null, retryAfterMs = null, kind = "http_status" }: FailedCall) {
    super(message);
    this.isTemporary = isTemporary;
    this.status = status;
    this.retryAfterMs = retryAfterMs;
    this.kind = kind;
  }
}
