import { first } from "../../platform/db/statement";
import type { AuditActor } from "../../accounts/audit-log/audit-log.sql.ts";
import { findOrganization, type OrganizationRow } from "../../accounts/control.sql.ts";
import { actOnNextGates, type GateAction } from "../../accounts/credentials/act-on-next-gates";
import { OrgControl } from "../../accounts/org-control";
import { settingsOf } from "../../platform/env";
import { findMove } from "../move/move.sql.ts";
import type { Budget } from "../../platform/budget";
import { conflict, notFound } from "../../platform/api-error";
import { decryptText, encryptText } from "../../platform/crypto/encryption";
import { assertRowsChanged, retryOnConflict, WriteConflict } from "../../platform/db/change";
import type { ControlDb } from "../../platform/db/control-db";
import { organizationsDb } from "../../platform/db/database";
import { PageMemory } from "../../platform/db/list/page-memory";
import { yieldToOthers } from "../../platform/yield";
import type { OrgDb } from "../../platform/db/org-db";
import { insertControlMarker } from "../../platform/db/markers";
import { announceVersion } from "../../platform/http/gate-client";
import { type ErasureRow, findErasure, finishErasure, insertErasure, newestErasures, saveErasure } from "./erasures.sql.ts";
import { deleteEmptyCounts } from "./empty-counts.sql.ts";
import { type OrganizationRows, organizationRows } from "../../resources/webhooks/organization-rows";
import { MERGE_START, type MergePosition, mergeIndexes } from "./search-index.sql.ts";
import { type Identifiers, Person } from "./person";
import { eraseOrder } from "./person-order";
import { eraseRows } from "./scan.sql.ts";
import { ERASURE_START, type SearchPosition, type SearchStep, searchStep } from "./search";
import { afterOrder, findOrder, type FoundInTable, rowsOf, slicesOfOrder } from "./walk";
import type { FoundRow } from "./erased-values";
import { parseStored } from "../../platform/reading/json";
import { withMemory } from "../../platform/reading/memory";

/** Where an erasure has got to: in the rows, the counts, after a credential in the gates, waiting until an old copy is removed, or in the full-text indexes. */
type Position =
  | SearchPosition
  | readonly ["counts"]
  | readonly ["gates", after: number]
  | readonly ["move"]
  | readonly ["words", ...MergePosition];

/** Erases the responses that a gate has stored for replay. */
const ERASE_RESPONSES: GateAction = { event: "gate.erase", act: async (gate) => await gate.eraseResponses() };

const scopeOf = (organizationId: number) => ({ purpose: "erasures", context: String(organizationId) }) as const;

/**
 * Starts to erase a person's data. `continueErasure` does it. Throws AlreadyCommitted if the form with this `operationId` was sent before.
 */
export async function startErasure(
  env: Env,
  control: ControlDb,
  {
    organizationId,
    actor,
    person,
    operationId,
  }: { organizationId: number; actor: AuditActor; person: Identifiers; operationId: string | null },
): Promise<ErasureRow> {
  const encrypted = await encryptText(settingsOf(env).masterSecrets, scopeOf(organizationId), JSON.stringify(person));
  const { row } = await control.run({
    row: first(insertErasure({ organizationId, actor }, { person: encrypted, position: JSON.stringify(ERASURE_START), now: control.now })),
    marker: operationId === null ? null : insertControlMarker({ operationId, organizationId, now: control.now }),
  });
  if (row === undefined) throw new Error("The insert returned no row.");
  return row;
}

/** An erasure. Throws 404 Not Found if the organization has none with this id. */
export async function readErasure(control: ControlDb, organizationId: number, id: number): Promise<ErasureRow> {
  const row = await findErasure(control, organizationId, id);
  if (row === null) throw notFound();
  return row;
}

const MAX_SHOWN = 20;

export async function latestErasures(control: ControlDb, organizationId: number): Promise<ErasureRow[]> {
  return await newestErasures(control, organizationId, MAX_SHOWN);
}

/**
 * Continues an erasure until the budget is spent, or until it has to wait. Every step can be repeated: it erases what it finds. So a
 * process may be stopped at any time, and two may run at once.
 */
export async function continueErasure(env: Env, control: ControlDb, row: ErasureRow, budget: Budget): Promise<void> {
  // It has ended.
  if (row.person === null) return;
  const organization = await findOrganization(control, row.organization_id);
  if (organization === null) throw notFound();
  const text = await decryptText(settingsOf(env).masterSecrets, scopeOf(row.organization_id), row.person);
  const process = new ErasureProcess(env, control, { row, organization, person: Person.of(parseStored<Identifiers>(text)) });
  await process.run(budget);
}

/** After so many steps without a change, the position is saved. */
const STEPS_PER_SAVE = 10;

/** How often the same rows may be found again. */
const MAX_REPEATS = 10;

class ErasureProcess {
  readonly #rows: OrganizationRows;
  readonly #person: Person;
  readonly #row: ErasureRow;
  readonly #organization: OrganizationRow;
  #position: Position;
  #changed = 0;
  #lastFound = "";
  #repeats = 0;

