/**
 * Takes the README's screenshots of an instance with the demo organization. Run `npm run dev`, and in a second terminal
 * `node cli/pictures.ts`. It creates a few orders. CHROMIUM is the path of the browser.
 */
import { readFileSync } from "node:fs";
import { type Browser, chromium, type Page } from "playwright-core";
import type { Demo } from "./dev/seed.ts";

const [file = ".wrangler/state/demo.json", folder = "docs/images"] = process.argv.slice(2);
const demo = JSON.parse(readFileSync(file, "utf8")) as Demo;

const PEOPLE = [
  "Ann Lee",
  "Bela Novák",
  "Chidi Okafor",
  "Dana Weiss",
  "Emre Kaya",
  "Fumiko Sato",
  "Grace Obi",
  "Hugo Martin",
  "Ines Costa",
];
const THINGS = ["Engraved mug", "Linen tote", "Oak name plate", "Star map print", "Dog bandana", "Recipe board"];
const STATUSES = ["New", "In Production", "Shipped", "New", "Complete", "Pending Cost", "In Production", "Shipped", "Cancelled"];

/** The nth order of the screenshots, which is always the same. */
function order(nth: number) {
  const item = (at: number) => ({
    name: THINGS[(nth + at) % THINGS.length],
    sku: (nth + at) % 5 === 0 ? null : `SKU-${100 + ((nth + at) % THINGS.length)}`,
    quantity: 1 + ((nth * 7 + at) % 3),
    price: 12.5 + ((nth * 11 + at * 5) % 40),
  });
  return {
    store: "gift",
    external_id: `picture-${nth}`,
    number: `#${1042 - nth}`,
    date: new Date(Date.now() - nth * 5 * 3_600_000).toISOString(),
    status: STATUSES[nth % STATUSES.length],
    customer_name: PEOPLE[nth % PEOPLE.length],
    shipping_cost: 4.9,
    items: Array.from({ length: 1 + (nth % 3) }, (_, at) => item(at)),
  };
}

async function createOrders(): Promise<void> {
  const headers = { authorization: `Bearer ${demo.api_token}`, "content-type": "application/json" };
  const body = JSON.stringify({ orders: Array.from({ length: 24 }, (_, nth) => order(nth)), on_conflict: "skip" });
  const response = await fetch(`${demo.url}/api/v2/orders/bulk`, { method: "POST", headers, body });
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
}

async function takeScreenshot(browser: Browser, name: string, prepare: (page: Page) => Promise<void>): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 720 }, colorScheme: "light" });
  await prepare(page);
  await page.screenshot({ path: `${folder}/${name}.png` });
  await page.close();
}

await createOrders();
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
    await page.getByRole("heading", { name: "Orders" }).waitFor();
  });
} finally {
  await browser.close();
}
