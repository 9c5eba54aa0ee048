import { MAX_CHANGED_ITEMS } from "../../values/changed-items.ts";

declare const isLimit: unique symbol;

/** The maximum contents of a list page. No other file can make one, so none can read pages with a limit of its own. */
export interface PageLimit {
  /** Items of orders and of fulfillments, attempts of deliveries, or rows of any other list. */
  readonly items: number;
  /** UTF-8 bytes of stored text. */
  readonly bytes: number;
  /** The bytes that an item takes in a response in addition to its texts, rounded up. */
  readonly itemBytes: number;
  /** The limit with which a larger page is read again, once there is memory for it. Absent: this is the last limit. */
  readonly next?: PageLimit;
  readonly [isLimit]: true;
}

const KIB = 1024;
const MIB = 1024 * KIB;

const limitOf = ({ itemBytes = KIB, ...limit }: Partial<PageLimit> & Pick<PageLimit, "items" | "bytes">): PageLimit =>
  ({ ...limit, itemBytes }) as PageLimit;

/** The limit of both APIs and the console. Only what has reserved memory reads pages with it (page-memory.ts). */
const PAGE_LIMIT = limitOf({ items: 10_000, bytes: 8 * MIB });

/** The limit of a page, as errors say it. */
export const PAGE_LIMIT_TEXT = `A page holds at most ${PAGE_LIMIT.items.toLocaleString("en")} items and ${PAGE_LIMIT.bytes / MIB} MiB of text.`;

const LAST_CHANGED_PAGE = limitOf({ items: MAX_CHANGED_ITEMS, bytes: 8 * MIB });

/** The limit of what is read in order to change it. */
const CHANGED_PAGE = limitOf({ items: 1000, bytes: MIB, next: LAST_CHANGED_PAGE });

/** The limit with which a page is first read. Most pages fit in it. Larger ones share the memory of the isolate. */
const ORDINARY_PAGE = limitOf({ items: 1000, bytes: MIB, next: PAGE_LIMIT });

const LAST_SMALL_PAGE = limitOf({ items: 500, bytes: 512 * KIB });

/** A lower limit, for callers that keep all of what they read, such as models. A single row may be larger: only then is it read again. */
const SMALL_PAGE = limitOf({ ...LAST_SMALL_PAGE, next: LAST_SMALL_PAGE });

const LAST_PRINTED_PAGE = limitOf({ items: 2000, bytes: 8 * MIB, itemBytes: 4 * KIB });

/** A lower limit, for documents in which each item takes much more room and time than in a list. */
const PRINTED_PAGE = limitOf({ items: 200, bytes: 256 * KIB, itemBytes: 4 * KIB, next: LAST_PRINTED_PAGE });

export type PageKind = "ordinary" | "changed" | "small" | "printed";

/** The limits with which pages are first read. */
export const FIRST_LIMITS: Readonly<Record<PageKind, PageLimit>> = {
  ordinary: ORDINARY_PAGE,
  changed: CHANGED_PAGE,
  small: SMALL_PAGE,
  printed: PRINTED_PAGE,
};

/** How much of a PageLimit a row takes. */
export interface Weight {
  page_items: number;
  page_bytes: number;
  /** 1 if the row has texts that were not read (`columnsInPage`), or not measured. It then fits only in a page with the last limit. */
  is_cut?: 0 | 1;
}

/** A row of a list. Its weight is absent if it was not measured. */
export type Weighed<Row> = Row & Partial<Weight>;

/** Thrown if a page exceeds the limit with which it was read. It is then read again with the next limit (page-memory.ts). */
export class LargePage extends Error {
  override readonly name = "LargePage";
  /** How many bytes the page takes. A row without a weight counts as much as a whole page of the next limit. */
  readonly bytes: number;

  constructor(
    readonly next: PageLimit,
    rows: readonly Partial<Weight>[] = [{}],
  ) {
    super();
    this.bytes = rows.reduce(
      (sum, { page_items = next.items, page_bytes = next.bytes }) => sum + page_items * next.itemBytes + page_bytes,
      0,
    );
  }
}
