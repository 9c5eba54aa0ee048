import * as z from "zod";
import { organizationOf } from "../../../accounts/operator";
import { type Page, page } from "../../../console/page";
import { Icon } from "../../../console/parts/icon";
import { PageLink } from "../../../console/parts/link";
import { Table } from "../../../console/parts/table";
import { capitalized } from "../../../console/parts/values";
import { exportFile } from "../../../console/parts/export-file";
import { exportOrders, orderFile, orderPart, partCount } from "../../../resources/orders/files/export-orders";
import { notFound } from "../../../platform/api-error";
import { tableFile, tableRanges } from "../export";
import { findExportedTable } from "../exported-tables";

const PATH = "/settings/export";

const PartQuery = z.object({ part: z.coerce.number().int().min(1).max(1_000_000).default(1) });
const TableParam = z.object({ table: z.string().max(64) });

/** What the rows of a table are, where its name is not what people call them. */
const LABELS: Readonly<Record<string, string>> = {
  directory_audit_log: "Audit log of members and credentials",
  supplier_terms: "Names and codes of suppliers",
  supplier_order_lines: "Lines of supplier orders",
  item_designs: "Versions of designs",
};

/** Everything of the organization, as files. Only owners may download it. */
export const exportRoutes: readonly Page[] = [
  page({ path: PATH, permission: "own" }, async ({ org, ...context }) => {
    const organization = await organizationOf(context.control, context.member.organization.id);
    const [parts, tables] = await Promise.all([partCount(org), tableRanges(context.env, organization)]);
    const used = tables.filter(({ last }) => last !== null);
    return {
      title: "Export",
      lead: "Download everything that is stored for this organization. You can download one file at a time.",
      body: (
        <>
          <section>
            <h2>Orders as a spreadsheet</h2>
            <p class="soft">CSV with one line for each item, oldest orders first.</p>
            <Table
              caption="Files of orders"
              columns={["Download"]}
              rows={Array.from({ length: parts }, (_, index) => [
                <PageLink page={`${PATH}/orders.csv?part=${index + 1}`}>
                  <Icon name="export" /> {parts === 1 ? "Orders" : `Orders, part ${index + 1} of ${parts}`}
                </PageLink>,
              ])}
              empty="There are no orders yet."
            />
          </section>
          <section>
            <h2>All tables</h2>
            <p class="soft">
              JSON, one row on each line, with ids and history. The operator of this service can restore these files into an empty
              organization. Secrets of webhooks and connections are left out.
            </p>
            <Table
              caption="Tables"
              columns={["Download"]}
              rows={used.map(({ name }) => [
                <PageLink page={`${PATH}/tables/${name}`}>
                  <Icon name="export" /> {LABELS[name] ?? capitalized(name.replaceAll("_", " "))}
                </PageLink>,
              ])}
              empty="There is nothing to export yet."
            />
          </section>
        </>
      ),
    };
  }),
  page({ path: `${PATH}/orders.csv`, permission: "own", query: PartQuery, waitsForMember: true }, async (args) => {
    const { part } = args.query;
    return await exportFile(args, async (lock) => orderFile(await exportOrders(args.org, orderPart(part), lock), `orders-part-${part}`));
  }),
  page({ path: `${PATH}/tables/:table`, permission: "own", param: TableParam, waitsForMember: true }, async (args) => {
    const exported = findExportedTable(args.param.table);
    if (exported === null) throw notFound();
    const organization = await organizationOf(args.control, args.member.organization.id);
    const part = { after: null, last: null, hasSecrets: false, mayEndEarly: false };
    return await exportFile(args, async (lock) => await tableFile(args.env, organization, exported, { ...part, lock }));
  }),
];
