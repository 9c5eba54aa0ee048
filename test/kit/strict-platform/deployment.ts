import { afterEach } from "vitest";
import { currentInvocation } from "./invocation";

/** The parts that a deployment resets: the connections to databases, or the stubs of gates. */
type Part = "databases" | "gates";

interface Deployment {
  /** The database call at which the deployment happens. */
  atCall: number;
  calls: number;
  hasHappened: boolean;
  /** The number of calls that it has failed. */
  failed: Record<Part, number>;
}

let planned: Deployment | null = null;

/** Simulates a deployment at the nth database call of the Worker. Every object and database is reset once. */
export function deployAt(atCall: number): Deployment {
  planned = { atCall, calls: 0, hasHappened: false, failed: { databases: 0, gates: 0 } };
  return planned;
}

/** From now on, forgets the planned deployment at the end of each test. */
export function forgetDeployments(): void {
  afterEach(() => {
    planned = null;
  });
}

/** Whether a deployment may happen in this test. */
export const isDeploymentPlanned = (): boolean => planned !== null;

/** Counts a database call, at which the deployment may happen. */
export function countTowardDeployment(): void {
  if (planned === null || currentInvocation() === undefined) return;
  planned.calls += 1;
  if (planned.calls === planned.atCall) planned.hasHappened = true;
}

/**
 * An assertion for an existing connection or stub: it throws the error once the deployment has happened. Call it before and after the
 * connection is used.
 */
export function assertionForConnection(part: Part, error: () => Error): () => void {
  const deployment = planned;
  if (deployment === null || deployment.hasHappened || currentInvocation() === undefined) return () => undefined;
  return () => {
    if (!deployment.hasHappened) return;
    deployment.failed[part] += 1;
    throw error();
  };
}
