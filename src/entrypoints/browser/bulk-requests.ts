export interface BulkResult {
  id: number;
  /** What the order is called, if it failed and is there. */
  name?: string;
  outcome: "updated" | "unchanged" | "failed";
  error: { message: string; details: { message: string }[] } | null;
}

/** What a request of a script has done, or the reasons why it did nothing. `undo` has the operations that can be undone. */
type BulkResponse<Content> = (Content & { errors?: never }) | { errors: string[] };

/** Sends a form of the bar as JSON. */
export async function sendBulk(
  action: string,
  body: Record<string, unknown>,
): Promise<BulkResponse<{ results: BulkResult[]; undo?: string[] }>> {
  return await send<{ results: BulkResult[]; undo?: string[] }>(action, body, "results");
}

/** Undoes one operation of the bar. */
export async function sendUndo(action: string, body: Record<string, unknown>): Promise<BulkResponse<{ restored: number; kept: number }>> {
  return await send<{ restored: number; kept: number }>(action, body, "restored");
}

async function send<Content extends object>(
  action: string,
  body: Record<string, unknown>,
  field: keyof Content,
): Promise<BulkResponse<Content>> {
  const { form_token, ...fields } = body;
  const headers = { "Content-Type": "application/json", Accept: "application/json", "X-Form-Token": String(form_token) };
  try {
    const response = await fetch(action, { method: "POST", headers, body: JSON.stringify(fields) });
    const content = (await response.json()) as Content & { error?: { message: string; details: { message: string }[] } };
    if (content[field] !== undefined) return content;
    const details = content.error?.details.map(({ message }) => message) ?? [];
    return { errors: details.length > 0 ? details : [content.error?.message ?? "The server did not respond as expected."] };
  } catch {
    return { errors: ["There is no connection."] };
  }
}

const MAX_LISTED = 100;

/** The first MAX_LISTED of some texts as a list. */
export function listOf(texts: readonly string[]): HTMLUListElement {
  const list = document.createElement("ul");
  for (const text of texts.slice(0, MAX_LISTED)) {
    const entry = document.createElement("li");
    entry.textContent = text;
    list.append(entry);
  }
  return list;
}
