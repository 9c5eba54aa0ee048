import { pluralize } from "../../../../console/count-text";
import { usePageRequest } from "../../../../console/page-request";
import { Icon } from "../../../../console/parts/icon";
import { Notice } from "../../../../console/parts/notice";
import { listPath, type Neighbors, type OrderTrail, placePath, queuePath } from "./order-trail";

/** Links to the orders before and after one in its list. The keys J and K also move through the rows of a list (browser/keys.ts). */
export function OrderPlaces({ trail, neighbors: { previous, next } }: { trail: OrderTrail; neighbors: Neighbors }) {
  const { base } = usePageRequest();
  return (
    <nav class="places" aria-label="Orders of the list">
      {previous === null ? null : (
        <a class="button" rel="prev" href={base + placePath(trail, previous)} title="Previous order (K)" aria-keyshortcuts="k">
          <Icon name="previous" />
          <span class="object">Previous order</span>
        </a>
      )}
      {next === null ? null : (
        <a class="button" rel="next" href={base + placePath(trail, next)} title="Next order (J)" aria-keyshortcuts="j">
          <span class="object">Next order</span>
          <Icon name="next" />
        </a>
      )}
    </nav>
  );
}

/** How many selected orders are shipped after this one, and how to leave it out or to stop. */
export function ShippingQueue({ trail, id }: { trail: OrderTrail; id: number }) {
  const { base } = usePageRequest();
  const { query, queue, shipped } = trail;
  const left = queue.length === 0 ? "This is the last selected order." : `${pluralize(queue.length, "selected order")} after this one.`;
  return (
    <Notice kind="plain" isPassing>
      <p>{shipped === 0 ? left : `${pluralize(shipped, "order")} shipped. ${left}`}</p>
      <p class="actions">
        {queue.length === 0 ? null : (
          <a class="button" href={base + queuePath({ list: query, ids: queue, shipped })}>
            Skip this order
          </a>
        )}
        <a class="button" href={base + listPath(trail, id, null)}>
          Stop shipping
        </a>
      </p>
    </Notice>
  );
}
