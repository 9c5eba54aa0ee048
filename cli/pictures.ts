/**
 * Makes the README's pictures, from an instance with the demo organization: `npm run dev`, then, beside it, `node cli/pictures.ts`.
 * It takes a few orders in. The browser is the one that CHROMIUM names.
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

/** The nth order of the picture; the same each time. */
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

async function takeIn(): Promise<void> {
  const headers = { authorization: `Bearer ${demo.api_token}`, "content-type": "application/json" };
  const body = JSON.stringify({ orders: Array.from({ length: 24 }, (_, nth) => order(nth)), on_conflict: "skip" });
  const response = await fetch(`${demo.url}/api/v2/orders/bulk`, { method: "POST", headers, body });
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
}

async function pictureOf(browser: Browser, name: string, prepare: (page: Page) => Promise<void>): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 720 }, colorScheme: "light" });
  await prepare(page);
  await page.screenshot({ path: `${folder}/${name}.png` });
  await page.close();
}

await takeIn();
const browser = await chromium.launch({ executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
try {
  await pictureOf(browser, "docs", async (page) => {
    await page.goto(`${demo.url}/docs`);
    await page.getByRole("link", { name: "GET /api/v2/orders/{id}", exact: true }).click();
    await page.waitForURL("**/docs#v2/**");
    await page.getByRole("heading", { name: "Get an order with its items" }).first().waitFor();
    // A click leaves a mark on what it leads to.
    await page.mouse.click(640, 80);
  });
  await pictureOf(browser, "console", async (page) => {
    await page.goto(`${demo.url}/console`);
    await page.getByLabel("E-mail address").fill(demo.email);
    await page.getByLabel("Password").fill(demo.password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("heading", { name: "Orders" }).waitFor();
  });
} finally {
  await browser.close();
}
