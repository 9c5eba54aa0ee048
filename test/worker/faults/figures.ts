import { FULL } from "../../kit/form";

// As it is before a test silences it.
const log = console.log.bind(console);

/** Prints what a run has counted, a line for each row; in the full form alone. */
export function print(title: string, counted: Iterable<readonly [string, Readonly<Record<string, number>>]>): void {
  if (!FULL) return;
  for (const [name, row] of counted) {
    const cells = Object.entries(row).map(([column, value]) => `${column} ${value}`);
    log(`${title} · ${name}: ${cells.join(", ")}`);
  }
}
