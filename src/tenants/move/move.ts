import { isInMaintenance, settingsOf } from "../../platform/env";
import { findOrganization, organizationDelete, organizationInsert } from "../../accounts/control.sql.ts";
import type { OrgControl } from "../../accounts/org-control";
import { type OrganizationsDb, organizationsDb } from "../../platform/db/database";
import { first, Statement, WriteStatement } from "../../platform/db/statement";
import type { Budget } from "../../platform/budget";
import { notFound } from "../../platform/api-error";
import { newId } from "../../platform/crypto/random";
import { classifyError, WriteConflict } from "../../platform/db/change";
import { deliveryEngine } from "../../resources/webhooks/relay";
import { enqueueMissed } from "../../resources/webhooks/delivery-job";
import { announceVersions } from "../../accounts/credentials/announce-versions";
import { OrganizationCopy, type Position, START } from "./copy";
import { assertToken, attemptsInProgress, closeForEver, closeUntil, halt, resume } from "./halted.sql.ts";
import { findMove, LATE_WRITES_MS, leaseMove, type MoveRow, OLD_COPY_MS, releaseMove, saveProgress, switchDatabase } from "./move.sql.ts";
import { isErasing } from "../personal-data/erasures.sql.ts";
import { MERGE_START, type MergePosition, mergeIndexes } from "../personal-data/search-index.sql.ts";
import { lastCopiedAuditEntry, removeCopy } from "./remove-copy.sql.ts";
import { removeChanges } from "./rows.sql.ts";
import { createGuards, createTrackers, dropGuards, dropTrackers, guardedTables } from "./triggers.sql.ts";
import { differingTables } from "./verify.sql.ts";
import { parseStored } from "../../platform/reading/json";

/** After this time, a closing ends by itself: a process that was stopped does not keep an organization closed. */
const CLOSED_MS = 30_000;

/** A switch must start this long before the closing would end by itself. */
const SWITCH_MARGIN_MS = 15_000;

/** How long to wait for attempts in progress before looking again. */
const DRAIN_PAUSE_MS = 250;

type Step = MoveRow["step"];
/** How far a move has got. */
type MoveProgress = Parameters<typeof saveProgress>[2];

/** The steps in which the organization is still in the source. */
const BEFORE_SWITCH: ReadonlySet<Step> = new Set(["preparing", "copying", "draining", "closed"]);

/** The position of a move that has failed, until the organization works as before. */
const OPENING: Position = ["opening", null, null];

const at = (step: Step, position: Position | MergePosition | null = null): MoveProgress => ({
  step,
  position: position === null ? null : JSON.stringify(position),
  problem: null,
});

/**
 * Continues the move of an organization until the budget is spent, or until it has to wait. Every step can be repeated, so a process
 * may be stopped at any time. Does nothing while another process continues it, or one of the databases is in maintenance, and stops if
 * another process takes over. An organization is never left closed: that step is finished or undone, whatever the time.
 */
export async function continueMove(env: Env, control: OrgControl, budget: Budget): Promise<void> {
  const found = await findMove(control, control.organizationId);
  if (found === null || [found.source, found.target].some((database) => isInMaintenance(settingsOf(env), database))) return;
  const token = newId("mov", Date.now());
  const leased = await leaseMove(control, control.organizationId, { token, now: Date.now() });
  if (leased === null) return;
  const process = new MoveProcess(env, control, leased, token);
  try {
    await process.begin(leased);
    const move = { ...leased };
    while (!budget.isSpent || move.step === "closed" || move.problem !== null) {
      const start = Date.now();
      const next = await process.run(move, budget);
      if (next === null) return;
      // The switch has stored its own progress, together with its effect.
      if (next.step !== "switched") await saveProgress(control, move, next, Date.now());
      Object.assign(move, next, next.step === "switched" && { switched_at: Date.now() });
      if (next.problem !== null && next.position === null) return;
      // Requests to these databases have a third of the time to themselves, except while the organization is closed.
      if (next.step !== "closed") await new Promise((resolve) => setTimeout(resolve, (Date.now() - start) / 2));
    }
  } catch (error) {
    if (!(classifyError(error) instanceof WriteConflict)) throw error;
  } finally {
    await releaseMove(control, control.organizationId, token);
  }
}

