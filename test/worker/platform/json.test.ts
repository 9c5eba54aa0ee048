import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ORDINARY_SHAPE, parseJsonText } from "../../../src/platform/reading/json";
import { RESPONSE_SHAPE } from "../../../src/resources/connections/platforms/payload";
import { BULK_SHAPE } from "../../../src/resources/orders/ingest/v2/parse-incoming";
import { HOSTILE_JSON } from "../../kit/hostile-json";
import { assertProperty } from "../../kit/property";

describe("JSON of a shop, whose ids may have more digits than a number holds", () => {
  const parse = (text: string) => parseJsonText(text, { maxDepth: 64, maxValues: 1000, keepsDigits: true }).value;

  it.each([
    ['{"id":12345678901234567890}', { id: "12345678901234567890" }],
    ["[9007199254740991,9007199254740993]", [9007199254740991, "9007199254740993"]],
    ['{"id" : 820982911946154508 , "12345678901234567":1}', { id: "820982911946154508", "12345678901234567": 1 }],
    ['["\\"12345678901234567","\\\\",12345678901234567]', ['"12345678901234567', "\\", "12345678901234567"]],
  ])("%s has all digits of its ids", (text, value) => {
    expect(parse(text)).toEqual(value);
  });

  it.each(["{12345678901234567:1}", "[012345678901234567]", '["12345678901234567', "[1 12345678901234567]"])("%s is rejected", (text) => {
    expect(parse(text)).toBeUndefined();
  });

  /** The digits are kept by the parser itself, which shows a reviver the source of each number. */
  const parseWithReviver = (text: string): unknown => {
    try {
      return JSON.parse(text, (_key, value: unknown, context?: { source?: string }) =>
        typeof value === "number" && !Number.isSafeInteger(value) && /^\d+$/.test(context?.source ?? "") ? context?.source : value,
      );
    } catch {
      return undefined;
    }
  };
  const leaf = fc.oneof(
    fc.string({ unit: fc.constantFrom('"', "\\", "1234567890123456", "x", ":", ",") }).map((text) => JSON.stringify(text)),
    fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }).map(String),
    fc.constantFrom("12345678901234567.5", "0.12345678901234567", "1e12345678901234567", "12345678901234567e2", "-12345678901234567"),
  );
  const { json } = fc.letrec<{ json: string }>((tie) => ({
    json: fc.oneof(
      { maxDepth: 4 },
      leaf,
      fc.array(tie("json"), { maxLength: 4 }).map((values) => `[${values.join(" , ")}]`),
      fc.array(fc.tuple(fc.string(), tie("json")), { maxLength: 4 }).map((fields) => {
        return `{${fields.map(([name, value]) => `${JSON.stringify(name)} : ${value}`).join()}}`;
      }),
    ),
  }));

  it("is read as the parser itself reads its digits, also if a character is missing", async () => {
    await assertProperty(
      fc.property(json, fc.option(fc.nat()), (text, missing) => {
        const at = missing === null ? text.length : missing % text.length;
        const read = text.slice(0, at) + text.slice(at + 1);
        expect({ read, value: parse(read) }).toEqual({ read, value: parseWithReviver(read) });
      }),
      { cases: 500 },
    );
  });
});

const MIB = 1024 * 1024;

describe("the hostile JSON of other tests", () => {
  it.each([
    ["as wide as allowed", MIB, ORDINARY_SHAPE],
    ["of as many names as allowed", MIB, ORDINARY_SHAPE],
    ["as wide as a bulk request may be", 4 * MIB, BULK_SHAPE],
    ["of as many objects as a shop may send", 4 * MIB, RESPONSE_SHAPE],
  ])("is parsed if it is %s, but not with a hundred objects more", (variant, bytes, shape) => {
    const text = HOSTILE_JSON[variant]?.(bytes) ?? "";
    expect(parseJsonText(text, shape).violation).toBeNull();
    expect(parseJsonText(`[${text},${"{},".repeat(99)}{}]`, shape).violation).toMatchObject({ code: "too_many_values" });
  });

  it("is parsed if it is of long texts", () => {
    expect(parseJsonText(HOSTILE_JSON["of long texts"]?.(MIB) ?? "", ORDINARY_SHAPE).violation).toBeNull();
  });

  it.each(["wide", "deep", "of many names"])("is not parsed if it is %s", (variant) => {
    const violation = parseJsonText(HOSTILE_JSON[variant]?.(MIB) ?? "", RESPONSE_SHAPE).violation;
    expect(violation?.code).toBe(variant === "deep" ? "nested_too_deeply" : "too_many_values");
  });
});

it("JSON has at most 100,000 objects, however many values it may have", () => {
  const violationOf = (objects: number) => parseJsonText(`[${"{},".repeat(objects - 1)}{}]`, { maxDepth: 2, maxValues: 400_000 }).violation;
  expect({ most: violationOf(100_000), more: violationOf(100_001) }).toEqual({
    most: null,
    more: {
      path: "",
      code: "too_many_values",
      message: "Expected at most 100000 objects in total. Send less data in one request.",
      limit: 100_000,
    },
  });
});

it("JSON has at most 10,000 different field names, because a parser keeps each of them", () => {
  const violationOf = (names: readonly string[]) =>
    parseJsonText(`[${names.map((name) => `{"${name}":"${"x".repeat(20)}"}`).join(",")}]`, { maxDepth: 2, maxValues: 400_000 }).violation;
  const fieldNames = (count: number) => Array.from({ length: count }, (_, at) => `name ${at}`);
  // A few names that have the same hash count once, so a number close to the limit may be on either side of it.
  expect({
    few: violationOf(fieldNames(9_000)),
    repeated: violationOf([...fieldNames(100), ...Array.from({ length: 50_000 }, () => "again")]),
  }).toEqual({
    few: null,
    repeated: null,
  });
  expect(violationOf(fieldNames(12_000))).toEqual({
    path: "",
    code: "too_many_values",
    message: "Expected at most 10000 different field names in total. Send less data in one request.",
    limit: 10_000,
  });
});
