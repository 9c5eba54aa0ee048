import * as fc from "fast-check";
import { type FilterTable, namesOf } from "../../src/platform/http/input/filters";
import { type ModelStore, ZONES } from "./order-seed";

export type Params = Readonly<Record<string, string | undefined>>;

/** The test of a list filter: texts for its parameter, and whether a row matches one of them. */
export interface FilterCase<Row, Model> {
  texts: (model: Model) => fc.Arbitrary<string>;
  matches: (row: Row, text: string, context: { model: Model; zone: string }) => boolean;
}

/** The cases of a list's filters. A filter of its table that is missing here does not compile. */
export type FilterCases<Values, Row, Model> = { readonly [Key in keyof Values]-?: FilterCase<Row, Model> };

type Cases<Row, Model> = Readonly<Record<string, FilterCase<Row, Model>>>;

/** The value of the first of these parameters that is present and not empty. */
export function first(params: Params, ...names: string[]): string | undefined {
  return names.map((name) => params[name]?.trim()).find((value) => value !== undefined && value !== "");
}

/** How many times as often a parameter is absent as it has a value. */
interface Absence {
  absentPerPresent?: number;
}

/** Sometimes a value, otherwise none, because most list requests have few filters. */
export const seldom = <T>(values: fc.Arbitrary<T>, { absentPerPresent = 5 }: Absence = {}): fc.Arbitrary<T | undefined> =>
  fc.oneof({ weight: absentPerPresent, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: values });

/** The filters of a list under all their names, from its table, so that a new filter is tested automatically. */
export function filterParams<Row, Model>(
  table: FilterTable,
  cases: Cases<Row, Model>,
  model: Model,
  api: "v1" | "v2",
  absence: Absence = {},
) {
  // Only `timezone` has no case.
  const texts = (key: string) => cases[key]?.texts(model) ?? fc.constantFrom(...ZONES);
  return Object.fromEntries(
    Object.entries(table)
      // A filter that adds terms to `match` has no single text. It has tests of its own (test/worker/orders/metadata.test.ts).
      .filter(([, filter]) => !("terms" in filter) && (api === "v2" || filter.onlyV2 !== true))
      .flatMap(([key, filter]) => namesOf(filter, api).map((name) => [name, seldom(texts(key), absence)])),
  );
}

/** Whether a row matches all filters that the parameters set. */
export function matchesAll<Row, Model extends { timezone: string }>(
  table: FilterTable,
  cases: Cases<Row, Model>,
  { params, model }: { params: Params; model: Model },
  row: Row,
): boolean {
  const context = { model, zone: first(params, "timezone") ?? model.timezone };
  return Object.entries(table).every(([key, filter]) => {
    const text = first(params, ...namesOf(filter));
    return text === undefined || (cases[key]?.matches(row, text, context) ?? true);
  });
}

const fold = (text: string): string => text.trim().normalize("NFC").toLowerCase();

/** Whether two texts are equal ignoring case. */
export const equalIgnoringCase = (one: string | null, other: string): boolean => one !== null && fold(one) === fold(other);

export const anyCase = (text: string): fc.Arbitrary<string> => fc.constantFrom(text, text.toUpperCase(), text.toLowerCase());

/** The store of a reference: by id, otherwise by code, otherwise by name. */
export function storeByRef(stores: readonly ModelStore[], ref: string): ModelStore | undefined {
  return (
    stores.find(({ id }) => String(id) === ref) ??
    stores.find(({ code }) => equalIgnoringCase(code, ref)) ??
    stores.find((store) => equalIgnoringCase(store.name, ref))
  );
}

/** References to one of the stores in any letter case, or to none. */
export const storeTexts = (stores: readonly ModelStore[]): fc.Arbitrary<string> =>
  fc.oneof(
    fc.constantFrom("nowhere", "999999"),
    fc.constantFrom(...stores.flatMap(({ id, code, name }) => [String(id), name, ...(code === null ? [] : [code])])).chain(anyCase),
  );

/** A time in every accepted format. */
export const timeTexts = (moments: fc.Arbitrary<number>): fc.Arbitrary<string> =>
  fc.tuple(moments, fc.nat({ max: 3 })).map(([at, form]) => {
    const text = new Date(at).toISOString();
    if (form === 0) return text;
    if (form === 1) return new Date(at + 7_200_000).toISOString().replace("Z", "+02:00");
    return form === 2 ? text.slice(0, 19) : text.slice(0, 10);
  });

/** Parameters as a query string. */
export function queryOf(params: Params): string {
  const given = Object.entries(params).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
  return new URLSearchParams(given).toString();
}