class MoveProcess {
  readonly #organizationId: number;
  readonly #source: OrganizationsDb;
  readonly #target: OrganizationsDb;
  readonly #copy: OrganizationCopy;

  constructor(
    private readonly env: Env,
    private readonly control: OrgControl,
    { organization_id, source, target }: MoveRow,
    private readonly token: string,
  ) {
    this.#organizationId = organization_id;
    [this.#source, this.#target] = [organizationsDb(env, source), organizationsDb(env, target)];
    this.#copy = new OrganizationCopy(organization_id, this.#source, this.#target, token);
  }

  /** From now on, the target accepts rows from no earlier process. Throws WriteConflict if a later one has taken over. */
  async begin(move: MoveRow): Promise<void> {
    if (!BEFORE_SWITCH.has(move.step)) return;
    await this.#target.run(halt(this.#organizationId, this.token));
    // If that took long, a later process may have finished, and the organization may already work in the target.
    await saveProgress(this.control, move, move, Date.now());
  }

  /** Runs a part of the present step, and returns what comes next. Null if there is nothing to do now. */
  async run(move: MoveRow, budget: Budget): Promise<MoveProgress | null> {
    switch (move.step) {
      case "preparing":
        return move.position === null ? await this.#prepare(move, budget) : await this.#open(move);
      case "copying":
        return await this.#copyRows(move);
      case "draining":
        return await this.#drain();
      case "closed":
        return await this.#switch(move);
      case "switched":
        return await this.#start();
      case "moved":
        return await this.#settle(move);
      case "settled":
        return await this.#remove(move, budget);
      case "done":
        return null;
    }
  }

  /** Starts to record changes of the source, and empties the target, which has rows if an earlier move was started again. */
  async #prepare({ target, source }: MoveRow, budget: Budget): Promise<MoveProgress | null> {
    const id = this.#organizationId;
    const assertions = [assertToken(id, this.token)];
    if (!(await removeCopy(this.#target, id, { lastAuditEntry: null, budget, assertions }))) return at("preparing");
    const { name, currency, timezone } = await this.#organization();
    const row = { name, currency, timezone, database: target, closed_for: null };
    await this.#target.run(new Statement(organizationInsert(id, row, this.control.now)));
    await this.#source.run([...createTrackers(id), ...createGuards(id, source)]);
    return at("copying", START);
  }

  async #copyRows({ position }: MoveRow): Promise<MoveProgress> {
    const next = await this.#copy.copyPart(position === null ? START : parseStored<Position>(position));
    return next === null ? at("draining") : at("copying", next);
  }

  /** Stops deliveries, and copies changes until only those of the moment are left. */
  async #drain(): Promise<MoveProgress> {
    const { attempts } = await this.#source.run({
      halted: halt(this.#organizationId, this.token),
      attempts: first(attemptsInProgress(this.#organizationId, Date.now())),
    });
    const hasMore = await this.#copy.copyChanges();
    if (!hasMore && attempts?.count === 0) return at("closed");
    if (!hasMore) await new Promise((resolve) => setTimeout(resolve, DRAIN_PAUSE_MS));
    return at("draining");
  }

  /** Closes the source, copies the last changes, compares the copies and switches, unless they differ. */
  async #switch(move: MoveRow): Promise<MoveProgress> {
    const { token } = this;
    const id = this.#organizationId;
    await this.#source.run([halt(id, token), assertToken(id, token), closeUntil(id, token, Date.now() + CLOSED_MS)]);
    while (await this.#copy.copyChanges());
    const differing = await differingTables(id, this.#source, this.#target);
    if (differing.length > 0) return await this.#giveUp(differing);
    const { name } = await this.#organization();
    const credentials = await announceVersions(this.control);
    const closed = await this.#source.run(closeForEver(id, token, SWITCH_MARGIN_MS));
    if (closed.length === 0) return at("draining");
    try {
      await switchDatabase(this.control, move, { name, credentials, now: Date.now() });
    } catch (error) {
      // A credential was created or changed meanwhile. If the lease was lost instead, this progress is not stored.
      if (error instanceof WriteConflict) return at("closed");
      throw error;
    }
    return at("switched");
  }

  /**
   * Opens the source again, because the copies differ. If only tables differ that a closing leaves open (`guardedTables`), they may have changed
   * during the comparison, so it is repeated later. Otherwise, the move stops, once this progress is stored: from then on, no process relies on
   * the triggers.
   */
  async #giveUp(differing: readonly string[]): Promise<MoveProgress> {
    await this.#source.run(closeUntil(this.#organizationId, this.token, 0));
    const isOpen = (name: string) => !guardedTables(this.#source.number).some((table) => table.name === name);
    if (differing.every(isOpen)) return at("draining");
    return { ...at("preparing", OPENING), problem: `The copies differ in ${differing.join(", ")}.` };
  }

  /** Lets the organization work as before the move, until the operator starts it again. */
  async #open({ problem }: MoveRow): Promise<MoveProgress> {
    const id = this.#organizationId;
    const triggers = [...dropTrackers(id), ...dropGuards(id)];
    const assertion = assertToken(id, this.token);
    await this.#source.run([halt(id, this.token), assertion, ...triggers, removeChanges(id, Number.MAX_SAFE_INTEGER), resume(id)]);
    return { ...at("preparing"), problem };
  }

  /** Starts the organization's deliveries in the target. The source stays closed. */
  async #start(): Promise<MoveProgress> {
    const id = this.#organizationId;
    await this.#target.run(resume(id));
    await this.#source.run([...dropTrackers(id), removeChanges(id, Number.MAX_SAFE_INTEGER)]);
    const now = Date.now();
    await enqueueMissed(deliveryEngine(this.env, this.#target.number), now, now);
    return at("moved");
  }

  async #settle({ switched_at }: MoveRow): Promise<MoveProgress | null> {
    if (Date.now() < (switched_at ?? 0) + LATE_WRITES_MS) return null;
    await this.#source.run(dropGuards(this.#organizationId));
    // Again: a process that was delayed may have halted it after the switch.
    await this.#target.run(resume(this.#organizationId));
    return at("settled");
  }

  /** Removes the old copy, also from the storage of the full-text indexes. In the directory, the organization's row and its control data stay. */
  async #remove({ switched_at, source, position }: MoveRow, budget: Budget): Promise<MoveProgress | null> {
    const switchedAt = switched_at ?? 0;
    // An erasure waits until the old copy, which has the person's data, is removed.
    if (Date.now() < switchedAt + OLD_COPY_MS && !(await isErasing(this.control, this.#organizationId))) return null;
    if (position !== null) {
      const next = await mergeIndexes(this.#source, parseStored<MergePosition>(position));
      return next === null ? await this.#forget(source) : at("settled", next);
    }
    const lastAuditEntry = source === 0 ? await lastCopiedAuditEntry(this.#target, this.#organizationId) : null;
    if (!(await removeCopy(this.#source, this.#organizationId, { lastAuditEntry, budget, assertions: [] }))) return at("settled");
    return at("settled", MERGE_START);
  }

  async #forget(source: number): Promise<MoveProgress> {
    const row = source === 0 ? [] : [new WriteStatement(organizationDelete(this.#organizationId))];
    await this.#source.run([resume(this.#organizationId), ...row]);
    return at("done");
  }

  async #organization() {
    const organization = await findOrganization(this.control, this.#organizationId);
    if (organization === null) throw notFound();
    return organization;
  }
}
