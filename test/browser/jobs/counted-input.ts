import type { Locator, Page } from "playwright-core";

/** The counted effort of a job so far. */
export interface Effort {
  clicks: number;
  keystrokes: number;
}

/**
 * The input of a person: clicks on visible elements and single keystrokes, which are counted. The mouse and the keyboard are those of the
 * browser, so scripts of the page react to them.
 */
export class CountedInput {
  readonly effort: Effort;

  readonly page: Page;

  constructor(page: Page, effort: Effort = { clicks: 0, keystrokes: 0 }) {
    this.page = page;
    this.effort = effort;
  }

  /** The input on another page of the same job, such as that of a supplier. It counts into the same effort. */
  on(page: Page): CountedInput {
    return new CountedInput(page, this.effort);
  }

  /** Clicks, and waits for the next page if the click opens one. */
  async click(target: Locator, { opensPage = false, modifier }: { opensPage?: boolean; modifier?: "Shift" } = {}): Promise<void> {
    this.effort.clicks += 1;
    await this.#perform(opensPage, async () => await target.click(modifier === undefined ? {} : { modifiers: [modifier] }));
  }

  /** Follows a link by its name. */
  async follow(name: string | RegExp): Promise<void> {
    await this.click(this.page.getByRole("link", { name, exact: typeof name === "string" }).first(), { opensPage: true });
  }

  /** Opens a section of the navigation. */
  async go(name: string): Promise<void> {
    const link = this.page.getByRole("navigation", { name: "Sections" }).getByRole("link", { name, exact: true });
    await this.click(link, { opensPage: true });
  }

  /** Clicks a button that submits a form. */
  async send(name: string): Promise<void> {
    await this.click(this.page.getByRole("button", { name, exact: true }), { opensPage: true });
  }

  /** Types into the focused element. */
  async type(text: string): Promise<void> {
    this.effort.keystrokes += text.length;
    await this.page.keyboard.type(text);
  }

  /** Presses a key or a key combination. */
  async press(key: string, { opensPage = false }: { opensPage?: boolean } = {}): Promise<void> {
    this.effort.keystrokes += 1;
    await this.#perform(opensPage, async () => await this.page.keyboard.press(key));
  }

  /** Clicks a field, selects its content and types over it. Fields of the same name in other parts of the page are ignored. */
  async fill(label: string, text: string, within: Locator = this.page.getByRole("main")): Promise<void> {
    await this.click(
      within
        .getByLabel(new RegExp(`^${label}`))
        .filter({ visible: true })
        .first(),
    );
    await this.press("ControlOrMeta+A");
    await this.type(text);
  }

  /** Clicks a field and pastes a text from the clipboard. */
  async paste(label: string, text: string): Promise<void> {
    await this.click(this.#field(label));
    this.effort.keystrokes += 1;
    await this.page.keyboard.insertText(text);
  }

  /** Opens the palette, types the beginning of what it offers, and opens it. */
  async command(text: string): Promise<void> {
    await this.press("ControlOrMeta+k");
    await this.type(text);
    await this.press("Enter", { opensPage: true });
  }

  /** Opens a select list and clicks an option. */
  async choose(label: string, choice: string, { opensPage = false }: { opensPage?: boolean } = {}): Promise<void> {
    this.effort.clicks += 2;
    await this.#perform(opensPage, async () => void (await this.#field(label).selectOption(choice)));
  }

  /** Clicks a date field and types the date: day, month and year. */
  async typeDate(label: string, day: string): Promise<Locator> {
    const field = this.#field(label);
    await this.click(field);
    this.effort.keystrokes += 8;
    await field.fill(day);
    return field;
  }

  /** Types a date, and applies it to the list with Enter. */
  async pickDate(label: string, day: string): Promise<void> {
    const field = await this.typeDate(label, day);
    await field.press("Enter");
    this.effort.keystrokes += 1;
    // The list is replaced in the page.
    await this.page.locator("main[aria-busy]").waitFor({ state: "detached" });
  }

  /** Presses Tab until a field with a matching name has the focus. */
  async next(name: RegExp): Promise<void> {
    for (let tabs = 0; tabs < 10; tabs += 1) {
      await this.press("Tab");
      const focusedName = await this.page.evaluate(() => document.activeElement?.getAttribute("name") ?? "");
      if (name.test(focusedName)) return;
    }
    throw new Error(`No field ${String(name)} follows.`);
  }

  /** Goes back with the button of the browser. */
  async back(): Promise<void> {
    this.effort.clicks += 1;
    await this.page.goBack();
  }

  /** Clicks a file field, then the file and "Open" in the browser's window. */
  async pickFile(label: string, name: string, text: string): Promise<void> {
    this.effort.clicks += 3;
    await this.#field(label).setInputFiles({ name, mimeType: "text/csv", buffer: Buffer.from(text) });
  }

  /** Clicks a file field, selects all files of a folder, and clicks "Open". */
  async pickFolder(label: string, files: { name: string; mimeType: string; buffer: Buffer }[]): Promise<void> {
    this.effort.clicks += 3;
    this.effort.keystrokes += 1;
    await this.page.getByLabel(label, { exact: true }).setInputFiles(files);
  }

  /** The field whose label starts with this text. */
  #field(label: string): Locator {
    return this.page
      .getByLabel(new RegExp(`^${label}`))
      .filter({ visible: true })
      .first();
  }

  /** Acts, and waits for the next page if the act opens one. */
  async #perform(opensPage: boolean, act: () => Promise<void>): Promise<void> {
    if (!opensPage) return await act();
    await Promise.all([this.page.waitForEvent("domcontentloaded"), act()]);
  }
}
