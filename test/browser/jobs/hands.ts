import type { Locator, Page } from "playwright-core";

/** What a job has taken so far. */
export interface Effort {
  clicks: number;
  keystrokes: number;
}

/**
 * The hands of a person: they click what is visible and type key by key, and count it. The mouse and the keyboard are those of the browser,
 * so what a script of the page does with a click or a key happens too.
 */
export class Hands {
  readonly effort: Effort = { clicks: 0, keystrokes: 0 };

  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** Clicks, and waits for the page that it leads to, if `leads`. */
  async click(target: Locator, { leads = false }: { leads?: boolean } = {}): Promise<void> {
    this.effort.clicks += 1;
    await this.#leading(leads, async () => await target.click());
  }

  /** Follows a link, by its name. */
  async follow(name: string | RegExp): Promise<void> {
    await this.click(this.page.getByRole("link", { name, exact: typeof name === "string" }).first(), { leads: true });
  }

  /** Opens a section of the navigation. */
  async go(name: string): Promise<void> {
    const link = this.page.getByRole("navigation", { name: "Sections" }).getByRole("link", { name, exact: true });
    await this.click(link, { leads: true });
  }

  /** Presses a button that sends a form. */
  async send(name: string): Promise<void> {
    await this.click(this.page.getByRole("button", { name, exact: true }), { leads: true });
  }

  /** Types into what has the focus. */
  async type(text: string): Promise<void> {
    this.effort.keystrokes += text.length;
    await this.page.keyboard.type(text);
  }

  /** Presses a key, or keys together. */
  async press(key: string, { leads = false }: { leads?: boolean } = {}): Promise<void> {
    this.effort.keystrokes += 1;
    await this.#leading(leads, async () => await this.page.keyboard.press(key));
  }

  /** Clicks a field, selects what is in it and types over it. Fields of the same name in other parts of the page are not meant. */
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

  /** Opens a list of choices and clicks one. */
  async choose(label: string, choice: string, { leads = false }: { leads?: boolean } = {}): Promise<void> {
    this.effort.clicks += 2;
    await this.#leading(leads, async () => void (await this.#field(label).selectOption(choice)));
  }

  /** Clicks a field for a date and types the date: day, month and year. */
  async pickDate(label: string, day: string): Promise<void> {
    const field = this.#field(label);
    await this.click(field);
    this.effort.keystrokes += 8;
    await field.fill(day);
    await field.press("Enter");
    this.effort.keystrokes += 1;
  }

  /** Presses Tab until a field with such a name has the focus. */
  async next(name: RegExp): Promise<void> {
    for (let tabs = 0; tabs < 10; tabs += 1) {
      await this.press("Tab");
      const focused = await this.page.evaluate(() => document.activeElement?.getAttribute("name") ?? "");
      if (name.test(focused)) return;
    }
    throw new Error(`No field ${String(name)} follows.`);
  }

  /** Goes back with the button of the browser. */
  async back(): Promise<void> {
    this.effort.clicks += 1;
    await this.page.goBack();
  }

  /** Clicks a field for a file, then the file and "Open" in the window that the browser shows. */
  async pickFile(label: string, name: string, text: string): Promise<void> {
    this.effort.clicks += 3;
    await this.#field(label).setInputFiles({ name, mimeType: "text/csv", buffer: Buffer.from(text) });
  }

  /** The field whose label begins so. */
  #field(label: string): Locator {
    return this.page
      .getByLabel(new RegExp(`^${label}`))
      .filter({ visible: true })
      .first();
  }

  async #leading(leads: boolean, act: () => Promise<void>): Promise<void> {
    if (!leads) return await act();
    await Promise.all([this.page.waitForEvent("domcontentloaded"), act()]);
  }
}
