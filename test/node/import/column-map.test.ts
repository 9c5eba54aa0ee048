import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { guessColumns, InvalidColumnMap, readColumnMap, templateRows } from "../../../src/resources/orders/files/column-map.ts";
import { csvLine } from "../../../src/resources/orders/files/csv.ts";
import { REQUIRED_FIELDS } from "../../../src/resources/orders/files/spreadsheet-columns.ts";
import { startFakeApi, rememberingApi } from "./fake-api.ts";
import { readText } from "./read-orders.ts";
import { runImporter, temporaryFolder } from "./run-import.ts";

describe("the template", () => {
  it("is read without changes, and its example adds up", async () => {
    const read = await readText(
      templateRows()
        .map((row) => `${csvLine(row)}\n`)
        .join(""),
    );
    expect({ format: read.format, problems: read.problems, errorCount: read.errors.size }).toEqual({
      format: "spreadsheet",
      problems: [],
      errorCount: 0,
    });
    expect(read.orders.get("1001")).toMatchObject({
      reasons: [],
      order: {
        total_amount: 36.7,
        buyer_note: "Please ring twice",
        metadata: { Batch: "7" },
        items: [{ name: "Mug", properties: [{ name: "Ribbon", value: "Red" }], metadata: { Shelf: "B2" } }, { name: "Bowl" }],
      },
    });
  });
});

describe("the currency of an order in a spreadsheet", () => {
  it.each([
    ["12.00", "£3", "", "GBP"],
    ["12,00 €", "", "", "EUR"],
    ["CHF 12.00", "", "", "CHF"],
    ["CA$12.00", "", "", "CAD"],
    ["$12.00", "", "", undefined],
    ["$12.00", "", "CAD", "CAD"],
    ["12 €", "", "€", "EUR"],
    // A text that is no currency is sent as it is, and the API rejects it.
    ["$12", "", "EURO", "EURO"],
    ["12 zł", "", "", "PLN"],
    ["₹120.00", "", "", "INR"],
    ["R$ 12.00", "", "", "BRL"],
    ["kr 12.00", "", "", undefined],
    ["DIN 12.00", "", "", undefined],
    ["12.00", "", "", undefined],
  ])("of %s per piece, %s for the delivery and the currency %j is %s", async (price, delivery, currency, expected) => {
    const header = ["Order reference", "Product", "Price per piece", "Delivery cost", "Currency"];
    const { orders } = await readText([header, ["1", "Mug", price, delivery, currency]].map((row) => `${csvLine(row)}\n`).join(""));
    expect(orders.get("1")).toMatchObject({ reasons: [] });
    expect(orders.get("1")?.order?.currency).toBe(expected);
  });

  it.each([
    ["£12.00", "€3.00", ""],
    ["£12.00", "3.00", "USD"],
    ["£12.00", "$3.00", ""],
    ["¥12", "12 €", ""],
  ])("of amounts in several currencies is none, and the order fails: %s, %s, %j", async (price, delivery, currency) => {
    const header = ["Order reference", "Product", "Price per piece", "Delivery cost", "Currency"];
    const { errors } = await readText([header, ["1", "Mug", price, delivery, currency]].map((row) => `${csvLine(row)}\n`).join(""));
    expect([...errors.values()].map(({ reason }) => reason)).toEqual(["currencies_differ"]);
  });
});

