/** Enhances the console's pages. Every page also works without this script. */
import { enableBulkActions } from "./bulk.ts";
import { offerBulkUndo } from "./bulk-undo.ts";
import { closeInnermostOnEscape } from "./escape.ts";
import { clearFieldErrorsOnInput } from "./field-errors.ts";
import { offerFieldUndo } from "./field-undo.ts";
import { enablePresets, forgetMessage, keepScrollPosition } from "./forms.ts";
import { enableKeys } from "./keys.ts";
import { enableLiveFilters } from "./live-filters.ts";
import { closeMenusOnClick } from "./menus.ts";
import { linkPlaces, returnToPlace } from "./moving.ts";
import { enablePalette } from "./palette.ts";
import { enableInPlaceEditing } from "./in-place.ts";
import { showOtherOrders } from "./other-orders.ts";
import { enablePartedDownloads } from "./parted-file.ts";
import { enablePickers } from "./pickers.ts";
import { showRefundTotal } from "./refund-total.ts";
import { linkRows } from "./rows.ts";
import { fillSameProducts } from "./same-values.ts";
import { delayWithUndo } from "./undo.ts";
import { updateWaitingParts } from "./updating.ts";
import { askBeforeLeaving } from "./unsaved.ts";

closeInnermostOnEscape();
delayWithUndo();
enablePartedDownloads();
preventDoubleSubmit();
confirmSubmit();
enableCopyButtons();
// returnToPlace finds the row of an order by the link that linkPlaces has made.
linkPlaces();
const returnRow = returnToPlace();
enableKeys(returnRow);
enablePalette();
linkRows();
offerFieldUndo();
keepScrollPosition();
offerBulkUndo();
// After keepScrollPosition, which learns from the message that a form was saved.
forgetMessage();
enableLiveFilters(() => {
  linkPlaces();
  linkRows();
  enableBulkActions();
  enablePrinting();
});
enableBulkActions();
enablePresets();
enablePrinting();
closeMenusOnClick();
askBeforeLeaving();
updateWaitingParts();
enableInPlaceEditing();
fillSameProducts();
enablePickers();
showRefundTotal();
showOtherOrders();
clearFieldErrorsOnInput();
// Last, because what other scripts show changes the heights.
showCurrent();

/** Scrolls tabs that are wider than a phone, and the sections at the side, to the one that is open. */
function showCurrent(): void {
  for (const link of document.querySelectorAll<HTMLElement>(":is(.tabs, .wide nav) [aria-current]")) {
    const box = link.closest("nav");
    const [left, top] = [link.offsetLeft - (box?.offsetLeft ?? 0), link.offsetTop - (box?.offsetTop ?? 0)];
    box?.scrollTo({ left: left + (link.offsetWidth - box.clientWidth) / 2, top: top - box.clientHeight / 2 });
  }
}

/** Shows the copy buttons if the browser has a clipboard. `data-copy` is the id of the element whose text is copied. */
function enableCopyButtons(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>("button[data-copy]")) {
    if (!("clipboard" in navigator)) continue;
    button.hidden = false;
    const label = button.textContent;
    button.addEventListener("click", () => {
      const source = document.getElementById(button.dataset["copy"] ?? "");
      void navigator.clipboard.writeText(source?.innerText ?? "").then(
        () => showFeedback(button, "Copied", label),
        () => showFeedback(button, "Copying failed. Copy it manually.", label),
      );
    });
  }
}

/** How long a button says what it has done. */
const FEEDBACK_MS = 2000;

function showFeedback(button: HTMLButtonElement, text: string, label: string | null): void {
  button.textContent = text;
  setTimeout(() => (button.textContent = label), FEEDBACK_MS);
}

/** Shows the buttons that print. They are replaced with the list of a live filter. */
function enablePrinting(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>("button[data-print][hidden]")) {
    button.hidden = false;
    button.addEventListener("click", () => window.print());
  }
}

/** Disables a form's buttons while it is being sent. The server also processes a form only once. */
function preventDoubleSubmit(): void {
  document.addEventListener("submit", (event) => {
    if (event.defaultPrevented || !(event.target instanceof HTMLFormElement) || event.target.method !== "post") return;
    const { target } = event;
    // The buttons are disabled after the browser has read the form, because it does not send a disabled button.
    setTimeout(() => setBusy(target, true), 0);
  });
  // A page that is restored from the back/forward cache must be usable.
  window.addEventListener("pageshow", () => document.querySelectorAll("form").forEach((form) => setBusy(form, false)));
}

function setBusy(form: HTMLFormElement, busy: boolean): void {
  for (const button of form.querySelectorAll<HTMLButtonElement>("button:not([type=button])")) button.disabled = busy;
}

/** Asks for confirmation before a form with `data-confirm` is sent, or with such a button. */
function confirmSubmit(): void {
  document.addEventListener(
    "submit",
    (event) => {
      const { target, submitter } = event;
      if (!(target instanceof HTMLFormElement)) return;
      const confirm = submitter?.dataset["confirm"] ?? target.dataset["confirm"];
      if (confirm !== undefined && !window.confirm(confirm)) event.preventDefault();
    },
    true,
  );
}
