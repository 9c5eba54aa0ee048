import * as z from "zod";
import { OrganizationPath } from "../../accounts/contract";
import {
  ErasureResponse,
  ExportLine,
  PersonalRow,
  PersonBody,
  PersonSearchBody,
  Retention,
  RetentionResponse,
  presentRow,
} from "../../tenants/personal-data/contract";
import { NDJSON } from "../../tenants/lifecycle/export";
import { continueErasure, readErasure, startErasure } from "../../tenants/personal-data/erasure";
import type { ErasureRow } from "../../tenants/personal-data/erasures.sql.ts";
import { exportPart } from "../../tenants/personal-data/export";
import { ifSlotIsFree } from "../../tenants/personal-data/search-slot";
import { searchSource } from "../../tenants/personal-data/search-source";
import { changeRetention, readRetention } from "../../tenants/personal-data/retention";
import { searchAt } from "../../tenants/personal-data/search-cursor";
import { invocationBudget } from "../../platform/budget";
import type { ControlDb } from "../../platform/db/control-db";
import { NO_LOCK } from "../../platform/export-lock";
import { controlDb } from "../../platform/db/database";
import { created, fileReply, ok, operator, resource } from "../../platform/http/endpoint";
import { listSchema } from "../../platform/http/input/lists";
import { IntegerId } from "../../platform/http/input/query";
import { momentOrNull, momentText } from "../../platform/values/zone";
import { controlAsOperator, OPERATOR, organizationOf } from "../../accounts/operator";
import { parseStored } from "../../platform/reading/json";

const route = resource("Operator", operator, operator);

/** How long a request continues an erasure. */
const REQUEST_MS = 10_000;

const ErasurePath = z.object({ id: IntegerId, erasure_id: IntegerId });

function present({ id, position, rows, actor_name, requested_at, finished_at }: ErasureRow): z.output<typeof ErasureResponse> {
  // The position begins with the stage.
  const [stage] = parseStored<[string]>(position);
  const running = stage === "move" ? "waiting_for_move" : "running";
  return {
    id,
    status: finished_at === null ? running : "done",
    rows,
    requested_by: actor_name,
    requested_at: momentText(requested_at),
    finished_at: momentOrNull(finished_at),
  };
}

async function sourceOf(env: Env, control: ControlDb, id: number) {
  return searchSource(env, await organizationOf(control, id), { actor: OPERATOR, now: control.now });
}

/** Finding, exporting and erasing a person's data (docs/spec/personal-data.md). */
export const personalDataEndpoints = [
  route.post("/organizations/:id/personal-data/search", {
    operationId: "findPersonalData",
    summary: "Find a person's data by name, email, phone or address",
    description:
      "Returns the rows that contain any of the identifiers, and everything about the person in their orders. A page may be empty although `has_more` is true: send the same request with `next_cursor` until it is null.",
    hasNoLocation: true,
    errors: ["rate_limited"],
    input: { param: OrganizationPath, json: PersonSearchBody },
    responses: { 200: listSchema(PersonalRow) },
    handle: async ({ env, control, settings: { masterSecrets }, param: { id }, json }) => {
      const { rows, next } = await searchAt(masterSecrets, await sourceOf(env, control, id), json);
      return ok({ data: rows.map(presentRow), has_more: next !== null, next_cursor: next });
    },
  }),
  route.post("/organizations/:id/personal-data/export", {
    operationId: "exportPersonalData",
    summary: "Download a part of everything that is stored of a person",
    description:
      "The part has one JSON object per line: rows in the form of the search, each only once, and last `next_cursor`. Send the same request with `cursor` until it is null. A part without this last line is not complete: send its request again.",
    hasNoLocation: true,
    errors: ["rate_limited"],
    input: { param: OrganizationPath, json: PersonSearchBody },
    responses: { 200: ExportLine },
    mediaType: NDJSON,
    handle: async ({ env, control, settings: { masterSecrets }, param: { id }, json }) => {
      const source = await sourceOf(env, control, id);
      const response = await exportPart(masterSecrets, { source, request: json, lock: NO_LOCK });
      return fileReply(response);
    },
  }),
  route.post("/organizations/:id/erasures", {
    operationId: "erasePersonalData",
    hasNoLocation: true,
    summary: "Erase a person's data",
    description:
      "The request erases for up to ten seconds. A job continues the erasure every three minutes until its status is `done`. Erasing the same person again changes nothing.",
    errors: ["conflict"],
    input: { param: OrganizationPath, json: PersonBody },
    responses: { 201: ErasureResponse },
    handle: async ({ env, control, param: { id }, json }) => {
      await organizationOf(control, id);
      const actor = { kind: "operator", id: null, name: "Operator" } as const;
      const erasure = await startErasure(env, control, { organizationId: id, actor, person: json, operationId: null });
      const budget = invocationBudget(env, REQUEST_MS);
      const countedEnv = budget.countCalls(env);
      await ifSlotIsFree(id, async () => await continueErasure(countedEnv, controlDb(countedEnv, { now: control.now }), erasure, budget));
      return created(present(await readErasure(control, id, erasure.id)), null);
    },
  }),
  route.get("/organizations/:id/retention", {
    operationId: "getRetention",
    summary: "How long an organization keeps its data",
    input: { param: OrganizationPath },
    responses: { 200: RetentionResponse },
    handle: async ({ control, param: { id } }) => {
      await organizationOf(control, id);
      return ok(await readRetention(control, id));
    },
  }),
  route.put("/organizations/:id/retention", {
    operationId: "setRetention",
    summary: "Set how long an organization keeps its data",
    input: { param: OrganizationPath, json: Retention },
    responses: { 200: RetentionResponse },
    handle: async ({ env, control, param: { id }, json }) => {
      const { name } = await organizationOf(control, id);
      await changeRetention(controlAsOperator(env, control, id), { name }, json);
      return ok(await readRetention(control, id));
    },
  }),
  route.get("/organizations/:id/erasures/:erasure_id", {
    operationId: "getErasure",
    summary: "How far an erasure has got",
    input: { param: ErasurePath },
    responses: { 200: ErasureResponse },
    handle: async ({ control, param: { id, erasure_id } }) => ok(present(await readErasure(control, id, erasure_id))),
  }),
];
