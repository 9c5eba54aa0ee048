import * as z from "zod";
import { OrganizationPath, OrganizationSettings } from "../../accounts/contract";
import { NDJSON, parseKey, tableFile, tableRanges } from "../../tenants/lifecycle/export";
import { type ExportedTable, findExportedTable } from "../../tenants/lifecycle/exported-tables";
import { abandonRestore, finishRestore, restoreChunk } from "../../tenants/lifecycle/restore";
import { exportOrders, ORDER_FILE_TYPE, orderFile, orderPart } from "../../resources/orders/files/export-orders";
import { NO_LOCK } from "../../platform/export-lock";
import { organizationRows } from "../../resources/webhooks/organization-rows";
import type { Key } from "../../tenants/move/rows.sql.ts";
import { Retention, RetentionResponse } from "../../tenants/personal-data/contract";
import { readRetention } from "../../tenants/personal-data/retention";
import { invalid, notFound } from "../../platform/api-error";
import { fileReply, ok, operator, resource } from "../../platform/http/endpoint";
import { IntegerId } from "../../platform/http/input/query";
import { controlAsOperator, OPERATOR, organizationOf } from "../../accounts/operator";

const route = resource("Operator", operator, operator);

/** Rows have up to 1 MiB of texts. */
const MAX_BODY_BYTES = 4 * 1024 * 1024;
const MAX_ROWS = 1000;

const KeySchema = z.array(z.union([z.int(), z.string()]));

const ExportResponse = z.strictObject({
  organization: OrganizationSettings,
  retention: RetentionResponse,
  tables: z.array(z.strictObject({ name: z.string(), key: z.array(z.string()), last: KeySchema.nullable() })),
});

const TablePath = z.object({ id: IntegerId, table: z.string().max(64) });
const RangeQuery = z.object({ after: z.string().max(1000).optional(), last: z.string().max(1000).optional() });
const PartQuery = z.object({ part: z.coerce.number().int().min(1).max(1_000_000).default(1) });
const Row = z.record(z.string(), z.unknown());
const RestoreResponse = z.strictObject({ closed_for: z.enum(["restore"]).nullable() });
const AbandonResponse = z.strictObject({ closed_for: z.enum(["removal"]) });

function keyOf({ table }: ExportedTable, name: "after" | "last", text: string | undefined): Key | null {
  if (text === undefined) return null;
  const key = parseKey(table, text);
  if (key === null) throw invalid(name, "invalid_key", `Expected a JSON array with the values of ${table.key.join(", ")}.`);
  return key;
}

/** Export and restore of an organization (docs/spec/operator.md#export-and-restore). */
export const transferEndpoints = [
  route.get("/organizations/:id/export", {
    operationId: "exportOrganization",
    summary: "List the tables of an organization's export",
    input: { param: OrganizationPath },
    responses: { 200: ExportResponse },
    handle: async ({ env, control, param: { id } }) => {
      const row = await organizationOf(control, id);
      const { name, currency, timezone, roll_up_status } = row;
      const organization = { name, currency, timezone, roll_up_status: roll_up_status === 1 };
      const [retention, tables] = await Promise.all([readRetention(control, id), tableRanges(env, row)]);
      return ok({ organization, retention, tables });
    },
  }),
  route.get("/organizations/:id/export/orders.csv", {
    operationId: "exportOrders",
    summary: "Download orders as CSV",
    description:
      "The file has one line for each item, and the oldest orders first. A part has 20,000 orders. Parts after the last one have none.",
    input: { param: OrganizationPath, query: PartQuery },
    responses: { 200: z.string() },
    mediaType: ORDER_FILE_TYPE,
    handle: async ({ env, control, param: { id }, query: { part }, now }) => {
      const { own } = organizationRows(env, await organizationOf(control, id), { actor: OPERATOR, now });
      const response = orderFile(await exportOrders(own, orderPart(part), NO_LOCK), `orders-part-${part}`);
      return fileReply(response);
    },
  }),
  route.get("/organizations/:id/export/:table", {
    operationId: "exportTable",
    summary: "Download the rows of a table",
    description:
      "The file has one JSON object per line, in the order of the table's key. To continue, send the key of the last complete line as `after`, until a response has no lines. `last` limits the rows to those that the list has named.",
    input: { param: TablePath, query: RangeQuery },
    responses: { 200: Row },
    mediaType: NDJSON,
    handle: async ({ env, control, param: { id, table }, query }) => {
      const row = await organizationOf(control, id);
      const exported = findExportedTable(table);
      if (exported === null) throw notFound();
      const [after, last] = [keyOf(exported, "after", query.after), keyOf(exported, "last", query.last)];
      const response = await tableFile(env, row, exported, { after, last, hasSecrets: true, mayEndEarly: true, lock: NO_LOCK });
      return fileReply(response);
    },
  }),
  route.post("/organizations/:id/restore/:table", {
    operationId: "restoreTable",
    hasNoLocation: true,
    summary: "Restore rows of an exported table into an empty organization",
    description:
      "Send the tables in the order of the export. The organization is closed until the restore is finished. A repeated request changes nothing.",
    bodyLimit: MAX_BODY_BYTES,
    errors: ["conflict"],
    input: {
      param: TablePath,
      json: z.object({
        rows: z.array(Row).max(MAX_ROWS),
        from_another_installation: z
          .boolean()
          .default(false)
          .describe(
            "Whether rows may have ids that this installation has not given out, because another one has. The ids of later rows of all organizations follow the highest one. Without it, such ids are rejected (`id_not_given_out`).",
          ),
      }),
    },
    responses: { 200: RestoreResponse },
    handle: async ({ env, control, settings: { masterSecrets }, param: { id, table }, json }) => {
      const organization = await organizationOf(control, id);
      const chunk = { name: table, rows: json.rows, isForeign: json.from_another_installation, masterSecrets };
      await restoreChunk(env, controlAsOperator(env, control, id), organization, chunk);
      return ok({ closed_for: "restore" });
    },
  }),
  route.post("/organizations/:id/restore", {
    operationId: "finishRestore",
    hasNoLocation: true,
    summary: "Finish the restore of an organization",
    errors: ["conflict"],
    input: {
      param: OrganizationPath,
      json: z.object({
        organization: OrganizationSettings.nullable().default(null),
        retention: Retention.nullable().default(null),
        /** Numbers of rows by table, which must have been restored. */
        rows: z.record(z.string(), z.int().min(0)),
      }),
    },
    responses: { 200: RestoreResponse },
    handle: async ({ env, control, param: { id }, json }) => {
      const organization = await organizationOf(control, id);
      const settings = json.organization && { ...json.organization, roll_up_status: json.organization.roll_up_status ? 1 : 0 };
      await finishRestore(env, controlAsOperator(env, control, id), organization, { settings, retention: json.retention, rows: json.rows });
      return ok({ closed_for: null });
    },
  }),
  route.delete("/organizations/:id/restore", {
    operationId: "abandonRestore",
    summary: "Abandon the restore of an organization",
    description: "The organization is gone at once, and what was restored is removed. An organization that is not being restored stays.",
    errors: ["conflict"],
    input: { param: OrganizationPath },
    responses: { 200: AbandonResponse },
    handle: async ({ env, control, param: { id } }) => {
      await abandonRestore(env, controlAsOperator(env, control, id), await organizationOf(control, id));
      return ok({ closed_for: "removal" });
    },
  }),
];
