import { PageLink } from "../../../console/parts/link";
import { Table } from "../../../console/parts/table";
import { Thumbnail } from "../../../console/parts/thumbnail";
import { capitalized } from "../../../console/parts/values";
import { blockersText, type UnreadyItem } from "../../orders/readiness/readiness";

const MAX_SHOWN = 20;

/** The oldest items that can't be sent to their suppliers, and why. Nothing if there are none. */
export function UnreadyItems({ items }: { items: readonly UnreadyItem[] }) {
  if (items.length === 0) return null;
  const rows = items.slice(0, MAX_SHOWN).map(({ id, order_id, order_name, name, design_url, supplier, blocks }) => [
    <div class="with-thumbnail">
      <PageLink page={`/orders/${order_id}/items/${id}`}>{name}</PageLink>
      <Thumbnail url={design_url} label={`Design of ${name}`} />
    </div>,
    <PageLink page={`/orders/${order_id}`}>{order_name}</PageLink>,
    capitalized(blockersText(blocks.send)),
    supplier,
  ]);
  return (
    <section class="after">
      <h2>Not ready to send</h2>
      {items.length > MAX_SHOWN ? <p class="soft">{`The oldest ${MAX_SHOWN}. The others follow when these are sent.`}</p> : null}
      <Table caption="Items that are not ready to send" columns={["Item", "Order", "Why", "Supplier"]} rows={rows} empty="None." />
    </section>
  );
}
