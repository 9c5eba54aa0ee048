import { it } from "vitest";
import { batchesOfMove, expectResumed } from "./killed";

it("a move that is killed at any of its batches and resumed loses and doubles nothing", { timeout: 600_000 }, async () => {
  const batches = await batchesOfMove();
  for (let batch = 1; batch <= batches; batch += 1) {
    for (const side of ["before", "after"] as const) await expectResumed(batch, side);
  }
});
