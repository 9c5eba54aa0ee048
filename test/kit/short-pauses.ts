import { repeatPause } from "../../src/platform/transient";

/** How long each pause would have been, ms, since the test file began. */
export const pauses: number[] = [];

/** Lets no test wait for the pause before a failed call is repeated: other work still runs in between. */
export function shortenPauses(): void {
  pauses.length = 0;
  repeatPause.take = async (ms) => {
    pauses.push(ms);
    await new Promise((resolve) => setTimeout(resolve, 0));
  };
}