describe("a mapping", () => {
  const COLUMNS = { "Order reference": "Nr", Product: "Artikel" };

  it.each([
    [{ columns: COLUMNS }, { columns: COLUMNS }],
    [
      { columns: { ...COLUMNS, Town: " Ort " }, dates: "day first" },
      { columns: { ...COLUMNS, Town: "Ort" }, dates: "day first" },
    ],
    [
      { columns: { ...COLUMNS, "property: Engraving ": "Gravur", "Item Metadata:Shelf": "Regal", "Metadata: a:b": "Charge" } },
      { columns: { ...COLUMNS, "Property: Engraving": "Gravur", "Item metadata: Shelf": "Regal", "Metadata: a:b": "Charge" } },
    ],
  ])("is read: %o", (value, expected) => {
    expect(readColumnMap(value)).toEqual(expected);
  });

  it.each([
    [null, "The mapping must be an object."],
    [[], "The mapping must be an object."],
    [{}, "“columns” must be an object."],
    [{ columns: COLUMNS, colums: {} }, "“colums” is unknown. A mapping has “columns” and “dates”."],
    [{ columns: COLUMNS, dates: "DMY" }, "“dates” must be “day first” or “month first”."],
    [{ columns: { ...COLUMNS, City: "Ort" } }, /^“City” is no column of the template\. These are: Order reference, /],
    [{ columns: { ...COLUMNS, toString: "Ort" } }, /^“toString” is no column/],
    [{ columns: { ...COLUMNS, Town: "" } }, "The name of the column that is used as “Town” must have 1 to 255 characters."],
    [{ columns: { ...COLUMNS, Town: 7 } }, /used as “Town” must have/],
    [{ columns: { ...COLUMNS, Town: "x".repeat(256) } }, /used as “Town” must have/],
    [{ columns: { ...COLUMNS, Town: "ARTIKEL" } }, "The column “ARTIKEL” is used as “Product” and as “Town”."],
    [{ columns: { ...COLUMNS, Property: "Gravur" } }, /^“Property” is no column of the template\. These are: .*, Property: and a name,/],
    [{ columns: { ...COLUMNS, "Property: ": "Gravur" } }, "The column “Property: ” needs a name of 1 to 255 characters after “Property:”."],
    [
      { columns: { ...COLUMNS, "Metadata: a[b]": "Charge" } },
      "The column “Metadata: a[b]” needs a key of 1 to 40 characters without brackets after “Metadata:”.",
    ],
    [{ columns: { ...COLUMNS, [`Item metadata: ${"k".repeat(41)}`]: "Regal" } }, /needs a key of 1 to 40 characters/],
    [{ columns: { ...COLUMNS, "Property: A": "X", "property:A": "Y" } }, "Two columns are used as “Property: A”."],
    [{ columns: { ...COLUMNS, "Property: A": "X", "Property: B": "X" } }, "The column “X” is used as “Property: A” and as “Property: B”."],
    [{ columns: { Product: "Artikel" } }, "No column is used as “Order reference”."],
    [{ columns: {} }, "No column is used as “Order reference” and none as “Product”."],
  ])("is rejected with its errors: %o", (value, message) => {
    expect(() => readColumnMap(value)).toThrow(InvalidColumnMap);
    expect(() => readColumnMap(value)).toThrow(message);
  });
});

describe("guessing the columns", () => {
  const guess = (header: string, ...rows: string[]) =>
    guessColumns(
      header.split(","),
      rows.map((row, at) => ({ line: at + 2, values: row.split(",") })),
    );

  it.each([
    [
      "order number,order date,item,qty,price,sku,customer,email,address,city,zip,country,shipping,total",
      [
        "Order reference",
        "Order day",
        "Product",
        "Pieces",
        "Price per piece",
        "Product code",
        "Customer",
        "E-mail",
        "Street",
        "Town",
        "Postal code",
        "Country",
        "Delivery cost",
        "Order sum",
      ],
    ],
    [
      "Bestellnummer,Bestelldatum,Artikel,Menge,Einzelpreis,Kunde,Straße,PLZ,Ort,Land,Versandkosten,Gesamtbetrag",
      [
        "Order reference",
        "Order day",
        "Product",
        "Pieces",
        "Price per piece",
        "Customer",
        "Street",
        "Postal code",
        "Town",
        "Country",
        "Delivery cost",
        "Order sum",
      ],
    ],
    [
      "Commande,Produit,Quantité,Prix,Client,Rue,Code postal,Ville,Pays",
      ["Order reference", "Product", "Pieces", "Price per piece", "Customer", "Street", "Postal code", "Town", "Country"],
    ],
    [
      "Invoice No.,Description,Unit price,Ship to,Tracking number",
      ["Order reference", "Product", "Price per piece", "Recipient", "Parcel number"],
    ],
    ["Order no,Article,Customer note,Gift message", ["Order reference", "Product", "Note from customer", "Gift text"]],
    ["Bestellnummer,Artikel,Bemerkung,Grußtext", ["Order reference", "Product", "Note from customer", "Gift text"]],
    ["ORDER_ID,Product Name,Colour,Personalisation", ["Order reference", "Product", "Color", "Personalization"]],
  ])("uses the names %s", (header, fields) => {
    expect(guess(header)).toEqual(Object.fromEntries(fields.map((field, at) => [field, header.split(",")[at]])));
  });

  it("uses the values if the names are unknown", () => {
    const guessed = guess(
      "A,B,C,D,E",
      "ann@example.com,2026-11-20,DE,1Z5R89390357567127,x",
      "bo@example.com,2026-11-21,FR,1Z879E930346834440,y",
    );
    expect(guessed).toEqual({ "E-mail": "A", "Order day": "B", Country: "C", "Parcel number": "D" });
  });

  it("uses one column for a field, no column twice, and none without a name", () => {
    expect(guess("order,order number,,product,item")).toEqual({ "Order reference": "order number", Product: "product" });
    // By its values, the second column would be the e-mail address, too.
    expect(guess("order,product", "1,ann@example.com")).toEqual({ "Order reference": "order", Product: "product" });
  });
});

