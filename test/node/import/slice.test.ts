import { expect, it } from "vitest";
import { isUpdate } from "../../../src/resources/orders/files/format.ts";
import { onlineRetail } from "../../../bench/online-retail.ts";
import { assembleFile } from "./assemble-file.ts";
import { countPlainly, SLICE } from "./count-plainly.ts";

it("the importer's orders of the slice equal those of the plain count", async () => {
  const plain = countPlainly();
  const assembled = await assembleFile(SLICE, onlineRetail);
  const assembledSums = [...assembled].flatMap(([key, { order, total }]) =>
    order === null || isUpdate(order)
      ? []
      : [
          [
            key,
            { items: order.items.length, units: order.items.reduce((sum, { quantity }) => sum + quantity, 0), thousandths: total / 10 },
          ] as const,
        ],
  );
  expect(new Map(assembledSums)).toEqual(plain.orders);
  const reasons = [...assembled.values()].flatMap(({ skipped }) => skipped.map(({ reason }) => reason));
  expect(reasons.filter((reason) => reason === "bad_debt_adjustment")).toHaveLength(plain.skipped.badDebts);
  expect(reasons.filter((reason) => reason === "stock_correction")).toHaveLength(plain.skipped.corrections);
  // So that both can't be wrong in the same way about an empty file.
  expect({ rows: plain.rows, orders: plain.orders.size, ...plain.skipped }).toEqual({ rows: 674, orders: 52, badDebts: 3, corrections: 3 });
});
