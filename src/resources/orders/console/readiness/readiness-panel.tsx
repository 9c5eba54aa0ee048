import { PageLink } from "../../../../console/parts/link";
import { blockersText, type ItemReadiness } from "../../readiness/readiness";

/** With more items than this, the others are only counted. */
const MAX_SHOWN = 20;

/** What the items of an order lack before they can be sent to a supplier. Nothing if they lack nothing. */
export function ReadinessPanel({ orderId, readiness }: { orderId: number; readiness: readonly ItemReadiness[] }) {
  const lacking = readiness.filter(({ blocks }) => blocks.send.length > 0);
  if (lacking.length === 0) return null;
  return (
    <section class="panel">
      <h2>Not ready to send</h2>
      <ul class="plain">
        {lacking.slice(0, MAX_SHOWN).map(({ id, name, blocks }) => (
          <li>
            <PageLink page={`/orders/${orderId}/items/${id}`}>{name}</PageLink>
            <span class="line soft">{blockersText(blocks.send)}</span>
          </li>
        ))}
      </ul>
      {lacking.length > MAX_SHOWN ? <p class="soft">{`And ${lacking.length - MAX_SHOWN} more.`}</p> : null}
    </section>
  );
}
