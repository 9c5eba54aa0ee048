/** The actions of the bar, and "undo". The parameter `did` of a list names the one that was done. */
export const BULK_ACTIONS = ["set_status", "ship", "add_tags", "remove_tags", "assignee", "supplier", "hold", "release"] as const;
export type BulkActionName = (typeof BULK_ACTIONS)[number];

/** What a bulk action has done, as the URL of the list says it after the action. */
export interface BulkSummary {
  action: BulkActionName | "undo";
  /** How many orders were changed, or restored. */
  changed: number;
  /** How many were like this already, or changed since. */
  unchanged: number;
  /** The new status, or "none" for an assignee or a supplier that was removed. Empty for other actions. */
  detail: string;
}

export function summaryText({ action, changed, unchanged, detail }: BulkSummary): string {
  return [action, changed, unchanged, detail].join(".");
}

export function parseSummary(text: string): BulkSummary | null {
  const [, name, changed, unchanged, detail = ""] = /^([a-z_]{1,16})\.(\d{1,6})\.(\d{1,6})\.([A-Za-z ]{0,32})$/.exec(text) ?? [];
  const action = [...BULK_ACTIONS, "undo" as const].find((each) => each === name);
  return action === undefined ? null : { action, changed: Number(changed), unchanged: Number(unchanged), detail };
}

/** What the fields of the bar say about an action. */
export function detailOf(action: string, fields: Readonly<Record<string, unknown>>): string {
  const value = fields[action === "set_status" ? "status" : action];
  if (action === "set_status") return typeof value === "string" ? value : "";
  return (action === "assignee" || action === "supplier") && (typeof value !== "string" || value.trim() === "") ? "none" : "";
}
