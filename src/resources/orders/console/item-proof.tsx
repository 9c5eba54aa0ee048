import type { ProofRow } from "../../proofs/rows.sql.ts";
import { NEW_VERSION, proofStateLabel } from "../../proofs/console/proof-labels";
import { useCan } from "../../../console/page-request";
import { PageLink } from "../../../console/parts/link";
import { Preview } from "../../../console/parts/thumbnail";
import { Badge, multiline } from "../../../console/parts/values";
import type { ItemRow } from "../rows.sql.ts";

/** The newest proof of an item with its picture, and where one is made. */
export function ItemProof({ item, proof }: { item: ItemRow; proof: ProofRow | undefined }) {
  const canWrite = useCan("write");
  return (
    <section class="panel">
      <h2>Proof {proof === undefined ? null : <Badge status={proofStateLabel(proof.state)} />}</h2>
      {proof === undefined ? (
        <p class="soft">None yet. A proof shows the buyer what will be made, and asks for approval.</p>
      ) : (
        <div class="pictured">
          <Preview id={proof.file_id} size="large" alt={`Proof of ${item.name}`} />
          <div>
            <p>
              <PageLink page={`/production/proofs/${proof.id}`}>{`Version ${proof.version}`}</PageLink>
            </p>
            {proof.comment === null ? null : <p>{multiline(`“${proof.comment}”`)}</p>}
          </div>
        </div>
      )}
      {canWrite ? (
        <p>
          <PageLink page={`/production/proofs/items/${item.id}`}>{proof === undefined ? "Create proof" : NEW_VERSION}</PageLink>
        </p>
      ) : null}
    </section>
  );
}
