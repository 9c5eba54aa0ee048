/** The client of the Order Operations APIs. */
export { createClient, type OrderOperations, type OrderOperationsOptions } from "./client.ts";
export { type ErrorDetail, must, NoResponseError, OrderOperationsError } from "./errors.ts";
export type { FeedEvent, FeedOptions, FeedPage } from "./event-feed.ts";
export type { ListItem, ListOptions, ListPath } from "./lists.ts";
export { DEFAULT_POLICY, type RetryPolicy } from "./retry.ts";
export type { Fetch, FetchInit, Retry } from "./send.ts";
export {
  type VerifyOptions,
  verifyServiceSignature,
  verifyWebhook,
  type WebhookEvent,
  type WebhookHeaders,
  WebhookVerificationError,
} from "./webhook.ts";
export type { components as V1Components, paths as V1Paths } from "./generated/v1.ts";
export type { components as V2Components, paths as V2Paths } from "./generated/v2.ts";
