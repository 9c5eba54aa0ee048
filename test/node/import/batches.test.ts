import { expect, it } from "vitest";
import { newBatches } from "../../../cli/import/prepared-order.ts";

const order = (json: string, itemCount = 1) => ({ json, itemCount, rows: "[]" });

it("fills batches to 200 orders", () => {
  const batches = newBatches();
  const sizes = Array.from({ length: 450 }, () => batches.add(order("{}"))?.length ?? 0);
  expect(sizes.filter((size) => size > 0)).toEqual([200, 200]);
  expect(batches.flush()).toHaveLength(50);
  expect(batches.flush()).toHaveLength(0);
});

it("keeps batches below 3.5 MiB of UTF-8, and lets a larger order go alone", () => {
  const batches = newBatches();
  const some = order("£".repeat(700 * 1024));
  expect([batches.add(some), batches.add(some)]).toEqual([null, null]);
  expect(batches.add(some)).toHaveLength(2);
  expect(batches.add(order("x".repeat(9 * 1024 * 1024)))).toHaveLength(1);
  expect(batches.add(some)).toHaveLength(1);
  expect(batches.flush()).toHaveLength(1);
});

it("keeps batches to 5,000 items", () => {
  const batches = newBatches();
  const sizes = Array.from({ length: 30 }, () => batches.add(order("{}", 2000))?.length ?? 0);
  expect(sizes.filter((size) => size > 0)).toEqual(Array.from({ length: 14 }, () => 2));
  expect(batches.flush()).toHaveLength(2);
});
