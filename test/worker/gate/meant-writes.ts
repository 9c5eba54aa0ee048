import { orderBody, type Credential, rows } from "../../kit/client";
import type { Sent } from "./interleaving";
import { withLength } from "../../kit/stated-length";

/** The kinds of writes, each with a unique text. Notes and patches are of the order with the id `order`, which is created for each run. */
const WRITES = {
  note: { path: (order: number) => `/orders/${order}/notes`, body: (text: string) => ({ content: text }) },
  expense: { path: () => "/expenses", body: (text: string) => ({ category: "rent", amount: 5, date: "2027-01-31", description: text }) },
  order: { path: () => "/api/v2/orders", body: (text: string) => orderBody({ customer_name: text }) },
  patch: { path: (order: number) => `/api/v2/orders/${order}`, body: (text: string) => ({ customer_name: text }) },
} as const;
export type Kind = keyof typeof WRITES;

const ROWS: Record<Kind, string> = {
  note: "select id from order_notes where organization_id = ? and text = ?",
  expense: "select id from expenses where organization_id = ? and description = ?",
  order: "select id from orders where organization_id = ? and customer_name = ? and version = 1",
  patch: "select id from orders where organization_id = ? and customer_name = ? and version > 1",
};

/** The intention of a client: sending the same one again is a retry, another one under the same key is not. */
export interface WriteIntent {
  kind: Kind;
  credential: Credential;
  key: string;
  text: string;
  order: number;
  organization: number;
}

/** The request that its client sends. */
export function requestOf({ kind, credential, key, text, order }: WriteIntent): Request {
  const secret: Record<string, string> =
    kind === "note" || kind === "expense" ? { "x-api-key": credential.secret } : { Authorization: `Bearer ${credential.secret}` };
  const condition: Record<string, string> = kind === "patch" ? { "If-Match": '"1"' } : {};
  return new Request(
    `https://api.example.com${WRITES[kind].path(order)}`,
    withLength({
      method: kind === "patch" ? "PATCH" : "POST",
      headers: { ...secret, ...condition, "Idempotency-Key": key, "Content-Type": "application/json", "CF-Connecting-IP": "192.0.2.9" },
      body: JSON.stringify(WRITES[kind].body(text)),
    }),
  );
}

/** How often the write of an intent is stored. */
export const writtenCount = async ({ kind, text, organization }: WriteIntent) => (await rows(ROWS[kind], organization, text)).length;
/** The status with the code of an error, such as `201` or `422 idempotency_conflict`; `none` if no response arrived. */
export const codeOf = ({ response }: Sent): string =>
  response === null ? "none" : `${response.status} ${/"code":"(\w+)"/.exec(response.text)?.[1] ?? ""}`.trim();
