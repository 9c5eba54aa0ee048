import { afterEach, inject } from "vitest";
import { resetConditions, startUnder } from "./conditions";
import { forgetDeployments } from "./deployment";
import { throughEdge } from "./edge-fetch";
import { breakGatesAsPlanned } from "./gate-errors";
import { separateInvocations } from "./invocation";
import { limitD1 } from "./strict-d1";

declare module "vitest" {
  interface ProvidedContext {
    /** The probability that a D1 call that may be repeated (transient-errors.ts) fails in all tests (`TRANSIENT_ERRORS=0.02 npm test`). */
    transientErrors: number;
    /** What counts as a call to D1 (`D1_CALLS=statement npm test`). */
    countedPer: "batch" | "statement";
  }
}

/**
 * Makes the local platform as strict as Cloudflare's, for the tests of this file. The local one has no limit on the D1 calls of an
 * invocation, accepts larger values and more arguments, never loses a response, and throws where Cloudflare's edge responds.
 */
export function beStrict(): void {
  globalThis.fetch = throughEdge(globalThis.fetch);
  limitD1();
  separateInvocations();
  breakGatesAsPlanned();
  forgetDeployments();
  startUnder({ errorRate: inject("transientErrors"), countedPer: inject("countedPer") });
  afterEach(resetConditions);
}
