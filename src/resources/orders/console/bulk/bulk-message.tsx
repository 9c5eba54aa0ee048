import { pluralize } from "../../../../console/count-text";
import { useCan } from "../../../../console/page-request";
import { Form } from "../../../../console/parts/form";
import { Notice } from "../../../../console/parts/notice";
import { ORDER_STATUSES } from "../../order-status";
import { type BulkSummary, parseSummary } from "./bulk-summary";

const orders = (count: number): string => pluralize(count, "order");

/** What was done, as a sentence. */
function sentenceOf({ action, changed, detail }: BulkSummary): string | null {
  switch (action) {
    case "set_status": {
      const status = ORDER_STATUSES.find((each) => each === detail);
      return status === undefined ? null : `${orders(changed)} moved to ${status}.`;
    }
    case "ship":
      return `${orders(changed)} shipped.`;
    case "add_tags":
      return `${orders(changed)} tagged.`;
    case "remove_tags":
      return `Tags removed from ${orders(changed)}.`;
    case "assignee":
      return detail === "none" ? `Assignee removed from ${orders(changed)}.` : `${orders(changed)} assigned.`;
    case "supplier":
      return detail === "none" ? `Supplier removed from ${orders(changed)}.` : `Supplier of ${orders(changed)} set.`;
    case "hold":
      return `${orders(changed)} put on hold.`;
    case "release":
      return `${orders(changed)} released from hold.`;
    case "undo":
      return `${orders(changed)} restored.`;
  }
}

/** What a bulk action has done, in plain words. Null for a text that no action has written. */
export function bulkMessage(text: string): string | null {
  const summary = parseSummary(text);
  const sentence = summary === null ? null : sentenceOf(summary);
  if (summary === null || sentence === null) return null;
  const { action, changed, unchanged } = summary;
  if (action === "undo" && changed === 0 && unchanged === 0) return "There is nothing to undo any more.";
  if (action === "undo" && unchanged > 0) {
    const verb = unchanged === 1 ? "was changed since and stays as it is" : "were changed since and stay as they are";
    return `${changed === 0 ? "Nothing was undone." : sentence} ${orders(unchanged)} ${verb}.`;
  }
  if (changed === 0) return `Nothing changed: ${orders(unchanged)} ${unchanged === 1 ? "was" : "were"} like this already.`;
  return unchanged === 0 ? sentence : `${sentence} ${orders(unchanged)} ${unchanged === 1 ? "was" : "were"} like this already.`;
}

/** The operation of a form is the idempotency key that the console derives from its content (console/form-token.ts). */
const OPERATION = /^form_[0-9a-f]{64}$/;

/** The operations that the parameter `undo` of a list names. */
export function operationsOf(text: string): string[] {
  return text.split(".").filter((operation) => OPERATION.test(operation));
}

/**
 * The button that undoes bulk actions. Without a script, it undoes one: only a script sends several. The script moves it to the toast with the message
 * (browser/bulk-undo.ts).
 */
export function UndoForm({ operations, back }: { operations: readonly string[]; back: string }) {
  const [first] = operations;
  if (first === undefined || !useCan("write")) return null;
  return (
    <Form to="/orders/bulk/undo" class="undo">
      <input type="hidden" name="operation" value={first} data-operations={operations.join(".")} />
      <input type="hidden" name="back" value={back} />
      <button>Undo</button>
    </Form>
  );
}

/** What the last bulk action has done, with a button to undo it. Nothing if the URL does not name one. */
export function BulkMessage({ search, back }: { search: URLSearchParams; back: string }) {
  const message = bulkMessage(search.get("did") ?? "");
  if (message === null) return null;
  return (
    <Notice kind="good" isPassing>
      <span class="said">{message}</span>
      <UndoForm operations={operationsOf(search.get("undo") ?? "")} back={back} />
    </Notice>
  );
}
