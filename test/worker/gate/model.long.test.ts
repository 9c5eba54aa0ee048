import fc from "fast-check";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { FULL } from "../../kit/form";
import { stopLongTimers } from "./clock-of-steps";
import { SETTINGS, STEPS } from "./gate-steps";
import { stepCounts, GateUnderTest } from "./gate-under-test";
import { assertProperty } from "../../kit/property";

/** The most steps of one sequence. */
const MAX_STEPS = 60;

beforeEach(stopLongTimers);
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

it("follows the rules of idempotency and of rate limits for any sequence of calls", async () => {
  let sequences = 0;
  const overshoot = { most: -Infinity, acrossEvictions: -Infinity };
  const sequence = fc.commands(STEPS, { maxCommands: MAX_STEPS, size: "max" });
  await assertProperty(
    fc.asyncProperty(SETTINGS, sequence, async (setting, steps) => {
      const gate = new GateUnderTest(setting);
      await fc.asyncModelRun(() => ({ model: gate.model, real: gate }), steps);
      await gate.drain();
      await gate.evict();
      sequences += 1;
      overshoot.most = Math.max(overshoot.most, gate.guarantees.overshoot.most);
      overshoot.acrossEvictions = Math.max(overshoot.acrossEvictions, gate.guarantees.overshoot.acrossEvictions);
    }),
    { cases: 30 },
  );
  if (!FULL) return;
  // The rarer kinds of events have occurred.
  for (const name of [
    "replay",
    "conflict",
    "stale",
    "limited by daily",
    "limited by burst",
    "in_progress after a wait",
    "evict",
    "alarm",
  ]) {
    expect(stepCounts.get(name), name).toBeGreaterThan(0);
  }
  console.log(JSON.stringify({ sequences, ...Object.fromEntries([...stepCounts].toSorted()), overshoot }));
});
