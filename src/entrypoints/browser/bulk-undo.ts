import { summaryText } from "../../resources/orders/console/bulk/bulk-summary.ts";
import { sendUndo } from "./bulk-requests.ts";
import { showToast } from "./toast.ts";

/** Shows what a bulk action has done as a toast with a button that undoes it. It stays until it is closed. */
export function offerBulkUndo(): void {
  const notice = document.querySelector<HTMLElement>("main > .notice.good:has(> form.undo)");
  const form = notice?.querySelector<HTMLFormElement>("form.undo");
  if (notice === null || form === null || form === undefined) return;
  const text = notice.querySelector(".said")?.textContent ?? "";
  // The message is moved, not copied, so that a screen reader reads it once.
  form.hidden = true;
  document.querySelector("main")?.append(form);
  notice.remove();
  showToast(text, { label: "Undo", act: () => undo(form), canClose: true });
}

/** A selection that was changed in several batches is undone in as many. */
function undo(form: HTMLFormElement): void {
  const field = form.querySelector<HTMLInputElement>("input[name=operation]");
  const operations = (field?.dataset["operations"] ?? "").split(".");
  if (operations.length <= 1) form.requestSubmit();
  else void undoAll(form, operations, { restored: 0, kept: 0 });
}

/** Undoes the remaining operations. If one fails, the person can continue with it: what was restored is not restored again. */
async function undoAll(form: HTMLFormElement, operations: readonly string[], totals: { restored: number; kept: number }): Promise<void> {
  const { form_token, back } = Object.fromEntries(new FormData(form));
  for (const [index, operation] of operations.entries()) {
    showToast(`Undoing ${index + 1} of ${operations.length} …`);
    const response = await sendUndo(form.action, { form_token, operation, as: "data" });
    if (response.errors !== undefined) {
      const rest = operations.slice(index);
      showToast(`Stopped: ${response.errors[0] ?? ""}`, { label: "Continue", act: () => void undoAll(form, rest, totals) });
      return;
    }
    totals.restored += response.restored;
    totals.kept += response.kept;
  }
  const url = new URL(form.action.replace(/\/bulk\/undo$/, ""));
  url.search = typeof back === "string" ? back : "";
  url.searchParams.set("did", summaryText({ action: "undo", changed: totals.restored, unchanged: totals.kept, detail: "" }));
  location.assign(url);
}
