import { DurableObject } from "cloudflare:workers";
import { LaggingReplica, type PlainStatement, type ReplicaRead, type SessionResult } from "../../test/kit/lagging-replica";

export interface ReplicaEnv extends Env {
  /** The replica's own copy of the database. */
  REPLICA: D1Database;
}

/** The stand-in for a replica in an object of its own: one object orders all writes, whichever request makes them. */
export class Replicas extends DurableObject<ReplicaEnv> {
  readonly #replica = new LaggingReplica(this.env.DB, this.env.REPLICA);

  async onPrimary(statements: PlainStatement[]): Promise<SessionResult> {
    return await this.#replica.onPrimary(statements);
  }

  async onReplica(statements: PlainStatement[], read: ReplicaRead): Promise<SessionResult | null> {
    return await this.#replica.onReplica(statements, read);
  }
}
