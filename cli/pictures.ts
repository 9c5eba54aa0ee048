/**
 * Takes the README's screenshots of the demo organization. Run `npm run dev` with a new state folder, and
 * `npx --no-install node cli/pictures.ts` in a second terminal. CHROMIUM is the path of the browser.
 */
import { readFileSync } from "node:fs";
import { type Browser, chromium, type Page } from "playwright-core";
import type { Demo } from "./dev/seed.ts";

const [file = ".wrangler/state/demo.json", folder = "docs/images"] = process.argv.slice(2);
const demo = JSON.parse(readFileSync(file, "utf8")) as Demo;

async function takeScreenshot(browser: Browser, name: string, prepare: (page: Page) => Promise<void>): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 720 }, colorScheme: "light" });
  await prepare(page);
  await page.screenshot({ path: `${folder}/${name}.png` });
  await page.close();
}

const browser = await chromium.launch({ executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
try {
  await takeScreenshot(browser, "docs", async (page) => {
    await page.goto(`${demo.url}/docs`);
    await page.getByRole("link", { name: "GET /api/v2/orders/{id}", exact: true }).click();
    await page.waitForURL("**/docs#v2/**");
    await page.getByRole("heading", { name: "Get an order with its items" }).first().waitFor();
    // Remove the highlight of the operation that was opened.
    await page.mouse.click(640, 80);
  });
  await takeScreenshot(browser, "console", async (page) => {
    await page.goto(`${demo.url}/console`);
    await page.getByLabel("Email address").fill(demo.email);
    await page.getByLabel("Password").fill(demo.password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("heading", { name: "Home" }).waitFor();
    await page.getByRole("link", { name: "Orders", exact: true }).click();
    await page.getByRole("heading", { name: "Orders" }).waitFor();
  });
} finally {
  await browser.close();
}
