import { env, createExecutionContext } from "cloudflare:test";
import { app } from "../../../src/entrypoints/app";
import { asOperator, type Shop } from "../../kit/client";
import { inInvocation } from "../../kit/strict-platform/invocation";
import { under } from "../../kit/strict-platform/conditions";

/** A row of a search or an export. */
export interface FoundRow {
  table: string;
  id: string;
  matched: string[];
  data: Record<string, string>;
}

/** All rows that a search finds. */
export async function search(organizationId: number, person: object): Promise<FoundRow[]> {
  const found = [];
  let cursor: string | undefined;
  do {
    const page = await asOperator(`/organizations/${organizationId}/personal-data/search`, {
      ...person,
      ...(cursor !== undefined && { cursor }),
    });
    found.push(...page.data);
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
  return found;
}

/** The identity of a row, which does not depend on its values. */
export const nameOf = ({ table, id }: FoundRow): string => `${table} ${id}`;

/** The limit on D1 calls of a request. */
export interface CallLimit {
  maxCalls: number;
  countedPer: "batch" | "statement";
}

/** Requests a part of a search or an export from a Worker with a limit of D1 calls. Calls during the download count too. */
export async function requestPart(shop: Shop, action: "export" | "search", body: object, limit: CallLimit): Promise<Response> {
  return await inInvocation(async () => {
    const response = await openPart(shop, action, body, limit);
    return new Response(await response.text(), response);
  });
}

/** Requests a part without reading it. Its D1 calls are counted only within `inInvocation`. The limit stays for the rest of the test. */
export async function openPart(shop: Shop, action: "export" | "search", body: object, limit: CallLimit): Promise<Response> {
  under(limit);
  const request = new Request(`https://api.example.com/operator/organizations/${shop.id}/personal-data/${action}`, {
    method: "POST",
    headers: { Authorization: `Bearer ${env.OPERATOR_TOKEN}`, "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  return await app.fetch(request, { ...env, MAX_DATABASE_CALLS: String(limit.maxCalls) }, createExecutionContext());
}

/** A part of an export. */
export interface Part {
  rows: FoundRow[];
  next: string | null;
}

/** The rows of a part, and the cursor in its last line. */
export function parsePart(text: string): Part {
  const lines = text.trimEnd().split("\n");
  const { next_cursor: next } = JSON.parse(lines.at(-1) ?? "") as { next_cursor: string | null };
  return { rows: lines.slice(0, -1).map((line) => JSON.parse(line) as FoundRow), next };
}

/** All parts of an export. `between` is called between two parts. */
export async function exportParts(
  shop: Shop,
  person: object,
  limit: CallLimit,
  between: (nth: number) => Promise<void> = async () => undefined,
): Promise<FoundRow[][]> {
  const parts: FoundRow[][] = [];
  let cursor: string | null = null;
  do {
    if (cursor !== null) await between(parts.length);
    const response = await requestPart(shop, "export", { ...person, ...(cursor !== null && { cursor }) }, limit);
    if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
    const part: Part = parsePart(await response.text());
    parts.push(part.rows);
    cursor = part.next;
  } while (cursor !== null);
  return parts;
}
