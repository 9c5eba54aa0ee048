import * as z from "zod";
import { findMove, insertMove, type MoveRow, pendingMoves } from "../../tenants/move/move.sql.ts";
import { continueMove } from "../../tenants/move/move";
import { organizationClosed } from "../../tenants/lifecycle/closure";
import { STEPS } from "../../tenants/move/table";
import { OrganizationPath } from "../../accounts/contract";
import { inTurn, invocationBudget, jobBudget } from "../../platform/budget";
import { conflict, invalid, notFound } from "../../platform/api-error";
import type { ControlDb } from "../../platform/db/control-db";
import { allDatabases, controlDb } from "../../platform/db/database";
import { created, ok, operator, resource } from "../../platform/http/endpoint";
import { logError } from "../../platform/log";
import { momentOrNull, momentText } from "../../platform/values/zone";
import { controlAsOperator, organizationOf } from "../../accounts/operator";
import { parseStored } from "../../platform/reading/json";

const route = resource("Operator", operator, operator);

/** How long a request continues a move. */
const REQUEST_MS = 10_000;

/** Without time, continueMove only finishes or undoes the step "closed", because it never leaves an organization closed. */
const NO_TIME_MS = 0;

const MAX_MOVES = 20;

const MoveResponse = z.strictObject({
  from: z.int(),
  to: z.int(),
  step: z.enum(STEPS),
  copying: z.string().nullable(),
  problem: z.string().nullable(),
  started_at: z.iso.datetime(),
  switched_at: z.iso.datetime().nullable(),
});

function present({ source, target, step, position, problem, started_at, switched_at }: MoveRow): z.output<typeof MoveResponse> {
  // The position begins with the name of the table that is being copied.
  const table = position === null || step !== "copying" ? null : parseStored<[string]>(position)[0];
  return {
    from: source,
    to: target,
    step,
    copying: table,
    problem,
    started_at: momentText(started_at),
    switched_at: momentOrNull(switched_at),
  };
}

async function presentMove(control: ControlDb, organizationId: number) {
  const move = await findMove(control, organizationId);
  if (move === null) throw notFound();
  return present(move);
}

/**
 * Starts the move of an organization. Does nothing if this move is running, or is done and the organization is still there. Throws 400 Bad Request
 * and 409 Conflict.
 */
async function startMove(env: Env, control: ControlDb, { id, target }: { id: number; target: number }): Promise<void> {
  const [{ database: source, closed_for }, move] = await Promise.all([organizationOf(control, id), findMove(control, id)]);
  if (move !== null && move.target === target && (move.step !== "done" || source === target)) return;
  const count = allDatabases(env).length;
  if (target >= count) throw invalid("database", "unknown_database", `Expected 0 to ${count - 1}.`);
  // Cursors of the event feed are numbers of events, which must grow.
  if (target <= source) throw invalid("database", "lower_database", `Expected a database after ${source}, where the organization is.`);
  if (closed_for !== null) throw organizationClosed();
  if (!(await insertMove(control, { organization_id: id, source, target }))) {
    throw conflict("move_running", "Another move of this organization is not done yet: the old copy is kept for a week.");
  }
}

/** Moving an organization to another database (docs/design/moving.md). */
export const moveEndpoints = [
  route.post("/organizations/:id/move", {
    operationId: "moveOrganization",
    hasNoLocation: true,
    summary: "Start the move of an organization to another database, or continue it",
    errors: ["conflict"],
    input: { param: OrganizationPath, json: z.object({ database: z.int().min(0) }) },
    responses: { 201: MoveResponse },
    handle: async ({ env, control, param: { id }, json }) => {
      await startMove(env, control, { id, target: json.database });
      const budget = invocationBudget(env, REQUEST_MS);
      await continueMove(budget.countCalls(env), controlAsOperator(env, control, id), budget);
      return created(await presentMove(control, id), null);
    },
  }),
  route.get("/organizations/:id/move", {
    operationId: "getMove",
    summary: "How far the last move of an organization has got",
    input: { param: OrganizationPath },
    responses: { 200: MoveResponse },
    handle: async ({ control, param: { id } }) => ok(await presentMove(control, id)),
  }),
];

/**
 * Called when a write was rejected because the organization is being switched. Finishes the switch if its process has stopped. Errors are only
 * logged.
 */
export async function finishSwitch(env: Env, organizationId: number): Promise<void> {
  try {
    const now = Date.now();
    await continueMove(env, controlAsOperator(env, controlDb(env, { now }), organizationId), invocationBudget(env, NO_TIME_MS));
  } catch (error) {
    logError("move.continue", error, { organization_id: organizationId });
  }
}

/** Continues up to MAX_MOVES moves for which there is something to do. `now` is in ms since 1970. The error of a move is only logged. */
export async function continueMoves(env: Env, now: number, budget = jobBudget(env)): Promise<void> {
  const pending = await pendingMoves(controlDb(budget.countCalls(env), { now }), MAX_MOVES);
  await inTurn(pending, { now, budget }, async ({ organization_id: id }, part) => {
    try {
      const countedEnv = part.countCalls(env);
      await continueMove(countedEnv, controlAsOperator(countedEnv, controlDb(countedEnv, { now }), id), part);
    } catch (error) {
      logError("move.continue", error, { organization_id: id });
    }
  });
}
