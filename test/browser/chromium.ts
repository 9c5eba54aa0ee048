import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import { type Browser, chromium, type Page } from "playwright-core";

/** Starts a browser without background activity. */
export async function startBrowser(executablePath: string): Promise<Browser> {
  const args = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"];
  return await chromium.launch({ executablePath, args: [...args, "--disable-component-update", "--disable-sync"] });
}

/**
 * Records the errors and warnings of a page, its failed requests, its responses with an error status, and its requests to another origin than
 * `origin`, as texts for a failing test.
 */
export function complaintsOf(page: Page, origin: string): string[] {
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) complaints.push(`console ${message.type()}: ${message.text()}`);
  });
  page.on("pageerror", (error) => complaints.push(`error: ${error.message}`));
  page.on("request", (request) => {
    if (!request.url().startsWith(`${origin}/`) && !request.url().startsWith("data:")) complaints.push(`foreign: ${request.url()}`);
  });
  page.on("requestfailed", (request) => {
    const failure = `${request.url()} ${request.failure()?.errorText}`;
    // A Chromium with windows also loads the icon of a page, and cancels that when the page is left. The headless shell has no icons.
    if (/\/logo-\w+\.svg net::ERR_ABORTED$/.test(failure)) return;
    // A later change of the filters cancels the list of the one before.
    if (request.resourceType() === "fetch" && failure.endsWith("net::ERR_ABORTED")) return;
    // Leaving a page cancels the pictures that it still loads.
    if (request.resourceType() === "image" && failure.endsWith("net::ERR_ABORTED")) return;
    complaints.push(`failed: ${failure}`);
  });
  page.on("response", (response) => {
    if (response.status() >= 400) complaints.push(`${response.status()}: ${response.url()}`);
  });
  return complaints;
}

export const PHONE = { width: 390, height: 844 };
export const DESK = { width: 1440, height: 900 };

/**
 * Shows a page in the sizes of a phone and a desktop, in light and dark, and runs `check` for each. `isBrief`: only the phone in dark and
 * the desktop in light, so that each size and each scheme is seen once.
 */
export async function inEveryView(page: Page, check: (view: string) => Promise<void>, { isBrief = false } = {}): Promise<void> {
  for (const size of [PHONE, DESK]) {
    await page.setViewportSize(size);
    for (const colorScheme of isBrief ? ([size === PHONE ? "dark" : "light"] as const) : (["light", "dark"] as const)) {
      await page.emulateMedia({ colorScheme });
      await check(`${size.width} ${colorScheme}`);
    }
  }
}

/** The first five elements of a page that overflow the screen, each with the pixel at which it ends. */
export async function overflowOf(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const { clientWidth: width, scrollWidth } = document.documentElement;
    // The browser rounds widths up to whole pixels.
    if (scrollWidth <= width + 1) return [];
    const wide = [...document.querySelectorAll("body *")].filter((element) => element.getBoundingClientRect().right > width + 1);
    // What is no element, such as generated content, can overflow too.
    if (wide.length === 0) return [`the page ${scrollWidth}`];
    return wide.slice(0, 5).map((element) => `${element.tagName} ${element.className} ${element.getBoundingClientRect().right}`);
  });
}

/** The contrast of a text and the background of the page (WCAG 2.2, contrast ratio), 1 to 21. */
export async function contrastOf(page: Page, selector: string): Promise<number> {
  return await page.evaluate((of) => {
    const element = document.querySelector(of);
    if (element === null) throw new Error(`There is no ${of}.`);
    const luminance = (color: string) => {
      const [red = 0, green = 0, blue = 0] = (color.match(/[\d.]+/g) ?? []).map(Number).map((value) => {
        const part = value / 255;
        return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const [text, ground] = [getComputedStyle(element).color, getComputedStyle(document.body).backgroundColor].map(luminance);
    const [bright, dark] = [Math.max(text ?? 0, ground ?? 0), Math.min(text ?? 0, ground ?? 0)];
    return (bright + 0.05) / (dark + 0.05);
  }, selector);
}

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** The rules of axe: all, only WCAG 2.2 AA, or those that depend on the size and the colors of a page. */
const RULES = {
  all: [...WCAG, "best-practice"],
  wcag: WCAG,
  ofView: { type: "rule", values: ["color-contrast", "target-size"] },
};

/** Ends all transitions of a page. A color in a transition has another contrast, and its duration depends on the machine. */
async function finishTransitions(page: Page): Promise<void> {
  await page.evaluate(() => {
    const running = () => document.getAnimations().filter((animation) => animation instanceof CSSTransition);
    // An inherited color starts to change when the other color has changed.
    for (let found = running(); found.length > 0; found = running()) for (const transition of found) transition.finish();
  });
}

/** The violations of `rules` on a page, or on the part `within` it, as far as a program can detect them. */
export async function violationsOf(page: Page, rules: keyof typeof RULES = "all", within = "html"): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axe);
  await finishTransitions(page);
  // Otherwise, what is half behind the bar at the top counts as too small to touch.
  await page.evaluate(() => scrollTo(0, 0));
  const { violations } = await page.evaluate(
    async ([runOnly, part]) => {
      const { axe: checker } = globalThis as unknown as { axe: { run: (part: string, options: object) => Promise<AxeResults> } };
      return await checker.run(part, { runOnly, resultTypes: ["violations"] });
    },
    [RULES[rules], within] as const,
  );
  return violations.flatMap(({ id, help, nodes }) => nodes.map(({ target }) => `${id}: ${help} (${target.join(" ")})`));
}
