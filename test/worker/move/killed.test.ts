import { expect, it } from "vitest";
import { batchesOfMove, expectResumed } from "./killed";

it("a move that is killed at some of its batches and resumed loses and doubles nothing", async () => {
  const batches = await batchesOfMove();
  expect(batches).toBeGreaterThan(40);
  for (let batch = 2; batch <= batches; batch += 9) await expectResumed(batch, batch % 2 === 0 ? "before" : "after");
});
