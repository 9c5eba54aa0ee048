import { expect, it } from "vitest";
import { FULL } from "../../kit/form";
import { assertDelayedProcessChangesNothing } from "./delayed";
import { batchesOfMove } from "./killed";

it("a process that is delayed while another one moves the organization changes nothing afterwards", { timeout: 900_000 }, async () => {
  const batches = await batchesOfMove();
  expect(batches).toBeGreaterThan(40);
  // The first batch writes the move that the other process takes over. The full form takes minutes.
  for (let batch = 2; batch <= batches; batch += FULL ? 1 : 7) await assertDelayedProcessChangesNothing(batch);
});
