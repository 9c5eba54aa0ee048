import { listStores } from "../read-store";
import { StoreListQuery } from "../v1/contract";
import { page } from "../../../console/page";
import { PageButton, PageLink } from "../../../console/parts/link";
import { EmptyState } from "../../../console/parts/notice";
import { Pager, Table } from "../../../console/parts/table";
import { Badge, capitalized } from "../../../console/parts/values";
import { platformName } from "./platform-names";

const COLUMNS = ["Store", "Code", "Platform", "Type", "Currency", "Status"];

export const storeListPage = page({ path: "/stores", permission: "read", query: StoreListQuery }, async ({ org, query }) => {
  const { stores, total } = await listStores(org, query);
  const rows = stores.map(({ id, name, code, platform, type, currency, is_active }) => [
    <PageLink page={`/stores/${id}`}>{name}</PageLink>,
    code,
    platformName(platform),
    type === null ? null : capitalized(type),
    currency,
    <Badge status={is_active === 1 ? "active" : "inactive"} />,
  ]);
  const body = (
    <>
      <Table
        caption="Stores"
        columns={COLUMNS}
        rows={rows}
        empty={
          total > 0 ? (
            "Nothing on this page."
          ) : (
            <EmptyState
              plural="stores"
              purpose="Every order belongs to a store: a shop, a marketplace or your own website."
              button="Create the first store"
              to="/stores/new"
            />
          )
        }
      />
      <Pager {...query} total={total} />
    </>
  );
  return { title: "Stores", actions: <PageButton page="/stores/new" label="Create store" icon="plus" primary permission="write" />, body };
});
