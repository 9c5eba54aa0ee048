import * as z from "zod";
import { IncomingOrderBody } from "../../ingest/v2/incoming";
import { toValidOrder } from "../../ingest/v2/parse-incoming";
import { ingestOrders, resultsFromMarker } from "../../ingest/ingest-orders";
import { fromForm } from "../../../../console/form";
import { type ActionResult, type FormState, formPage } from "../../../../console/page";
import { Folded } from "../../../../console/parts/folded";
import { Form, TextField, initialFormState } from "../../../../console/parts/form";
import { CurrencyField } from "../../../../console/parts/known-values";
import { NoStore, RequiredStoreField, type StoreOptions } from "../../../../console/parts/store-field";
import { listStoreOptions } from "../../../stores/console/store-options";
import { CUSTOMER_FIELDS, CustomerFields, HandlingFields, pickMask } from "../customer-fields";
import { ITEM_FIELD_NAMES, ItemRows, parseItems, withInputNames } from "./item-rows";

const AMOUNTS = ["shipping_cost", "tax", "discount"] as const;
const OWN_FIELDS = ["store", "number", "date", "currency", "tags", "assignee", ...AMOUNTS] as const;

/** The fields of POST /api/v2/orders that a person fills in. Totals are computed. */
const NewOrderForm = z.preprocess(
  parseItems,
  fromForm(IncomingOrderBody.pick({ ...pickMask([...OWN_FIELDS, ...CUSTOMER_FIELDS]), items: true }), {
    numbers: AMOUNTS,
    lines: ["tags"],
    nulls: ["ship_by_date"],
    absent: ["date", "currency", ...AMOUNTS],
  }),
);

function NewOrder({ offered, ...formState }: FormState & { offered: StoreOptions }) {
  return (
    <Form to="/orders/new" class="form" formState={formState} fields={[...OWN_FIELDS, ...CUSTOMER_FIELDS, ...ITEM_FIELD_NAMES]}>
      <h2>Order</h2>
      <RequiredStoreField offered={offered} />
      <div class="pair">
        <TextField name="number" label="Order number" maxLength={255} />
        <TextField name="date" label="Date" hint="Today if empty." type="date" />
      </div>
      <ItemRows values={formState.values} />
      <CustomerFields picks />
      <Folded label="Shipping cost, tax and discount" names={[...AMOUNTS, "currency"]}>
        <p class="hint">The subtotal and the total are computed.</p>
        <div class="pair">
          <TextField name="shipping_cost" label="Shipping cost" inputmode="decimal" />
          <TextField name="tax" label="Tax" inputmode="decimal" />
          <TextField name="discount" label="Discount" inputmode="decimal" />
          <CurrencyField name="currency" label="Currency" none="The store's" value={formState.values["currency"]} />
        </div>
      </Folded>
      <Folded label="Assignee and tags" names={["assignee", "tags"]}>
        <HandlingFields />
      </Folded>
      <button class="primary">Create order</button>
    </Form>
  );
}

function redirectToOrder(id: number | null | undefined): ActionResult {
  return { to: id === null || id === undefined ? "/orders" : `/orders/${id}`, flash: "order_created" };
}

/** The page and the form that create an order by hand, as POST /api/v2/orders does. */
export const newOrder = formPage(
  {
    path: "/orders/new",
    permission: "write",
    form: NewOrderForm,
    rebuildResult: (marker) => redirectToOrder(resultsFromMarker(marker)[0]?.id),
    show: async ({ org }, sent = initialFormState()) => {
      const offered = await listStoreOptions(org);
      return {
        title: "Create order",
        lead: "For an order that no shop sends. To create many, import a file.",
        back: { page: "/orders", label: "All orders" },
        body: offered.total === 0 ? <NoStore what="An order" /> : <NewOrder {...withInputNames(sent)} offered={offered} />,
      };
    },
  },
  async ({ org, form, settings: { masterSecrets } }) => {
    const { results } = await ingestOrders(org, [toValidOrder(form)], {
      onConflict: "error",
      onError: "reject_all",
      dryRun: false,
      returnsOrder: false,
      // The form is the order, so violations name its fields alone.
      path: () => "",
      masterSecrets,
    });
    return redirectToOrder(results[0]?.id);
  },
);
