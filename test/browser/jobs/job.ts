import type { Effort, CountedInput } from "./counted-input.ts";
import type { Scene } from "./scene.ts";

/** A daily job in the console. */
export interface Job {
  name: string;
  /** The maximum effort: at least that of the source, rounded up. */
  budget: Effort;
  /** The source of the budget: the published steps of another product, or the shortest way here. */
  source: string;
  /** Who does it, if it is not the owner at a desk. */
  as?: "viewer on a phone";
  /** Does the job, starting at the home page. The input is counted. */
  run: (input: CountedInput, scene: Scene) => Promise<void>;
  /** Fails unless the job is done. Its input is not counted. */
  check: (input: CountedInput, scene: Scene) => Promise<void>;
}

export const SHORTEST = "No published steps were found: the shortest way here";

/** Waits until the main part of the page has this text. */
export const waitForText = async ({ page }: CountedInput, text: string | RegExp): Promise<void> =>
  await page.getByRole("main").getByText(text).first().waitFor();

/** Selects all orders of the list, on all its pages. */
export async function selectAll(input: CountedInput, count: number): Promise<void> {
  await input.click(input.page.getByLabel("Select all orders on this page"));
  await input.click(input.page.getByRole("button", { name: `Select all ${count}` }));
  await input.page.getByText(`${count} selected`).waitFor();
}

/** Opens a menu of the bar for the selected orders. */
export const openMenu = async (input: CountedInput, name: string): Promise<void> =>
  await input.click(input.page.locator("summary", { hasText: name }));

/** Finds an order with the global search, which opens the only result. */
export async function findOrder(input: CountedInput, text: string): Promise<void> {
  await input.press("/");
  await input.type(text);
  await input.press("Enter", { opensPage: true });
}

interface OrderPage {
  data: Record<string, unknown>[];
  next_cursor: string | null;
}

/** All orders that match a query of the API. */
export async function listOrders({ shop }: Scene, query: string): Promise<Record<string, unknown>[]> {
  const orders: Record<string, unknown>[] = [];
  let cursor: string | null = "";
  while (cursor !== null) {
    const page: OrderPage = await shop.v2(`/orders?limit=200&${query}${cursor === "" ? "" : `&cursor=${cursor}`}`);
    orders.push(...page.data);
    cursor = page.next_cursor;
  }
  return orders;
}
