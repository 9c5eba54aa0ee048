/** Uploads files that are dropped, pasted or chosen. Before anything is sent, the page shows which file is for which item. */
import { pluralize } from "../../console/count-text.ts";
import { element, notice, table } from "./import/element.ts";
import { type PlannedFile, planFiles } from "./upload/plan.ts";
import { assertVisible, previewCanvas, previewOf } from "./upload/preview.ts";
import { send, type Target } from "./upload/send.ts";

/** The size of a picture in the table, in pixels of the page. */
const SHOWN_PIXELS = 48;

function elementById(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`The page has no #${id}.`);
  return found;
}

/** A row of the table: a file, its picture and how far it is. */
interface Row {
  planned: PlannedFile;
  /** Null: the browser can't read the picture. */
  canvas: HTMLCanvasElement | null;
  state: HTMLElement;
}

class UploadPage {
  readonly #zone: HTMLElement;
  readonly #status = elementById("upload-status");
  readonly #plan = elementById("upload-plan");
  readonly #target: Target;
  readonly #field: HTMLInputElement | null;
  /** Counts the choices, so that the result of an earlier one is not shown. */
  #choiceCount = 0;
  #isBusy = false;

  constructor(
    private readonly form: HTMLFormElement,
    private readonly root: HTMLElement,
  ) {
    const token = form.querySelector<HTMLInputElement>("input[name=form_token]");
    this.#target = { url: form.action, formToken: token?.value ?? "" };
    this.#field = form.querySelector<HTMLInputElement>("input[type=file]");
    this.#zone = form.querySelector<HTMLElement>(".drop-zone") ?? root;
  }

  start(): void {
    this.form.addEventListener("submit", (event) => event.preventDefault());
    const field = this.#field;
    field?.addEventListener("change", () => {
      void this.#choose([...(field.files ?? [])]);
      // The same files can be chosen again.
      field.value = "";
    });
    document.addEventListener("paste", (event) => void this.#choose([...(event.clipboardData?.files ?? [])]));
    document.addEventListener("dragover", (event) => {
      event.preventDefault();
      this.#zone.classList.add("over");
    });
    document.addEventListener("dragleave", () => this.#zone.classList.remove("over"));
    document.addEventListener("drop", (event) => {
      event.preventDefault();
      this.#zone.classList.remove("over");
      void this.#choose([...(event.dataTransfer?.files ?? [])]);
    });
    this.root.hidden = false;
  }

  async #choose(files: readonly File[]): Promise<void> {
    if (files.length === 0 || this.#isBusy) return;
    const choice = (this.#choiceCount += 1);
    this.#plan.replaceChildren();
    const { item = null, proof = null, order = null } = this.root.dataset;
    const progress = proof === null ? "Looking for the items of the files …" : "Checking the picture …";
    this.#status.replaceChildren(element("p", { class: "soft" }, progress));
    try {
      const planned = await planFiles(this.#target, files, { item, proof, order });
      const rows: Row[] = [];
      for (const each of planned) {
        const canvas = await previewCanvas(each.file);
        if (each.proofOf !== undefined) await assertVisible(each.file, canvas, this.#field?.accept.split(",") ?? []);
        rows.push({ planned: each, canvas, state: element("span", {}, each.query === null ? "" : "Ready") });
      }
      if (choice === this.#choiceCount) this.#show(rows);
    } catch (error) {
      if (choice === this.#choiceCount) this.#status.replaceChildren(notice("bad", (error as Error).message));
    }
  }

  #show(rows: readonly Row[]): void {
    const ready = rows.filter(({ planned }) => planned.query !== null);
    const unmatchedCount = rows.length - ready.length;
    const text = `${pluralize(ready.length, "file")} to upload${unmatchedCount === 0 ? "." : `, ${pluralize(unmatchedCount, "file")} without a match.`}`;
    this.#status.replaceChildren(element("p", {}, text));
    const shown = rows.map(({ planned: { file, text: purpose }, canvas, state }) => [
      element("span", { class: "file" }, thumbnailOf(canvas), file.name),
      purpose,
      state,
    ]);
    this.#plan.replaceChildren(table("Files", { columns: ["File", "For", "State"], rows: shown }));
    if (ready.length === 0) return;
    const label = this.root.dataset["proof"] === undefined ? `Upload ${pluralize(ready.length, "file")}` : "Create proof";
    const button = element("button", { type: "button", class: "primary" }, label);
    button.addEventListener("click", () => void this.#upload(ready, button));
    this.#plan.append(element("div", { class: "actions next" }, button));
  }

  async #upload(rows: readonly Row[], button: HTMLButtonElement): Promise<void> {
    this.#setBusy(true);
    button.remove();
    let uploadedCount = 0;
    let proofId: string | null = null;
    for (const { planned, canvas, state } of rows) {
      state.textContent = "Uploading …";
      try {
        proofId = await this.#uploadOne(planned, canvas);
        uploadedCount += 1;
        state.textContent = "Uploaded";
      } catch (error) {
        state.replaceChildren(element("span", { class: "error" }, (error as Error).message));
      }
    }
    this.#setBusy(false);
    if (proofId !== null) return window.location.assign(`${this.root.dataset["proofs"] ?? ""}/${proofId}`);
    const text = `${pluralize(uploadedCount, "file")} of ${rows.length} uploaded.`;
    this.#status.replaceChildren(notice(uploadedCount === rows.length ? "good" : "bad", text));
    const again = element("a", { class: "button", href: window.location.href }, "Show the uploaded files");
    this.#plan.append(element("div", { class: "actions next" }, again));
  }

  /** Sends a file, its preview, and the item whose proof or the other items whose design it is. Returns the id of the proof, if it became one. */
  async #uploadOne({ file, query, itemIds, proofOf }: PlannedFile, canvas: HTMLCanvasElement | null): Promise<string | null> {
    const { id } = (await send(this.#target, `?${new URLSearchParams(query ?? {}).toString()}`, file)) as { id: string };
    const preview = canvas === null ? null : await previewOf(canvas);
    if (preview !== null) await send(this.#target, `/${id}/preview`, preview);
    for (const other of itemIds.slice(1)) await send(this.#target, `/items/${other}`, { file_id: id });
    if (proofOf === undefined) return null;
    const proof = (await send(this.#target, `/proofs/${proofOf}`, { file_id: id })) as { id: string };
    return proof.id;
  }

  /** While files are being sent, the browser asks before the page is closed. */
  #setBusy(isBusy: boolean): void {
    this.#isBusy = isBusy;
    window.onbeforeunload = isBusy ? (event) => event.preventDefault() : null;
  }
}

/** The picture of a file in the table. The policy of the page allows no images from the memory of the browser, but what is drawn. */
function thumbnailOf(canvas: HTMLCanvasElement | null): HTMLElement | null {
  if (canvas === null) return null;
  const scale = SHOWN_PIXELS / Math.max(canvas.width, canvas.height);
  const drawn = element("canvas", { "aria-hidden": "true" });
  drawn.width = Math.max(1, Math.round(canvas.width * scale));
  drawn.height = Math.max(1, Math.round(canvas.height * scale));
  drawn.getContext("2d")?.drawImage(canvas, 0, 0, drawn.width, drawn.height);
  return drawn;
}

const form = document.querySelector<HTMLFormElement>("form.upload");
const root = document.getElementById("upload");
if (form !== null && root !== null) new UploadPage(form, root).start();
