import type { AuditAction } from "../../accounts/audit-log/audit-action";
import { insertAuditEntry } from "../../accounts/audit-log/audit-log.sql.ts";
import { rotationRunningError } from "../../accounts/credentials/change-credential";
import { conflict, notFound } from "../../platform/api-error";
import { assertRowsChanged, retryOnConflict, WriteConflict } from "../../platform/db/change";
import type { OrgDb } from "../../platform/db/org-db";
import { assertVersion, type ChangeTarget } from "../../platform/values/assert-version";
import type { MappedName } from "../orders/items/property-fields";
import { storeInsertion } from "../stores/commands";
import type { IncomingStore } from "../stores/fields";
import {
  changeConnection,
  CONNECTION_CONFLICTS,
  connectionById,
  type ConnectionRow,
  type ConnectionValues,
  insertConnection,
  type NewConnectionRow,
  storeWithConnection,
} from "./connections.sql.ts";
import { type InboxEntry, entryById, reopenMessage } from "./inbox/inbox.sql.ts";
import { updateConnectionEndpoint } from "./outgoing/endpoint.sql.ts";
import { connectionConflict, isRotating, readConnection, readMessage } from "./queries";
import { dueDeliveriesOf } from "../webhooks/endpoints/endpoints.sql.ts";
import { adapterOf } from "./platforms/platforms";
import { previousSecret, type StoredSecret } from "./secrets";
import { propertyMapText } from "./stored-property-map";

/** How many connections an organization may have (docs/spec/connections.md#create). */
export const MAX_CONNECTIONS = 50;

/** What follows `connection.` in the audit actions. `extends infer A` makes TypeScript look at each action of the union. */
export type ConnectionVerb = AuditAction extends infer A ? (A extends `connection.${infer Verb}` ? Verb : never) : never;

function auditEntry(
  org: OrgDb,
  { id, platform }: Pick<ConnectionRow, "id" | "platform">,
  { verb, details }: { verb: ConnectionVerb; details: Record<string, unknown> },
) {
  return insertAuditEntry(org, { action: `connection.${verb}`, target_id: id, target_name: adapterOf(platform).name, details });
}

/** The store of a new connection to a shop: one that a text names, or one that is created with it. */
export type StoreChoice = { ref: string } | { created: IncomingStore };

/** The path of a store that is created with its connection. */
export const NEW_STORE_PATH = "new_store.";

/** The store of a connection to insert, and what has to be inserted before it. Throws 404 Not Found and 409 Conflict. */
async function resolveStore(org: OrgDb, store: StoreChoice | null) {
  if (store === null) return { store_id: null, writes: [], conflicts: [], details: {} };
  if ("ref" in store) {
    const { id, name } = await freeStore(org, store.ref);
    return { store_id: id, writes: [], conflicts: [], details: { store: name } };
  }
  const { id, name, writes, conflicts } = await storeInsertion(org, store.created, NEW_STORE_PATH);
  return { store_id: id, writes, conflicts, details: { store: name } };
}

/**
 * Creates a connection whose secrets are encrypted, with its store if that is new. Throws 404 Not Found for an unknown store, and 409 Conflict if
 * the store has a connection, the name of a new one is taken, or the organization has too many connections. Nothing is created then.
 */
export async function createConnection(
  org: OrgDb,
  store: StoreChoice | null,
  connection: Omit<NewConnectionRow, "store_id">,
): Promise<ConnectionRow> {
  const { store_id, writes, conflicts, details } = await resolveStore(org, store);
  const { id, platform, shop_url } = connection;
  try {
    const [created] = await org.commit({
      writes: [
        ...writes,
        insertConnection(org, { ...connection, store_id }, MAX_CONNECTIONS),
        assertRowsChanged(),
        ...updateConnectionEndpoint(org, id),
        auditEntry(org, { id, platform }, { verb: "created", details: store === null ? {} : { ...details, shop_url } }),
      ],
      conflicts: [...CONNECTION_CONFLICTS, ...conflicts],
      marker: { id },
      returning: connectionById(org, id),
    });
    if (created !== undefined) return created;
  } catch (error) {
    if (!(error instanceof WriteConflict)) throw error;
    // Another request may have connected the store, or created one with this name. The same check as before then throws the error that says so.
    await resolveStore(org, store);
  }
  const message = `An organization has at most ${MAX_CONNECTIONS} connections. Delete one first.`;
  throw conflict("connection_limit", message, { limit: MAX_CONNECTIONS });
}

/** A store without a connection. Throws 404 Not Found and 409 Conflict. */
async function freeStore(org: OrgDb, ref: string): Promise<{ id: number; name: string }> {
  const [store] = await org.read(storeWithConnection(org, ref));
  if (store === undefined) throw notFound("store", `No store has the id, code or name ${ref}.`);
  if (store.connection_id === null) return store;
  const message = "This store already has a connection. Delete it first, or choose another store.";
  throw conflict("store_connected", message, { id: store.connection_id });
}

