import { repeatPause } from "../../src/platform/transient";

/** The duration of each skipped pause in ms, since the test file began. */
export const pauses: number[] = [];

/** Skips the pauses before a failed call is repeated. Other work can still run in between. */
export function shortenPauses(): void {
  pauses.length = 0;
  repeatPause.take = async (ms) => {
    pauses.push(ms);
    await new Promise((resolve) => setTimeout(resolve, 0));
  };
}