  constructor(
    private readonly env: Env,
    private readonly control: ControlDb,
    { row, organization, person }: { row: ErasureRow; organization: OrganizationRow; person: Person },
  ) {
    [this.#row, this.#organization, this.#person] = [row, organization, person];
    this.#rows = organizationRows(env, organization, { actor: actorOf(row), now: control.now });
    this.#position = parseStored<Position>(row.position);
  }

  async run(budget: Budget): Promise<void> {
    try {
      for (let steps = 1; !budget.isSpent; steps += 1) {
        const next = await this.#step(this.#position, budget);
        if (next === null) return;
        this.#position = next;
        // Also if nothing has changed: a process that is stopped starts here again.
        if (this.#changed > 0 || steps % STEPS_PER_SAVE === 0) await this.#save();
        await yieldToOthers();
      }
    } finally {
      await this.#save();
    }
  }

  async #save(): Promise<void> {
    const changed = this.#changed;
    this.#changed = 0;
    await saveErasure(this.control, this.#row.id, { position: JSON.stringify(this.#position), changed });
  }

  /** Makes the next step. Returns the position after it, or null if there is nothing to do now. */
  async #step(position: Position, budget: Budget): Promise<Position | null> {
    if (position[0] === "words") {
      const [, index, hasBegun] = position;
      const next = await mergeIndexes(organizationsDb(this.env, this.#organization.database), [index, hasBegun]);
      if (next !== null) return ["words", ...next];
      await this.#finish();
      return null;
    }
    if (position[0] === "counts") return (await deleteEmptyCounts(this.#rows.own)) ? position : ["gates", 0];
    if (position[0] === "gates") {
      const last = await actOnNextGates(this.env, this.control, { organization: this.#organization, after: position[1] }, ERASE_RESPONSES);
      return last === null ? ["move"] : ["gates", last];
    }
    if (position[0] === "move") {
      const move = await findMove(this.control, this.#row.organization_id);
      // The old copy has the person's data. It is removed at once, and not after a week, while an erasure waits for it (move/move.ts). The
      // words are merged after that, because a move may have copied some of them before they were erased.
      return move === null || move.step === "done" ? ["words", ...MERGE_START] : null;
    }
    const [hashSecret] = settingsOf(this.env).masterSecrets;
    const { found, next, changed } = await eraseStep(this.#rows, { person: this.#person, position, hashSecret, budget });
    this.#changed += changed;
    this.#assertProgress(found);
    return next ?? ["counts"];
  }

  /** Throws 409 Conflict if the same rows are found again and again, so that a mistake in a replacement is not repeated for ever. */
  #assertProgress(found: readonly FoundRow[]): void {
    const rows = JSON.stringify(found.map(({ table, id }) => [table, id]));
    this.#repeats = found.length > 0 && rows === this.#lastFound ? this.#repeats + 1 : 0;
    this.#lastFound = rows;
    if (this.#repeats >= MAX_REPEATS) throw busy();
  }

  async #finish(): Promise<void> {
    const { id, organization_id: organizationId } = this.#row;
    const control = new OrgControl(this.control, {
      organizationId,
      actor: { kind: this.#row.actor_kind, id: this.#row.actor_id, name: this.#row.actor_name },
      operationId: null,
      announceVersion: async (credential, version) => await announceVersion(this.env, credential, version),
    });
    const current = await findErasure(control, organizationId, id);
    if (current === null || current.finished_at !== null) return;
    try {
      await control.commit({
        writes: [finishErasure(id, Date.now()), assertRowsChanged()],
        entry: { action: "person.erased", target_id: id, target_name: `erasure ${id}`, details: { rows: current.rows } },
      });
    } catch (error) {
      // Another process has ended it since it was read.
      if (!(error instanceof WriteConflict)) throw error;
    }
  }
}

/** The author of the changes in the history. The operator is the system there. */
function actorOf({ actor_kind, actor_id, actor_name }: ErasureRow) {
  return actor_kind === "user"
    ? ({ kind: "user", id: actor_id, name: actor_name } as const)
    : ({ kind: "system", id: null, name: actor_name } as const);
}

/**
 * Erases what the next step of a search finds. Returns what it found, and the position to continue at: the same one, until the step finds
 * nothing there, because rows may change at the same time.
 */
async function eraseStep(
  rows: OrganizationRows,
  { person, position, hashSecret, budget }: { person: Person; position: SearchPosition; hashSecret: string; budget: Budget },
): Promise<{ found: readonly FoundRow[]; next: SearchPosition | null; changed: number }> {
  return await withMemory(rows.own.organization.id, async (work) => {
    const memory = new PageMemory("write", work);
    return await retryOnConflict(async () => {
      const step: SearchStep<OrgDb> = await searchStep(rows, person, { position, memory, budget });
      const found = rowsOf(step);
      if (found.length === 0) return { found, next: step.next, changed: 0 };
      const changed = await eraseFound(step, hashSecret);
      if (step.order === null) return { found, next: position, changed };
      const { id } = step.order.whole.order;
      const isDone = (await memory.run(step.org, async (org) => await findOrder(org, id, person))) === null;
      return { found, next: isDone ? [position[0], ...afterOrder(id)] : position, changed };
    }, busy);
  });
}

const busy = () => conflict("concurrent_change", "These rows keep changing.");

async function eraseInTable(org: OrgDb, { table, rows }: FoundInTable): Promise<number> {
  if (rows.length > 0) await org.commit({ writes: eraseRows(org, table, rows), marker: {} });
  return rows.length;
}

/**
 * Erases the rows of a step, and with an order everything that belongs to it. The order is erased last, because it says whose the other rows
 * are. Returns how many rows it erased.
 */
export async function eraseFound(
  { org, order, inTable }: Pick<SearchStep<OrgDb>, "org" | "order" | "inTable">,
  hashSecret: string,
): Promise<number> {
  let erased = inTable === null ? 0 : await eraseInTable(org, inTable);
  if (order === null) return erased;
  for await (const slice of slicesOfOrder(org, order)) erased += await eraseInTable(org, slice);
  await eraseOrder(org, order, hashSecret);
  return erased + order.rows.length;
}
