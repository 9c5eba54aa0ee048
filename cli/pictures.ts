/**
 * Makes the README's picture of the reference, from an instance that runs: `npm run dev`, then
 * `node cli/docs-picture.ts http://127.0.0.1:8787 docs/images/docs.png`. The browser is the one that CHROMIUM names.
 */
import { chromium } from "playwright-core";

const [address = "http://127.0.0.1:8787", path = "docs/images/docs.png"] = process.argv.slice(2);
const browser = await chromium.launch({ executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
try {
  const page = await browser.newPage({ viewport: { width: 1280, height: 720 }, colorScheme: "light" });
  await page.goto(`${address}/docs`);
  await page.getByRole("link", { name: /^Read an order with its items/ }).click();
  await page.waitForURL("**/docs#v1/**");
  await page.getByRole("heading", { name: "Read an order with its items" }).first().waitFor();
  // A click leaves a mark on what it leads to.
  await page.mouse.click(640, 80);
  await page.screenshot({ path });
} finally {
  await browser.close();
}
