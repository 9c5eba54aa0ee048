import type * as z from "zod";
import type { SearchTerm } from "../../db/text/text-search";
import type { OrgReader } from "../../db/org-db";
import type { Argument } from "../tool-description";
import { readMoment } from "../../values/zone";
import { alias, booleanQuery, momentQuery, textQuery, zoneQuery } from "./query";

/** The context in which the value of a filter is interpreted. */
export interface FilterContext {
  organizationId: number;
  /** The zone of days and of times without an offset. */
  zone: string;
  /** Whether the search may find rows by contact data of customers, because the caller may read it. */
  readsContacts: boolean;
}

/**
 * A filter's field in the console. `rare` puts it under "More filters". A `moment` is chosen as a day, but its URL may have a time. A `minute` is
 * chosen as a day and a time.
 */
export interface FilterField {
  kind: "search" | "text" | "number" | "choice" | "store" | "day" | "moment" | "minute" | "check";
  label: string;
  placeholder?: string;
  /** The maximum length of a text; 255 by default. */
  maxLength?: number;
  rare?: true;
}

/** One filter of a list. Its SQL has the same key in the list's *.sql.ts. */
export interface Filter<Query extends z.ZodType = z.ZodType, Value = unknown> {
  /** The name of the parameter. */
  name: string;
  /** Other names of the parameter. The first name that is set wins. */
  aliases?: readonly string[];
  /** Another name in v2. */
  v2Alias?: string;
  /** True if Public V1 does not have this filter. */
  onlyV2?: true;
  /** Parses and documents the parameter. */
  query: Query;
  /** Converts the parsed value for SQL statements; by default it is unchanged. Undefined means that the filter does not apply. */
  read?(value: NonNullable<z.output<Query>>, context: FilterContext): Value | undefined;
  /** Terms that the value adds to those of the list's filter `match`. */
  terms?(value: NonNullable<z.output<Query>>, context: FilterContext): SearchTerm[];
  /** Its field in the console. Without a field, the console's form and saved views do not have this filter. */
  field?: FilterField;
  /** Its argument of an MCP tool; true for the API's description. If missing, tools do not have this filter. */
  tool?: Argument;
}

/** The filters of a list by their keys, in the order of their parameters. */
export type FilterTable = Readonly<Record<string, Filter>>;

type ValueOf<F extends Filter> = Exclude<ReturnType<NonNullable<F["read"]>>, undefined>;

/** The values of the filters that are set, as statements need them. */
export type FilterValues<Table extends FilterTable> = {
  -readonly [Key in keyof Table as [ValueOf<Table[Key]>] extends [never] ? never : Key]?: ValueOf<Table[Key]>;
};

export type FilterParameters = Readonly<Record<string, unknown>>;

/** Declares one filter, with its types inferred. */
export function defineFilter<Query extends z.ZodType, Value = NonNullable<z.output<Query>>>(
  filter: Filter<Query, Value>,
): Filter<Query, NoInfer<Value>> {
  return filter;
}

/** The zone in which the other filters of a list are interpreted. It restricts nothing itself. */
export const zoneFilter = defineFilter({ name: "timezone", query: zoneQuery(), read: () => undefined });

export function parseMoment(text: string, { zone }: Pick<FilterContext, "zone">): number | undefined {
  // In some zones, part of the first or last supported day is outside the supported range. In UTC, it is inside.
  return readMoment(text, zone) ?? readMoment(text, "UTC") ?? undefined;
}

/** The optional properties of a filter, except `read`. */
type FilterOptions = Pick<Filter, "aliases" | "v2Alias" | "onlyV2" | "field" | "tool">;

export function textFilter(name: string, description: string, options: FilterOptions = {}) {
  return defineFilter({ name, query: textQuery().describe(description), ...options });
}

/** A filter on a moment. Its value is in ms since 1970. */
export function momentFilter(name: string, description: string, options: FilterOptions = {}) {
  return defineFilter({ name, query: momentQuery().describe(description), read: parseMoment, ...options });
}

/** A filter that applies if it is `true`. `false` restricts nothing (docs/spec/lists-and-filters.md#booleans). */
export function flagFilter(name: string, description: string, options: FilterOptions = {}) {
  const read = (value: boolean): true | undefined => (value ? value : undefined);
  return defineFilter({ name, query: booleanQuery().describe(description), read, ...options });
}

/** The query parameters of a list's filters. Parameters that only v2 has come last. */
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

/** Converts a list's filter parameters to values for its statements. */
export function readFilter<Table extends FilterTable>(
  table: Table,
  org: OrgReader,
  parameters: FilterParameters,
  { readsContacts }: Pick<FilterContext, "readsContacts"> = { readsContacts: false },
): FilterValues<Table> {
  const { id, timezone } = org.organization;
  const requested = parameters[zoneFilter.name];
  const context = { organizationId: id, zone: typeof requested === "string" ? requested : timezone, readsContacts };
  const values: Record<string, unknown> = {};
  for (const [key, filter] of Object.entries(table)) {
    const parsed = namesOf(filter)
      .map((name) => parameters[name])
      .find((value) => value !== undefined);
    if (parsed === undefined || parsed === null) continue;
    const value = filter.read === undefined ? parsed : filter.read(parsed, context);
    if (value !== undefined) values[key] = value;
    const terms = filter.terms?.(parsed, context) ?? [];
    // Null: nothing can match the words.
    const match = values["match"] as SearchTerm[] | null | undefined;
    if (terms.length > 0 && match !== null) values["match"] = [...(match ?? []), ...terms];
  }
  return values as FilterValues<Table>;
}

/** Whether any parameter of a filter is set. */
export function isFiltered(parameters: FilterParameters): boolean {
  return Object.values(parameters).some((value) => value !== undefined);
}

/** A list's filters as arguments of an MCP tool, which calls v2. */
export function toolArguments(table: FilterTable): Readonly<Record<string, Argument>> {
  return Object.fromEntries(
    Object.values(table).flatMap(({ name, v2Alias, tool }) => (tool === undefined ? [] : [[v2Alias ?? name, tool]])),
  );
}
