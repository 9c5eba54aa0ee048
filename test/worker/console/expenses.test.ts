import { beforeAll, describe, expect, it } from "vitest";
import { createShop, rows, type Shop } from "../../kit/client";
import { createMember, tokenIn, type Visitor } from "./kit";

let shop: Shop;
let member: Visitor;
let viewer: Visitor;
beforeAll(async () => {
  shop = await createShop({ timezone: TIMEZONE });
  [member, viewer] = [await createMember(shop.id, "member", { money: true }), await createMember(shop.id, "viewer", { money: true })];
});

/** A time zone in which it is another day than in UTC now. */
const TIMEZONE = new Date().getUTCHours() < 10 ? "Pacific/Pago_Pago" : "Pacific/Kiritimati";

const FORM = { category: "Rent", amount: "800", date: "2026-10-01", currency: "USD", store_id: "", description: "" };
const PAYROLL = {
  ...FORM,
  category: "Payroll",
  employee_name: "Ann",
  base_amount: "1000.05",
  bhxh_rate: "10.5",
  bhxh_amount: "",
  bhxh_type: "",
};

const readStored = async (id: number) => (await rows("select * from expenses where id = ?", id))[0];

/** Sends a valid form and returns the id of the expense to which it redirects. */
async function createExpense(form: Record<string, string>): Promise<number> {
  const { status, location } = await member.send("/expenses", form);
  expect(status).toBe(303);
  return Number(/\/expenses\/(\d+)/.exec(location ?? "")?.[1]);
}

