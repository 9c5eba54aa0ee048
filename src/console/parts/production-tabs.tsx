import { countText } from "../count-text";
import { useCan } from "../page-request";
import { PageLink } from "./link";

interface ProductionTabsProps {
  current: "orders" | "proofs" | "unpaid";
  /** How many proofs have to be changed. */
  changesRequested: number;
}

/** The lists of production. */
export function ProductionTabs({ current, changesRequested }: ProductionTabsProps) {
  return (
    <nav class="presets" aria-label="Production">
      <PageLink page="/production" class="button" current={current === "orders"}>
        Supplier orders
      </PageLink>
      <PageLink page="/production/proofs" class="button" current={current === "proofs"}>
        Proofs
        {changesRequested === 0 ? null : (
          <span class="count" title="Changes requested">
            {countText(changesRequested)}
            <span class="hidden"> with changes requested</span>
          </span>
        )}
      </PageLink>
      {useCan("money") ? (
        <PageLink page="/production/unpaid" class="button" current={current === "unpaid"}>
          Unpaid
        </PageLink>
      ) : null}
    </nav>
  );
}
