import { describe, expect, it } from "vitest";
import { brokenReferences, type SourceText } from "../../../cli/check/docs/references.ts";

const SPEC = "# Orders\n\n## Item roll-up\n\n```md\n## Not a heading\n```\n\n## Flags\n\n## Flags\n";

/** The errors in one file, checked with a page of the specification. */
function problemsIn(path: string, text: string): string[] {
  const files: SourceText[] = [
    { path: "docs/spec/orders.md", text: SPEC },
    { path, text },
  ];
  return brokenReferences(files, (name) => files.some((file) => file.path === name) || name === "src/db");
}

describe("sample requests", () => {
  const sample = (request: string) => problemsIn("docs/guide/orders.md", `Change it:\n\n\`\`\`sh\ncurl ${request}\n\`\`\`\n`);

  it("may not name a resource by a fixed id", () => {
    expect(sample('"$BASE/operator/organizations/$ORGANIZATION/credentials/2/revoke"')).toEqual([
      "docs/guide/orders.md has a sample request with a fixed id, $BASE/operator/organizations/$ORGANIZATION/credentials/2: take the id from a response.",
    ]);
  });

  it("may name an id from a response, and any path at another address", () => {
    expect(sample('"$BASE/api/v2/orders/$ORDER?limit=10" http://127.0.0.1:9999/1')).toEqual([]);
  });
});

describe("references in comments", () => {
  it.each([
    "/** A status follows the items (docs/spec/orders.md#item-roll-up). */",
    "// See docs/spec/orders.md.",
    "const a = 1; // docs/spec/orders.md#flags",
    "/**\n * Two headings of one name: docs/spec/orders.md#flags-1\n */",
  ])("may name a page and its heading: %s", (text) => {
    expect(problemsIn("src/a.ts", text)).toEqual([]);
  });

  it("must name an existing page", () => {
    expect(problemsIn("src/a.tsx", "/** See docs/spec/order.md#flags. */")).toEqual([
      "src/a.tsx refers to docs/spec/order.md, which does not exist.",
    ]);
  });

  it("must name a heading of the page, not a line of a code block", () => {
    for (const anchor of ["roll-up", "not-a-heading", "flags-2"]) {
      expect(problemsIn("src/a.ts", `/** See docs/spec/orders.md#${anchor}. */`)).toEqual([
        `src/a.ts refers to docs/spec/orders.md#${anchor}, but docs/spec/orders.md has no such heading.`,
      ]);
    }
  });

  it("are checked in the titles of tests too, but not in other strings", () => {
    expect(problemsIn("test/a.test.ts", 'describe("flags (docs/spec/orders.md#flag)", () => {')).toHaveLength(1);
    expect(problemsIn("test/a.test.ts", 'const path = "docs/spec/gone.md";')).toEqual([]);
  });
});

describe("references in documents", () => {
  it("may be links with an anchor of the same page or another one, and addresses", () => {
    const text = "# Guide\n\n[a](../spec/orders.md#flags) [b](#guide) [c](https://example.com/a.md#b) [d](/docs/guide/x) `src/db`\n";
    expect(problemsIn("docs/guide/a.md", text)).toEqual([]);
  });

  it("must lead to an existing page and heading", () => {
    expect(problemsIn("docs/guide/a.md", "# Guide\n\n[a](../spec/orders.md#flag) [b](#here) [c](b.md) `src/dbs`\n")).toEqual([
      "docs/guide/a.md refers to src/dbs, which does not exist.",
      "docs/guide/a.md refers to docs/spec/orders.md#flag, but docs/spec/orders.md has no such heading.",
      "docs/guide/a.md refers to docs/guide/a.md#here, but docs/guide/a.md has no such heading.",
      "docs/guide/a.md refers to docs/guide/b.md, which does not exist.",
    ]);
  });
});

describe("a document outside the repository", () => {
  it.each([
    "/** Words must all match (decisions E10). */",
    "/** As decisions G and H say. */",
    "/** An expense (interface, Expense). */",
    "/** The body of an event (interface; see below). */",
    "// interface §3",
    "/** See interface.md. */",
    "// decisions.md has the reason.",
    "// As design/language.md demands.",
    "// shared/spec/rules.md",
    "// Found in issue 17.",
    "// Fixed for issue #4.",
    "/** HEAD comes with GET (A15). */",
    "/**\n * An order's history (decisions\n * D).\n */",
    'describe("precedence (decisions A9)", () => {',
  ])("may not be cited: %s", (text) => {
    expect(problemsIn("src/a.ts", text)).toEqual([expect.stringMatching(/^src\/a.ts cites ".+", a document outside the repository/)]);
  });

  it("may not be cited in a document either", () => {
    expect(problemsIn("docs/a.md", "# A\n\nText (decisions\nL).\n")).toHaveLength(1);
  });

  it.each([
    "// A type, not an interface: SqlStorage wants an index signature.",
    "/** Made by D1 (D1). A decision is made once. */",
    'const formula = "@SUM(A1)";',
    "// src/design/colors.css, docs/decisions, and https://example.com/design/a",
  ])("is not the subject of: %s", (text) => {
    expect(problemsIn("src/a.ts", text)).toEqual([]);
  });
});
