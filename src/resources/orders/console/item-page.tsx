import * as z from "zod";
import { IntegerId } from "../../../platform/http/input/query";
import { notFound } from "../../../platform/api-error";
import type { OrgReader } from "../../../platform/db/org-db";
import { type FormState, page, type View } from "../../../console/page";
import { useCan } from "../../../console/page-request";
import { Form, initialFormState } from "../../../console/parts/form";
import { PageButton } from "../../../console/parts/link";
import { Menu } from "../../../console/parts/menu";
import { MetadataFacts } from "../../../console/parts/pair-rows";
import { Badge, Money } from "../../../console/parts/values";
import { Violations } from "../../../console/parts/violations";
import { countText } from "../../../console/count-text";
import { listProofsBefore } from "../../proofs/read-proofs";
import type { ProofRow } from "../../proofs/rows.sql.ts";
import { listOrdersOfItem } from "../../supplier-orders/of-item";
import type { ItemSupplierOrder } from "../../supplier-orders/rows.sql.ts";
import { isLive } from "../items/item-status";
import { isUnsent, type ItemReadiness, readUnready } from "../readiness/readiness";
import { readOrder } from "../read-order";
import type { ItemRow, OrderRow } from "../rows.sql.ts";
import { HoldForm, HoldNotice } from "./hold/hold-panel";
import type { RejectedItemField } from "./in-place/item-fields";
import { ItemStatusForm } from "./item-form";
import { ItemAddress, ItemAmounts, WhatToMake } from "./item-panels";
import { ItemProof } from "./item-proof";
import { orderName } from "./order-name";
import { UnreadyNotice } from "./readiness/unready-notice";
import { OrdersOfItem } from "./item-suppliers";

export const ItemPath = z.object({ id: IntegerId, itemId: IntegerId });

/** The states of the forms of the page that were rejected. */
interface FormStates {
  hold?: FormState;
  field?: RejectedItemField;
  status?: FormState;
  removal?: FormState;
}

interface ItemPageProps {
  order: OrderRow;
  item: ItemRow;
  unready: ItemReadiness | undefined;
  proof: ProofRow | undefined;
  supplierOrders: readonly ItemSupplierOrder[];
  rejected: FormStates;
}

/** What sets the status and puts the item on hold. An item gets a hold at any version, so that form has none (null). */
function StatusPanel({ item, rejected }: { item: ItemRow; rejected: FormStates }) {
  const canWrite = useCan("write");
  const { status = initialFormState(), hold = initialFormState() } = rejected;
  if (!canWrite && item.is_removed === 0) return null;
  return (
    <section class={item.is_removed === 1 ? "panel" : "panel on-screen"}>
      <h2>Status</h2>
      {item.is_removed === 1 ? <p class="hint">Removed from the order, whose total does not contain it.</p> : null}
      {canWrite ? (
        <details open={status.violations.length > 0}>
          <summary>Change status</summary>
          <ItemStatusForm {...status} item={item} />
        </details>
      ) : null}
      {canWrite ? <HoldForm {...hold} path={itemPath(item)} hold={item} version={null} /> : null}
    </section>
  );
}

function ItemPage({ order, item, unready, proof, supplierOrders, rejected }: ItemPageProps) {
  return (
    <div class="columns order">
      <div>
        <HoldNotice path={`/orders/${order.id}`} hold={order} version={order.version} what="The order of this item" />
        <HoldNotice path={itemPath(item)} hold={item} version={null} what="This item" />
        <Violations violations={rejected.removal?.violations ?? []} fields={[]} />
        <UnreadyNotice unready={unready} />
        <WhatToMake item={item} rejected={rejected.field} />
        <ItemProof item={item} proof={proof} />
        <OrdersOfItem orders={supplierOrders} />
      </div>
      <div>
        <StatusPanel item={item} rejected={rejected} />
        <ItemAmounts item={item} rejected={rejected.field} isFromShop={order.external_id !== null} />
        <ItemAddress item={item} />
        <MetadataFacts metadata={item.metadata} />
      </div>
    </div>
  );
}

/**
 * The form with all fields, and a menu with the removal of a live item. One that was removed and has got a live status since can be removed again,
 * which changes no amount.
 */
function ItemActions({ item }: { item: ItemRow }) {
  if (!useCan("write")) return null;
  return (
    <>
      <PageButton page={`${itemPath(item)}/edit`} label="Edit" icon="edit" />
      {isLive(item.status) ? (
        <Menu>
          <p class="hint">Cancels the item and takes it out of the total of the order.</p>
          <Form
            to={`${itemPath(item)}/remove`}
            version={item.version}
            confirm={item.is_removed === 1 ? "Remove this item?" : "Remove this item? The total of the order changes."}
          >
            <button class="danger">Remove item</button>
          </Form>
        </Menu>
      ) : null}
    </>
  );
}

/** Reads an order and one of its items. Throws 404 Not Found if the order has no such item. One round trip. */
export async function readOrderItem(org: OrgReader, { id, itemId }: z.output<typeof ItemPath>) {
  const { order, items } = await readOrder(org, id);
  const item = items.find((each) => each.id === itemId);
  if (item === undefined) throw notFound();
  return { order, item };
}

/** Renders an item's page in one sequential round trip. Throws 404 Not Found if the order has no such item. */
export async function itemView(org: OrgReader, param: z.output<typeof ItemPath>, rejected: FormStates): Promise<View> {
  const newest = { before: null, limit: 1 };
  const [{ order, item }, unready, { rows: proofs }, supplierOrders] = await Promise.all([
    readOrderItem(org, param),
    readUnready(org, param.id),
    listProofsBefore(org, { itemId: param.itemId }, newest),
    listOrdersOfItem(org, param.itemId),
  ]);
  const lead = (
    <>
      <Badge status={item.status} /> {countText(item.quantity)} × <Money units={item.price} currency={order.currency} />
      {item.refunded_quantity === 0 ? null : `, ${countText(item.refunded_quantity)} refunded`}
    </>
  );
  return {
    title: item.name,
    lead,
    back: { page: `/orders/${order.id}`, label: `Order ${orderName(order)}`, isPrinted: true },
    actions: <ItemActions item={item} />,
    body: (
      <ItemPage
        order={order}
        item={item}
        unready={isUnsent(item) ? unready.find(({ id }) => id === item.id) : undefined}
        proof={proofs[0]}
        supplierOrders={supplierOrders}
        rejected={rejected}
      />
    ),
  };
}

/** The path of an item's page. Uses the item's order, because the form's URL may name another one. */
export function itemPath({ id, order_id }: Pick<ItemRow, "id" | "order_id">): `/${string}` {
  return `/orders/${order_id}/items/${id}`;
}

export const itemPage = page(
  { path: "/orders/:id/items/:itemId", permission: "read", param: ItemPath },
  async ({ org, param }) => await itemView(org, param, {}),
);
