import type { Budget } from "../../platform/budget";
import { PageMemory } from "../../platform/db/list/page-memory";
import type { OrgReader } from "../../platform/db/org-db";
import { withMemory, type WorkMemory } from "../../platform/reading/memory";
import { yieldToOthers } from "../../platform/yield";
import type { FoundRow } from "./erased-values";
import type { Person } from "./person";
import type { SearchSource } from "./search-source";
import type { ReturnedRows } from "./returned-rows";
import type { Key } from "./scan.sql.ts";
import type { OrganizationRows } from "../../resources/webhooks/organization-rows";
import { rowsOf, walk, WALK_START, type WalkPosition, type WalkStep } from "./walk";

/** Where a search has got to: the database, then the position in it. `inbox`: in the inbox of the own database, which an erasure searches first, too. */
export type SearchPosition = readonly [database: "own" | "control" | "inbox", stage: string, key: Key | null];

export const SEARCH_START: SearchPosition = ["own", ...WALK_START];

/** The start of an erasure: a delivery of a shop that waits in the inbox would bring back what is erased before it is processed. */
export const ERASURE_START: SearchPosition = ["inbox", "connection_inbox", null];

/** The tables of the directory that have rows of an organization. */
const CONTROL_STAGES = ["write_markers", "audit_log"] as const;

/** A step of a search in one of the databases. `next` is null at the end. */
export interface SearchStep<Db extends OrgReader> extends Omit<WalkStep, "next"> {
  org: Db;
  next: SearchPosition | null;
}

/**
 * Makes the next step of a search through all databases with rows of an organization. It ends early if the budget is spent. The memory that it takes for a large order stays
 * reserved until the caller releases `memory`.
 */
export async function searchStep<Db extends OrgReader>(
  { own, control }: OrganizationRows<Db>,
  person: Person,
  { position: [database, stage, key], memory, budget }: { position: SearchPosition; memory: PageMemory; budget: Budget },
): Promise<SearchStep<Db>> {
  const org = database === "control" && control !== null ? control : own;
  const step = await memory.run(org, async (reader) => await walk(reader, person, { position: [stage, key], budget }));
  return { ...step, org, next: nextPosition(database, stage, { next: step.next, hasControl: control !== null }) };
}

function nextPosition(
  database: SearchPosition[0],
  stage: string,
  { next, hasControl }: { next: WalkPosition | null; hasControl: boolean },
): SearchPosition | null {
  if (database === "inbox") return next?.[0] === stage ? ["inbox", ...next] : SEARCH_START;
  if (database === "own") {
    if (next !== null) return ["own", ...next];
    return hasControl ? ["control", CONTROL_STAGES[0], null] : null;
  }
  if (next !== null && next[0] === stage) return ["control", ...next];
  const following = CONTROL_STAGES[CONTROL_STAGES.findIndex((name) => name === stage) + 1];
  return following === undefined ? null : ["control", following, null];
}

/** How far a search has got: its position, and which rows it must not return again. */
export interface SearchState {
  position: SearchPosition;
  returned: ReturnedRows;
}

/** What a part of a search has found. `next` is null at the end. */
export interface FoundRows {
  rows: FoundRow[];
  next: SearchState | null;
}

/** Makes the next step of a search, and returns only the rows that it has not returned before. */
export async function rowsOfStep(
  { rows, budget }: SearchSource,
  person: Person,
  { state: { position, returned }, memory }: { state: SearchState; memory: WorkMemory },
): Promise<FoundRows> {
  const step = await searchStep(rows, person, { position, memory: new PageMemory("read", memory), budget });
  const found = returned.newOf(rowsOf(step));
  const [, stage] = position;
  // Rows that belong to an order: their table is read in a later stage. The order itself, its items and its fulfillments have no stage of their own.
  if (step.inTable !== null && stage !== step.inTable.table.name) returned.add(found);
  if (step.next?.[1] !== stage) returned.forget(stage);
  return { rows: found, next: step.next === null ? null : { position: step.next, returned } };
}

/** A page ends after this many rows, or when a step after it has found more. */
const PAGE_ROWS = 100;

/** Finds the rows with a person's data, until there are enough for a page, or the budget is spent. The page may then be empty. */
export async function searchPage(source: SearchSource, person: Person, start: SearchState): Promise<FoundRows> {
  const found: FoundRow[] = [];
  let next: SearchState | null = start;
  while (next !== null) {
    const state: SearchState = next;
    // Releases the memory after each step: searches that kept it while they wait for more could wait for one another for ever.
    const step: FoundRows = await withMemory(
      source.rows.own.organization.id,
      async (memory) => await rowsOfStep(source, person, { state, memory }),
    );
    found.push(...step.rows);
    next = step.next;
    if (found.length >= PAGE_ROWS || source.budget.isSpent) break;
    await yieldToOthers();
  }
  return { rows: found, next };
}
