import type { OrderRow } from "../rows.sql.ts";
import { useCan } from "../../../console/page-request";
import type { IconName } from "../../../console/icons";
import type { FormState } from "../../../console/page";
import { Icon } from "../../../console/parts/icon";
import { PageLink } from "../../../console/parts/link";
import { Menu } from "../../../console/parts/menu";
import { TRACKING_FIELD } from "./fulfillment-panel";
import { HoldForm } from "./hold/hold-panel";
import { printPath } from "./print/print-page";
import { StatusForms } from "./status-forms";

function MenuLink({ page, label, icon }: { page: string; label: string; icon: IconName }) {
  return (
    <li>
      <PageLink page={page}>
        <Icon name={icon} /> {label}
      </PageLink>
    </li>
  );
}

/**
 * What can be done with an order: ship it while items are left to ship, and everything else in a menu. A rejected status change opens the
 * menu. The link to the tracking number opens the collapsed form around it and gives it the focus, without a script.
 */
export function OrderActions({ order, canShip, hold, ...formState }: FormState & { order: OrderRow; canShip: boolean; hold: FormState }) {
  const canWrite = useCan("write");
  const canRefund = order.total_amount > (order.refund_amount ?? 0);
  return (
    <>
      {canWrite && canShip ? (
        <a class="button primary to-ship" href={`#${TRACKING_FIELD}`}>
          <Icon name="ship" />
          Ship
        </a>
      ) : null}
      <Menu open={formState.violations.length > 0 || hold.violations.length > 0}>
        {canWrite ? <StatusForms order={order} {...formState} /> : null}
        {canWrite ? <HoldForm {...hold} path={`/orders/${order.id}`} hold={order} version={order.version} /> : null}
        <ul class="plain">
          {canWrite ? <MenuLink page={`/orders/${order.id}/edit`} label="Edit" icon="edit" /> : null}
          {canWrite ? <MenuLink page={`/orders/${order.id}/items/new`} label="Add item" icon="plus" /> : null}
          {canWrite ? <MenuLink page={`/orders/${order.id}/reprint`} label="Reprint" icon="copy" /> : null}
          {canWrite && canRefund ? <MenuLink page={`/orders/${order.id}/refund`} label="Refund" icon="expenses" /> : null}
          <MenuLink page={printPath("slips", [order.id])} label="Print" icon="print" />
        </ul>
      </Menu>
    </>
  );
}
