import type { OperatorApi } from "./api.ts";

/** An organization as the operator API lists it. */
interface Organization {
  id: number;
  name: string;
  database: number;
  closed_for: string | null;
  orders: number | null;
  items: number | null;
  last_activity_at: string | null;
}

interface Status {
  release: string;
  databases: {
    number: number;
    status: string;
    in_maintenance: boolean;
    bytes: number | null;
    fill: string | null;
    migration: string | null;
    deliveries_due: number | null;
    oldest_delivery_due_at: string | null;
    inbox_messages: number | null;
    oldest_inbox_message_at: string | null;
  }[];
  jobs: { name: string; started_at: string; outcome: string; succeeded_at: string | null }[] | null;
  organizations: { id: number; name: string; kind: string; since: string; step: string | null; problem: string | null }[] | null;
}

type Say = (line: string) => void;

/** What stands for a value that there is none of. */
const NONE = "-";

/** A cell. Characters that would break the line or control the terminal are replaced. */
const cellOf = (value: string | number | null): string => (value === null ? NONE : String(value).replaceAll(/\p{C}/gu, "?"));

/** Prints rows below their titles. Each column is as wide as its longest cell; numbers are aligned to the right. */
function sayTable(say: Say, titles: readonly string[], rows: readonly (readonly (string | number | null)[])[]): void {
  const widths = titles.map((title, column) => Math.max(title.length, ...rows.map((row) => cellOf(row[column] ?? null).length)));
  const line = (cells: readonly (string | number | null)[]) =>
    cells
      .map((cell, column) =>
        typeof cell === "number" ? cellOf(cell).padStart(widths[column] ?? 0) : cellOf(cell).padEnd(widths[column] ?? 0),
      )
      .join("  ")
      .trimEnd();
  for (const row of [titles, ...rows]) say(line(row));
}

const megabytes = (bytes: number | null): string | null => (bytes === null ? null : `${(bytes / 1e6).toFixed(1)} MB`);

/** Organizations per request, the most that the API returns. */
const PAGE_SIZE = 200;

/** Prints all organizations, page by page. */
export async function listOrganizations(api: OperatorApi, say: Say): Promise<void> {
  const all: Organization[] = [];
  let cursor: string | null = null;
  do {
    const after: string = cursor === null ? "" : `&cursor=${encodeURIComponent(cursor)}`;
    const page: { data: Organization[]; next_cursor: string | null } = await api.get(`/organizations?limit=${PAGE_SIZE}${after}`);
    all.push(...page.data);
    cursor = page.next_cursor;
  } while (cursor !== null);
  if (all.length === 0) return say("There are no organizations.");
  sayTable(
    say,
    ["id", "name", "database", "orders", "items", "last activity", "closed for"],
    all.map(({ id, name, database, orders, items, last_activity_at, closed_for }) => [
      id,
      name,
      database,
      orders,
      items,
      last_activity_at,
      closed_for,
    ]),
  );
}

/** Prints the state of the databases and jobs, and what is under way with organizations. */
export async function showStatus(api: OperatorApi, say: Say): Promise<void> {
  const { release, databases, jobs, organizations } = await api.get<Status>("/status");
  say(`Release ${release}\n`);
  sayTable(
    say,
    ["database", "status", "size", "full", "deliveries due", "since", "inbox messages", "since", "migration"],
    databases.map((database) => [
      database.number,
      database.in_maintenance ? `${database.status}, in maintenance` : database.status,
      megabytes(database.bytes),
      database.fill,
      database.deliveries_due,
      database.oldest_delivery_due_at,
      database.inbox_messages,
      database.oldest_inbox_message_at,
      database.migration,
    ]),
  );
  say("");
  if (jobs === null || organizations === null) return say("Database 0 is down, so nothing is known of jobs and organizations.");
  if (jobs.length === 0) say("No job has run yet.");
  else {
    const rows = jobs.map(({ name, started_at, outcome, succeeded_at }) => [name, started_at, outcome, succeeded_at]);
    sayTable(say, ["job", "last run", "outcome", "last success"], rows);
  }
  say("");
  if (organizations.length === 0) return say("Nothing is under way with any organization.");
  const rows = organizations.map(({ id, name, kind, since, step, problem }) => [id, name, kind, since, step, problem]);
  sayTable(say, ["organization", "name", "under way", "since", "step", "problem"], rows);
}