describe("expenses in the console", () => {
  it("are created by a form once, however often it is sent", async () => {
    const form = {
      ...FORM,
      form_token: tokenIn(await member.open("/expenses/new")),
      description: "October",
      store_id: String(shop.store.id),
    };
    const [first, second] = [await member.send("/expenses", form), await member.send("/expenses", form)];
    const all = await rows<{ id: number }>("select * from expenses where description = 'October'");
    expect(all).toMatchObject([{ category: "rent", amount: 8_000_000, date: "2026-10-01", store_id: shop.store.id, base_amount: null }]);
    expect(first.location).toBe(`/console/${shop.id}/expenses/${all[0]?.id}?done=expense_created`);
    expect({ status: second.status, location: second.location }).toEqual({
      status: 303,
      location: `/console/${shop.id}/expenses?done=repeated`,
    });
  });

  it("have an error at the field of an unknown store, and the form keeps the input", async () => {
    const response = await member.send("/expenses", { ...FORM, store_id: "999999", description: "Kept <b>" });
    expect(response.status).toBe(404);
    expect(response.text).toContain('<p class="field-error" id="store_id-error">No store has the id or code 999999.</p>');
    expect(response.text).toContain("Kept &lt;b&gt;</textarea>");
    expect(response.text).toContain('value="2026-10-01"');
  });

  it("of payroll have the insurance that the API computes", async () => {
    const id = await createExpense(PAYROLL);
    const { base_amount, bhxh_rate, ...rest } = PAYROLL;
    const body = {
      ...rest,
      amount: 800,
      store_id: null,
      bhxh_amount: null,
      base_amount: Number(base_amount),
      bhxh_rate: Number(bhxh_rate),
    };
    const { data } = (await shop.v1("/expenses", { body })).body;
    expect(data.bhxh_amount).toBe(105.01);
    expect(await readStored(id)).toMatchObject({ bhxh_amount: 1_050_100, category: "payroll", employee_name: "Ann" });
  });

  it("of payroll have their insurance computed again if its field is empty, and keep an entered value", async () => {
    const id = await createExpense(PAYROLL);
    expect((await member.open(`/expenses/${id}`)).text).toMatch(/name="bhxh_amount"[^>]* value=""/);
    await member.send(`/expenses/${id}`, { ...PAYROLL, base_amount: "2000" });
    expect(await readStored(id)).toMatchObject({ bhxh_amount: 2_100_000 });
    await member.send(`/expenses/${id}`, { ...PAYROLL, bhxh_amount: "99" });
    expect(await readStored(id)).toMatchObject({ bhxh_amount: 990_000 });
    expect((await member.open(`/expenses/${id}`)).text).toMatch(/name="bhxh_amount"[^>]* value="99"/);
    await member.send(`/expenses/${id}`, PAYROLL);
    expect(await readStored(id)).toMatchObject({ bhxh_amount: 1_050_100 });
    await member.send(`/expenses/${id}`, { ...PAYROLL, bhxh_rate: "" });
    expect(await readStored(id)).toMatchObject({ bhxh_amount: null });
  });

  it("have payroll's fields with limits if the category is payroll, and today in the organization's time zone as the default", async () => {
    // The name of a category ignores case and hyphens.
    const [operating, payroll] = [await member.open("/expenses/new"), await member.open("/expenses/new?category=PAY-ROLL")];
    expect([operating, payroll].map(({ text }) => text.includes('name="base_amount"'))).toEqual([false, true]);
    const today = new Intl.DateTimeFormat("en-CA", { timeZone: TIMEZONE, dateStyle: "short" }).format(Date.now());
    expect(operating.text).toMatch(new RegExp(`name="date"[^>]* value="${today}"`));
    const rejected = await member.send("/expenses", { ...PAYROLL, bhxh_rate: "101" });
    expect(rejected.text).toContain('<p class="field-error" id="bhxh_rate-error">At most 100.</p>');
  });

  it("keep payroll's fields under another category with a notice, and let them be cleared", async () => {
    const id = await createExpense(PAYROLL);
    const notice = "This expense has payroll fields, although its category is not payroll.";
    expect((await member.open(`/expenses/${id}`)).text).not.toContain(notice);
    await member.send(`/expenses/${id}`, { ...PAYROLL, category: "Rent" });
    const page = await member.open(`/expenses/${id}`);
    expect([page.text.includes(notice), page.text.includes('name="base_amount"')]).toEqual([true, true]);
    await member.send(`/expenses/${id}`, { ...PAYROLL, category: "Rent", base_amount: "", bhxh_rate: "", employee_name: "" });
    expect((await member.open(`/expenses/${id}`)).text).not.toContain('name="base_amount"');
  });

  it("are not overwritten after a concurrent change", async () => {
    const id = await createExpense(FORM);
    await shop.v1(`/expenses/${id}`, { method: "PUT", body: { amount: 900 } });
    const rejected = await member.send(`/expenses/${id}`, { ...FORM, expected_version: "1" });
    expect([rejected.status, await readStored(id)]).toMatchObject([412, { amount: 9_000_000 }]);
  });

  it("are deleted once, and a form that is sent twice redirects to the list", async () => {
    const id = await createExpense(FORM);
    const form = { form_token: tokenIn(await member.open(`/expenses/${id}`)) };
    const [first, second] = [await member.send(`/expenses/${id}/delete`, form), await member.send(`/expenses/${id}/delete`, form)];
    expect([first.location, second.location]).toEqual(
      ["expense_deleted", "repeated"].map((done) => `/console/${shop.id}/expenses?done=${done}`),
    );
    expect(await readStored(id)).toBeUndefined();
  });

  it("are visible to a viewer, who gets no form and is forbidden to send one", async () => {
    const id = await createExpense(PAYROLL);
    const page = await viewer.open(`/expenses/${id}`);
    expect(page.text).toContain("calculated from base and rate");
    expect(page.text).not.toContain(`action="/console/${shop.id}/expenses`);
    expect((await viewer.open("/expenses")).text).not.toContain("/expenses/new");
    const responses = [
      await viewer.send("/expenses", FORM),
      await viewer.send(`/expenses/${id}`, FORM),
      await viewer.send(`/expenses/${id}/delete`, {}),
    ];
    expect(responses.map(({ status }) => status)).toEqual([403, 403, 403]);
    expect(await readStored(id)).toMatchObject({ category: "payroll" });
  });

  it("are found by each filter, and show the day that was entered", async () => {
    const id = await createExpense({
      ...FORM,
      category: "Courier fees",
      employee_name: "Bo",
      date: "2026-01-01",
      currency: "EUR",
      store_id: String(shop.store.id),
    });
    const found = async (query: string) => (await viewer.open(`/expenses?${query}`)).text.includes(`/expenses/${id}"`);
    const day = "date_from=2026-01-01&date_to=2026-01-01";
    for (const query of ["category=courier+fees", "store_id=gift", day, "currency=eur", "employee_name=Bo"])
      expect({ query, found: await found(query) }).toEqual({ query, found: true });
    for (const query of ["category=rent", "employee_name=Ann", "date_from=2026-01-02", "currency=USD", "store_id=nowhere"]) {
      expect({ query, found: await found(query) }).toEqual({ query, found: false });
    }
    expect((await viewer.open(`/expenses?${day}`)).text).toContain('<time datetime="2026-01-01">1 Jan 2026</time>');
  });

  it("have a total of the whole list, equal to the sum of the rows, if computing it is cheap", async () => {
    const other = await createShop();
    const reader = await createMember(other.id, "viewer", { money: true });
    const second = (await other.v2("/stores", { body: { name: "Second", platform: "etsy" } })).body;
    const days = ["2025-12-31", "2026-01-01", "2026-01-02"];
    const expenses = Array.from({ length: 60 }, (_each, n) => ({
      ...(n % 3 === 0 ? { category: "payroll", employee_name: "Ann" } : { category: "rent" }),
      currency: n % 4 === 0 ? "EUR" : "USD",
      amount: n + 0.25,
      date: days[Math.floor(n / 2) % 3],
      store_id: n % 5 === 0 ? second.id : n % 2 === 0 ? other.store.id : null,
    }));
    expect((await other.v1("/expenses/bulk", { body: { expenses } })).status).toBe(201);
    // The list has two pages.
    expect((await reader.open("/expenses")).text.match(/\/expenses\/\d+"/g)).toHaveLength(50);
    const sums = async (query: string) =>
      [...((await reader.open(`/expenses?${query}`)).text.match(/<p class="sums">.*?<\/p>/)?.[0] ?? "").matchAll(/[€$][\d,.]+/g)].map(
        ([sum]) => sum,
      );
    const expected = async (where: string) =>
      (
        await rows<{ currency: string; amount: number }>(
          `select currency, sum(amount) / 10000.0 as amount from expenses where organization_id = ? and ${where} group by 1 order by 1`,
          other.id,
        )
      ).map(({ currency, amount }) => new Intl.NumberFormat("en", { style: "currency", currency }).format(amount));
    const cases = [
      ["", "true"],
      ["store_id=second", `store_id = ${second.id}`],
      ["date_from=2026-01-01", "date >= '2026-01-01'"],
      ["date_to=2026-01-01&currency=EUR", "date <= '2026-01-01' and currency = 'EUR'"],
      ["category=Payroll&date_from=2025-12-31&date_to=2025-12-31", "category = 'payroll' and date = '2025-12-31'"],
    ] as const;
    for (const [query, where] of cases) expect({ query, sums: await sums(query) }).toEqual({ query, sums: await expected(where) });
    // The roll-up knows neither employees nor categories except payroll. The last list is empty.
    for (const query of ["category=rent", "employee_name=Ann", "store_id=nowhere"])
      expect({ query, sums: await sums(query) }).toEqual({ query, sums: [] });
  });
});
