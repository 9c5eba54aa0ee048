import { Link, LinkId, LinkList } from "../../../accounts/links/contract";
import { LINK_TEXTS, linkHandlers } from "../../../accounts/links/link-handlers";
import type * as z from "zod";
import type { OrgReader } from "../../../platform/db/org-db";
import { momentText } from "../../../platform/values/zone";
import { created, ok, reads, type Reply, resource, writes } from "../../../platform/http/endpoint";
import { readFilter } from "../../../platform/http/input/filters";
import { cursorPage, listReply, listSchema } from "../../../platform/http/input/lists";
import { parseItemId } from "../../orders/items/item-id";
import { createProof } from "../create-proof";
import { changeProof } from "../decide";
import { PROOF_FILTERS } from "../filters";
import { Proof, presentProof } from "../proof-view";
import { linkSubjectOf, listProofsBefore, proofFromMarker, readProof } from "../read-proofs";
import { sendProofs, type SentProofs as Sent, sentProofsFromMarker } from "../send-proofs";
import { NewProof, ProofListQuery, ProofPath, ProofSending, ProofUpdate, SentProofs } from "./contract";

const route = resource("Proofs", reads("proofs:read"), writes("proofs:write", { idempotencyKey: "optional" }));

const links = linkHandlers("order_proofs", linkSubjectOf);

export const proofEndpoints = [
  route.get("/proofs", {
    operationId: "listProofs",
    summary: "List proofs, newest first, by cursor",
    input: { query: ProofListQuery },
    responses: { 200: listSchema(Proof) },
    handle: async ({ org, origin, query: { filter, limit, cursor }, settings: { masterSecrets } }) => {
      const page = await cursorPage(
        { masterSecrets, cursor, organizationId: org.organization.id, list: "listProofs", query: filter },
        (after: readonly [id: string] | null) =>
          listProofsBefore(org, readFilter(PROOF_FILTERS, org, filter), { before: after?.[0] ?? null, limit }),
        ({ id }) => [id],
      );
      return listReply(page, (row) => presentProof(row, org, origin));
    },
  }),
  route.post("/proofs", {
    operationId: "createProof",
    summary: "Create a proof of an item",
    description:
      "Creates the next version, as a draft. It supersedes the earlier one, whose link no longer shows it. Without `file_id`, it is the uploaded design of the item.",
    input: { json: NewProof },
    responses: { 201: Proof },
    rebuildReply: async ({ org, origin }, marker) => createdReply(presentProof(await proofFromMarker(org, marker), org, origin)),
    handle: async ({ org, origin, json }) => {
      const { order_item_id, file_id } = json;
      // No item has the id 0, which stands for a text that is no id.
      const row = await createProof(org, { itemId: parseItemId(order_item_id) ?? 0, fileId: file_id, origin });
      return createdReply(presentProof(row, org, origin));
    },
  }),
  route.post("/proofs/send", {
    operationId: "sendProofs",
    summary: "Send the proofs of items",
    description:
      "Creates a link for each order, on which the buyer sees its proofs and decides. No message is sent to the buyer: send the link. An item's current design becomes its proof if it has none, or if its proof was an earlier design. An item without anything to send gets 409, and nothing is sent; items of `order_ids` are skipped instead.",
    input: { json: ProofSending },
    responses: { 200: SentProofs },
    rebuildReply: async ({ org, origin, settings: { masterSecrets } }, marker) =>
      ok(presentSent(await sentProofsFromMarker(org, marker, masterSecrets), org, origin)),
    handle: async ({ org, origin, json, settings: { masterSecrets } }) => {
      const sent = await sendProofs(org, { itemIds: json.order_item_ids, orderIds: json.order_ids, origin, masterSecrets });
      return ok(presentSent(sent, org, origin));
    },
  }),
  route.get("/proofs/:id", {
    operationId: "getProof",
    summary: "Get a proof",
    input: { param: ProofPath },
    responses: { 200: Proof },
    handle: async ({ org, origin, param }) => ok(presentProof(await readProof(org, param.id), org, origin)),
  }),
  route.patch("/proofs/:id", {
    operationId: "updateProof",
    summary: "Record a decision about a proof, or withdraw it",
    description:
      "For a decision that the buyer gave elsewhere, for example in a chat. The history of the order says who has recorded it. A superseded proof gets 409 `proof_superseded`.",
    input: { param: ProofPath, json: ProofUpdate },
    responses: { 200: Proof },
    rebuildReply: async ({ org, origin, param }) => ok(presentProof(await readProof(org, param.id), org, origin)),
    handle: async ({ org, origin, param, json }) => ok(presentProof(await changeProof(org, param.id, json), org, origin)),
  }),
  route.get("/proofs/:id/links", {
    operationId: "listProofLinks",
    summary: "List the links that show a proof",
    description: `Those of its order, which show all of its proofs. ${LINK_TEXTS.list}`,
    input: { param: ProofPath },
    responses: { 200: LinkList },
    handle: async ({ org, param: { id } }) => await links.list(org, id),
  }),
  route.delete("/proofs/:id/links/:proof_link_id", {
    operationId: "revokeProofLink",
    summary: "Revoke a link that shows a proof",
    description: `${LINK_TEXTS.revoke} The proofs keep their states, and can be sent again with another link.`,
    input: { param: ProofPath.extend({ proof_link_id: LinkId }) },
    responses: { 200: Link },
    rebuildReply: links.rebuildRevoked,
    handle: async ({ org, param: { id, proof_link_id } }) => await links.revoke(org, id, proof_link_id),
  }),
];

function presentSent({ orders, skipped }: Sent, org: OrgReader, origin: string): z.output<typeof SentProofs> {
  return {
    orders: orders.map(({ orderId, path, expiresAt, proofs }) => ({
      order_id: orderId,
      url: path === null ? null : origin + path,
      expires_at: momentText(expiresAt),
      proofs: proofs.map((proof) => presentProof(proof, org, origin)),
    })),
    skipped,
  };
}

function createdReply(proof: ReturnType<typeof presentProof>): Reply {
  return created(proof, `/proofs/${proof.id}`);
}
