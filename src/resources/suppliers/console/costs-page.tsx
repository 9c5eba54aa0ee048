import * as z from "zod";
import { cursorPage } from "../../../platform/http/input/lists";
import { readFilter } from "../../../platform/http/input/filters";
import { action, type FormState, page, type Route, type View } from "../../../console/page";
import { useCan } from "../../../console/page-request";
import { Form, initialFormState, TextArea } from "../../../console/parts/form";
import { CursorPager, Table } from "../../../console/parts/table";
import { Moment, Money, Sku } from "../../../console/parts/values";
import type { MoneyReader } from "../../../platform/db/org-db";
import type { Settings } from "../../../platform/env";
import { SUPPLIER_COST_FILTERS } from "../costs/filters";
import { listCosts, MAX_COSTS_AT_ONCE, setCosts } from "../costs/set-costs";
import { SupplierPath } from "../v2/contract";
import { NewSupplierCosts, SupplierCostPageQuery } from "../v2/costs";
import { filledLines, withCosts } from "./cost-lines";

const COLUMNS = ["SKU", { name: "Cost of one", figures: true }, "Changed"];

const MAX_PASTED_LENGTH = 300_000;

/** The state of a rejected form, whose violations have the numbers of their lines. */
function withLineNumbers({ values, violations }: FormState): FormState {
  const lines = filledLines(values["costs"]);
  return {
    values,
    violations: violations.map((violation) => {
      const [, index] = /^costs\[(\d+)\]/.exec(violation.path ?? "") ?? [];
      const line = index === undefined ? undefined : lines[Number(index)];
      return line === undefined ? violation : { ...violation, path: "costs", message: `Line ${line.number}: ${violation.message}` };
    }),
  };
}

function CostsForm({ id, currency, formState }: { id: string; currency: string; formState: FormState }) {
  if (!useCan("write")) return null;
  return (
    <Form to={`/suppliers/${id}/costs`} class="form" formState={formState} fields={["costs"]}>
      <TextArea
        name="costs"
        label="Set costs"
        hint={`One on a line: a SKU and what one unit costs in ${currency}, with a comma, a semicolon, a tab or a space between them, for example MUG, 2.50. To delete a cost, write the SKU and a comma. At most ${MAX_COSTS_AT_ONCE} lines.`}
        rows={8}
        maxLength={MAX_PASTED_LENGTH}
        showsEveryError
      />
      <button class="primary">Save costs</button>
    </Form>
  );
}

interface CostsPage {
  settings: Settings;
  query: z.output<typeof SupplierCostPageQuery>;
}

async function show(
  org: MoneyReader,
  id: string,
  { settings: { masterSecrets }, query: { filter, limit, cursor } }: CostsPage,
  formState: FormState = initialFormState(),
): Promise<View> {
  // `listCosts` reads the supplier together with its costs, in one round trip.
  let read: Awaited<ReturnType<typeof listCosts>> | undefined;
  const { rows, next } = await cursorPage(
    { masterSecrets, cursor, organizationId: org.organization.id, list: "console supplier costs", query: [id, filter] },
    async (after: readonly [key: string] | null) => {
      read = await listCosts(org, {
        supplierId: id,
        filter: readFilter(SUPPLIER_COST_FILTERS, org, filter),
        after: after?.[0] ?? "",
        limit,
      });
      return read;
    },
    ({ sku_key }) => [sku_key],
  );
  if (read === undefined) throw new Error("cursorPage has read no page.");
  const { name, currency } = read.supplier;
  const cells = rows.map((row) => [
    <Sku sku={row.sku} />,
    <Money units={row.unit_cost} currency={row.currency} />,
    <Moment at={row.updated_at} />,
  ]);
  return {
    title: `Costs of ${name}`,
    lead: "What one unit of a SKU costs if it is sent to this supplier, in orders of the same currency.",
    back: { page: `/suppliers/${id}`, label: "Back to the supplier" },
    body: (
      <>
        <Table
          caption="Costs"
          columns={COLUMNS}
          rows={cells}
          empty="No costs yet. An item whose SKU has none here keeps its own cost when it is sent."
        />
        <CursorPager next={next} isFirst={cursor === undefined} />
        <CostsForm id={id} currency={currency} formState={formState} />
      </>
    ),
  };
}

const path = "/suppliers/:id/costs";

const costsPage = page(
  { path, permission: "money", param: SupplierPath, query: SupplierCostPageQuery },
  async ({ org, param, ...context }) => show(org, param.id, context),
);

const costsForm = action(
  {
    path,
    permission: ["write", "money"],
    param: SupplierPath,
    form: z.preprocess(withCosts, NewSupplierCosts),
    renderInvalid: async ({ org, param, settings, ...sent }) =>
      await show(org, param.id, { settings, query: SupplierCostPageQuery.parse({}) }, withLineNumbers(sent)),
  },
  async ({ org, param, form }) => {
    await setCosts(org, param.id, form.costs);
    return { to: `/suppliers/${param.id}/costs`, flash: "supplier_costs_saved" };
  },
);

export const supplierCostPages: readonly Route[] = [costsPage, costsForm];
