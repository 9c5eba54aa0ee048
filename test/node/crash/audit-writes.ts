import type { DatabaseSync } from "node:sqlite";
import type { Planned, TraceKind, Versioned } from "./client-state.ts";
import type { StoppedFiles } from "./stopped-files.ts";
import { countsOf } from "./check-deliveries.ts";
import type { Write } from "./writer.ts";

/** The query for each kind of trace: its text, and the id of its row. */
const TRACES: Record<TraceKind, string> = {
  products: "select title as text, id from products",
  "archived products": "select cast(id as text) as text, id from products where archived_at is not null",
  expenses: "select description as text, id from expenses",
  orders: "select external_id as text, id from orders",
  notes: "select text, id from order_notes",
  stores: "select code as text, id from stores where code <> 'gift'",
  tickets: "select subject as text, id from tickets",
  fulfillments: "select tracking_url as text, id from fulfillments",
  "item statuses": `select to_value || ' ' || order_item_id as text, id from order_history where "change" = 'item_status'`,
  "order statuses": `select reason as text, id from order_history where "change" = 'status'`,
  // A write has a history entry for the order and one for each changed item, all at the same time.
  "entries of updated orders": `select cast(order_id as text) as text, min(id) as id from order_history where "change" = 'updated'
    group by order_id, at, actor_id`,
  "entries of fulfillments": `select cast(order_id as text) as text, id from order_history where "change" = 'fulfillment'`,
};
const KINDS = Object.keys(TRACES) as TraceKind[];

const VERSIONED: readonly Versioned[] = ["orders", "fulfillments", "products", "expenses", "tickets", "webhook_endpoints"];

export interface AuditResult {
  /** Acknowledged writes that are missing, and missing traces of executed ones. */
  lost: string[];
  /** Traces that exist more often than the executed writes explain. */
  twice: string[];
  /** All other violations. */
  violations: string[];
  /** Writes that no client has completed, and whether they were executed. */
  abandoned: { found: number; notFound: number };
}

/** The database of one organization, and the files of all Durable Objects. */
interface FilesOfOne extends Pick<StoppedFiles, "gates"> {
  database: DatabaseSync;
}

/** The executed writes: the files of the Durable Objects have the operation of each key, D1's markers the committed operations. */
export function executedWrites(writes: readonly Write[], { database, gates }: FilesOfOne): Set<Write> {
  // An object that was killed before its first request has a file without tables.
  const begun = gates.filter((gate) => gate.prepare("select 1 from sqlite_master where name = 'idempotency_keys'").get() !== undefined);
  const bound = begun.flatMap((gate) => gate.prepare("select key, operation_id from idempotency_keys").all());
  const operations = new Map(bound.map(({ key, operation_id }) => [key, operation_id]));
  const markers = new Set(
    database
      .prepare("select operation_id from write_markers")
      .all()
      .map(({ operation_id }) => operation_id),
  );
  return new Set(writes.filter(({ key }) => markers.has(operations.get(key) ?? null)));
}

