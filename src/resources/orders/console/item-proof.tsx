import type { ProofRow } from "../../proofs/rows.sql.ts";
import { useCan, usePageRequest } from "../../../console/page-request";
import { PageLink } from "../../../console/parts/link";
import type { ItemRow } from "../rows.sql.ts";

/** The newest proof of an item, and where one is made. */
export function ItemProof({ item, proof }: { item: ItemRow; proof: ProofRow | undefined }) {
  const canWrite = useCan("write");
  const { base } = usePageRequest();
  return (
    <section class="panel">
      <h2>Proof</h2>
      {proof === undefined ? null : <img class="thumbnail small" src={`${base}/files/${proof.file_id}/preview`} alt="" loading="lazy" />}
      <p>
        {proof === undefined ? (
          "None."
        ) : (
          <PageLink page={`/production/proofs/${proof.id}`}>{`Version ${proof.version}, ${proof.state.replaceAll("_", " ")}`}</PageLink>
        )}
      </p>
      {proof === undefined || proof.comment === null ? null : <p class="words">{`“${proof.comment}”`}</p>}
      {canWrite ? (
        <p>
          <PageLink page={`/production/proofs/items/${item.id}`}>Create a proof</PageLink>
        </p>
      ) : null}
    </section>
  );
}
