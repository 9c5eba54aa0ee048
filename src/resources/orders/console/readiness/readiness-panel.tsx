import { PageLink } from "../../../../console/parts/link";
import { capitalized } from "../../../../console/parts/values";
import { BLOCKERS } from "../../../stores/blockers";
import { blockersText, type ItemReadiness } from "../../readiness/readiness";

/** With more items than this, they are only counted. */
const MAX_NAMED = 5;

/** The items that lack something: all of the order, or some by their names. */
function LackingItems({ orderId, items, isAll }: { orderId: number; items: readonly ItemReadiness[]; isAll: boolean }) {
  if (isAll) return <>All items</>;
  if (items.length > MAX_NAMED) return <>{`${items.length} items`}</>;
  return (
    <>
      {items.map(({ id, name }, index) => (
        <>
          {index === 0 ? "" : ", "}
          <PageLink page={`/orders/${orderId}/items/${id}`}>{name}</PageLink>
        </>
      ))}
    </>
  );
}

/** What the items of an order lack before they can be sent to a supplier. Nothing if they lack nothing. */
export function ReadinessPanel({ orderId, readiness }: { orderId: number; readiness: readonly ItemReadiness[] }) {
  const lacks = BLOCKERS.map((blocker) => ({ blocker, items: readiness.filter(({ blocks }) => blocks.send.includes(blocker)) }));
  const lacking = lacks.filter(({ items }) => items.length > 0);
  if (lacking.length === 0) return null;
  return (
    <section class="panel">
      <h2>Not ready to send to suppliers</h2>
      <ul class="plain">
        {lacking.map(({ blocker, items }) => (
          <li>
            {capitalized(blockersText([blocker]))}
            <span class="line soft">
              <LackingItems orderId={orderId} items={items} isAll={items.length > 1 && items.length === readiness.length} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