/** Compares the writers' records with the stored data: each executed write has left its traces once, any other write none. */
export function audit(writes: readonly Write[], { database, gates }: FilesOfOne): AuditResult {
  const result: AuditResult = { lost: [], twice: [], violations: [], abandoned: { found: 0, notFound: 0 } };
  const all = <Row>(sql: string) => database.prepare(sql).all() as Row[];

  const executedSet = executedWrites(writes, { database, gates });
  const executed = writes.filter((write) => executedSet.has(write));
  const [markers] = all<{ n: number }>("select count(*) as n from write_markers");
  if (markers?.n !== executedSet.size) result.violations.push(`${markers?.n} markers of ${executedSet.size} writes`);

  for (const write of writes) {
    const status = write.response?.status ?? null;
    const name = `${write.verb} ${write.text}: ${status ?? "no response"}`;
    if (status === null && executedSet.has(write)) result.abandoned.found += 1;
    if (status === null && !executedSet.has(write)) result.abandoned.notFound += 1;
    if (status !== null && status < 300 && !executedSet.has(write)) result.lost.push(`${name}, no marker`);
    if (status !== null && status >= 300 && executedSet.has(write)) result.violations.push(`${name}, and it has happened`);
    if (status !== null && status >= 300 && !mayBeRejected(write)) result.violations.push(`${name} ${write.response?.text}`);
  }

  for (const kind of KINDS) {
    const stored = all<{ text: string; id: number | string }>(TRACES[kind]);
    compare(
      result,
      kind,
      executed.flatMap(({ leaves }) => leaves?.[kind] ?? []),
      stored.map(({ text }) => text),
    );
    const idOf = new Map(stored.map(({ text, id }) => [text, id]));
    result.violations.push(...writes.flatMap((write) => wrongIds(write, kind, idOf)));
  }
  for (const table of VERSIONED) {
    const raised = executed.flatMap(({ raises = [] }) => raises.flatMap(([name, id]) => (name === table ? [String(id)] : [])));
    const stored = all<{ id: string; version: number }>(`select cast(id as text) as id, version from ${table}`);
    compare(
      result,
      `changes of ${table}`,
      raised,
      stored.flatMap(({ id, version }) => Array.from({ length: version - 1 }, () => id)),
    );
  }
  result.violations.push(
    ...wrongColumns(writes, executedSet, (table, column) => all(`select cast(id as text) as id, ${column} as text from ${table}`)),
  );
  return result;
}

/** A rejection because of concurrent changes of the order: another version, or too many at once. */
function mayBeRejected({ response }: Write): boolean {
  return response !== null && /"(precondition_failed|too_much_contention)"/.test(response.text);
}

function compare(result: AuditResult, kind: string, expected: readonly string[], stored: readonly string[]): void {
  const [expectedCounts, found] = [countsOf(expected), countsOf(stored)];
  for (const text of new Set([...expected, ...stored])) {
    const surplus = (found.get(text) ?? 0) - (expectedCounts.get(text) ?? 0);
    if (surplus < 0) result.lost.push(`${kind}: ${text}, ${-surplus} too few`);
    if (surplus > 0) result.twice.push(`${kind}: ${text}, ${surplus} too many`);
  }
}

/** Acknowledged writes whose response names other rows than they have written. */
function wrongIds({ response, leaves, ids, verb }: Write, kind: TraceKind, idOf: ReadonlyMap<string, number | string>): string[] {
  const texts = leaves?.[kind];
  if (texts === undefined || kind !== Object.keys(leaves ?? {})[0] || ids === undefined || response === null || response.status >= 300)
    return [];
  const named = ids(JSON.parse(response.text));
  return texts.flatMap((text, nth) =>
    named[nth] === idOf.get(text) ? [] : [`${verb} ${text}: named ${named[nth]}, is ${idOf.get(text)}`],
  );
}

type SetByWrite = Write & { sets: NonNullable<Planned["sets"]> };

/** Columns that do not have the text of the last executed write or, if several writers change them, of any of these writes. */
function wrongColumns(
  writes: readonly Write[],
  executedSet: ReadonlySet<Write>,
  read: (table: string, column: string) => { id: string; text: string | null }[],
): string[] {
  const setting = writes.filter((write): write is SetByWrite => write.sets !== undefined);
  return [...Map.groupBy(setting, ({ sets }) => sets.column)].flatMap(([name, ofColumn]) => {
    const [table = "", column = ""] = name.split(".");
    const stored = new Map(read(table, column).map(({ id, text }) => [id, text]));
    return [...Map.groupBy(ofColumn, ({ sets }) => String(sets.id))].flatMap(([id, ofRow]) => {
      const text = stored.get(id) ?? null;
      const texts = ofRow.filter((write) => executedSet.has(write)).map((write) => write.text);
      const right = ofRow.some(({ sets }) => sets.shared) ? texts : texts.slice(-1);
      const untouched = texts.length === 0 && !ofRow.some((write) => write.text === text);
      return untouched || (text !== null && right.includes(text)) ? [] : [`${name} of ${id}: ${text}, not ${right.join(" or ")}`];
    });
  });
}
