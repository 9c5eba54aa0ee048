import type { OrganizationsDb } from "../../platform/db/database";
import { assertToken } from "./halted.sql.ts";
import {
  type ChangedRow,
  changeGroup,
  type CopiedRow,
  deleteRange,
  deleteRows,
  insertRows,
  type Key,
  type KeyRange,
  lastKey,
  readChanges,
  readPart,
  removeChanges,
} from "./rows.sql.ts";
import { type Assertion, DEFER_FOREIGN_KEYS, type WriteStatement } from "../../platform/db/statement";
import { indexChanges } from "./index-changes";
import { indexOrders, indexProducts, nextOrders, nextProducts } from "./search.sql.ts";
import { COPIED_TABLES, type TenantTable } from "./tenant-tables.sql.ts";
import { parseStored } from "../../platform/reading/json";

/**
 * Where a copy has got to: the last key that was copied of a table or a full-text index (null: none yet), and the last key that it had when
 * its copy began (null: not known yet). Later rows are copied as changes, so that a copy ends however fast rows are added.
 */
export type Position = readonly [table: string, after: Key | null, last: Key | null];

const ORDER_SEARCH = "order_search";
const PRODUCT_SEARCH = "product_search";

/** The tables that the full-text indexes are about. */
const INDEXED: Readonly<Record<string, string>> = { [ORDER_SEARCH]: "orders", [PRODUCT_SEARCH]: "products" };

/** What is copied, in order. */
const STAGES: readonly string[] = [...COPIED_TABLES.map(({ name }) => name), ORDER_SEARCH, PRODUCT_SEARCH];

export const START: Position = [STAGES[0] ?? ORDER_SEARCH, null, null];

const GROUP_SIZE = 500;

interface Progress {
  copied: readonly TenantTable[];
  current: ({ table: TenantTable } & KeyRange) | null;
}

/**
 * Copies the rows of an organization to another database while they change. Triggers of the source record every change in `row_changes`
 * (triggers.sql.ts). Rows are copied as they are, with their ids; triggers of the target compute its counts and sums. Each step can be
 * repeated after any failure.
 */
export class OrganizationCopy {
  readonly #assertion: Assertion;

  constructor(
    private readonly organizationId: number,
    private readonly source: OrganizationsDb,
    private readonly target: OrganizationsDb,
    /** Identifies the process that copies. The target accepts rows from the latest one only, because an earlier one may have older rows. */
    token: string,
  ) {
    this.#assertion = assertToken(organizationId, token);
  }

  /** Copies the next part, and the changes before it. Returns the new position; null at the end. */
  async copyPart(position: Position): Promise<Position | null> {
    const [stage, after, last] = position;
    const table = COPIED_TABLES.find(({ name }) => name === (INDEXED[stage] ?? stage));
    if (table === undefined) throw new Error(`There is no table ${stage}.`);
    if (last === null) {
      const [found] = await this.source.run(lastKey(table, this.organizationId));
      return found === undefined ? next(stage) : [stage, null, parseStored<Key>(found.key)];
    }
    if (stage === table.name) return await this.#copyRows(table, { after, last });
    return await this.#indexPart(stage, { after: Number(after?.[0] ?? 0), last: Number(last[0]) });
  }

