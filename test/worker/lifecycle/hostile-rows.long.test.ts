import { expect, it } from "vitest";
import { checkRows } from "../../../src/tenants/lifecycle/row-values";
import { findExportedTable } from "../../../src/tenants/lifecycle/exported-tables";
import type { Shop } from "../../kit/client";
import { UndocumentedResponse } from "../../kit/documented";
import { operate } from "../access/kit";
import { responsesOf } from "../move/kit";
import { anEmptyOrganization, aShopAtRest, deleteEverywhere, exportAll, restoreAll, restoredShop } from "./kit";

/** An export that somebody has changed (docs/spec/operator.md#export-and-restore). */

/**
 * Not changed: the row would refer to nothing, or nothing would refer to it. Keys and secrets are not changed either: a restore replaces a
 * secret that it cannot decrypt.
 */
const REFERS = /(?:^|_)id$/;

/** A line of a table with a value in every column of its type in which the restore accepts it. */
function withValue(name: string, line: string, value: string | number): string {
  const table = findExportedTable(name)?.table;
  if (table === undefined) throw new Error(`There is no table ${name}.`);
  const row = JSON.parse(line) as Record<string, unknown>;
  for (const { name: column, isSecret } of table.definitions) {
    if (REFERS.test(column) || table.key.includes(column) || isSecret) continue;
    const changed = { ...row, [column]: value };
    if (typeof row[column] === typeof value && checkRows(table, [changed], 1).violations.length === 0) row[column] = value;
  }
  return JSON.stringify(row);
}

/** Requests with a token, of which the feed may contain events that are not those of the documentation: only their JSON is checked. */
const withAnyEvents =
  (v2: Shop["v2"]): Shop["v2"] =>
  async (path, options) => {
    try {
      return await v2(path, options);
    } catch (error) {
      if (!(error instanceof UndocumentedResponse) || !path.startsWith("/events")) throw error;
      return { status: 200, headers: new Headers(), text: "", body: {} };
    }
  };

// 9e15 is a safe integer, but no date of JavaScript. The texts are hostile or valid JSON of a wrong form.
it.each([9e15, "<b>", "null", "1", "{}", "[1]", "[{}]", "[[1]]", '{"items":1}'])(
  "an export that has %s in every column that may have it is restored, and then each request succeeds or is rejected",
  async (value: string | number) => {
    const shop = await aShopAtRest();
    const exported = await exportAll(shop.id);
    await deleteEverywhere(shop.id);
    const id = await anEmptyOrganization(0);
    const tables = new Map(
      [...exported.tables].map(([name, lines]) => [name, lines.map((line, nth) => (nth === 0 ? withValue(name, line, value) : line))]),
    );
    await restoreAll(id, { ...exported, tables });
    const restored = await restoredShop(shop, id, 0);
    const responses = await responsesOf({ ...restored, v2: withAnyEvents(restored.v2) });
    const failed = Object.entries(responses).filter(([, response]) => (response as [number])[0] >= 500);
    expect(failed.map(([name]) => name)).toEqual([]);
    const search = await operate("POST", `${id}/personal-data/search`, { email: "nobody@example.com" });
    expect(search.status).toBe(200);
    expect((await operate("POST", `${id}/erasures`, { email: "nobody@example.com" })).status).toBe(201);
  },
);
