import type { Child } from "hono/jsx";
import { countText } from "../../../../console/count-text";
import { usePageRequest } from "../../../../console/page-request";
import type { FormState } from "../../../../console/page";
import { SelectField, TextArea, TextField } from "../../../../console/parts/form";
import { Violations } from "../../../../console/parts/violations";
import { FieldIds } from "../../../../console/parts/field-id";
import { Icon } from "../../../../console/parts/icon";
import type { IconName } from "../../../../console/icons";
import { SHORTCUTS } from "../../../../console/parts/shortcuts";
import { ORDER_STATUSES } from "../../order-status";
import { viewQuery } from "../../views/views";
import { CARRIERS } from "../carriers";
import { HoldFields } from "../hold/hold-panel";
import { DOCUMENTS } from "../print/print-page";
import { EXPORT, PRINTS, SHIP_EACH } from "./leading-actions";
import { MATCHING_IDS_SIZE, MAX_MATCHING_IDS } from "./matching-ids";

export const BULK_FORM = "bulk";

/** The fields of the menus. Violations of all others are shown above the menus. */
const FIELDS: ReadonlySet<string> = new Set([
  "reason",
  "carrier",
  "shared_tracking",
  "tracking",
  "assignee",
  "supplier",
  "hold_reason",
  "hold_until",
]);

interface MenuProps {
  icon: IconName;
  label: string;
  /** The key that opens it (browser/bulk-keys.ts). */
  shortcut: keyof typeof SHORTCUTS;
  /** Whether it is open, because its action was rejected. */
  open?: boolean;
  children?: Child;
}

/** A part of the bar that opens the fields of one action. */
function Menu({ icon, label, shortcut, open = false, children }: MenuProps) {
  const key = SHORTCUTS[shortcut];
  return (
    <details class="bulk-menu" name="bulk-menu" open={open} data-shortcut={shortcut}>
      <summary class="button" title={`${label} (${key})`} aria-keyshortcuts={key}>
        <Icon name={icon} />
        {label}
      </summary>
      <div class="panel">{children}</div>
    </details>
  );
}

function Menus({ values, violations }: FormState) {
  const { person } = usePageRequest().member;
  const formState = { values: { assignee: person.email, ...values }, violations };
  const isRejected = (...actions: string[]): boolean => violations.length > 0 && actions.some((name) => name === values["do"]);
  return (
    <>
      <Menu icon="orders" label="Set status" shortcut="status" open={isRejected("set_status")}>
        <SelectField formState={formState} name="status" label="Status" options={ORDER_STATUSES} />
        <TextField formState={formState} name="reason" label="Reason" hint="Required to move an order back." maxLength={2000} />
        <button name="do" value="set_status">
          Set status
        </button>
      </Menu>
      <Menu icon="ship" label="Ship" shortcut="ship" open={isRejected("ship")}>
        <TextField formState={formState} name="carrier" label="Carrier" maxLength={64} list={CARRIERS} />
        <TextField
          formState={formState}
          name="shared_tracking"
          label="One tracking number for all"
          hint="For orders that are sent together to one address."
          maxLength={255}
        />
        <TextArea
          formState={formState}
          name="tracking"
          label="Tracking numbers"
          hint="One selected order per line: its number, then a comma, a semicolon or a tab, then the tracking number. Orders without a line get the number above, or none."
          showsEveryError
          rows={4}
        />
        <div class="field" data-file="tracking" hidden>
          <label for="tracking-file">Tracking numbers from a file</label>
          <input id="tracking-file" type="file" accept=".csv,.txt,.tsv,text/csv,text/plain" />
        </div>
        <div class="actions">
          <button name="do" value="ship" data-counts="Ship">
            Ship orders
          </button>
          <button
            name="do"
            value={SHIP_EACH}
            title="Open the form of the first selected order, and after each shipment that of the next one"
          >
            Ship one by one
          </button>
        </div>
      </Menu>
      <Menu icon="tag" label="Tag" shortcut="tag" open={isRejected("add_tags", "remove_tags")}>
        <TextField formState={formState} name="tags" label="Tags" hint="Separated by commas." maxLength={2000} />
        <div class="actions">
          <button name="do" value="add_tags">
            Add tags
          </button>
          <button name="do" value="remove_tags">
            Remove tags
          </button>
        </div>
      </Menu>
      <Menu icon="customer" label="Assign" shortcut="assign" open={isRejected("assignee")}>
        <TextField
          formState={formState}
          name="assignee"
          label="Assignee"
          hint="If empty, nobody is assigned."
          maxLength={255}
          list={[person.email]}
        />
        <button name="do" value="assignee">
          Assign orders
        </button>
      </Menu>
      <Menu icon="production" label="Production" shortcut="production" open={isRejected("supplier")}>
        <TextField formState={formState} name="supplier" label="Supplier of the items" hint="If empty, it is removed." maxLength={255} />
        <div class="actions">
          <button name="do" value="supplier">
            Set supplier
          </button>
          <button name="do" value="send">
            Send to supplier…
          </button>
          <button name="do" value="send_proofs">
            Create proof links…
          </button>
        </div>
      </Menu>
      <Menu icon="hold" label="Hold" shortcut="hold" open={isRejected("hold", "release")}>
        <HoldFields formState={formState} />
        <div class="actions">
          <button name="do" value="hold">
            Put on hold
          </button>
          <button name="do" value="release">
            Release
          </button>
        </div>
      </Menu>
      <Menu icon="print" label="Print" shortcut="print">
        <div class="actions">
          {[...PRINTS].map(([value, name]) => (
            <button name="do" value={value}>
              {DOCUMENTS[name].label}
            </button>
          ))}
        </div>
      </Menu>
    </>
  );
}

/**
 * What can be done with the selected orders. Without a script, the bar is below the list. The script shows it once an order is selected, and
 * offers to select all matching orders.
 */
export function BulkBar({ search, total, ...formState }: FormState & { search: URLSearchParams; total: number }) {
  const { base, formToken } = usePageRequest();
  const query = viewQuery(search);
  return (
    <form id={BULK_FORM} class="bulk" method="post" action={`${base}/orders/bulk`} aria-label="Change the selected orders">
      <input type="hidden" name="form_token" value={formToken} />
      <input type="hidden" name="back" value={search.toString()} />
      {/* Enter in a field would press the first button, which belongs to another action. A disabled one keeps the form from being sent. */}
      <button disabled hidden />
      <Violations violations={formState.violations.filter(({ path = "" }) => !FIELDS.has(path))} fields={[]} />
      <p
        class="bulk-count"
        role="status"
        data-total={total}
        data-max={MAX_MATCHING_IDS}
        data-size={MATCHING_IDS_SIZE}
        data-ids={`${base}/orders/ids${query === "" ? "" : `?${query}`}`}
      >
        Change the selected orders
      </p>
      <button type="button" class="quiet" data-select-all hidden>
        {total > MAX_MATCHING_IDS ? `Select the first ${countText(MAX_MATCHING_IDS)}` : `Select all ${countText(total)}`}
      </button>
      <button type="button" class="quiet" data-clear hidden aria-label="Clear the selection" title="Clear the selection (Esc)">
        Clear
      </button>
      <div class="actions">
        <FieldIds value="bulk-">
          <Menus {...formState} />
        </FieldIds>
        <button name="do" value={EXPORT} title="Download the selected orders as CSV (E)" aria-keyshortcuts={SHORTCUTS.export}>
          <Icon name="export" />
          Export<span class="object"> CSV</span>
        </button>
      </div>
    </form>
  );
}
