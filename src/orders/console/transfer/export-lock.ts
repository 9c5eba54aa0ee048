import { callGate, withGateTimeout } from "../../../platform/http/admission";
import { logError } from "../../../platform/log";
import { ApiError } from "../../../platform/api-error";
import type { PageContext } from "../../../console/page";

/** The lock of a member's exports, which one export holds. */
export interface ExportLock {
  /** Keeps the lock; throws if another export has taken it, since this one had not read on for too long. */
  keep: () => Promise<void>;
  /** Gives the lock back. Never throws: a lock that could not be given back expires. */
  end: () => Promise<void>;
}

/** Takes the lock of a member's exports. Throws 429 while another export of theirs runs, and 503 if the lock cannot be reached. */
export async function beginExport({ env, member, after }: PageContext): Promise<ExportLock> {
  const about = { organization_id: member.organization.id };
  const gate = env.GATE.getByName(`exports:${member.organization.id}:${member.person.id}`);
  const id = crypto.randomUUID();
  const hold = async () => await gate.holdExport(id);
  const end = async () => {
    try {
      await withGateTimeout(gate.releaseExport(id));
    } catch (error) {
      logError("gate.release_export", error, about);
    }
  };
  const isHeld = await callGate("gate.hold_export", about, hold).catch((error: unknown) => {
    // The lock may have been taken, and only the response was lost.
    after(end());
    throw error;
  });
  if (!isHeld) {
    const message = "Another export is still running. Wait until it has finished, then try again.";
    throw new ApiError("rate_limited", [], { "Retry-After": "10" }, message);
  }
  return {
    keep: async () => {
      if (!(await withGateTimeout(hold()))) throw new Error("an export has stalled for so long that another one could begin");
    },
    end,
  };
}
