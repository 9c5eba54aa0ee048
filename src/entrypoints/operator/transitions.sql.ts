import { sql } from "drizzle-orm";
import { CLOSED_FOR } from "../../accounts/table";
import { STEPS } from "../../tenants/move/table";
import { ControlStatement } from "../../platform/db/statement";

/** What can be under way with an organization: one of the reasons to close it, a move to another database, or the erasure of a person's data. */
export const TRANSITIONS = [...CLOSED_FOR, "move", "erasure"] as const;

/** More of each kind are not listed, so that the cost does not grow with the number of organizations. */
export const MAX_LISTED = 100;

export interface TransitionRow {
  id: number;
  name: string;
  kind: (typeof TRANSITIONS)[number];
  since: number;
  /** Of a move. */
  step: (typeof STEPS)[number] | null;
  /** What prevented the last attempt of a move to switch. */
  problem: string | null;
}

const MOVE_STEPS = sql.join(
  STEPS.filter((step) => step !== "done").map((step) => sql`${step}`),
  sql`, `,
);

/** SQL of the limit of each kind. */
const LIMITED = sql.raw(`limit ${MAX_LISTED}`);

/** The organizations with which something is under way. An old copy that a move has left counts until it is removed. */
export const SELECT_TRANSITIONS = new ControlStatement<TransitionRow>(sql`
  select o.id, o.name, t.kind, t.since, t.step, t.problem from (
    select * from (select id, closed_for as kind, closed_at as since, null as step, null as problem from organizations
      where closed_for = 'restore' ${LIMITED})
    union all select * from (select id, closed_for, closed_at, null, null from organizations where closed_for = 'deletion' ${LIMITED})
    union all select * from (select id, closed_for, closed_at, null, null from organizations where closed_for = 'removal' ${LIMITED})
    union all select * from (select organization_id, 'move', started_at, step, problem from moves where step in (${MOVE_STEPS}) ${LIMITED})
    union all select * from (select organization_id, 'erasure', requested_at, null, null from erasures indexed by erasures_unfinished
      where finished_at is null ${LIMITED})
  ) t join organizations o on o.id = t.id`);
