import * as z from "zod";
import { BULK_SHAPE, parseIncoming } from "../../ingest/v2/parse-incoming";
import { assertItemCount } from "../../v2/bulk-body";
import { BulkOrders } from "../../v2/contract";
import type { StoreRow } from "../../../stores/list.sql.ts";
import type { OrderInput } from "../../ingest/ingest-plan";
import { ingestOrders, resultsFromMarker } from "../../ingest/ingest-orders";
import { MAX_BULK_BODY_BYTES } from "../../order-limits";
import { parseStored } from "../../../../platform/reading/json";
import { listStores, readStoreReference } from "../../../stores/read-store";
import { action, page } from "../../../../console/page";
import { Form, SelectField } from "../../../../console/parts/form";
import { PageLink } from "../../../../console/parts/link";
import { Notice } from "../../../../console/parts/notice";
import { assertMaySetCosts } from "./assert-may-set-costs";

/** Stores in the select field. */
const MAX_STORES = 500;

const ON_CONFLICT: readonly [value: string, label: string][] = [
  ["error", "Report them as failed"],
  ["skip", "Skip them"],
  ["update", "Update them from the file"],
];

/** What a file that is not Unicode may be encoded in. The values are labels of TextDecoder. */
const ENCODINGS: readonly [value: string, label: string][] = [
  ["", "Unicode (recognized)"],
  ["windows-1252", "Western European (Windows-1252, Latin-1)"],
  ["windows-1250", "Central European (Windows-1250)"],
  ["windows-1254", "Turkish (Windows-1254)"],
  ["shift_jis", "Japanese (Shift JIS)"],
  ["gb18030", "Chinese (GB 18030)"],
];

/** The script adds the formats, which the Worker does not read. */
const FORMAT_CHOICES: readonly [value: string, label: string][] = [["", "Recognized by its columns"]];

/** What the script knows of a store: its platform and currency, and the columns of its own spreadsheets. */
const storeData = ({ id, platform, currency, import_map }: StoreRow) => ({
  id,
  platform,
  currency,
  map: import_map === null ? null : parseStored(import_map),
});

/** The form's fields. The script browser/import.ts shows the form, handles it, and fills the elements below it. */
function ImportForm({ stores }: { stores: readonly StoreRow[] }) {
  const options = stores.map(({ id, name }): [string, string] => [String(id), name]);
  return (
    <Form to="/import" class="form">
      <SelectField
        name="store"
        label="Store"
        hint="All orders of the file are assigned to this store. Orders of an export of this service keep theirs."
        options={options}
        required
      />
      <SelectField
        name="on_conflict"
        label="Existing orders that differ from the file"
        hint="Only for a file that was exported here: what happens to orders that were changed after the export. Orders of other files are updated."
        options={ON_CONFLICT}
        required
      />
      <div class="field">
        <label for="file">Orders file</label>
        <p class="hint" id="file-hint">
          A file of at most 50 MB from Shopify, Etsy, eBay, Amazon or WooCommerce, your own spreadsheet, or an export of this service. Your
          browser reads the file, and nothing is saved until you confirm.
        </p>
        <input id="file" name="file" type="file" accept=".csv,.txt,.tsv,text/csv,text/plain" aria-describedby="file-hint" required />
      </div>
      <SelectField name="format" label="Format" options={FORMAT_CHOICES} />
      <SelectField
        name="encoding"
        label="Encoding"
        hint="Amazon’s reports are often in Western European or Japanese."
        options={ENCODINGS}
      />
    </Form>
  );
}

function ImportPage({ stores }: { stores: readonly StoreRow[] }) {
  return (
    <>
      <noscript>
        <Notice kind="bad">
          Importing a file needs JavaScript, which is disabled in this browser. Without it, use the importer on the command line:{" "}
          <code>npm run import</code>.
        </Notice>
      </noscript>
      {stores.length === 0 ? (
        <div class="empty">
          Orders belong to a store, and there is none yet. <PageLink page="/stores/new">Create a store</PageLink>.
        </div>
      ) : (
        <div id="import" hidden data-stores={JSON.stringify(stores.map(storeData))}>
          <ImportForm stores={stores} />
          <div id="import-status" aria-live="polite" />
          <div id="import-file" />
          <div id="import-check" />
          <div id="import-done" />
          <div id="import-details" />
        </div>
      )}
    </>
  );
}

export const importPage = page({ path: "/import", permission: "write" }, async ({ org }) => {
  const { stores } = await listStores(org, { page: 1, size: MAX_STORES });
  return {
    title: "Import orders",
    lead: "From a file of Shopify, Etsy, eBay, Amazon or WooCommerce, or from your own spreadsheet. Existing orders are not imported twice. An export of this service updates its orders.",
    back: { page: "/orders", label: "All orders" },
    body: <ImportPage stores={stores} />,
    script: "import",
  };
});

/** Not read: a repeated request with the same body gets the first response, so this distinguishes two imports of the same orders on one page. */
export const ImportRun = z.string().max(64).optional();

const Batch = BulkOrders.pick({ orders: true, on_conflict: true, dry_run: true }).extend({
  store: z.int().min(1).describe("The store that all of them belong to."),
  run: ImportRun,
});

/** Imports up to 200 orders and returns a result for each. A repeated request with the same body gets the first response. */
export const importForm = action(
  {
    path: "/import",
    permission: "write",
    form: Batch,
    bodyLimit: MAX_BULK_BODY_BYTES,
    bodyShape: BULK_SHAPE,
    rebuildResult: (marker) => ({ data: { results: resultsFromMarker(marker) } }),
  },
  async ({ org, member, form, settings: { masterSecrets } }) => {
    const store = await readStoreReference(org, form.store);
    assertItemCount(form.orders);
    const elements: OrderInput[] = [];
    // Parses one order at a time, so that each order's list of errors is truncated before the next order adds its own.
    for (const order of form.orders) {
      const withStore = typeof order === "object" && order !== null ? { ...order, store } : order;
      elements.push(parseIncoming(withStore, { strict: false }).element);
    }
    assertMaySetCosts(
      member,
      elements.flatMap((element) => ("order" in element ? [element.order] : [])),
    );
    const { results } = await ingestOrders(org, elements, {
      onConflict: form.on_conflict,
      onError: "skip",
      dryRun: form.dry_run,
      returnsOrder: false,
      path: (index) => `orders[${index}]`,
      masterSecrets,
    });
    return { data: { results }, isDryRun: form.dry_run };
  },
);
