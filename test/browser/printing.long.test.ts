import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { program } from "../node/program.ts";
import { sharedWorker } from "../node/server/built-worker.ts";
import type { RunningWorker } from "../node/server/worker.ts";
import { startBrowser } from "./chromium.ts";
import { checkPage, createShop, type Shop, openConsole, type Visit, type ConsoleSetup } from "./console/kit.ts";
import type { PrintedPage } from "./pdf.ts";
import { print, textOf } from "./print.ts";

/** The printed pages of Chromium, read from its PDF (docs/spec/console.md#printing). */

const chromium = program("chromium");
let worker: RunningWorker;
let browser: Browser;
let setup: ConsoleSetup;
let shop: Shop;
let orders: { one: number; hostile: number; many: number };

const WORD = "Wassertropfenarmbanduhrenverpackung";
const LINK = `https://files.example.com/${"d".repeat(260)}.png`;
const LISBON = {
  ship_name: "Ann Lee",
  ship_address1: "Rua do Norte 12",
  ship_city: "Lisboa",
  ship_zipcode: "1200-284",
  ship_country: "PT",
};
const RETURN_ADDRESS = "Gift shop\n1 High Street\nBath BA1 1AA";

beforeAll(async () => {
  if (chromium === null) return;
  worker = await sharedWorker();
  browser = await startBrowser(chromium);
  setup = { worker, browser, now: Date.now };
  shop = await createShop(setup, "Printing");
  await shop.v2(`/stores/${shop.storeId}`, { return_address: RETURN_ADDRESS }, "PATCH");
  const order = async (number: string, fields: object) =>
    (await shop.v2<{ id: number }>("/orders", { store: "gift", number, customer_name: "Ann Lee", ...LISBON, ...fields })).id;
  const mug = { name: "Mug", sku: "MUG-1", price: 12.34 };
  orders = {
    one: await order("ONE-1", { items: [{ ...mug, quantity: 3, personalization: "Deniz & Ana" }], buyer_note: "Ring twice." }),
    hostile: await order("H".repeat(64), {
      ship_name: `${WORD.repeat(6)} Recipient`,
      ship_address1: WORD.repeat(7),
      ship_address2: "y".repeat(255),
      is_gift: true,
      gift_message: `${WORD.repeat(9)} for you`,
      buyer_note: LINK,
      items: [
        {
          ...mug,
          name: `${WORD.repeat(6)} End`,
          sku: "S".repeat(64),
          design_url: LINK,
          personalization: LINK,
          variations: "v".repeat(200),
          properties: [{ name: WORD, value: `${WORD} engraved` }],
        },
      ],
    }),
    many: await order("MANY-1", {
      metadata: Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`detail-${at + 1}`, "of a sheet after the items"])),
      items: Array.from({ length: 200 }, (_, at) => ({ ...mug, name: `Poster-${at + 1}-end`, sku: `SKU-${at + 1}-end` })),
    }),
  };
});
afterAll(async () => await browser?.close());

const POINTS_PER_PIXEL = 72 / 96;
/** 12 mm. */
const MARGIN = (12 / 25.4) * 72;

/** The sizes of papers in points, and their margins, which src/entrypoints/browser/print.css sets: 12 mm, on a label 4 mm. */
const PAPERS = {
  a4: { width: 595, height: 842, margin: MARGIN },
  letter: { width: 612, height: 792, margin: MARGIN },
  label: { width: 288, height: 432, margin: (4 / 25.4) * 72 },
} as const;

/** The errors in the layout of pages of this size: Chromium has scaled a page down, or it does not fill its width, or overflows it. */
function layoutErrorsOf(
  pages: readonly PrintedPage[],
  { width, height, margin }: { width: number; height: number; margin: number },
): string[] {
  const isNear = (one: number, other: number) => Math.abs(one - other) <= 2;
  return pages.flatMap((page, at) => {
    const scales = new Set(page.texts.map(({ scale }) => scale.toFixed(2)));
    const rightmost = Math.max(...page.texts.map(({ x }) => x));
    return [
      ...(isNear(page.width, width) && isNear(page.height, height) ? [] : [`page ${at}: ${page.width} x ${page.height}`]),
      ...[...scales].filter((scale) => scale !== POINTS_PER_PIXEL.toFixed(2)).map((scale) => `page ${at}: printed at ${scale}`),
      ...(isNear(page.left, margin) ? [] : [`page ${at}: begins at ${page.left}`]),
      ...(isNear(page.right, width - margin) ? [] : [`page ${at}: ends at ${page.right}`]),
      ...(rightmost < width - margin ? [] : [`page ${at}: a text at ${rightmost}`]),
    ];
  });
}

