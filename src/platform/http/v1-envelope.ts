import type { PageNumber } from "../db/list/sort";
import type { Reply } from "./endpoint";

/** A list page with `meta.pagination` (docs/spec/pagination.md#numbered-pages). An empty list has zero pages. */
export function page<Row>(
  rows: readonly Row[],
  { page: number, size, total }: PageNumber & { total: number },
  view: (row: Row) => unknown,
): Reply {
  const pagination = { page: number, page_size: size, total, total_pages: Math.ceil(total / size) };
  return { status: 200, data: rows.map((row) => view(row)), pagination };
}

/** The whole list if `part` is null, otherwise the requested page (docs/spec/pagination.md#optional-pages). */
export function listOrPage(data: unknown[], part: PageNumber | null, total: number): Reply {
  return part === null ? { status: 200, data } : page(data, { ...part, total }, (row) => row);
}

type Camel<Name> = Name extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<Camel<Tail>>}` : Name;

export type CamelCased<T> = { [Name in keyof T as Camel<Name> & string]: T[Name] };

function camelName(name: string): string {
  return name.replaceAll(/_(.)/g, (_all, letter: string) => letter.toUpperCase());
}

/** Renames the fields of a v2 schema or of its readers to Public V1: in camelCase. */
export function camelCased<T extends object, Without extends keyof T>(
  object: T,
  { without }: { without: readonly Without[] },
): CamelCased<Omit<T, Without>> {
  const cased: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(object)) if (!(without as readonly string[]).includes(name)) cased[camelName(name)] = value;
  return cased as CamelCased<Omit<T, Without>>;
}
