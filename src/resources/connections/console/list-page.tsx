import { page } from "../../../console/page";
import { PageButton, PageLink } from "../../../console/parts/link";
import { Table } from "../../../console/parts/table";
import { MomentOrNever } from "../../../console/parts/values";
import { SERVICE_LABELS, carrierHealth } from "../carriers/console/labels";
import { CARRIER_SERVICES } from "../carriers/services/names";
import { readAllConnections } from "../queries";
import { connectionHealth, PLATFORM_LABELS } from "./labels";

const COLUMNS = ["Store", "Platform", "Health", "Last delivery", "Last read from the shop", { name: "Gaps", figures: true }];

const CARRIER_COLUMNS = ["Service", "Health", "Last report"];

/** The list of connections to shops and to carrier services, each with its health. */
export const connectionListPage = page({ path: "/connections", permission: "manage" }, async ({ org }) => {
  const { shops, carriers } = await readAllConnections(org);
  const rows = shops.map((row) => {
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
  const carrierRows = carriers.map((row) => {
    const { tone, label } = carrierHealth(row);
    return [
      <PageLink page={`/connections/carriers/${row.id}`}>{SERVICE_LABELS[row.service]}</PageLink>,
      <span class={`badge ${tone}`}>{label}</span>,
      <MomentOrNever at={row.last_report_at} />,
    ];
  });
  return {
    title: "Connections",
    lead: "Connected shops send their orders and changes to them. Carrier services report the statuses of fulfillments.",
    actions: (
      <>
        <PageButton page="/connections/new/woocommerce" label="Connect WooCommerce" icon="plus" primary />
        <PageButton page="/connections/new/shopify" label="Connect Shopify" icon="plus" />
      </>
    ),
    body: (
      <>
        <section>
          <h2>Shops</h2>
          <Table
            caption="Connections to shops"
            columns={COLUMNS}
            rows={rows}
            empty={
              <>
                <p class="title">No shops connected yet.</p> <p>Connect one, and its orders appear in your order list.</p>
              </>
            }
          />
        </section>
        <section>
          <h2>Carrier services</h2>
          <Table
            caption="Connections to carrier services"
            columns={CARRIER_COLUMNS}
            rows={carrierRows}
            empty={
              <>
                <p class="title">No carrier services connected yet.</p>{" "}
                <p>Connect one, and its reports set the statuses of your fulfillments, such as In transit and Delivered.</p>
              </>
            }
          />
          <p class="actions">
            {CARRIER_SERVICES.map((service) => (
              <PageButton page={`/connections/carriers/new/${service}`} label={`Connect ${SERVICE_LABELS[service]}`} icon="plus" />
            ))}
          </p>
        </section>
      </>
    ),
  };
});
