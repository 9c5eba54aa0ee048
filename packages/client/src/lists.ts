import type { ParamsOption } from "openapi-fetch";
import { must } from "./errors.ts";
import type { paths as V1Paths } from "./generated/v1.ts";
import type { paths as V2Paths } from "./generated/v2.ts";

type Paths = V1Paths & V2Paths;
type Reading<Path extends keyof Paths> = Paths[Path] extends { get: infer Operation } ? Operation : never;
type Body<Path extends keyof Paths> =
  Reading<Path> extends { responses: { 200: { content: { "application/json": infer Answer } } } } ? Answer : never;

/** A page of a list of v2. */
interface CursorPage {
  data: unknown[];
  has_more: boolean;
  next_cursor: string | null;
}

type QueryOf<Operation> = Operation extends { parameters: { query?: infer Query } } ? NonNullable<Query> : never;

/** Whether a GET can be asked for a page by its number. */
type IsNumbered<Operation> = [QueryOf<Operation>] extends [never] ? false : "page" extends keyof QueryOf<Operation> ? true : false;

/** Whether an answer has a cursor that ends; the event feed's never does. */
type IsCursored<Answer> = [Answer] extends [never]
  ? false
  : Answer extends CursorPage
    ? null extends Answer["next_cursor"]
      ? true
      : false
    : false;

/** The paths whose GET answers a list that comes in pages: numbered on Public V1, by cursor on v2. */
export type ListPath = {
  [Path in keyof Paths]: true extends IsNumbered<Reading<Path>> | IsCursored<Body<Path>> ? Path : never;
}[keyof Paths];

/** What a list holds. */
export type ListItem<Path extends ListPath> = Body<Path> extends { data: (infer Item)[] } ? Item : never;

/** What a list is asked with: its parameters, and a signal that ends it. */
export type ListOptions<Path extends ListPath> = ParamsOption<Reading<Path>> & { signal?: AbortSignal | undefined };

/** The list function's arguments after the path: none are needed where the path has no parameters of its own. */
export type ListArguments<Path extends ListPath> =
  Record<never, never> extends ListOptions<Path> ? [options?: ListOptions<Path>] : [options: ListOptions<Path>];

export interface LooseOptions {
  params?: { path?: Record<string, unknown>; query?: Record<string, unknown> };
  signal?: AbortSignal | undefined;
}

/** A GET whose types have been checked by whoever calls. */
export type LooseGet = (path: string, options: LooseOptions) => Promise<{ data?: unknown; error?: unknown; response: Response }>;

/** The largest page size of both surfaces. */
const MAX_PAGE_SIZE = 200;

/** Every entry of a list of Public V1, page by page from the one that is asked for. */
export async function* byPage(get: LooseGet, path: string, options: LooseOptions): AsyncGenerator<unknown, void, undefined> {
  const query = options.params?.query ?? {};
  const size = "page_size" in query || "limit" in query || "pageSize" in query ? {} : { page_size: MAX_PAGE_SIZE };
  let { page = 1 } = query as { page?: number };
  for (let pages = page; page <= pages; page += 1) {
    const asked = { ...options, params: { ...options.params, query: { ...size, ...query, page } } };
    const { data, meta } = (await must(get(path, asked))) as { data: unknown[]; meta: { pagination: { total_pages: number } } };
    yield* data;
    pages = meta.pagination.total_pages;
  }
}

/** Every entry of a list of v2, from its first or from the cursor that is given. */
export async function* byCursor(get: LooseGet, path: string, options: LooseOptions): AsyncGenerator<unknown, void, undefined> {
  let cursor: string | null = null;
  do {
    const query = { limit: MAX_PAGE_SIZE, ...options.params?.query, ...(cursor !== null && { cursor }) };
    const page = (await must(get(path, { ...options, params: { ...options.params, query } }))) as CursorPage;
    yield* page.data;
    if (page.has_more && page.next_cursor === cursor) throw new Error(`${path} has more pages, but returned the same cursor again.`);
    cursor = page.has_more ? page.next_cursor : null;
  } while (cursor !== null);
}
