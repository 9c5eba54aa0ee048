import { expect, it } from "vitest";
import { FULL } from "../../kit/form";
import { batchesOfMove, killAndAssertResumed } from "./killed";

it("a move that is killed at any of its batches and resumed loses no change and makes none twice", { timeout: 900_000 }, async () => {
  const batches = await batchesOfMove();
  expect(batches).toBeGreaterThan(40);
  // The full form takes minutes.
  for (let batch = FULL ? 1 : 2; batch <= batches; batch += FULL ? 1 : 9) {
    for (const side of FULL ? (["before", "after"] as const) : ([batch % 2 === 0 ? "before" : "after"] as const))
      await killAndAssertResumed(batch, side);
  }
});