const FILE =
  "Nr.;Wann;Was;Stück;Preis;Wohin;Ort;Intern\nR-1;03/04/2026;Tasse;2;9,90;Weg 1;Bonn;geheim\nR-1;03/04/2026;Schale;1;12,00;Weg 1;Bonn;geheim\n";
const MAP = {
  columns: {
    "Order reference": "Nr.",
    "Order day": "Wann",
    Product: "Was",
    Pieces: "Stück",
    "Price per piece": "Preis",
    Street: "Wohin",
    Town: "Ort",
  },
  dates: "day first",
};

describe("npm run import", () => {
  const run = async (map: unknown, ...more: string[]) => {
    await using api = await startFakeApi(rememberingApi());
    const folder = temporaryFolder();
    writeFileSync(join(folder, "own.csv"), FILE);
    writeFileSync(join(folder, "map.json"), typeof map === "string" ? map : JSON.stringify(map));
    const args = ["own.csv", "--store", "gift", "--map", "map.json", "--url", api.url, "--token", "t"];
    const finished = await runImporter(folder, [...args, ...more]);
    // The first call looks up the store.
    return { ...finished, orders: api.calls.slice(1).flatMap(({ body }) => body.orders) };
  };

  it("reads a spreadsheet with exactly the columns of --map", async () => {
    const { code, stdout, orders } = await run(MAP);
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringMatching(/^format +Your own spreadsheet\ncolumns +7 used, 1 ignored/m) as string,
    });
    expect(orders).toEqual([
      expect.objectContaining({ external_id: "R-1", date: "2026-04-03", total_amount: 31.8, ship_address1: "Weg 1", ship_city: "Bonn" }),
    ]);
    expect(JSON.stringify(orders)).not.toContain("geheim");
  });

  it("reads the months first if the mapping says so, and rejects such dates otherwise", { tags: "long" }, async () => {
    expect((await run({ ...MAP, dates: "month first" })).orders).toMatchObject([{ date: "2026-03-04" }]);
    const withoutDates = await run({ columns: MAP.columns });
    expect({ code: withoutDates.code, stdout: withoutDates.stdout }).toEqual({
      code: 1,
      stdout: expect.stringContaining("invalid_date") as string,
    });
  });

  it("reads columns as properties of an item, and as metadata of the order and of its items", async () => {
    const columns = { ...MAP.columns, "Property: Delivery place": "Wohin", "Metadata: internal": "Intern", "Item metadata: town": "Ort" };
    const { Street: _street, Town: _town, ...others } = columns;
    const { code, stdout, orders } = await run({ ...MAP, columns: others });
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/^columns +8 used, 0 ignored/m) as string });
    const item = { properties: [{ name: "Delivery place", value: "Weg 1" }], metadata: { town: "Bonn" } };
    expect(orders).toEqual([
      expect.objectContaining({ metadata: { internal: "geheim" }, items: [expect.objectContaining(item), expect.objectContaining(item)] }),
    ]);
  });

  it.each([
    ["{", /^--map map\.json: /],
    [{ columns: {} }, /^--map map\.json: No column is used as “Order reference” and none as “Product”\./],
    [{ columns: { ...MAP.columns, Country: "Land" } }, /^own\.csv has no column "Country" \(Your own spreadsheet\)\./],
  ])("prints the error of --map %o", async (map, message) => {
    const { code, stderr, orders } = await run(map);
    expect({ code, orders }).toEqual({ code: 2, orders: [] });
    expect(stderr).toMatch(message);
  });

  it("accepts --map only for a spreadsheet", { tags: "long" }, async () => {
    expect((await run(MAP, "--format", "etsy")).stderr).toMatch(/^--map is for --format spreadsheet, not etsy\./);
  });

  it("prints the template with --template", { tags: "long" }, async () => {
    const { code, stdout } = await runImporter(temporaryFolder(), ["--template"]);
    expect({ code, line: stdout.split("\n")[0] }).toEqual({ code: 0, line: csvLine(templateRows()[0] ?? []) });
    expect(stdout).toContain(REQUIRED_FIELDS[0]);
  });
});
