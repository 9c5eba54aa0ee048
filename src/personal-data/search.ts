import { PageMemory } from "../platform/db/list/page-memory";
import type { OrgDb, OrgReader } from "../platform/db/org-db";
import { withMemory, type WorkMemory } from "../platform/reading/memory";
import { yieldToOthers } from "../platform/yield";
import type { FoundRow } from "./erased-values";
import type { Person } from "./person";
import type { Key } from "./scan.sql.ts";
import { rowsOf, walk, WALK_START, type WalkPosition, type WalkStep } from "./walk";

/** An organization's rows: its own, and those of control data, if they are in another database. */
export interface OrganizationRows<Db extends OrgReader = OrgDb> {
  own: Db;
  control: Db | null;
}

/** Where a search has got to: the database, then the position in it. */
export type SearchPosition = readonly [database: "own" | "control", stage: string, key: Key | null];

export const SEARCH_START: SearchPosition = ["own", ...WALK_START];

/** The tables of the directory that have rows of an organization. */
const CONTROL_STAGES = ["write_markers", "audit_log"] as const;

/** A step of a search in one of the databases. `next` is null at the end. */
export interface SearchStep<Db extends OrgReader> extends Omit<WalkStep, "next"> {
  org: Db;
  next: SearchPosition | null;
}

/**
 * Makes the next step of a search through all databases with rows of an organization. A large order has memory until the caller releases it.
 */
export async function searchStep<Db extends OrgReader>(
  { own, control }: OrganizationRows<Db>,
  person: Person,
  { position: [database, stage, key], memory }: { position: SearchPosition; memory: PageMemory },
): Promise<SearchStep<Db>> {
  const org = database === "own" || control === null ? own : control;
  const step = await memory.run(org, async (reader) => await walk(reader, person, [stage, key]));
  return { ...step, org, next: nextPosition(database, stage, { next: step.next, hasControl: control !== null }) };
}

function nextPosition(
  database: SearchPosition[0],
  stage: string,
  { next, hasControl }: { next: WalkPosition | null; hasControl: boolean },
): SearchPosition | null {
  if (database === "own") {
    if (next !== null) return ["own", ...next];
    return hasControl ? ["control", CONTROL_STAGES[0], null] : null;
  }
  if (next !== null && next[0] === stage) return ["control", ...next];
  const following = CONTROL_STAGES[CONTROL_STAGES.findIndex((name) => name === stage) + 1];
  return following === undefined ? null : ["control", following, null];
}

/** The rows that a step has found, and the position after it. */
interface RowsOfStep {
  rows: FoundRow[];
  next: SearchPosition | null;
}

/** Makes the next step of a search, and returns only the rows. */
export async function rowsOfStep(
  rows: OrganizationRows<OrgReader>,
  person: Person,
  { position, memory }: { position: SearchPosition; memory: WorkMemory },
): Promise<RowsOfStep> {
  const step = await searchStep(rows, person, { position, memory: new PageMemory("read", memory) });
  return { rows: rowsOf(step), next: step.next };
}

/** A page of a search. `next` is null on the last one. */
export interface FoundPage {
  rows: FoundRow[];
  next: SearchPosition | null;
}

/** A page ends after this many rows, or when a step after it has found more. */
const PAGE_ROWS = 100;

/** How long a page searches. It may then be empty although there are more rows. */
const PAGE_MS = 5_000;

/** Finds the rows with a person's data, from a position on. */
export async function searchPage(rows: OrganizationRows<OrgReader>, person: Person, start: SearchPosition): Promise<FoundPage> {
  const until = Date.now() + PAGE_MS;
  const found: FoundRow[] = [];
  let next: SearchPosition | null = start;
  while (next !== null) {
    const position: SearchPosition = next;
    // A search that kept the memory of a step for the next one would wait for others that do the same.
    const step: RowsOfStep = await withMemory(rows.own.organization.id, async (memory) => rowsOfStep(rows, person, { position, memory }));
    found.push(...step.rows);
    next = step.next;
    if (found.length >= PAGE_ROWS || Date.now() >= until) break;
    await yieldToOthers();
  }
  return { rows: found, next };
}
