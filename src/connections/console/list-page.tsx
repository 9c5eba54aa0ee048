import { page } from "../../console/page";
import { PageButton, PageLink } from "../../console/parts/link";
import { Table } from "../../console/parts/table";
import { MomentOrNever } from "../../console/parts/values";
import { listConnections } from "../queries";
import { connectionHealth, PLATFORM_LABELS } from "./labels";

const COLUMNS = ["Store", "Platform", "Health", "Last delivery", "Last read from the shop", { name: "Gaps", figures: true }];

/** The list of connections, each with its health. */
export const connectionListPage = page({ path: "/connections", permission: "manage" }, async ({ org }) => {
  const connections = await listConnections(org);
  const rows = connections.map((row) => {
    const { tone, label } = connectionHealth(row);
    return [
      <PageLink page={`/connections/${row.id}`}>{row.store_name}</PageLink>,
      PLATFORM_LABELS[row.platform],
      <span class={`badge ${tone}`}>{label}</span>,
      <MomentOrNever at={row.last_event_at} />,
      <MomentOrNever at={row.last_reconciled_at} />,
      String(row.gaps_found),
    ];
  });
  return {
    title: "Connections",
    lead: "Orders of these shops appear here by themselves.",
    actions: (
      <>
        <PageButton page="/connections/new/woocommerce" label="Connect WooCommerce" icon="plus" primary />
        <PageButton page="/connections/new/shopify" label="Connect Shopify" icon="plus" />
      </>
    ),
    body: <Table caption="Connections" columns={COLUMNS} rows={rows} empty="No connections yet. Connect a shop to receive its orders." />,
  };
});
