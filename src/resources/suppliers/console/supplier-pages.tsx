import * as z from "zod";
import { listLinks } from "../../../accounts/links/links";
import { ExpectedVersion, fromForm } from "../../../console/form";
import { formPage, page, type Route } from "../../../console/page";
import { useCan } from "../../../console/page-request";
import { initialFormState } from "../../../console/parts/form";
import { PageButton, PageLink } from "../../../console/parts/link";
import { linkForms } from "../../../console/parts/link-forms";
import { LinksPanel } from "../../../console/parts/links-panel";
import { Icon } from "../../../console/parts/icon";
import { Menu } from "../../../console/parts/menu";
import { Badge, Facts, Moment, multiline } from "../../../console/parts/values";
import { changeSupplier, createSupplier } from "../commands";
import { readSupplier } from "../read-supplier";
import type { SupplierRow } from "../rows.sql.ts";
import { fileColumnsOf } from "../supplier-view";
import { NewSupplier, SupplierChange, SupplierPath } from "../v2/contract";
import { columnLines, withColumns } from "./column-lines";
import { supplierCostPages } from "./costs-page";
import { leadTime, supplierListPage } from "./list-page";
import { supplierTokenPages } from "./token-page";
import { shippingLabel, SupplierForm } from "./supplier-form";

/** How `fromForm` reads the fields that are not plain texts. */
const KINDS = { flags: ["is_active"], numbers: ["lead_time_days"], absent: ["currency"] };

const ALL_SUPPLIERS = { page: "/suppliers", label: "All suppliers" } as const;

const newSupplier = formPage(
  {
    path: "/suppliers/new",
    to: "/suppliers",
    permission: "write",
    form: z.preprocess(withColumns, fromForm(NewSupplier, KINDS)),
    show: async (
      { member: { organization } },
      sent = initialFormState({ is_active: true, default_shipping: "to_buyer", currency: organization.currency }),
    ) => ({
      title: "Create supplier",
      back: ALL_SUPPLIERS,
      body: <SupplierForm {...sent} to="/suppliers" button="Create supplier" version={null} />,
    }),
  },
  async ({ org, form }) => {
    const { id } = await createSupplier(org, form);
    return { to: `/suppliers/${id}`, flash: "supplier_created" };
  },
);

function SupplierFacts({ supplier }: { supplier: SupplierRow }) {
  const facts = [
    ["Code", supplier.code ?? "None"],
    ["Currency of its costs", supplier.currency],
    ["Lead time", leadTime(supplier) ?? "Unknown"],
    ["Ships", shippingLabel(supplier.default_shipping)],
    ["Contact", supplier.contact_name ?? "None"],
    ["Email", supplier.contact_email ?? "None"],
    ["Phone", supplier.contact_phone ?? "None"],
    ["Columns of its file", multiline(columnLines(fileColumnsOf(supplier)) || null) ?? "The default ones"],
    ["Created", <Moment at={supplier.created_at} />],
  ] as const;
  return (
    <section class="panel reading">
      <Facts facts={facts} />
    </section>
  );
}

/** What is done rarely. */
function OtherActions({ id }: { id: string }) {
  const canManage = useCan("manage");
  if (!useCan("write")) return null;
  return (
    <Menu>
      <ul class="plain">
        <li>
          <PageLink page={`/suppliers/${id}/upload`}>
            <Icon name="import" />
            Upload tracking CSV
          </PageLink>
        </li>
        {canManage ? (
          <>
            <li>
              <PageLink page={`/suppliers/${id}/token`}>
                <Icon name="keys" />
                Create API token
              </PageLink>
            </li>
            <li>
              <PageLink page={`/webhooks/new?supplier_id=${id}`}>
                <Icon name="webhooks" />
                Create webhook
              </PageLink>
            </li>
          </>
        ) : null}
      </ul>
    </Menu>
  );
}

const supplierPage = page({ path: "/suppliers/:id", param: SupplierPath, permission: "read" }, async ({ org, param: { id } }) => {
  const [supplier, links] = await Promise.all([readSupplier(org, id), listLinks(org, { purpose: "supplier", subjectId: id })]);
  return {
    title: supplier.name,
    back: ALL_SUPPLIERS,
    lead: (
      <>
        <Badge status={supplier.is_active === 1 ? "active" : "inactive"} />{" "}
        <PageLink page={`/production?supplier_id=${id}`}>Supplier orders</PageLink>
        {" · "}
        <PageLink page={`/orders?supplier_id=${id}`}>Orders with its items</PageLink>
      </>
    ),
    actions: (
      <>
        <PageButton page={`/suppliers/${id}/costs`} label="Costs" icon="expenses" permission="money" />
        <PageButton page={`/suppliers/${id}/edit`} label="Edit" icon="edit" permission="write" />
        <OtherActions id={id} />
      </>
    ),
    body: (
      <div class="columns top">
        <SupplierFacts supplier={supplier} />
        <LinksPanel
          links={links}
          to={`/suppliers/${id}/links`}
          lead="With a link, the supplier sees everything that it is to make, accepts or rejects it and enters tracking numbers. It sees no prices, costs, emails or phone numbers."
        />
      </div>
    ),
  };
});

/** Edits all fields of a supplier. The values of a rejected form override the stored ones. */
const editSupplier = formPage(
  {
    path: "/suppliers/:id/edit",
    to: "/suppliers/:id",
    param: SupplierPath,
    permission: "write",
    form: z.preprocess(withColumns, fromForm(z.intersection(SupplierChange, ExpectedVersion), KINDS)),
    show: async ({ org, param: { id } }, { values, violations } = initialFormState()) => {
      const supplier = await readSupplier(org, id);
      const stored = { ...supplier, is_active: supplier.is_active === 1, file_columns: columnLines(fileColumnsOf(supplier)) };
      return {
        title: `Edit ${supplier.name}`,
        back: { page: `/suppliers/${id}`, label: "Back to the supplier" },
        body: (
          <SupplierForm
            values={violations.length > 0 ? values : stored}
            violations={violations}
            to={`/suppliers/${id}`}
            button="Save"
            version={supplier.version}
          />
        ),
      };
    },
  },
  async ({ org, param, form: { expected_version, ...patch } }) => {
    await changeSupplier(org, { id: param.id, expectedVersion: expected_version }, patch);
    return { to: `/suppliers/${param.id}`, flash: "supplier_saved" };
  },
);

export const supplierRoutes: readonly Route[] = [
  supplierListPage,
  ...newSupplier,
  supplierPage,
  ...editSupplier,
  ...linkForms({
    purpose: "supplier",
    pages: "/suppliers",
    param: "link_id",
    subjectOf: async (org, id) => ({ subjectId: id, subjectName: (await readSupplier(org, id)).name }),
  }),
  ...supplierCostPages,
  ...supplierTokenPages,
];
