import { z } from "zod";
import { Expense } from "../../../src/resources/expenses/expense-view";
import { type ApiResponse, type Call, rows, type Shop } from "../../kit/client";

/** An expense with only the required fields, and with these. */
export function anExpense(fields: Record<string, unknown> = {}): Record<string, unknown> {
  return { category: "rent", amount: 1200.5, date: "2026-01-31", ...fields };
}

const Meta = z.strictObject({ request_id: z.string(), warnings: z.array(z.string()).optional() });
const One = z.strictObject({ success: z.literal(true), data: Expense, meta: Meta });

export type ExpenseResponse = z.output<typeof Expense>;

/** The expense of a response, which must have this status and exactly the documented keys. */
export function expenseOf(response: ApiResponse, status: number): ExpenseResponse {
  if (response.status !== status) throw new Error(`${response.status} ${response.text}`);
  return One.parse(response.body).data;
}

/** Creates an expense and returns it. */
export async function createExpense(shop: Shop, fields: Record<string, unknown> = {}, call: Call = {}): Promise<ExpenseResponse> {
  return expenseOf(await shop.v1("/expenses", { body: anExpense(fields), ...call }), 201);
}

/** The validation errors of a response, as `path code`. */
export function violationsOf({ status, body, text }: ApiResponse): string[] {
  if (status !== 400 || body.error.message !== "Request validation failed.") throw new Error(`${status} ${text}`);
  return body.error.details.map(({ path, code }: { path: string; code: string }) => `${path} ${code}`);
}

/** Bodies of an organization's expense events, in commit order. */
export async function eventsOf({ id }: Shop): Promise<Record<string, unknown>[]> {
  const found = await rows<{ body: string }>(
    "select body from events where organization_id = ? and type like 'expense.%' order by seq",
    id,
  );
  return found.map(({ body }) => JSON.parse(body));
}

/** The rows of all organizations in the tables that a write of expenses changes, except the sums that triggers maintain. */
export async function everything(): Promise<unknown[]> {
  return await Promise.all([
    rows("select * from expenses order by id"),
    rows("select id, body from events order by seq"),
    rows("select id from deliveries order by id"),
    rows("select operation_id from write_markers order by 1"),
    rows("select * from sequences order by name"),
  ]);
}
