/** The selection of orders and the bar that changes them. Without this script, the bar is a form below the list. */
import { countText, pluralize } from "../../console/count-text.ts";

/** Orders of one request, as many as a bulk action takes. */
const BATCH = 200;

interface Result {
  id: number;
  outcome: "updated" | "unchanged" | "failed";
  error: { message: string; details: { message: string }[] } | null;
}

export function bulkActions(): void {
  const form = document.querySelector<HTMLFormElement>("form#bulk");
  if (form !== null) new BulkBar(form).start();
}

/** The first of some texts as a list. */
function listOf(texts: readonly string[]): HTMLUListElement {
  const list = document.createElement("ul");
  for (const text of texts.slice(0, 100)) {
    const entry = document.createElement("li");
    entry.textContent = text;
    list.append(entry);
  }
  return list;
}

class BulkBar {
  readonly #form: HTMLFormElement;
  readonly #boxes = [...document.querySelectorAll<HTMLInputElement>("td.pick input")];
  readonly #count: HTMLElement;
  readonly #selectAll: HTMLButtonElement;
  readonly #all = document.createElement("input");
  /** The ids of all matching orders, once they are selected. They do not change while they are worked off. */
  #matching: number[] | null = null;
  #last = -1;

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
    document.addEventListener("keydown", ({ key }) => {
      if (key === "Escape") this.#clear();
    });
    this.#readFile();
    this.#update();
  }

  /** Enter in a field presses the first button of its own action. */
  #sendOwnAction(event: KeyboardEvent): void {
    if (event.key !== "Enter" || event.isComposing || !(event.target instanceof HTMLInputElement) || event.target.type === "file") return;
    event.preventDefault();
    event.target.closest(".bulk-menu")?.querySelector<HTMLButtonElement>("button[name=do]")?.click();
  }

  #addSelectPage(): void {
    this.#all.type = "checkbox";
    this.#all.ariaLabel = "Select all orders on this page";
    this.#all.addEventListener("change", () => {
      for (const box of this.#boxes) box.checked = this.#all.checked;
      this.#matching = null;
      this.#update();
    });
    document.querySelector("th.pick")?.replaceChildren(this.#all);
  }

  /** With Shift, everything between this row and the last one gets the same state. */
  #toggle(index: number, isRange: boolean): void {
    const isChecked = this.#boxes[index]?.checked === true;
    if (isRange && this.#last >= 0) {
      const [from, to] = [Math.min(index, this.#last), Math.max(index, this.#last)];
      for (const box of this.#boxes.slice(from, to + 1)) box.checked = isChecked;
    }
    this.#last = index;
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
    this.#all.checked = chosen === this.#boxes.length;
    this.#all.indeterminate = chosen > 0 && chosen < this.#boxes.length;
    this.#form.hidden = chosen === 0;
    this.#count.textContent = `${countText(this.#matching?.length ?? chosen)} selected`;
    this.#selectAll.hidden = this.#matching !== null || chosen < this.#boxes.length || total <= chosen;
  }

  async #selectMatching(): Promise<void> {
    const response = await fetch(this.#count.dataset["ids"] ?? "", { headers: { Accept: "application/json" } });
    if (!response.ok) {
      this.#count.textContent = "The orders could not be selected. Try again.";
      return;
    }
    this.#matching = ((await response.json()) as { ids: number[] }).ids;
    this.#update();
  }

  /** A selection that fits in one request is sent as a form. A larger one is sent in batches, in the order of its ids. */
  #submit(event: SubmitEvent): void {
    const ids = this.#matching;
    if (ids === null || ids.length <= this.#boxes.length) return;
    event.preventDefault();
    const { submitter } = event;
    const printed = submitter instanceof HTMLButtonElement && /^print_(\w+)$/.exec(submitter.value)?.[1];
    if (typeof printed === "string") return this.#print(printed, ids);
    if (submitter instanceof HTMLButtonElement && submitter.value === "send") return this.#sendToSuppliers(ids);
    const fields = Object.fromEntries(new FormData(this.#form, event.submitter));
    void this.#check(ids, fields);
  }

  /** Sends the batches if no field is rejected for the selection as a whole. Otherwise it shows all errors, and the form stays as it is. */
  async #check(ids: readonly number[], fields: Record<string, unknown>): Promise<void> {
    const answer = await this.#send({ ...fields, ids: ids.join(","), as: "check" });
    if (!("errors" in answer)) return this.#run(ids, fields, []);
    this.#count.replaceChildren("Nothing was changed. ", listOf(answer.errors));
  }

  /** The address of the list, with its filters. */
  #listUrl(): URL {
    const url = new URL(this.#form.action.replace(/\/bulk$/, ""));
    url.search = this.#form.querySelector<HTMLInputElement>("input[name=back]")?.value ?? "";
    return url;
  }

  #sendToSuppliers(ids: readonly number[]): void {
    if (ids.length <= BATCH) location.assign(`${this.#form.action.replace(/orders\/bulk$/, "production/send")}?ids=${ids.join(",")}`);
    else this.#count.textContent = `At most ${BATCH} orders can be sent to suppliers at once. Select fewer.`;
  }

  #print(name: string, ids: readonly number[]): void {
    if (ids.length <= BATCH) location.assign(`${this.#form.action.replace(/bulk$/, "print")}?document=${name}&ids=${ids.join(",")}`);
    else this.#count.textContent = `At most ${BATCH} orders can be printed at once. Select fewer.`;
  }

  /** Sends the remaining batches. If one fails, the person can continue with it: a batch that was processed is not processed again. */
  async #run(ids: readonly number[], fields: Record<string, unknown>, results: Result[]): Promise<void> {
    window.onbeforeunload = (event) => event.preventDefault();
    while (results.length < ids.length) {
      this.#count.textContent = `${countText(results.length)} of ${pluralize(ids.length, "order")}`;
      const batch = ids.slice(results.length, results.length + BATCH);
      const answer = await this.#send({ ...fields, ids: batch.map(String), as: "data" });
      if ("errors" in answer) {
        window.onbeforeunload = null;
        this.#offerToContinue(answer.errors[0] ?? "", () => void this.#run(ids, fields, results));
        return;
      }
      results.push(...answer.results);
    }
    window.onbeforeunload = null;
    this.#showResults(results);
  }

  /** Sends a batch. Returns its results, or the reasons why there are none. */
  async #send(body: Record<string, unknown>): Promise<{ results: Result[] } | { errors: string[] }> {
    const { form_token, ...fields } = body;
    const headers = { "Content-Type": "application/json", Accept: "application/json", "X-Form-Token": String(form_token) };
    try {
      const response = await fetch(this.#form.action, { method: "POST", headers, body: JSON.stringify(fields) });
      const content = (await response.json()) as { results?: Result[]; error?: { message: string; details: { message: string }[] } };
      if (content.results !== undefined) return { results: content.results };
      const details = content.error?.details.map(({ message }) => message) ?? [];
      return { errors: details.length > 0 ? details : [content.error?.message ?? "The server did not respond as expected."] };
    } catch {
      return { errors: ["There is no connection."] };
    }
  }

  #offerToContinue(reason: string, act: () => void): void {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = "Continue";
    button.addEventListener("click", act);
    this.#count.replaceChildren(`Stopped: ${reason} `, button);
  }

  #showResults(results: readonly Result[]): void {
    const failed = results.filter(({ outcome }) => outcome === "failed");
    if (failed.length === 0) {
      const url = this.#listUrl();
      url.searchParams.set("done", "changed");
      location.assign(url);
      return;
    }
    const list = listOf(failed.map(({ id, error }) => `Order with id ${id}: ${error?.details[0]?.message ?? error?.message ?? ""}`));
    this.#count.replaceChildren(
      `${pluralize(results.length - failed.length, "order")} changed, ${pluralize(failed.length, "order")} failed.`,
      list,
    );
  }

  #readFile(): void {
    const place = this.#form.querySelector<HTMLElement>("[data-file]");
    const input = place?.querySelector("input");
    const field = this.#form.querySelector<HTMLTextAreaElement>(`textarea[name=${place?.dataset["file"]}]`);
    if (place === null || input === null || input === undefined || field === null) return;
    place.hidden = false;
    input.addEventListener("change", () => void input.files?.[0]?.text().then((text) => (field.value = text)));
  }
}
