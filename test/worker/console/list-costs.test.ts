import { env } from "cloudflare:workers";
import { beforeAll, expect, it } from "vitest";
import { createShop, type Shop } from "../../kit/client";
import { type LogLine, logOf } from "../../kit/log";
import { createMember, type Visitor } from "./kit";

const FEW = 300;
const MANY = 3000;

let shop: Shop;
let owner: Visitor;
beforeAll(async () => {
  shop = await createShop();
  owner = await createMember(shop.id, "owner");
});

/** The cost of each page after the isolate has cached the session. */
async function costsOf(paths: readonly string[]): Promise<Pick<LogLine, "route" | "status" | "d1_trips" | "rows_read">[]> {
  const lines = [];
  for (const path of paths) {
    await owner.open(path);
    const { route, status, d1_trips, rows_read } = await logOf(() => owner.open(path));
    lines.push({ route, status, d1_trips, rows_read });
  }
  return lines;
}

it(
  "the list of expenses reads no more rows with 3,000 expenses than with 300 if the roll-up knows their number",
  { tags: "long" },
  async () => {
    const days = Array.from({ length: 30 }, (_, day) => `2026-01-${String(day + 1).padStart(2, "0")}`);
    const add = async (count: number) => {
      const expenses = Array.from({ length: 300 }, (_, n) => ({
        category: n % 3 === 0 ? "payroll" : "rent",
        currency: n % 2 === 0 ? "EUR" : "USD",
        store_id: n % 5 === 0 ? shop.store.id : null,
        amount: n,
        date: days[n % days.length],
      }));
      for (let n = 0; n < count; n += 300) expect((await shop.v1("/expenses/bulk", { body: { expenses } })).status).toBe(201);
    };
    const filters = ["", "category=payroll", "currency=EUR", "store_id=gift", "date_from=2026-01-05&date_to=2026-01-20"];
    const paths = filters.map((filter) => `/expenses?${filter}`);
    const counts = async () => {
      const found = [];
      for (const path of paths) found.push(/\d to \d+ of ([\d,]+)/.exec((await owner.open(path)).text)?.[1]);
      return found;
    };
    await add(FEW);
    expect(await counts()).toEqual(["300", "100", "150", "60", "160"]);
    const few = await costsOf(paths);
    await add(MANY - FEW);
    expect(await counts()).toEqual(["3,000", "1,000", "1,500", "600", "1,600"]);
    // The newest day now fills a page, so fewer stores are read.
    for (const [nth, { rows_read }] of (await costsOf(paths)).entries()) {
      expect({ path: paths[nth], rows_read }).toEqual({
        path: paths[nth],
        rows_read: expect.toSatisfy((read: number) => read <= (few[nth]?.rows_read ?? 0)),
      });
    }
  },
);

it("the lists of keys and tokens have log lines, and read one page, however many tokens exist", async () => {
  const addTokens = async (from: number, to: number) =>
    await env.DB.prepare(
      `with recursive n(n) as (values (?2) union all select n + 1 from n where n < ?3 - 1)
       insert into credentials (organization_id, kind, name, secret_hash, hint, scopes, allowed_ips, version, created_at, updated_at)
       select ?1, 'api_token', 'T' || n, 'h' || ?1 || '-' || n, 'abcd', '[]', '[]', 1, 0, 0 from n`,
    )
      .bind(shop.id, from, to)
      .run();
  const paths = ["/settings/api-keys", "/settings/api-tokens"];
  await addTokens(0, FEW);
  const few = await costsOf(paths);
  await addTokens(FEW, MANY);
  expect(await costsOf(paths)).toEqual(few);
  // One trip for the session, one for the list.
  expect(few.map(({ status, d1_trips }) => [status, d1_trips])).toEqual([
    [200, 2],
    [200, 2],
  ]);
  // A few rows of the session and the member, and the only key, or the 51 tokens of a page and of the question whether there is another.
  for (const [nth, budget] of [20, 80].entries()) expect(few[nth]?.rows_read).toBeLessThan(budget);
});
