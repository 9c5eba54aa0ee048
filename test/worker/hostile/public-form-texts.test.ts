import { describe, expect, it } from "vitest";
import { everythingOf } from "../../kit/rows-of-organization";
import { PUBLIC_FORMS } from "../faults/public-forms";
import { visit } from "../public/kit";

/** Characters that no text keeps (docs/spec/resources.md#text), whoever types it. */
const REMOVED_CHARACTERS = ["\u0000", "\u0007", "\u009B", "\u202E", "\u2066"];
const REMOVED = REMOVED_CHARACTERS.join("");

const inTheMiddle = (text: string, removed = REMOVED): string => text.slice(0, 1) + removed + text.slice(1);

/** Whether a value, or the JSON in it, contains one of these characters. */
const hasRemoved = (value: unknown): boolean =>
  typeof value === "string" &&
  (REMOVED_CHARACTERS.some((character) => value.includes(character)) || /\\u00(?:00|07|9b)|\\u20(?:2e|66)/i.test(value));

describe("a form of somebody with a link", () => {
  it.each(Object.keys(PUBLIC_FORMS))("stores no control or direction characters in its texts: %s", { tags: "long" }, async (name) => {
    const { shop, path, fields, file } = (await PUBLIC_FORMS[name]?.()) ?? {};
    if (shop === undefined || path === undefined || fields === undefined) throw new Error(`${name} could not be opened.`);
    const form = Object.fromEntries(
      Object.entries(fields).map(([field, value]) => [
        field,
        field === "form_token" ? value : [value].flat().map((each) => inTheMiddle(each)),
      ]),
    );
    // A file with U+0000 is no CSV.
    const sent = await visit(path, { form, file: file?.replace("1Z999", inTheMiddle("1Z999", REMOVED.slice(1))) });
    expect({ status: sent.status, text: sent.location === null ? sent.text : "" }).toEqual({ status: 303, text: "" });
    const tables = (await everythingOf(shop.id)) as [string, Record<string, unknown>[]][];
    const stored = tables.flatMap(([table, rows]) =>
      rows.flatMap((row) => Object.entries(row).flatMap(([column, value]) => (hasRemoved(value) ? [`${table}.${column}`] : []))),
    );
    expect(stored).toEqual([]);
  });

  it.each(["\u200B", " \u2060 ", "\u00AD", "\u3164", "\u2800"])("treats a text of invisible characters as empty: %j", async (comment) => {
    const { path, fields } = (await PUBLIC_FORMS["order_proofs /decide/:id"]?.()) ?? {};
    if (path === undefined || fields === undefined) throw new Error("The form could not be opened.");
    const sent = await visit(path, { form: { ...fields, decision: "changes_requested", comment } });
    expect({ status: sent.status, hasError: sent.text.includes("Write what should be different.") }).toEqual({
      status: 400,
      hasError: true,
    });
  });
});
