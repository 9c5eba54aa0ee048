import type * as z from "zod";
import type { OrgReader } from "../../db/org-db";
import { readMoment } from "../../values/zone";
import { alias, booleanQuery, momentQuery, textQuery, zoneQuery } from "./query";

/** What the value of a filter is read with. */
export interface FilterContext {
  organizationId: number;
  /** The zone of days and of times without an offset. */
  zone: string;
  /** The organization's zone. */
  ownZone: string;
}

/** A filter's field in the console. `rare` puts it behind "More filters". */
export interface FilterField {
  kind: "search" | "text" | "number" | "choice" | "store" | "day" | "moment" | "minute" | "check";
  label: string;
  placeholder?: string;
  /** Characters of a text, 255 if this is left out. */
  most?: number;
  rare?: true;
}

/** One filter of a list. Its SQL has the same key in the list's *.sql.ts. */
export interface Filter<Query extends z.ZodType = z.ZodType, Value = unknown> {
  /** Its parameter, in the APIs and in the console. */
  name: string;
  /** Other names of the parameter. The first name that is set wins. */
  aliases?: readonly string[];
  /** Another name in v2. */
  v2Alias?: string;
  /** Public V1 does not have it. */
  onlyV2?: true;
  /** Parses and documents the parameter. */
  query: Query;
  /** The value that statements take, as parsed if this is left out. Undefined: the value restricts nothing. */
  read?(value: NonNullable<z.output<Query>>, context: FilterContext): Value | undefined;
  /** Its field in the console. Without one, the console's form and saved views don't have it. */
  field?: FilterField;
  /** Its description as an argument of an MCP tool, true for that of the API. Without one, tools don't have it. */
  tool?: string | true;
}

/** The filters of a list by their keys, in the order of their parameters. */
export type FilterTable = Readonly<Record<string, Filter>>;

type ValueOf<F extends Filter> = Exclude<ReturnType<NonNullable<F["read"]>>, undefined>;

/** The filters of a list that are set, as statements take them. */
export type FilterValues<Table extends FilterTable> = {
  -readonly [Key in keyof Table as [ValueOf<Table[Key]>] extends [never] ? never : Key]?: ValueOf<Table[Key]>;
};

/** Parameters of filters as they were parsed, by their names. */
export type FilterParameters = Readonly<Record<string, unknown>>;

/** Declares one filter, with its types inferred. */
export function defineFilter<Query extends z.ZodType, Value = NonNullable<z.output<Query>>>(
  filter: Filter<Query, Value>,
): Filter<Query, NoInfer<Value>> {
  return filter;
}

/** The zone in which the other filters of a list are read; no filter itself. */
export const zoneFilter = defineFilter({ name: "timezone", query: zoneQuery(), read: () => undefined });

/** Reads a moment in the zone that the caller named. */
export function momentIn(text: string, { zone }: FilterContext): number | undefined {
  // In some zones, part of the first and the last supported day is outside the supported range. Read as UTC, they are inside.
  return readMoment(text, zone) ?? readMoment(text, "UTC") ?? undefined;
}

/** What a filter may have besides its name, its description and how it is read. */
type FilterOptions = Pick<Filter, "aliases" | "v2Alias" | "onlyV2" | "field" | "tool">;

/** A filter whose value is the text that was sent. */
export function textFilter(name: string, description: string, options: FilterOptions = {}) {
  return defineFilter({ name, query: textQuery().describe(description), ...options });
}

/** A filter on a moment. Its value is in ms since 1970. */
export function momentFilter(name: string, description: string, options: FilterOptions = {}) {
  return defineFilter({ name, query: momentQuery().describe(description), read: momentIn, ...options });
}

/** A filter that `true` sets. `false` restricts nothing (docs/spec/lists-and-filters.md#booleans). */
export function flagFilter(name: string, description: string, options: FilterOptions = {}) {
  const read = (value: boolean): true | undefined => (value ? value : undefined);
  return defineFilter({ name, query: booleanQuery().describe(description), read, ...options });
}

/** The query parameters of a list's filters. Those that only v2 has follow the others. */
export function filterShape(table: FilterTable, api: "v1" | "v2" = "v1"): Record<string, z.ZodType> {
  const shape: Record<string, z.ZodType> = {};
  for (const { name, aliases = [], onlyV2, query } of Object.values(table)) {
    if (onlyV2 === true) continue;
    shape[name] = query;
    for (const other of aliases) shape[other] = alias(query, name);
  }
  if (api === "v1") return shape;
  for (const { name, v2Alias, onlyV2, query } of Object.values(table)) {
    if (onlyV2 === true) shape[name] = query;
    if (v2Alias !== undefined) shape[v2Alias] = alias(query, name);
  }
  return shape;
}

/** All names of a filter's parameter. The first one that is set wins. */
export function namesOf({ name, aliases = [], v2Alias }: Filter, api: "v1" | "v2" = "v2"): string[] {
  return [name, ...aliases, ...(v2Alias === undefined || api === "v1" ? [] : [v2Alias])];
}

/** The filter that the parameters mean in this organization. */
export function readFilter<Table extends FilterTable>(table: Table, org: OrgReader, given: FilterParameters): FilterValues<Table> {
  const { id, timezone } = org.organization;
  const requested = given[zoneFilter.name];
  const context = { organizationId: id, zone: typeof requested === "string" ? requested : timezone, ownZone: timezone };
  const values: Record<string, unknown> = {};
  for (const [key, filter] of Object.entries(table)) {
    const parsed = namesOf(filter)
      .map((name) => given[name])
      .find((value) => value !== undefined);
    if (parsed === undefined || parsed === null) continue;
    const value = filter.read === undefined ? parsed : filter.read(parsed, context);
    if (value !== undefined) values[key] = value;
  }
  return values as FilterValues<Table>;
}

/** Whether any parameter of a filter is set. */
export function isFiltered(given: FilterParameters): boolean {
  return Object.values(given).some((value) => value !== undefined);
}

/** A list's filters as arguments of an MCP tool, which calls v2. */
export function toolArguments(table: FilterTable): Readonly<Record<string, string | true>> {
  return Object.fromEntries(
    Object.values(table).flatMap(({ name, v2Alias, tool }) => (tool === undefined ? [] : [[v2Alias ?? name, tool]])),
  );
}