/** 409 Conflict for what needs access to the shop's API. */
export function apiRequired() {
  return conflict("api_required", "This connection has no access to the shop's API. Set `api` first.");
}

/**
 * Commits the change that `decide` returns, and again if the connection was changed since it was read. Its endpoint is brought to the new state, and
 * the deliveries that this releases are enqueued. Throws 404 Not Found.
 */
export async function commitChange(
  org: OrgDb,
  id: string,
  decide: (row: ConnectionRow) => { verb: ConnectionVerb; values: ConnectionValues; details: Record<string, unknown> },
): Promise<ConnectionRow> {
  return await retryOnConflict(async () => {
    const row = await readConnection(org, id);
    const { values, ...entry } = decide(row);
    const [written] = await org.commit({
      writes: [changeConnection(org, row, values), assertRowsChanged(), auditEntry(org, row, entry), ...updateConnectionEndpoint(org, id)],
      due: dueDeliveriesOf(org, id),
      marker: { id },
      returning: connectionById(org, id),
    });
    return written ?? row;
  }, connectionConflict);
}

/** The changes of a PATCH. Absent values stay. The API's credentials are encrypted. */
export interface ConnectionPatch {
  enabled?: boolean | undefined;
  api?: Pick<ConnectionRow, "shop_url" | "api_credentials" | "api_hint" | "webhooks_url"> | undefined;
  sendsFulfillments?: boolean | undefined;
  propertyMap?: readonly MappedName[] | undefined;
}

/**
 * Updates a connection. Throws 404 Not Found, 409 Conflict if fulfillments are to be sent without access to the shop's API, and 412 Precondition
 * Failed if its version is not `expectedVersion`.
 */
export async function updateConnection(
  org: OrgDb,
  { id, expectedVersion }: ChangeTarget<string>,
  { enabled, api, sendsFulfillments, propertyMap }: ConnectionPatch,
): Promise<ConnectionRow> {
  return await commitChange(org, id, (row) => {
    assertVersion(row.version, expectedVersion);
    const requestedStatus = enabled === true ? "active" : "paused";
    const status = enabled === undefined ? row.status : requestedStatus;
    const access = api ?? row;
    if (sendsFulfillments === true && access.api_credentials === null) throw apiRequired();
    const sends_fulfillments = sendsFulfillments === undefined ? row.sends_fulfillments : Number(sendsFulfillments);
    const reconciles = status === "active" && access.api_credentials !== null;
    return {
      verb: "updated",
      values: {
        status,
        sends_fulfillments,
        ...api,
        ...(propertyMap !== undefined && { property_map: propertyMapText(propertyMap) }),
        reconcile_at: reconciles ? org.now : null,
      },
      details: {
        status,
        send_fulfillments: sends_fulfillments === 1,
        ...(api !== undefined && { shop_url: api.shop_url, api_hint: api.api_hint }),
        ...(propertyMap !== undefined && { property_map: propertyMap.length }),
      },
    };
  });
}

/**
 * Sets a new secret. The shop may sign with the previous one for `overlapHours`. Throws 404 Not Found, and 409 Conflict while another
 * rotation runs.
 */
export async function rotateConnectionSecret(
  org: OrgDb,
  id: string,
  { stored, overlapHours }: { stored: StoredSecret; overlapHours: number },
): Promise<ConnectionRow> {
  return await commitChange(org, id, (row) => {
    if (overlapHours > 0 && isRotating(row, org.now)) throw rotationRunningError({ hasReplacesUnseen: false });
    const previous = previousSecret(row, org.now, overlapHours);
    return { verb: "secret_rotated", values: { ...stored, ...previous }, details: { overlap_hours: overlapHours } };
  });
}

/**
 * Deletes a connection and its secrets. Its orders stay. The access to the API stays too, until the webhooks that it has registered are removed
 * (reconcile/registration.ts). Throws 404 Not Found.
 */
export async function deleteConnection(org: OrgDb, id: string): Promise<void> {
  const secrets = { secret: "", previous_secret: null, previous_valid_until: null };
  await commitChange(org, id, ({ webhooks_url }) => {
    const rest = webhooks_url === null ? { api_credentials: null, reconcile_at: null } : { reconcile_at: org.now };
    return { verb: "deleted", values: { ...secrets, ...rest, deleted_at: org.now }, details: {} };
  });
}

/** Makes a failed or ignored message pending again. Throws 404 Not Found, and 409 Conflict for any other message. */
export async function retryMessage(org: OrgDb, connectionId: string, id: string): Promise<InboxEntry> {
  return await retryOnConflict(async () => {
    const row = await readMessage(org, connectionId, id);
    if (row.status !== "failed" && row.status !== "ignored") {
      throw conflict("message_not_failed", `This message is ${row.status}. Only a failed or ignored message can be retried.`);
    }
    const [written] = await org.commit({
      writes: [reopenMessage(org, row), assertRowsChanged()],
      marker: { id },
      returning: entryById(org, id),
    });
    return written ?? row;
  }, connectionConflict);
}
