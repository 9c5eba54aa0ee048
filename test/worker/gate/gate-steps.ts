import fc from "fast-check";
import type { GateModel } from "./gate-model";
import { type GateUnderTest, KEYS, type Setting } from "./gate-under-test";

const SECOND_MS = 1000;
const HOUR_MS = 3_600 * SECOND_MS;
const DAY_MS = 24 * HOUR_MS;

class Step implements fc.AsyncCommand<GateModel, GateUnderTest> {
  constructor(
    private readonly what: string,
    private readonly act: (gate: GateUnderTest) => Promise<void> | void,
  ) {}

  check(): boolean {
    return true;
  }

  async run(_model: GateModel, gate: GateUnderTest): Promise<void> {
    await this.act(gate);
  }

  toString(): string {
    return this.what;
  }
}

const anIdempotency = fc
  .tuple(
    fc.constantFrom(...KEYS),
    fc.oneof({ weight: 4, arbitrary: fc.constant("f") }, { weight: 1, arbitrary: fc.constant("g") }),
    fc.oneof({ weight: 6, arbitrary: fc.constant(true) }, { weight: 1, arbitrary: fc.constant(false) }),
  )
  .map(([key, fingerprint, mayClaim]) => ({ key, fingerprint, mayClaim }));
/** The version of the credential that most requests have. */
const USUAL_VERSION = 9;
const aVersion = fc.oneof({ weight: 9, arbitrary: fc.constant(USUAL_VERSION) }, { weight: 1, arbitrary: fc.integer({ min: 1, max: 8 }) });
const anAdmit = fc
  .tuple(anIdempotency, aVersion, fc.boolean())
  .map((args) => new Step(`admit ${JSON.stringify(args)}`, (gate) => gate.admit(...args)));
const aFlood = fc.tuple(fc.integer({ min: 2, max: 12 }), fc.constantFrom(0, 0, 90, 450, 1100)).map(
  ([times, every]) =>
    new Step(`flood of ${times}, one each ${every} ms`, async (gate) => {
      const [idempotency, isRefreshed] = [null, false];
      for (let nth = 0; nth < times; nth += 1) {
        await gate.admit(idempotency, USUAL_VERSION, isRefreshed);
        if (every > 0) gate.clock(every, "now");
      }
    }),
);
/** The last lease more often than all earlier ones. */
const aLease = fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 2, arbitrary: fc.nat(40) });
const outcomes = fc.constantFrom("done" as const, "free" as const, "unknown" as const);
const aSettlement = fc
  .tuple(
    aLease,
    outcomes,
    fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
  )
  .map((which) => new Step(`settle ${JSON.stringify(which)}`, (gate) => gate.settle(...which)));
const aStepOn = fc.oneof(
  fc.integer({ min: 1, max: 2 * SECOND_MS }),
  fc.constantFrom(
    5 * SECOND_MS - 1,
    5 * SECOND_MS,
    30 * SECOND_MS - 1,
    30 * SECOND_MS,
    60 * SECOND_MS,
    HOUR_MS,
    DAY_MS - 10 * SECOND_MS,
    DAY_MS - 1,
    DAY_MS,
    3 * DAY_MS,
  ),
);
const aStepBack = fc.integer({ min: -2 * SECOND_MS, max: -1 });
const aClock = fc
  .oneof({ weight: 3, arbitrary: aStepOn }, { weight: 1, arbitrary: aStepBack })
  .map((ms) => new Step(`clock by ${ms}`, (gate) => gate.clock(ms, "now")));
const aMidnight = fc
  .integer({ min: -3 * SECOND_MS, max: SECOND_MS })
  .map((ms) => new Step(`clock to midnight, ${ms}`, (gate) => gate.clock(ms, "midnight")));

/** Commands for every event of a gate. The more often one is listed, the more often it is chosen. */
export const STEPS: fc.Arbitrary<fc.AsyncCommand<GateModel, GateUnderTest>>[] = [
  anAdmit,
  anAdmit,
  anAdmit,
  anAdmit,
  aSettlement,
  aSettlement,
  aFlood,
  aClock,
  aClock,
  aMidnight,
  fc.constant(new Step("evict", (gate) => gate.evict())),
  fc.constant(new Step("alarm", (gate) => gate.alarm())),
  fc.integer({ min: 1, max: 10 }).map((version) => new Step(`changed to ${version}`, (gate) => gate.changed(version))),
];

/** Settings with limits that are soon reached, or without limits. */
export const SETTINGS: fc.Arbitrary<Setting> = fc.record({
  start: fc.integer({ min: 0, max: DAY_MS }).map((ms) => Date.parse("2027-03-01T00:00:00Z") + ms),
  rateLimit: fc.constantFrom(6, 24, 60, 1_000_000, 1_000_000, 1_000_000),
  dailyQuota: fc.constantFrom(3, 20, 40, null, null),
});
