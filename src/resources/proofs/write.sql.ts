import { type SQL, sql } from "drizzle-orm";
import { assertCondition, assertRowsChanged } from "../../platform/db/change";
import type { OrgDb } from "../../platform/db/org-db";
import { countedChunks, jsonChunks } from "../../platform/db/sql-values";
import type { WriteStatement } from "../../platform/db/statement";
import type { NewEvent } from "../events/new-event";
import { insertEvents } from "../events/write.sql.ts";
import { addHistory } from "../orders/history/records.sql.ts";
import type { ProofRow, ProvableRow } from "./rows.sql.ts";
import type { ProofState } from "./states";

const field = (name: string): SQL => sql.raw(`j.value->>'${name}'`);

/** SQL of the current proof of an item with its state. Null: the item has none. */
const currentOf = (org: OrgDb, item: SQL): SQL => sql`(select p.id || ' ' || p.state from proofs p
  where p.organization_id = ${org.key} and p.order_item_id = ${item} and p.state <> 'superseded')`;

/** The batch fails unless these items still have the current proofs that were read. */
export function assertProofsUnchanged(org: OrgDb, items: readonly ProvableRow[]): WriteStatement[] {
  return jsonChunks(items, ({ id, proof_id, proof_state }) => ({
    item: id,
    current: proof_id === null ? null : `${proof_id} ${String(proof_state)}`,
  })).map((chunk) =>
    assertCondition(sql`not exists (select 1 from json_each(${chunk}) j
      where ${currentOf(org, field("item"))} is not (${field("current")}))`),
  );
}

/** A proof that a batch creates, as a draft. */
export interface NewProof {
  id: string;
  item: ProvableRow;
  fileId: string;
}

/** Inserts drafts with the next versions of their items. A trigger supersedes the earlier proofs. */
export function insertProofs(org: OrgDb, created: readonly NewProof[]): WriteStatement[] {
  const { kind, id: actorId, name } = org.actor;
  return countedChunks(created, ({ id, item, fileId }) => ({ id, item: item.id, order: item.order_id, file: fileId })).flatMap(
    ({ json: chunk, count }) => [
      org.write()`insert into proofs (id, organization_id, order_id, order_item_id, version, file_id, state, actor_kind, actor_id, actor_name,
        created_at, updated_at)
      select ${field("id")}, ${org.key}, ${field("order")}, ${field("item")},
        1 + (select coalesce(max(v.version), 0) from proofs v where v.organization_id = ${org.key} and v.order_item_id = ${field("item")}),
        f.id, 'draft', ${kind}, ${actorId}, ${name}, ${org.now}, ${org.now}
      from json_each(${chunk}) j cross join files f on f.organization_id = ${org.key} and f.id = ${field("file")}`,
      assertRowsChanged(count),
      addHistory(
        org,
        { change: "proof", orderId: field("order"), itemId: field("item"), to: sql`'draft ' || (${field("id")})` },
        sql`from json_each(${chunk}) j`,
      ),
    ],
  );
}

/** A draft that is sent, with its event. */
export interface SentProof {
  id: string;
  orderId: number;
  itemId: number;
  event: NewEvent<"proof.sent">;
}

/** Sends drafts, with their history and events. The batch fails unless each of them is a draft. */
export function markAsSent(org: OrgDb, sent: readonly SentProof[]): WriteStatement[] {
  const chunks = jsonChunks(sent, ({ id, orderId, itemId }) => ({ id, order: orderId, item: itemId }));
  return [
    ...chunks.flatMap((chunk) => [
      org.write()`update proofs set state = 'sent', sent_at = ${org.now}, updated_at = ${org.now} where organization_id = ${org.key}
        and state = 'draft' and id in (select ${field("id")} from json_each(${chunk}) j)`,
      addHistory(
        org,
        { change: "proof", orderId: field("order"), itemId: field("item"), from: "draft", to: sql`'sent ' || (${field("id")})` },
        sql`from json_each(${chunk}) j`,
      ),
    ]),
    ...(sent.length === 0 ? [] : [assertAllSent(org, sent)]),
    ...insertEvents(
      org,
      sent.map(({ event }) => ({ event })),
    ),
  ];
}

const assertAllSent = (org: OrgDb, sent: readonly SentProof[]): WriteStatement =>
  assertCondition(sql`(select count(*) from proofs where organization_id = ${org.key} and state = 'sent'
    and id in (select value from json_each(${JSON.stringify(sent.map(({ id }) => id))}))) = ${sent.length}`);

/** What becomes of proofs, with the events that tell of it. */
export interface ProofChange {
  state: Exclude<ProofState, "draft" | "sent">;
  comment: string | null;
  events: readonly NewEvent<"proof.approved" | "proof.changes_requested">[];
}

/** Changes proofs that still have the states that were read. */
export function updateProofs(org: OrgDb, stored: readonly ProofRow[], { state, comment, events }: ProofChange): WriteStatement[] {
  const decided = state !== "superseded";
  const chunks = countedChunks(stored, ({ id, state: from, order_id, order_item_id }) => ({
    id,
    from,
    order: order_id,
    item: order_item_id,
  }));
  return [
    ...chunks.flatMap(({ json, count }) => [
      org.write()`update proofs set state = ${state}, ${decided ? sql`comment = ${comment}, decided_at = ${org.now},` : sql``} updated_at = ${org.now}
        from json_each(${json}) j where proofs.organization_id = ${org.key} and proofs.id = ${field("id")} and proofs.state = ${field("from")}`,
      assertRowsChanged(count),
      addHistory(
        org,
        {
          change: "proof",
          orderId: field("order"),
          itemId: field("item"),
          from: field("from"),
          to: sql`${state} || ' ' || (${field("id")})`,
          reason: decided ? comment : null,
        },
        sql`from json_each(${json}) j`,
      ),
    ]),
    ...insertEvents(
      org,
      events.map((event) => ({ event })),
    ),
  ];
}
