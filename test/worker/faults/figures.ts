import { FULL } from "../../kit/form";

// The original function, before a test replaces it.
const log = console.log.bind(console);

/** Prints the counts of a run, one line per row, only in the full form. */
export function print(title: string, counted: Iterable<readonly [string, Readonly<Record<string, number>>]>): void {
  if (!FULL) return;
  for (const [name, row] of counted) {
    const cells = Object.entries(row).map(([column, value]) => `${column} ${value}`);
    log(`${title} · ${name}: ${cells.join(", ")}`);
  }
}