describe.skipIf(chromium === null)("printing in a browser", () => {
  const names = Array.from({ length: 200 }, (_, at) => `Poster-${at + 1}-end`);
  const COMPLETE = {
    slips: ["ShiptoAnnLee", "Deniz&Ana", "Portugal", "HighStreet", "Ringtwice.", "ONE-1", "Recipient", "foryou", `${WORD}End`, ...names],
    tickets: ["Mug", "Deniz&Ana", "OrderMANY-1·item3of200", `${WORD}End`, LINK, "foryou", ...names],
    pick: ["MUG-1", `${WORD}End`, "MANY-1", ...names.map((name) => name.replace("Poster", "SKU")), ...names],
  } as const;
  const cases = (["slips", "tickets", "pick"] as const).flatMap((document) =>
    (["a4", "letter", "label"] as const).map((paper) => [document, paper] as const),
  );

  it.each(cases)(
    "%s on %s fill the page and are complete: one item, 200 items, and words that no line can hold",
    async (document, paper) => {
      await using visit = await openConsole(setup, shop);
      await visit.open(`/orders/print?document=${document}&paper=${paper}&ids=${orders.one},${orders.hostile},${orders.many}`);
      const pages = await print(visit, `${document} on ${paper}`);
      expect(layoutErrorsOf(pages, PAPERS[paper])).toEqual([]);
      const text = textOf(pages);
      expect(COMPLETE[document].filter((part) => !text.includes(part))).toEqual([]);
      if (document === "slips") {
        expect(text).not.toContain("12.34");
        // The note is for the seller, and the slip of a gift is read by its recipient.
        expect(text.match(/Notefromthebuyer/g)).toHaveLength(1);
        const starts = pages.filter(({ texts }) => texts.some(({ text: line }) => line.startsWith("Packing slip")));
        expect(starts).toHaveLength(3);
        // The slip of one item takes one page, with its note.
        expect(textOf(pages.slice(0, 1))).toContain("Ringtwice.");
      }
      if (document === "pick") {
        const named = pages.map((page) => /Picklist,\d{1,2}[A-Z][a-z]+\d{4},\d\d:\d\d/.test(textOf([page])));
        expect(named).toEqual(pages.map(() => true));
        expect(pages.map((page) => /Page\d+/.exec(textOf([page]))?.[0])).toEqual(pages.map((_, at) => `Page${at + 1}`));
      } else {
        // A page that is taken for one of another order is packed into the wrong parcel.
        expect(pages.filter((page) => !/order(?:ONE-1|MANY-1|HHH)/i.test(textOf([page]))).map((page) => textOf([page]))).toEqual([]);
      }
      // The ticket of one item takes one page, with its note.
      if (document === "tickets" && paper === "label")
        expect(pages.map((page) => textOf([page])).filter((each) => each.includes("ONE-1"))).toEqual([
          expect.stringMatching(/Deniz&Ana.*Ringtwice\./),
        ]);
      expect(visit.complaints).toEqual([]);
    },
  );

  it("documents on the screen neither overflow it nor violate WCAG, on a phone, too", async () => {
    await using visit = await openConsole(setup, shop);
    for (const document of ["slips", "tickets", "pick"]) {
      await visit.open(`/orders/print?document=${document}&paper=label&ids=${orders.one},${orders.hostile}`);
      await checkPage(visit, `${document} on a label`);
    }
    expect(visit.complaints).toEqual([]);
  });

  /** Every heading of a table, and what identifies each of its rows. */
  const tableOf = async ({ page }: Visit, caption: string) => {
    const table = page.locator("table", { has: page.locator("caption", { hasText: caption }) });
    return {
      headings: await table.locator("thead th:not(.pick)").allTextContents(),
      rows: await table.locator("td.main").allTextContents(),
    };
  };

  it.each([
    ["A4", PAPERS.a4],
    ["Letter", PAPERS.letter],
  ])("lists and the report are complete on %s, with every column and row", async (format, paper) => {
    await using visit = await openConsole(setup, shop);
    const { page, context } = visit;
    const columns = await page.locator('input[name="column"]').evaluateAll((all) => all.map((box) => (box as HTMLInputElement).value));
    await context.addCookies([{ name: "order-columns", value: columns.join("."), url: worker.url }]);
    const printPage = async (path: string, table: string, size: { width: number; height: number }) => {
      await visit.open(path);
      const { headings, rows } = await tableOf(visit, table);
      const pages = await print(visit, `${path.slice(1).replaceAll("/", "-")} on ${format}`, { format });
      // The last words of a page do not reach both ends of the paper.
      const full = pages.filter((each, at) => at === 0 || /Quantity|Total|Margin/.test(textOf([each])));
      expect(layoutErrorsOf(full, { ...size, margin: MARGIN }), path).toEqual([]);
      const texts = new Set(pages.flatMap((each) => each.texts.map(({ text }) => text.normalize("NFKC").trim())));
      // Parts that only a screen needs are omitted.
      expect(
        ["Sort", "Show report", "Columns", "Copy address"].filter((label) => texts.has(label)),
        path,
      ).toEqual([]);
      // A heading is not broken, and no cell is cut.
      expect(
        headings.filter((heading) => !texts.has(heading)),
        path,
      ).toEqual([]);
      const text = textOf(pages);
      expect(
        rows.filter((row) => !text.includes((row.split("\n")[0] ?? "").normalize("NFKC").replaceAll(/\s/g, ""))),
        path,
      ).toEqual([]);
      return { pages, headings, rows };
    };
    const landscape = { width: paper.height, height: paper.width };
    const list = await printPage("/orders", "Orders", landscape);
    // The number of the order is a column that nobody can hide.
    expect({ headingCount: list.headings.length, rowCount: list.rows.length }).toEqual({ headingCount: columns.length + 1, rowCount: 3 });
    const items = await printPage(`/orders/${orders.many}`, "Items", paper);
    expect(items.rows).toHaveLength(50);
    // A sheet that is taken for the whole order, or for that of another, sends too little.
    const sheets = items.pages.map((each) => textOf([each]));
    expect(sheets.filter((each) => !each.includes("OrderMANY-1"))).toEqual([]);
    expect(sheets.filter((each) => each.includes("Quantity") && !each.includes("Items1to50of200"))).toEqual([]);
    // The details of the order need a sheet after the items, which names the order, too.
    expect(sheets.filter((each) => !each.includes("Quantity"))).not.toEqual([]);
    // What only a screen offers, and what is not known, is not on paper.
    expect(["Map", "Email", "Shipby", "Tags", "Attachments", "Openaticket"].filter((text) => sheets.join("").includes(text))).toEqual([]);
    expect(textOf(list.pages)).not.toMatch(/Justnow|\dmin(?:ago)?/);
    const report = await printPage("/analytics", "By day, in USD", paper);
    expect(report.headings).toContain("Margin");
    const text = textOf(report.pages);
    expect(text).toContain("Daybyday");
    // It says whose it is and of which day, and has neither links nor the marks of what could be opened on a screen.
    expect(text).toMatch(/Printing,printed\d{1,2}[A-Z][a-z]+\d{4},\d\d:\d\d/);
    expect(text).not.toContain("Fillincosts");
    // The border of the last card is on the paper.
    await page.emulateMedia({ media: "print" });
    const room = await page.locator(".measures").evaluate((cards) => {
      const ends = [...cards.children].map((card) => card.getBoundingClientRect().right);
      return cards.getBoundingClientRect().right - Math.max(...ends);
    });
    expect(room).toBeGreaterThanOrEqual(1);
    const marks = await page
      .locator("details.numbers > summary")
      .evaluateAll((all) => all.map((each) => getComputedStyle(each).listStyleType));
    expect(new Set(marks)).toEqual(new Set(["none"]));
    await page.emulateMedia({ media: null });
    expect(await page.locator("details.numbers[open]").count()).toBe(0);
    expect(visit.complaints).toEqual([]);
  });
});
