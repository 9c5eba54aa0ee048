import { controlDb } from "./platform/db/database";

/** What runs every minute, in this order. Its modules are loaded on demand, because an isolate that serves requests needs none of them. */
export const JOBS = {
  deliveries: async (env, now) => await (await import("./webhooks/recovery-job")).runRecoveryJob(env, now),
  connections: async (env, now) => await (await import("./connections/job")).runConnectionJob(env, now),
  signIns: async (env, now) => await (await import("./accounts/sign-in/purge-sign-ins")).purgeEndedSignIns(controlDb(env, { now })),
  moves: async (env, now) => await (await import("./operator/moves")).continueMoves(env, now),
  erasures: async (env, now) => await (await import("./personal-data/jobs")).continueErasures(env, now),
  retention: async (env, now) => await (await import("./personal-data/retention")).applyRetention(env, now),
  deletions: async (env, now) => await (await import("./lifecycle/deletion")).removeDeleted(env, now),
} satisfies Record<string, (env: Env, now: number) => Promise<unknown>>;
