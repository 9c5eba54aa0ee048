import { setTimeout } from "node:timers/promises";
import type { OperatorApi } from "./api.ts";

/** How far a move has got. */
interface Move {
  step: string;
  copying: string | null;
  problem: string | null;
}

/** The steps at which the organization works in its new database. */
const MOVED: ReadonlySet<string> = new Set(["moved", "settled", "done"]);

/** A request returns at once while another process has the lease. */
const PAUSE_MS = 1000;

/** Moves an organization to a database, or continues its move. Each request works for ten seconds. */
export async function moveOrganization(
  api: OperatorApi,
  { id, database, say }: { id: number; database: number; say: (line: string) => void },
): Promise<void> {
  for (;;) {
    const { step, copying, problem } = await api.post<Move>(`/organizations/${id}/move`, JSON.stringify({ database }));
    if (MOVED.has(step)) return say(`Organization ${id} is in database ${database}. The old copy is kept for a week.`);
    say([step, copying, problem].filter((part) => part !== null).join(": "));
    await setTimeout(PAUSE_MS);
  }
}
