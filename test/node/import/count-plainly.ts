import { readFileSync } from "node:fs";

export const SLICE = "test/fixtures/online-retail-slice.csv";

/** Counts the slice with its own rules and no code of the importer: a character loop, floats in pounds x 1,000. */
export function countPlainly() {
  const [, ...lines] = readFileSync(SLICE, "utf8").trimEnd().split("\n");
  const orders = new Map<string, { items: number; units: number; thousandths: number }>();
  const skipped = { badDebts: 0, corrections: 0 };
  for (const line of lines) {
    const fields = [""];
    let inside = false;
    for (const character of line.replaceAll('""', "\u0000")) {
      if (character === '"') inside = !inside;
      else if (character === "," && !inside) fields.push("");
      else fields[fields.length - 1] += character;
    }
    const [invoice = "", , , quantity = "", , price = ""] = fields;
    const pieces = parseInt(quantity, 10);
    if (invoice[0] === "A") skipped.badDebts += 1;
    else if (invoice[0] !== "C" && pieces < 0) skipped.corrections += 1;
    else {
      const sum = orders.get(invoice) ?? { items: 0, units: 0, thousandths: 0 };
      sum.items += 1;
      sum.units += Math.abs(pieces);
      sum.thousandths += Math.round(Math.abs(pieces) * parseFloat(price) * 1000);
      orders.set(invoice, sum);
    }
  }
  return { orders, skipped, rows: lines.length };
}
