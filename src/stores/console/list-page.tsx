import { listStores } from "../read-store";
import { StoreListQuery } from "../v1/contract";
import { page } from "../../console/page";
import { Badge } from "../../console/parts/badge";
import { PageButton, PageLink } from "../../console/parts/link";
import { EmptyState } from "../../console/parts/empty-state";
import { PageHead } from "../../console/parts/page-head";
import { Pager } from "../../console/parts/pager";
import { Table } from "../../console/parts/table";
import { platformName, typeName } from "./platform-names";

const COLUMNS = [
  { name: "Store", main: true },
  { name: "Code" },
  { name: "Platform" },
  { name: "Type" },
  { name: "Currency" },
  { name: "Status" },
];

function Head() {
  return (
    <PageHead title="Stores">
      <PageButton page="/stores/new" label="New store" primary permission="write" />
    </PageHead>
  );
}

export const storeListPage = page({ path: "/stores", permission: "read", query: StoreListQuery }, async ({ org, query }) => {
  const { stores, total } = await listStores(org, query);
  const rows = stores.map(({ id, name, code, platform, type, currency, is_active }) => ({
    cells: [
      <PageLink page={`/stores/${id}`}>{name}</PageLink>,
      code,
      platformName(platform),
      type === null ? null : typeName(type),
      currency,
      <Badge status={is_active === 1 ? "active" : "not active"} />,
    ],
  }));
  const body = (
    <>
      <Head />
      <Table
        caption="Stores"
        columns={COLUMNS}
        rows={rows}
        empty={
          total > 0 ? (
            "Nothing on this page."
          ) : (
            <EmptyState plural="stores" make="Create the first store: orders belong to stores." to="/stores/new" />
          )
        }
      />
      <Pager {...query} total={total} />
    </>
  );
  return { title: "Stores", body };
});
