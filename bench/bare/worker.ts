/**
 * The bare worker: what the platform itself takes for a route. It asks the real app once and listens to what that sends to
 * D1; from then on it sends those statements alone, after one call of an object for a write, and answers with the rows as they
 * come: no credential, gate, validation, presenter or log. With `x-call` it calls an object for a read too. With `x-reject` it rejects
 * at once.
 */
import { DurableObject } from "cloudflare:workers";
import { app } from "../../src/entrypoints/app";
import { type AdmitRequest, NO_CLAIM } from "../../src/platform/gate/admission";
import { type Recorded, recording, replay } from "./recording";

// The build wants the classes that the configuration names; the real one runs in the real Worker.
export { Gate } from "../../src/entrypoints/gate";

interface BareEnv extends Env {
  BARE: DurableObjectNamespace<BareGate>;
}

/** An object that does the least: it answers, or writes one row. */
export class BareGate extends DurableObject<BareEnv> {
  constructor(state: DurableObjectState, env: BareEnv) {
    super(state, env);
    state.storage.sql.exec("create table if not exists keys (key text primary key, at integer not null)");
  }

  answer(request: AdmitRequest): { outcome: string; version: number } {
    return { outcome: "proceed", version: request.version };
  }

  write(key: string): void {
    this.ctx.storage.sql.exec("insert or replace into keys (key, at) values (?, ?)", key, Date.now());
  }
}

const recorded = new Map<string, { batch: Recorded[]; ids: string[] }>();

async function rehearse(request: Request, env: BareEnv, ctx: ExecutionContext, part: string, ids: string[]): Promise<Response> {
  const { d1, batches } = recording(env.DB);
  const response = await app.fetch(request, { ...env, DB: d1 }, ctx);
  const batch = batches.at(-1);
  if (response.ok && batch !== undefined) recorded.set(part, { batch, ids });
  return response;
}

const REQUEST: AdmitRequest = {
  database: 0,
  isReplacement: false,
  credentialId: 0,
  version: 1,
  isRefreshed: true,
  rateLimit: 1e9,
  dailyQuota: null,
  reads: "primary",
  claim: NO_CLAIM,
};

/** Many calls of one object within one request, `calls` of them, some under way at any time: how many it takes in a second. */
async function callObject(env: BareEnv, which: string, calls: number): Promise<Response> {
  const [real, bare] = [env.GATE.getByName("credential:0"), env.BARE.getByName("bench")];
  const call = which === "real" ? () => real.admit(REQUEST) : () => bare.answer(REQUEST);
  const many = async () => {
    for (let n = 0; n < calls / 16; n += 1) await call();
  };
  await Promise.all(Array.from({ length: 16 }, many));
  return new Response("done");
}

export default {
  async fetch(request, env, ctx) {
    const { headers } = request;
    // The least that a rejection can cost: nothing is looked at and nothing is read.
    if (headers.has("x-reject")) return Response.json({ error: { code: "missing_scope" } }, { status: 403 });
    const which = headers.get("x-object");
    if (which !== null) return await callObject(env, which, 1600);
    const ids = (headers.get("x-ids") ?? "").split(",");
    const part = headers.get("x-part") ?? "";
    if (part === "nothing") return Response.json({ status: "ok" });
    const known = recorded.get(part);
    if (known === undefined) return await rehearse(request, env, ctx, part, ids);
    const key = headers.get("Idempotency-Key");
    if (key !== null) {
      await request.text();
      await env.BARE.getByName("bench").write(key);
    }
    const statements = replay(env.DB, known.batch, known.ids, ids);
    const call = headers.has("x-call") && key === null ? env.BARE.getByName("bench").answer(REQUEST) : null;
    const [results] = await Promise.all([env.DB.batch(statements), call]);
    return Response.json(results.map(({ results: rows }) => rows));
  },
} satisfies ExportedHandler<BareEnv>;
