/** The selection of orders and the bar that changes them. Without this script, the bar is a form below the list. */
import { countText, pluralize } from "../../console/count-text.ts";
import { type BulkActionName, detailOf, summaryText } from "../../resources/orders/console/bulk/bulk-summary.ts";
import { type BulkResult, listOf, sendBulk } from "./bulk-requests.ts";

/** The number of orders of one request, as many as a bulk action takes. */
const BATCH_SIZE = 200;

export function enableBulkActions(): void {
  const form = document.querySelector<HTMLFormElement>("form#bulk");
  if (form !== null) new BulkBar(form).start();
}

class BulkBar {
  readonly #form: HTMLFormElement;
  readonly #boxes = [...document.querySelectorAll<HTMLInputElement>("td.pick input")];
  readonly #count: HTMLElement;
  readonly #selectAll: HTMLButtonElement;
  /** The checkbox that selects all rows of the page. */
  readonly #pageBox = document.createElement("input");
  /** The ids of all matching orders, once they are selected. They do not change while they are worked off. */
  #matching: number[] | null = null;
  /** The row whose checkbox was clicked last. -1: none. */
  #lastIndex = -1;

  constructor(form: HTMLFormElement) {
    const [count, selectAll] = [form.querySelector<HTMLElement>(".bulk-count"), form.querySelector<HTMLButtonElement>("[data-select-all]")];
    if (count === null || selectAll === null) throw new Error("The bar is incomplete.");
    [this.#form, this.#count, this.#selectAll] = [form, count, selectAll];
  }

  start(): void {
    // A rejected form is shown under its own address, which can't be loaded again.
    if (location.href === this.#form.action) history.replaceState(null, "", this.#listUrl());
    this.#form.classList.add("floating");
    this.#addSelectPage();
    for (const [index, box] of this.#boxes.entries()) box.addEventListener("click", (event) => this.#toggle(index, event.shiftKey));
    this.#selectAll.addEventListener("click", () => void this.#selectMatching());
    this.#form.addEventListener("submit", (event) => this.#submit(event));
    this.#form.addEventListener("keydown", (event) => this.#sendOwnAction(event));
    const clear = this.#form.querySelector<HTMLButtonElement>("[data-clear]");
    if (clear !== null) clear.hidden = false;
    clear?.addEventListener("click", () => this.#clear());
    document.addEventListener("keydown", ({ key }) => {
      if (key === "Escape") this.#clear();
    });
    this.#enableFileField();
    this.#update();
  }

  /** Enter in a field presses the first button of its own action. */
  #sendOwnAction(event: KeyboardEvent): void {
    const { target } = event;
    const isField = target instanceof HTMLSelectElement || (target instanceof HTMLInputElement && target.type !== "file");
    if (event.key !== "Enter" || event.isComposing || !isField) return;
    event.preventDefault();
    target.closest(".bulk-menu")?.querySelector<HTMLButtonElement>("button[name=do]")?.click();
  }

  #addSelectPage(): void {
    this.#pageBox.type = "checkbox";
    this.#pageBox.ariaLabel = "Select all orders on this page";
    this.#pageBox.addEventListener("change", () => {
      for (const box of this.#boxes) box.checked = this.#pageBox.checked;
      this.#matching = null;
      this.#update();
    });
    document.querySelector("th.pick")?.replaceChildren(this.#pageBox);
  }

  /** With Shift, everything between this row and the last one gets the same state. */
  #toggle(index: number, isRange: boolean): void {
    const isChecked = this.#boxes[index]?.checked === true;
    if (isRange && this.#lastIndex >= 0) {
      const [from, to] = [Math.min(index, this.#lastIndex), Math.max(index, this.#lastIndex)];
      for (const box of this.#boxes.slice(from, to + 1)) box.checked = isChecked;
    }
    this.#lastIndex = index;
    this.#matching = null;
    this.#update();
  }

  #clear(): void {
    for (const box of this.#boxes) box.checked = false;
    this.#matching = null;
    this.#update();
  }

  #update(): void {
    const chosen = this.#boxes.filter(({ checked }) => checked).length;
    const total = Number(this.#count.dataset["total"]);
    this.#pageBox.checked = chosen === this.#boxes.length;
    this.#pageBox.indeterminate = chosen > 0 && chosen < this.#boxes.length;
    this.#form.hidden = chosen === 0;
    const count = this.#matching?.length ?? chosen;
    this.#count.textContent = `${countText(count)} selected`;
    for (const button of this.#form.querySelectorAll<HTMLButtonElement>("button[data-counts]"))
      button.textContent = `${button.dataset["counts"]} ${pluralize(count, "order")}`;
    this.#selectAll.hidden = this.#matching !== null || chosen < this.#boxes.length || total <= chosen;
  }

  /** Selects all orders that match, up to the most that can be selected. Their ids are read in pages, each once. */
  async #selectMatching(): Promise<void> {
    const [total, max, size] = ["total", "max", "size"].map((name) => Number(this.#count.dataset[name]));
    const wanted = Math.min(total ?? 0, max ?? 0);
    const found = new Set<number>();
    for (let page = 1; (page - 1) * (size ?? 1) < wanted; page += 1) {
      this.#count.textContent = `Selecting ${countText(wanted)} orders …`;
      const url = new URL(this.#count.dataset["ids"] ?? "", location.href);
      url.searchParams.set("page", String(page));
      const response = await fetch(url, { headers: { Accept: "application/json" } });
      if (!response.ok) {
        this.#count.textContent = "The orders could not be selected. Try again.";
        return;
      }
      for (const id of ((await response.json()) as { ids: number[] }).ids) if (found.size < wanted) found.add(id);
    }
    this.#matching = [...found];
    this.#update();
  }

  /** A selection of rows of this page fits in one request and is sent as a form. A larger one is sent in batches, in the order of its ids. */
  #submit(event: SubmitEvent): void {
    const ids = this.#matching;
    const action = event.submitter instanceof HTMLButtonElement ? event.submitter.value : "";
    if (action === "export") {
      event.preventDefault();
      return this.#export();
    }
    if (ids === null || ids.length <= this.#boxes.length) return;
    event.preventDefault();
    const printed = /^print_(\w+)$/.exec(action)?.[1];
    if (printed !== undefined) return this.#print(printed, ids);
    if (action === "ship_each") return this.#shipEach(ids);
    if (action === "send") return this.#openSendPage("production/send", ids);
    if (action === "send_proofs") return this.#openSendPage("production/proofs/send", ids);
    const fields = Object.fromEntries(new FormData(this.#form, event.submitter));
    void this.#check(ids, fields);
  }

  /**
   * Sends the batches if no field is rejected for the selection as a whole: `as: "check"` changes nothing. Otherwise it shows all errors, and the form
   * stays as it is.
   */
  async #check(ids: readonly number[], fields: Record<string, unknown>): Promise<void> {
    const response = await sendBulk(this.#form.action, { ...fields, ids: ids.join(","), as: "check" });
    if (response.errors === undefined) return this.#run(ids, fields, { results: [], undo: [] });
    this.#count.replaceChildren("Nothing was changed. ", listOf(response.errors));
  }

  /** The address of the list, with its filters. */
  #listUrl(): URL {
    const url = new URL(this.#form.action.replace(/\/bulk$/, ""));
    url.search = this.#form.querySelector<HTMLInputElement>("input[name=back]")?.value ?? "";
    return url;
  }

  #openSendPage(path: string, ids: readonly number[]): void {
    if (ids.length <= BATCH_SIZE) location.assign(`${this.#form.action.replace(/orders\/bulk$/, path)}?ids=${ids.join(",")}`);
    else this.#count.textContent = `At most ${BATCH_SIZE} orders can be sent at once. Select fewer.`;
  }

  #print(name: string, ids: readonly number[]): void {
    if (ids.length <= BATCH_SIZE) location.assign(`${this.#form.action.replace(/bulk$/, "print")}?document=${name}&ids=${ids.join(",")}`);
    else this.#count.textContent = `At most ${BATCH_SIZE} orders can be printed at once. Select fewer.`;
  }

  #shipEach([first, ...rest]: readonly number[]): void {
    if (rest.length >= BATCH_SIZE) {
      this.#count.textContent = `At most ${BATCH_SIZE} orders can be shipped one by one. Select fewer.`;
      return;
    }
    const list = this.#listUrl().search.slice(1);
    const search = new URLSearchParams({ list, queue: rest.join(","), shipped: "0" });
    location.assign(`${this.#form.action.replace(/bulk$/, String(first))}?${search.toString()}#tracking_number`);
  }

  /** Downloads the selected orders: by their ids, or if all that match are selected, as the list. The page stays as it is. */
  #export(): void {
    const url = this.#listUrl();
    url.pathname += ".csv";
    const isAll = this.#matching !== null && this.#matching.length > this.#boxes.length;
    if (!isAll)
      url.search = new URLSearchParams({ ids: this.#boxes.flatMap(({ checked, value }) => (checked ? [value] : [])).join(",") }).toString();
    url.searchParams.delete("page");
    location.assign(url);
  }

  /** Sends the remaining batches. If one fails, the person can continue with it: a batch that was processed is not processed again. */
  async #run(ids: readonly number[], fields: Record<string, unknown>, progress: { results: BulkResult[]; undo: string[] }): Promise<void> {
    const { results, undo } = progress;
    window.onbeforeunload = (event) => event.preventDefault();
    while (results.length < ids.length) {
      this.#count.textContent = `${countText(results.length)} of ${pluralize(ids.length, "order")}`;
      const batch = ids.slice(results.length, results.length + BATCH_SIZE);
      const response = await sendBulk(this.#form.action, { ...fields, ids: batch.map(String), as: "data" });
      if (response.errors !== undefined) {
        window.onbeforeunload = null;
        this.#offerToContinue(response.errors[0] ?? "", () => void this.#run(ids, fields, progress));
        return;
      }
      results.push(...response.results);
      undo.push(...(response.undo ?? []));
    }
    window.onbeforeunload = null;
    this.#showResults(results, fields, undo);
  }

  #offerToContinue(reason: string, act: () => void): void {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = "Continue";
    button.addEventListener("click", act);
    this.#count.replaceChildren(`Stopped: ${reason} `, button);
  }

  #showResults(results: readonly BulkResult[], fields: Record<string, unknown>, undo: readonly string[]): void {
    const failed = results.filter(({ outcome }) => outcome === "failed");
    if (failed.length === 0) {
      const [action, changed] = [fields["do"] as BulkActionName, results.filter(({ outcome }) => outcome === "updated").length];
      const url = this.#listUrl();
      url.searchParams.set("did", summaryText({ action, changed, unchanged: results.length - changed, detail: detailOf(action, fields) }));
      if (undo.length > 0) url.searchParams.set("undo", undo.join("."));
      location.assign(url);
      return;
    }
    const list = listOf(failed.map(({ id, name, error }) => `${name ?? `#${id}`}: ${error?.details[0]?.message ?? error?.message ?? ""}`));
    this.#count.replaceChildren(
      `${pluralize(results.length - failed.length, "order")} changed, ${pluralize(failed.length, "order")} failed.`,
      list,
    );
  }

  /** Shows the field for a file, whose text becomes that of a text area. */
  #enableFileField(): void {
    const place = this.#form.querySelector<HTMLElement>("[data-file]");
    const input = place?.querySelector("input");
    const field = this.#form.querySelector<HTMLTextAreaElement>(`textarea[name=${place?.dataset["file"]}]`);
    if (place === null || input === null || input === undefined || field === null) return;
    place.hidden = false;
    input.addEventListener("change", () => void input.files?.[0]?.text().then((text) => (field.value = text)));
  }
}