  async #indexPart(stage: string, range: { after: number; last: number }): Promise<Position | null> {
    const rows = await this.target.run(
      stage === ORDER_SEARCH ? nextOrders(this.organizationId, range) : nextProducts(this.organizationId, range),
    );
    const ids = rows.map(({ id }) => id);
    const end = ids.at(-1);
    if (end === undefined) return next(stage);
    if (stage === ORDER_SEARCH) await indexOrders(this.target, this.organizationId, { orderIds: ids, goneItemIds: [] }, this.#assertion);
    else await indexProducts(this.target, this.organizationId, ids, this.#assertion);
    return [stage, [end], [range.last]];
  }

  /** Copies a group of changes, once all rows are copied. Returns whether there may be more. */
  async copyChanges(): Promise<boolean> {
    return (await this.#copyGroup(GROUP_SIZE, { copied: COPIED_TABLES, current: null })).hasMore;
  }

  async #copyRows(table: TenantTable, { after, last }: KeyRange): Promise<Position | null> {
    const copied = COPIED_TABLES.slice(0, COPIED_TABLES.indexOf(table));
    const { hasMore, part } = await this.#copyGroup(GROUP_SIZE, { copied, current: { table, after, last } });
    // The part may refer to rows of later changes, so those are copied first.
    if (hasMore) return [table.name, after, last];
    const end = part.at(-1);
    return end === undefined ? next(table.name) : [table.name, parseStored<Key>(end.key), last];
  }

  /**
   * Copies a group of changes and, if it is the last one, the next part of the current table, all read in one transaction. Changes of rows
   * that are not copied yet are skipped: those rows will be read as they are then.
   */
  async #copyGroup(limit: number, { copied, current }: Progress): Promise<{ hasMore: boolean; part: CopiedRow[] }> {
    const { organizationId, source, target } = this;
    const tables = current === null ? copied : [...copied, current.table];
    const { last, hasMore, changed, read } = await this.#readGroup(limit, { tables, current });
    const changes = tables.map((table, index) => ({ table, rows: changed[index] ?? [] }));
    const part = hasMore ? [] : read;
    try {
      await target.run([
        DEFER_FOREIGN_KEYS,
        this.#assertion,
        ...changes.toReversed().flatMap(({ table, rows }) => deleteRows(table, keysOf(rows), organizationId)),
        ...changes.flatMap(({ table, rows }) => insertRows(table, rowsOf(rows), organizationId)),
        ...(current === null || hasMore ? [] : this.#replacePart(current, part)),
      ]);
    } catch (error) {
      // A row may already have a unique value that another row gives up in a later change: copy both together.
      if (!hasMore || !isUniqueViolation(error)) throw error;
      return await this.#copyGroup(limit * 4, { copied, current });
    }
    await indexChanges(target, organizationId, changes, this.#assertion);
    if (last !== null) await source.run(removeChanges(organizationId, last));
    return { hasMore, part };
  }

  /** Reads a group of changes and the next part of the current table in one transaction. Mostly, nothing has changed: then no table needs a statement. */
  async #readGroup(limit: number, { tables, current }: { tables: readonly TenantTable[]; current: Progress["current"] }) {
    const { organizationId, source } = this;
    const group = changeGroup(organizationId, limit);
    const part = current === null ? null : readPart(current.table, organizationId, current);
    const first = await source.run({ group, read: part });
    if ((first.group[0]?.last ?? null) === null) return { last: null, hasMore: false, changed: [], read: first.read };
    const uncopied = (table: TenantTable) => (table === current?.table ? current : null);
    const changes = tables.map((table) => readChanges(table, organizationId, { limit, uncopied: uncopied(table) }));
    const { group: found, changed, read } = await source.run({ group, changed: changes, read: part });
    const { last, newest } = found[0] ?? { last: null, newest: null };
    return { last, hasMore: last !== newest, changed, read };
  }

  /** Copies a part. An earlier process may have copied it before it was stopped, and its rows may have changed or disappeared since. */
  #replacePart({ table, after, last }: { table: TenantTable } & KeyRange, part: readonly CopiedRow[]): WriteStatement[] {
    const end = part.at(-1);
    const range = { after, last: end === undefined ? last : parseStored<Key>(end.key) };
    return [deleteRange(table, this.organizationId, range), ...insertRows(table, rowsOf(part), this.organizationId)];
  }
}

const keysOf = (rows: readonly ChangedRow[]) => rows.map(({ key }) => key);
const rowsOf = (rows: readonly (ChangedRow | CopiedRow)[]) => rows.flatMap(({ row }) => (row === null ? [] : [row]));

/** The position after the end of a stage. */
function next(stage: string): Position | null {
  const following = STAGES[STAGES.indexOf(stage) + 1];
  return following === undefined ? null : [following, null, null];
}

const isUniqueViolation = (error: unknown) => error instanceof Error && error.message.includes("UNIQUE constraint failed");
