import { Refusal } from "../../refusal";
import type { Surroundings } from "../page";

/** The lock of a member's exports, which one export holds. */
export interface ExportTurn {
  /** Keeps the lock; throws if another export has taken it, since this one had not read on for too long. */
  keep: () => Promise<void>;
  /** Gives the lock back. */
  end: () => Promise<void>;
}

/** Takes the lock of a member's exports. Throws 429 while another export of theirs runs. */
export async function beginExport({ env, member }: Surroundings): Promise<ExportTurn> {
  const gate = env.GATE.getByName(`exports:${member.organization.id}:${member.person.id}`);
  const id = crypto.randomUUID();
  if (!(await gate.holdExport(id))) {
    const message = "Another export of yours is still running. Wait until it has ended, then try again.";
    throw new Refusal("rate_limited", [], { "Retry-After": "10" }, message);
  }
  return {
    keep: async () => {
      if (!(await gate.holdExport(id))) throw new Error("an export has stalled for so long that another one could begin");
    },
    end: async () => await gate.releaseExport(id),
  };
}
