import { isFiltered, readFilter } from "../../../platform/http/input/filters";
import { cursorPage } from "../../../platform/http/input/lists";
import { page } from "../../../console/page";
import { FilterForm } from "../../../console/parts/filter-form";
import { PageButton, PageLink } from "../../../console/parts/link";
import { EmptyState } from "../../../console/parts/notice";
import { CursorPager, Table } from "../../../console/parts/table";
import { Badge } from "../../../console/parts/values";
import { SUPPLIER_FILTERS } from "../filters";
import { listSuppliersAfter } from "../read-supplier";
import type { SupplierPosition, SupplierRow } from "../rows.sql.ts";
import { SupplierPageQuery } from "../v2/contract";
import { shippingLabel } from "./supplier-form";

const COLUMNS = ["Supplier", "Code", "Contact", "Lead time", "Ships", "Currency", "Status"];

const ACTIVE_CHOICES = [
  ["true", "Active"],
  ["false", "Inactive"],
] as const;

export const leadTime = ({ lead_time_days: days }: Pick<SupplierRow, "lead_time_days">): string | null =>
  days === null ? null : `${days} ${days === 1 ? "day" : "days"}`;

const rowOf = (supplier: SupplierRow) => [
  <PageLink page={`/suppliers/${supplier.id}`}>{supplier.name}</PageLink>,
  supplier.code,
  supplier.contact_name ?? supplier.contact_email,
  leadTime(supplier),
  shippingLabel(supplier.default_shipping),
  supplier.currency,
  <Badge status={supplier.is_active === 1 ? "active" : "inactive"} />,
];

/** The suppliers by name, from a cursor. */
export const supplierListPage = page(
  { path: "/suppliers", permission: "read", query: SupplierPageQuery },
  async ({ org, query: { filter, limit, cursor }, search, settings: { masterSecrets } }) => {
    const { rows, next } = await cursorPage(
      { masterSecrets, cursor, organizationId: org.organization.id, list: "console suppliers", query: filter },
      (after: SupplierPosition | null) => listSuppliersAfter(org, readFilter(SUPPLIER_FILTERS, org, filter), { after, limit }),
      ({ name_sort_key, name, id }) => [name_sort_key ?? name, id],
    );
    const isNarrowed = isFiltered(filter) || cursor !== undefined;
    const body = (
      <>
        <FilterForm list="suppliers" filters={SUPPLIER_FILTERS} choices={{ is_active: ACTIVE_CHOICES }} search={search} />
        <Table
          caption="Suppliers"
          columns={COLUMNS}
          rows={rows.map(rowOf)}
          empty={
            isNarrowed ? (
              "No suppliers match."
            ) : (
              <EmptyState
                plural="suppliers"
                purpose="Record who makes your goods, how long it takes and where they ship."
                button="Create the first supplier"
                to="/suppliers/new"
              />
            )
          }
        />
        <CursorPager next={next} isFirst={cursor === undefined} />
      </>
    );
    return {
      title: "Suppliers",
      actions: <PageButton page="/suppliers/new" label="Create supplier" icon="plus" primary permission="write" />,
      body,
    };
  },
);
