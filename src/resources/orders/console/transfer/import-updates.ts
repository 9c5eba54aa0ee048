import { action } from "../../../../console/page";
import { resultsFromMarker, updateOrders } from "../../bulk-updates/update-orders";
import { BulkUpdates, UPDATE_SHAPE } from "../../bulk-updates/v2/contract";
import { parseUpdate } from "../../bulk-updates/v2/endpoints";
import { MAX_BULK_BODY_BYTES } from "../../order-limits";
import { assertItemCount } from "../../v2/bulk-body";
import { assertMaySetCosts } from "./assert-may-set-costs";
import { ImportRun } from "./import";

/** Updates up to 200 orders of an export of this service. A repeated request with the same body gets the first response. */
export const importUpdatesForm = action(
  {
    path: "/import/updates",
    permission: "write",
    form: BulkUpdates.extend({ run: ImportRun }),
    bodyLimit: MAX_BULK_BODY_BYTES,
    bodyShape: UPDATE_SHAPE,
    rebuildResult: (marker) => ({ data: { results: resultsFromMarker(marker) } }),
  },
  async ({ org, member, form }) => {
    assertItemCount(form.orders);
    // Parses one order at a time, so that each order's list of errors is truncated before the next order adds its own.
    const orders = form.orders.map((order) => parseUpdate(order, { strict: false }).element);
    assertMaySetCosts(
      member,
      orders.flatMap((order) => ("error" in order ? [] : [order])),
    );
    const results = await updateOrders(org, orders, { onConflict: form.on_conflict, dryRun: form.dry_run });
    return { data: { results }, isDryRun: form.dry_run };
  },
);
