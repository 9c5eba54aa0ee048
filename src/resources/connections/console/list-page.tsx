import { page } from "../../../console/page";
import { PageButton, PageLink } from "../../../console/parts/link";
import { Table } from "../../../console/parts/table";
import { MomentOrNever } from "../../../console/parts/values";
import type { NamedConnection } from "../connections.sql.ts";
import { adapterOf, CARRIER_PLATFORMS, type Platform, SHOP_PLATFORMS } from "../platforms/platforms";
import { listConnections } from "../queries";
import { connectionHealth, missingOrders } from "./labels";

const SHOP_COLUMNS = ["Store", "Platform", "Health", "Last delivery", "Last read from the shop", "Missing orders"];
const CARRIER_COLUMNS = ["Service", "Health", "Last delivery"];

function Health({ connection }: { connection: NamedConnection }) {
  const { tone, label } = connectionHealth(connection);
  return <span class={`badge ${tone}`}>{label}</span>;
}

function shopCells(row: NamedConnection) {
  return [
    <PageLink page={`/connections/${row.id}`}>{row.store_name}</PageLink>,
    adapterOf(row.platform).name,
    <Health connection={row} />,
    <MomentOrNever at={row.last_event_at} />,
    <MomentOrNever at={row.last_reconciled_at} />,
    missingOrders(row),
  ];
}

function carrierCells(row: NamedConnection) {
  return [
    <PageLink page={`/connections/${row.id}`}>{adapterOf(row.platform).name}</PageLink>,
    <Health connection={row} />,
    <MomentOrNever at={row.last_event_at} />,
  ];
}

function ConnectButtons({ platforms }: { platforms: readonly Platform[] }) {
  return (
    <p class="actions">
      {platforms.map((platform) => (
        <PageButton page={`/connections/new/${platform}`} label={`Connect ${adapterOf(platform).name}`} icon="plus" />
      ))}
    </p>
  );
}

/** The list of connections to shops and to carrier services, each with its health. */
export const connectionListPage = page({ path: "/connections", permission: "manage" }, async ({ org }) => {
  const connections = Map.groupBy(await listConnections(org), ({ platform }) => adapterOf(platform).kind);
  return {
    title: "Connections",
    lead: "Connected shops send their orders and changes to them. Carrier services report the statuses of fulfillments.",
    body: (
      <>
        <section>
          <h2>Shops</h2>
          <Table
            caption="Connections to shops"
            columns={SHOP_COLUMNS}
            rows={(connections.get("shop") ?? []).map(shopCells)}
            empty={
              <>
                <p class="title">No shops connected yet.</p> <p>Connect one, and its orders appear in your order list.</p>
              </>
            }
          />
          <ConnectButtons platforms={SHOP_PLATFORMS} />
        </section>
        <section>
          <h2>Carrier services</h2>
          <Table
            caption="Connections to carrier services"
            columns={CARRIER_COLUMNS}
            rows={(connections.get("carrier") ?? []).map(carrierCells)}
            empty={
              <>
                <p class="title">No carrier services connected yet.</p>{" "}
                <p>Connect one, and its reports set the statuses of your fulfillments, such as In transit and Delivered.</p>
              </>
            }
          />
          <ConnectButtons platforms={CARRIER_PLATFORMS} />
        </section>
      </>
    ),
  };
});
