import { costOf } from "./compare.ts";
import { COMMON, RARE } from "./orders.ts";
import { press, quantile, type Shot } from "./pressure.ts";
import type { Shop, Stage } from "./stage.ts";

/** The same question to a small and to a large organization of one database. */
export interface Flatness {
  name: string;
  small: { p50: number; rowsRead: number };
  large: { p50: number; rowsRead: number };
}

const ROUNDS = 5;

/** What must cost the same however large the organization is; each in requests to one. */
function questions({ orders, stores }: Shop): [name: string, path: string][] {
  return [
    ["default list", "/orders"],
    ["status", "/orders?status=Shipped"],
    ["store", `/orders?store_id=${stores[0]}`],
    ["created in three days", "/orders?created_after=2026-10-01&created_before=2026-10-04"],
    ["created after January", "/orders?created_after=2026-01-01"],
    ["store and status", `/orders?store_id=${stores[0]}&status=New`],
    ["rare word", `/orders?q=${RARE.word}`],
    ["common word", `/orders?q=${COMMON}`],
    ["missingSku", "/orders?missingSku=true"],
    ["a page in the middle", `/orders?page=${Math.floor(orders / 100)}`],
    ["deepest page", `/orders?page=${orders / 50}`],
    ["items: default list", "/orderItems"],
    ["items: common word", `/orderItems?search=${COMMON}`],
    ["items: dates", "/orderItems?date_from=2026-10-01&date_to=2026-10-03"],
    ["items: a page in the middle", `/orderItems?page=${Math.floor(orders / 50)}`],
    ["statistics", `/stores/${stores[0]}/statistics`],
    ["30 days of analytics", "/api/v2/analytics/summary?period=custom&from=2026-09-20&to=2026-10-19"],
  ];
}

/** Asks both in turn, one request at a time; rows as D1 counts them. */
export async function compareSizes(stage: Stage, only: string | null, told: (found: Flatness) => void): Promise<Flatness[]> {
  const { small, large } = stage.shops;
  const shotOf = (shop: Shop, path: string): Shot => ({
    method: "GET",
    path,
    headers: path.startsWith("/api") ? { Authorization: `Bearer ${shop.token}` } : { "x-api-key": shop.key },
  });
  const found: Flatness[] = [];
  const ofLarge = new Map(questions(large));
  for (const [name, path] of questions(small)) {
    if (only !== null && !name.includes(only)) continue;
    const shots = { small: shotOf(small, path), large: shotOf(large, ofLarge.get(name) ?? path) };
    const times: Record<keyof typeof shots, number[]> = { small: [], large: [] };
    for (let n = 0; n <= ROUNDS; n += 1) {
      for (const size of ["small", "large"] as const) {
        const { times: taken } = await press(stage.real, 1, 0.3, () => shots[size]);
        // The first round warms up.
        if (n > 0) times[size].push(...taken);
      }
    }
    const of = async (size: keyof typeof shots) => ({
      p50: quantile(times[size], 0.5),
      rowsRead: (await costOf(stage, shots[size])).rows_read,
    });
    const measured = { name, small: await of("small"), large: await of("large") };
    told(measured);
    found.push(measured);
  }
  return found;
}
