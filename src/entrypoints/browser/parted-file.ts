import { showToast } from "./toast.ts";

/** The last line of a part. */
const END = /\{"next_cursor":[^\n]*\}\n$/;

/** Downloads files that the server sends in parts. `data-parts` is the name of the file. */
export function enablePartedDownloads(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>("form[data-parts]")) {
    const file = new PartedFile(form);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      void file.download();
    });
  }
}

/** A file of JSON lines, of which each request of a form returns a part. */
class PartedFile {
  #parts: string[] = [];
  /** Of the next part. Null before the first part and after the last one. */
  #cursor: string | null = null;

  constructor(private readonly form: HTMLFormElement) {}

  /** Downloads all parts and saves them as one file. After a part that failed, the next call continues with that part. */
  async download(): Promise<void> {
    const buttons = [...this.form.querySelectorAll("button")];
    for (const button of buttons) button.disabled = true;
    try {
      do await this.#readPart();
      while (this.#cursor !== null);
      this.#save();
      this.#parts = [];
    } catch {
      showToast("The download broke off. Press the button again to continue it.");
    } finally {
      for (const button of buttons) button.disabled = false;
    }
  }

  async #readPart(): Promise<void> {
    const body = new URLSearchParams();
    for (const [name, value] of new FormData(this.form)) if (typeof value === "string") body.append(name, value);
    if (this.#cursor !== null) body.set("cursor", this.#cursor);
    const response = await fetch(this.form.action, { method: "POST", body });
    const text = await response.text();
    const [end] = END.exec(text) ?? [];
    if (!response.ok || end === undefined) throw new Error("The part is not complete.");
    this.#cursor = (JSON.parse(end) as { next_cursor: string | null }).next_cursor;
    this.#parts.push(text.slice(0, -end.length));
  }

  #save(): void {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob(this.#parts, { type: "application/x-ndjson" }));
    link.download = this.form.dataset["parts"] ?? "";
    link.click();
    URL.revokeObjectURL(link.href);
  }
}
