import * as z from "zod";
import type { OrgReader } from "../../platform/db/org-db";
import { fileUrl } from "../../platform/values/file-url";
import { momentOrNull, momentText } from "../../platform/values/zone";
import type { ProofRow } from "./rows.sql.ts";
import { PROOF_STATES } from "./states";

const moment = z.iso.datetime();

export const Proof = z
  .strictObject({
    id: z.string(),
    order_id: z.int(),
    order_number: z.string().nullable(),
    order_item_id: z.string(),
    item_name: z.string(),
    version: z.int().describe("Counts the proofs of the item from 1."),
    state: z.enum(PROOF_STATES),
    comment: z.string().nullable().describe("What the buyer wants to be changed, or wrote with the approval."),
    file_id: z.string(),
    file_name: z.string(),
    file_url: z.string().describe("Leads a person to the file, who may have to sign in, and returns it for a token."),
    sent_at: moment.nullable(),
    decided_at: moment.nullable(),
    actor_type: z.enum(["credential", "user", "system"]).describe("Who created it."),
    actor_id: z.int().nullable(),
    actor_name: z.string(),
    created_at: moment,
    updated_at: moment,
  })
  .meta({ id: "Proof" });

/** A proof as the API returns it. */
export function presentProof(row: ProofRow, { organization }: OrgReader, origin: string): z.output<typeof Proof> {
  const { id, order_id, order_number, item_name, version, state, comment, file_id, file_name, actor_id, actor_name } = row;
  return {
    id,
    order_id,
    order_number,
    order_item_id: String(row.order_item_id),
    item_name,
    version,
    state,
    comment,
    file_id,
    file_name,
    file_url: fileUrl(origin, organization.id, file_id),
    sent_at: momentOrNull(row.sent_at),
    decided_at: momentOrNull(row.decided_at),
    actor_type: row.actor_kind,
    actor_id,
    actor_name,
    created_at: momentText(row.created_at),
    updated_at: momentText(row.updated_at),
  };
}
