/** The lines of a text that are not empty, with their numbers. */
export function filledLines(text: unknown): { number: number; line: string }[] {
  const lines = typeof text === "string" ? text.split(/\r?\n/) : [];
  return lines.map((line, index) => ({ number: index + 1, line })).filter(({ line }) => line.trim() !== "");
}

/**
 * The fields of a form with the costs of its lines: a SKU and a cost on each, separated by a tab or the last space, as they are pasted from a
 * spreadsheet. A line without a cost deletes that of the SKU if it ends with the separator. The schema checks the costs.
 */
export function withCosts(fields: unknown): unknown {
  const { costs: text } = fields as { costs?: unknown };
  return { costs: filledLines(text).map(({ line }) => costOf(line)) };
}

function costOf(line: string): { sku: string; unit_cost: unknown } {
  const tab = line.indexOf("\t");
  const at = tab === -1 ? line.trimEnd().lastIndexOf(" ") : tab;
  if (at === -1) return { sku: line.trim(), unit_cost: undefined };
  const [sku, cost] = [line.slice(0, at).trim(), line.slice(at + 1).trim()];
  if (cost === "") return { sku, unit_cost: null };
  return { sku, unit_cost: /^\d+(?:\.\d+)?$/.test(cost) ? Number(cost) : cost };
}
