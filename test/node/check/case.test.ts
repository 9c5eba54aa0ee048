import { globSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

/** SQL compares and sorts texts by their keys, because SQLite ignores the case of A to Z only (docs/spec/lists-and-filters.md#case). */

/** Texts to which `collate nocase` and `lower()` may be applied: sort keys, emails, and texts that are folded or ASCII. */
const ALLOWED = [
  // The definition of how keys are compared.
  /\bend\) collate nocase/,
  /\blower\(coalesce\(\$\{alias\}\.\$\{name\}_folded, /,
  // Emails (A to Z only, so that no other mailbox matches).
  /\bemail\}? (?:= \S+ )?collate nocase/,
  /\bassignee\}? collate nocase/,
  /\blower\(one\) === lower\(other\)/,
  // SKUs that are folded already.
  /\b(?:folded|k\.sku) collate nocase/,
  // The words of a shop's own status, which are ASCII.
  /\blower\(substr\(o\.source_status, /,
  // Hexadecimal digits.
  /\blower\(hex\(/,
];

const uses = (text: string): string[] =>
  text
    .split("\n")
    .filter((line) => /collate nocase|(?<![\w.])(?:lower|upper)\(/i.test(line) && !ALLOWED.some((allowed) => allowed.test(line)));

describe("texts in SQL", () => {
  it("are compared ignoring case only by their keys", () => {
    const found = globSync("src/**/*.ts").flatMap((file) => uses(readFileSync(file, "utf8")).map((line) => `${file}: ${line.trim()}`));
    expect(found).toEqual([]);
  });

  it.each(["where lower(name) = ${name}", "order by o.name collate nocase", "where upper(s.code) = 'X'"])(
    "are found if they are compared otherwise: %s",
    (line) => {
      expect(uses(line)).toEqual([line]);
    },
  );
});
