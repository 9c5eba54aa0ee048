/** The lines of a text that are not empty, with their numbers. */
export function filledLines(text: unknown): { number: number; line: string }[] {
  const lines = typeof text === "string" ? text.split(/\r?\n/) : [];
  return lines.map((line, index) => ({ number: index + 1, line })).filter(({ line }) => line.trim() !== "");
}

/**
 * The fields of a form with the costs of its lines: a SKU and a cost on each, with a tab, a semicolon, a comma or a space between them. A line
 * without a cost deletes that of the SKU if it ends with one of the first three. The schema checks the costs.
 */
export function withCosts(fields: unknown): unknown {
  const { costs: text } = fields as { costs?: unknown };
  return { costs: filledLines(text).map(({ line }) => costOf(line)) };
}

function costOf(line: string): { sku: string; unit_cost: unknown } {
  const at = separatorOf(line);
  if (at === -1) return { sku: line.trim(), unit_cost: undefined };
  // In "MUG, 2.50", the space separates, and the comma before it is not part of the SKU.
  const [sku, cost] = [line.slice(0, at).trim().replace(/,$/, ""), line.slice(at + 1).trim()];
  if (cost === "") return { sku, unit_cost: null };
  return { sku, unit_cost: /^\d+(?:\.\d+)?$/.test(cost) ? Number(cost) : cost };
}

/** Where the SKU ends. In "MUG 2,50", the comma is part of the cost, which is then rejected, and must not make it a SKU "MUG 2" that costs 50. */
function separatorOf(line: string): number {
  // Neither a SKU nor a cost has a tab or a semicolon.
  const unambiguous = line.search(/[\t;]/);
  if (unambiguous !== -1) return unambiguous;
  const space = line.trimEnd().lastIndexOf(" ");
  const comma = line.indexOf(",", space + 1);
  if (comma === -1) return space;
  const isInCost = space !== -1 && /^\d+$/.test(line.slice(space + 1, comma));
  return isInCost ? space : comma;
}
