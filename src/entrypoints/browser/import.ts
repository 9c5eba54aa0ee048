/** The import page. The browser reads and shows a file, then sends its orders as a dry run, then imports them. The person starts each step. */
import { type ColumnMap, hasMappedColumns, mappedFormat } from "../../resources/orders/files/column-map.ts";
import type { Format } from "../../resources/orders/files/format.ts";
import { FORMATS } from "../../resources/orders/files/formats.ts";
import { spreadsheet } from "../../resources/orders/files/spreadsheet.ts";
import { UnknownFormat } from "../../resources/orders/files/recognize.ts";
import { UnreadableFile } from "../../resources/orders/files/text-file.ts";
import { countText, pluralize } from "../../console/count-text.ts";
import { agreementNotices } from "./import/agreements.ts";
import { element, notice } from "./import/element.ts";
import { columnMapper, templateLink } from "./import/mapper.ts";
import { type OrderFile, readColumns, readOrderFile } from "./import/order-file.ts";
import { details, summary } from "./import/preview.ts";
import { countOf, resultParts, sentence } from "./import/results.ts";
import { runOrders } from "./import/run.ts";
import { saveStep, type StoreData, storesOf } from "./import/store-data.ts";
import { columnQuestion, unreadableNotice } from "./import/unreadable.ts";

function elementById(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`The page has no #${id}.`);
  return found;
}

/** How much the clock of the browser may differ from that of the server. */
const CLOCK_SKEW_MS = 60_000;

function progress(place: HTMLElement, label: string, max: number) {
  const bar = element("progress", { max: String(max), value: "0", "aria-label": label });
  const text = element("span", { class: "soft" }, label);
  place.replaceChildren(element("p", { class: "progress" }, bar, text));
  return { setValue: (value: number) => void (bar.value = value), setText: (message: string) => void (text.textContent = message) };
}

function nextStep(name: string, act: () => Promise<void>): HTMLElement {
  const button = element("button", { type: "button", class: "primary" }, name);
  button.addEventListener("click", () => void act());
  return element("div", { class: "actions next" }, button);
}

class ImportPage {
  readonly #status = elementById("import-status");
  readonly #file = elementById("import-file");
  readonly #check = elementById("import-check");
  readonly #done = elementById("import-done");
  readonly #details = elementById("import-details");
  readonly #form: HTMLFormElement;
  readonly #stores: StoreData[];
  /** The file that is shown, and the columns that a person has chosen for it. */
  #shownFile: { file: OrderFile; map: ColumnMap | null } | null = null;
  /** Counts the choices of a file, so that the result of an earlier choice is not shown. */
  #choiceCount = 0;

  constructor(form: HTMLFormElement) {
    this.#form = form;
    this.#stores = storesOf(elementById("import"));
  }

