import type { ParamsOption } from "openapi-fetch";
import { must } from "./errors.ts";
import type { paths as V1Paths } from "./generated/v1.ts";
import type { paths as V2Paths } from "./generated/v2.ts";

type Paths = V1Paths & V2Paths;
type GetOperation<Path extends keyof Paths> = Paths[Path] extends { get: infer Operation } ? Operation : never;
type ResponseBody<Path extends keyof Paths> =
  GetOperation<Path> extends { responses: { 200: { content: { "application/json": infer Answer } } } } ? Answer : never;

/** A page of a list of v2. */
interface CursorPage {
  data: unknown[];
  has_more: boolean;
  next_cursor: string | null;
}

type QueryOf<Operation> = Operation extends { parameters: { query?: infer Query } } ? NonNullable<Query> : never;

/** Whether a GET takes the number of a page. */
type IsNumbered<Operation> = [QueryOf<Operation>] extends [never] ? false : "page" extends keyof QueryOf<Operation> ? true : false;

/** Whether a response has a cursor that can be null on the last page. The event feed's cursor never is. */
type IsCursored<Answer> = [Answer] extends [never]
  ? false
  : Answer extends CursorPage
    ? null extends Answer["next_cursor"]
      ? true
      : false
    : false;

/** The paths whose GET returns a list in pages: numbered on Public V1, by cursor on v2. */
export type ListPath = {
  [Path in keyof Paths]: true extends IsNumbered<GetOperation<Path>> | IsCursored<ResponseBody<Path>> ? Path : never;
}[keyof Paths];

/** An entry of a list. */
export type ListItem<Path extends ListPath> = ResponseBody<Path> extends { data: (infer Item)[] } ? Item : never;

/** Options of a list: its parameters, and a signal that aborts it. */
export type ListOptions<Path extends ListPath> = ParamsOption<GetOperation<Path>> & { signal?: AbortSignal | undefined };

/** The list function's arguments after the path. They are optional if the path has no parameters. */
export type ListArguments<Path extends ListPath> =
  Record<never, never> extends ListOptions<Path> ? [options?: ListOptions<Path>] : [options: ListOptions<Path>];

export interface LooseOptions {
  params?: { path?: Record<string, unknown>; query?: Record<string, unknown> };
  signal?: AbortSignal | undefined;
}

/** A GET without types: the caller has checked them. */
export type LooseGet = (path: string, options: LooseOptions) => Promise<{ data?: unknown; error?: unknown; response: Response }>;

/** The largest page size of both APIs. */
const MAX_PAGE_SIZE = 200;

/** Yields every entry of a list of Public V1, starting at the requested page. */
export async function* listByPage(get: LooseGet, path: string, options: LooseOptions): AsyncGenerator<unknown, void, undefined> {
  const query = options.params?.query ?? {};
  const size = "page_size" in query || "limit" in query || "pageSize" in query ? {} : { page_size: MAX_PAGE_SIZE };
  let { page = 1 } = query as { page?: number };
  for (let pages = page; page <= pages; page += 1) {
    const pageOptions = { ...options, params: { ...options.params, query: { ...size, ...query, page } } };
    const { data, meta } = (await must(get(path, pageOptions))) as { data: unknown[]; meta: { pagination: { total_pages: number } } };
    yield* data;
    pages = meta.pagination.total_pages;
  }
}

/** Yields every entry of a list of v2, starting at the first one or at the given cursor. */
export async function* listByCursor(get: LooseGet, path: string, options: LooseOptions): AsyncGenerator<unknown, void, undefined> {
  let cursor: string | null = null;
  do {
    const query = { limit: MAX_PAGE_SIZE, ...options.params?.query, ...(cursor !== null && { cursor }) };
    const page = (await must(get(path, { ...options, params: { ...options.params, query } }))) as CursorPage;
    yield* page.data;
    if (page.has_more && page.next_cursor === cursor) throw new Error(`${path} has more pages, but returned the same cursor again.`);
    cursor = page.has_more ? page.next_cursor : null;
  } while (cursor !== null);
}
