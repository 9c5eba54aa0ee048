import { callGate, gateNamed, repeatGateCall } from "../../platform/http/gate-client";
import { logError } from "../../platform/log";
import { ApiError } from "../../platform/api-error";
import type { PageContext } from "../page";
import type { ExportLock } from "../../platform/export-lock";

/**
 * Acquires the lock of a member's exports. Throws 429 Too Many Requests while another of their exports runs, and 503 Service Unavailable if
 * the lock cannot be reached.
 */
async function beginExport({ env, member, after }: PageContext): Promise<ExportLock> {
  const logFields = { organization_id: member.organization.id };
  const gate = () => gateNamed(env, `exports:${member.organization.id}:${member.person.id}`);
  const id = crypto.randomUUID();
  const hold = async () => await gate().holdExport(id);
  const end = async () => {
    try {
      await repeatGateCall(async () => await gate().releaseExport(id));
    } catch (error) {
      logError("gate.release_export", error, logFields);
    }
  };
  const isHeld = await callGate("gate.hold_export", logFields, hold).catch((error: unknown) => {
    // The lock may have been acquired even though the response was lost.
    after(end());
    throw error;
  });
  if (!isHeld) {
    const message = "Another export is still running. Wait until it has finished, then try again.";
    throw new ApiError("rate_limited", [], { headers: { "Retry-After": "10" }, message });
  }
  return {
    keep: async () => {
      if (!(await repeatGateCall(hold))) throw new Error("an export has stalled for so long that another one could begin");
    },
    end,
  };
}

/** A file that is written while it is downloaded. A member can download one file at a time. Throws as `beginExport`. */
export async function exportFile(context: PageContext, open: (lock: ExportLock) => Promise<Response>): Promise<Response> {
  const lock = await beginExport(context);
  try {
    return await open(lock);
  } catch (error) {
    await lock.end();
    throw error;
  }
}
