import { describe, expect, it } from "vitest";
import text from "../../../docs/spec/parity.md?raw";
import { v2Endpoints } from "../../../src/entrypoints/api/v2";
import { consoleRoutes } from "../../../src/entrypoints/console/routes";

/** The rows of the table under a heading, each with the names in its cells. A cell without names is empty. */
function tableOf(heading: string): string[][][] {
  const section = text.split(`\n## ${heading}\n`)[1]?.split("\n## ")[0] ?? "";
  const rows = section.split("\n").filter((line) => line.startsWith("| `"));
  return rows.map((row) =>
    row
      .split("|")
      .slice(1, -1)
      .map((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name)),
  );
}

const both = tableOf("Both");
const ofConsole = tableOf("Only in the console").map(([routes = []]) => routes);
const ofV2 = tableOf("Only on v2").map(([operations = []]) => operations);

/** The routes of the console that a name matches: `GET /settings/…` matches all with this prefix. */
const routes = consoleRoutes.map(({ method, path }) => `${method.toUpperCase()} ${path}`);
const routesNamed = (name: string) => (name.endsWith("…") ? routes.filter((route) => route.startsWith(name.slice(0, -1))) : [name]);

describe("the table of console routes and v2 operations", () => {
  it("has each route of the console in one row", () => {
    const listed = [...both.map(([cell = []]) => cell), ...ofConsole].flat().flatMap(routesNamed);
    expect(listed.toSorted()).toEqual(routes.toSorted());
  });

  it("has each operation of v2 in one row", () => {
    const listed = [...both.map(([, cell = []]) => cell), ...ofV2].flat();
    expect(listed.toSorted()).toEqual(v2Endpoints.map(({ operationId }) => operationId).toSorted());
  });

  it("pairs reads with reads and writes with writes", () => {
    const writes = new Set(v2Endpoints.filter(({ method }) => method !== "get").map(({ operationId }) => operationId));
    for (const [pages = [], operations = []] of both) {
      expect(operations.length, pages.join()).toBeGreaterThan(0);
      const posts = pages.some((page) => page.startsWith("POST "));
      expect(
        operations.some((operation) => writes.has(operation)),
        pages.join(),
      ).toBe(posts);
    }
  });
});
