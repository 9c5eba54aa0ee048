import { PublicForm } from "../../../public/layout";
import { usePublicRequest, useSentValues, useText } from "../../../public/public-request";
import { readProperties } from "../../orders/items/properties";
import { isLive } from "../../orders/items/item-status";
import type { BuyerOrderRow, BuyerProofRow } from "../read-buyer-page";
import { MAX_COMMENT_LENGTH } from "../states";

/** What the buyer asked for. Nothing that the shop hides from buyers. */
function Wanted({ proof: { personalization, variations, size, color, properties } }: { proof: BuyerProofRow }) {
  const kind = [variations, size, color].filter((text) => text !== null && text !== "").join(" · ");
  const shown = readProperties(properties).filter(({ hidden }) => !hidden);
  const lines = [kind, personalization ?? "", ...shown.map(({ name, value }) => `${name}: ${value}`)].filter((line) => line !== "");
  const text = useText();
  if (lines.length === 0) return null;
  return (
    <>
      <h3>{text("proof_wanted")}</h3>
      <ul class="wanted">
        {lines.map((line) => (
          <li>{line}</li>
        ))}
      </ul>
    </>
  );
}

const APPROVED = { decision: "approved" };
const CHANGES = { decision: "changes_requested" };

function DecisionForms({ proof }: { proof: BuyerProofRow }) {
  const text = useText();
  const to = `/decide/${proof.id}` as const;
  const sent = useSentValues(to, CHANGES);
  const typed = sent?.["comment"];
  return (
    <div class="decision">
      <PublicForm to={to} hiddenFields={APPROVED}>
        <button class="primary">{text("proof_approve")}</button>
      </PublicForm>
      <details open={sent !== null}>
        <summary>
          <span class="closed">{text("proof_change")}</span>
          <span class="opened">{text("proof_change_back")}</span>
        </summary>
        <PublicForm to={to} hiddenFields={CHANGES} sent={sent}>
          <label for={`comment-${proof.id}`}>{text("proof_comment")}</label>
          <textarea id={`comment-${proof.id}`} name="comment" rows={4} maxlength={MAX_COMMENT_LENGTH} autofocus={sent !== null} required>
            {typeof typed === "string" ? typed : ""}
          </textarea>
          <button class="primary">{text("proof_send_change")}</button>
        </PublicForm>
      </details>
    </div>
  );
}

const isCancelled = (proof: BuyerProofRow, order: BuyerOrderRow): boolean => order.status === "Cancelled" || !isLive(proof.status);

/** Whether the buyer may decide about a proof. */
export const isWaiting = (proof: BuyerProofRow, order: BuyerOrderRow): boolean => proof.state === "sent" && !isCancelled(proof, order);

/** What may still be decided, or what was. */
function State({ proof, order }: CardProps) {
  const text = useText();
  if (isCancelled(proof, order)) return <p class="decided">{text("proof_cancelled")}</p>;
  if (isWaiting(proof, order)) return <DecisionForms proof={proof} />;
  if (proof.state === "approved") return <p class="decided good">{text("proof_is_approved", { store: order.store_name })}</p>;
  return (
    <>
      <p class="decided">{text("proof_is_changed")}</p>
      {proof.comment === null ? null : <blockquote>{proof.comment}</blockquote>}
    </>
  );
}

interface CardProps {
  proof: BuyerProofRow;
  order: BuyerOrderRow;
}

/** A proof with its picture, what was asked for, and the buttons. */
export function ProofCard(props: CardProps) {
  const { proof } = props;
  const { base } = usePublicRequest();
  const text = useText();
  const picture = `${base}/pictures/${proof.id}`;
  return (
    <section class="proof" id={proof.id}>
      <h2>{proof.name}</h2>
      <a href={picture}>
        <img
          src={picture}
          alt={text("proof_picture", { item: proof.name })}
          width={proof.width ?? undefined}
          height={proof.height ?? undefined}
        />
      </a>
      <p class="soft">{text("proof_version", { version: proof.version })}</p>
      {proof.earlier_comment === null ? null : (
        <>
          <h3>{text("proof_earlier_change")}</h3>
          <blockquote>{proof.earlier_comment}</blockquote>
        </>
      )}
      <Wanted proof={proof} />
      <State {...props} />
    </section>
  );
}