  start(): void {
    this.#form.addEventListener("submit", (event) => event.preventDefault());
    this.#field("format").append(...FORMATS.map(({ id, name }) => element("option", { value: id }, name)));
    for (const name of ["file", "format", "encoding"]) this.#field(name).addEventListener("change", () => void this.#choose());
    for (const name of ["store", "on_conflict"]) {
      // The results of the dry run no longer apply.
      this.#field(name).addEventListener("change", () => {
        this.#clear(this.#check, this.#done);
        if (name === "store") this.#show();
      });
    }
    this.#form.after(templateLink());
    elementById("import").hidden = false;
  }

  #field(name: string): HTMLInputElement | HTMLSelectElement {
    const field = this.#form.elements.namedItem(name);
    if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) return field;
    throw new Error(`The form has no ${name}.`);
  }

  #clear(...places: HTMLElement[]): void {
    for (const place of places) place.replaceChildren();
  }

  #announce(text: string): void {
    this.#status.replaceChildren(element("p", { class: "hidden" }, text));
  }

  async #choose(): Promise<void> {
    const choice = (this.#choiceCount += 1);
    this.#clear(this.#status, this.#file, this.#check, this.#done, this.#details);
    this.#shownFile = null;
    const field = this.#field("file");
    const chosen = field instanceof HTMLInputElement ? field.files?.[0] : undefined;
    if (chosen === undefined) return;
    const encoding = this.#field("encoding").value || null;
    const format = FORMATS.find(({ id }) => id === this.#field("format").value) ?? null;
    try {
      await this.#read(chosen, { encoding, format }, choice);
    } catch (error) {
      if (choice !== this.#choiceCount) return;
      const canChooseColumns = error instanceof UnknownFormat || format?.id === spreadsheet.id;
      this.#status.replaceChildren(unreadableNotice(error));
      if (canChooseColumns) await this.#askColumns(chosen, { encoding, problem: error }, choice);
    }
  }

  /** Reads and shows a file. Throws UnreadableFile. */
  async #read(chosen: File, choices: { encoding: string | null; format: Format | null }, choice: number, map: ColumnMap | null = null) {
    const format = map === null ? choices.format : mappedFormat(map);
    const file = await readOrderFile(chosen, { ...choices, format }, progress(this.#status, "Reading the file", 1).setValue);
    if (choice !== this.#choiceCount) return;
    if (file.columns.missing.length > 0 && format?.id === spreadsheet.id)
      throw new UnreadableFile("Its columns are not those of the template.");
    this.#announce(`${file.name} was read: ${pluralize(file.orders.length, "order")}.`);
    this.#shownFile = { file, map };
    this.#show();
  }

  /** Shows the file and the next step, which depend on the store. */
  #show(): void {
    if (this.#shownFile === null) return;
    const { file, map } = this.#shownFile;
    const isReadable = file.orders.some(({ order }) => order !== null);
    const target = { url: `${this.#form.action}/map`, formToken: this.#field("form_token").value, store: this.#store() };
    const saveSteps = map === null ? [] : [saveStep(target, map)];
    this.#file.replaceChildren(...summary(file), ...saveSteps, ...(isReadable ? this.#previewStep(file) : []));
    this.#details.replaceChildren(...details(file));
  }

  /** Asks which column of a file is which. The columns that are saved for the store are used without a question. */
  async #askColumns(chosen: File, { encoding, problem }: { encoding: string | null; problem: unknown }, choice: number): Promise<void> {
    try {
      const sample = await readColumns(chosen, encoding);
      if (choice !== this.#choiceCount) return;
      const saved = this.#store().map;
      const isSaved = saved !== null && hasMappedColumns(sample.names, saved);
      const use = (map: ColumnMap) => {
        this.#clear(this.#check, this.#done, this.#details);
        this.#read(chosen, { encoding, format: null }, choice, map).catch((error: unknown) => {
          this.#status.replaceChildren(unreadableNotice(error));
        });
      };
      this.#status.replaceChildren(...columnQuestion(problem));
      this.#file.replaceChildren(...columnMapper(sample, isSaved ? saved : null, use));
      if (isSaved) use(saved);
    } catch {
      // The problem is shown already.
    }
  }

  /** The chosen store. */
  #store(): StoreData {
    const id = Number(this.#field("store").value);
    return this.#stores.find((store) => store.id === id) ?? { id, platform: null, currency: null, map: null };
  }

  /** The button of the preview. A person has to agree to what the import would leave out first. */
  #previewStep(file: OrderFile): HTMLElement[] {
    const step = nextStep("Preview import", async () => await this.#preview(file));
    return [...agreementNotices(file, this.#store(), (agreed) => step.querySelector("button")?.toggleAttribute("disabled", !agreed)), step];
  }

  async #preview(file: OrderFile): Promise<void> {
    this.#clear(this.#done);
    const results = await this.#send(file, { dryRun: true, place: this.#check });
    if (results === null) return;
    const count = countOf(results, "created", "updated");
    const step =
      count === 0
        ? element("p", {}, "There is nothing to import.")
        : nextStep(`Import ${pluralize(count, "order")}`, async () => await this.#import(file));
    this.#check.append(step);
  }

  async #import(file: OrderFile): Promise<void> {
    const startedAt = new Date();
    const results = await this.#send(file, { dryRun: false, place: this.#done });
    this.#clear(this.#check);
    if (results === null) return;
    // What the file contains and what would happen is no longer of interest.
    this.#clear(this.#file, this.#details);
    this.#shownFile = null;
    if (countOf(results, "created", "updated") > 0) this.#done.append(this.#resultLink(startedAt));
  }

  /** A link to the orders that have changed since the import started. The clocks may differ by a minute. */
  #resultLink(startedAt: Date): HTMLElement {
    const since = new Date(startedAt.getTime() - CLOCK_SKEW_MS).toISOString();
    const href = `${this.#form.action.replace(/\/import$/, "/orders")}?updated_after=${encodeURIComponent(since)}`;
    return element("p", { class: "actions next" }, element("a", { class: "button primary", href }, "View imported orders"));
  }

  /** Sends the orders, shows their results and returns them; null if the run stopped before the end. */
  async #send(file: OrderFile, { dryRun, place }: { dryRun: boolean; place: HTMLElement }) {
    this.#setBusy(true);
    const bar = progress(place, dryRun ? "Checking" : "Importing", file.orders.length);
    const target = {
      url: file.updates ? `${this.#form.action}/updates` : this.#form.action,
      formToken: this.#field("form_token").value,
      store: file.updates ? null : Number(this.#field("store").value),
      onConflict: this.#field("on_conflict").value,
      dryRun,
      run: String(Date.now()),
      onWait: bar.setText,
    };
    const { results, stopReason } = await runOrders(file, target, (count) => {
      bar.setValue(count);
      bar.setText(`${countText(count)} of ${pluralize(file.orders.length, "order")}`);
    }).finally(() => this.#setBusy(false));
    const heading = element("h2", {}, dryRun ? "Expected results" : "Results");
    const message = `The import stopped before the end. ${stopReason} Choose the file again to continue. Nothing is imported twice.`;
    place.replaceChildren(heading, ...(stopReason === null ? [] : [notice("bad", message)]), ...resultParts(file, results, { dryRun }));
    this.#announce(sentence(results, { dryRun }));
    heading.scrollIntoView({ block: "start" });
    return stopReason === null ? results : null;
  }

  /** While orders are being sent, disables all fields and buttons, and makes the browser ask before the page is closed. */
  #setBusy(isBusy: boolean): void {
    for (const field of this.#form.querySelectorAll<HTMLInputElement | HTMLSelectElement>("select, input")) field.disabled = isBusy;
    for (const button of document.querySelectorAll<HTMLButtonElement>("#import button")) button.disabled = isBusy;
    window.onbeforeunload = isBusy ? (event) => event.preventDefault() : null;
  }
}

const form = document.querySelector<HTMLFormElement>("#import form");
// The page has no form if the organization has no store yet.
if (form !== null) new ImportPage(form).start();
