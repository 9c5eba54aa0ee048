import type { Context } from "hono";
import type { CredentialRecord } from "../../accounts/credentials/find-credential.sql.ts";
import { settingsOf } from "../../env";
import type { Actor, Organization } from "../db/org-db";
import { DEFAULT_RATE_LIMIT } from "../gate/rate-window";
import type { KeyRequest, KeyVerdict, Lease, Measured, Settlement, Verdict } from "../gate/verdict";
import { logFault } from "../log";
import { Refusal } from "../refusal";
import { callGate, gateOf } from "./admission";
import type { HttpEnv } from "./context";
import { LocalLimit } from "./local-limit";
import { type Admission, type Ended, type Operation, type Principal, PrincipalChanged } from "./principal";
import { remember, replay } from "./remembered";
import { rateHeaders } from "./respond";

type Limited = Extract<Verdict, { outcome: "limited" }>;

/** By credential. Only one that its gate has rejected ten times in the present second is in a flood. */
const floods = new LocalLimit<number, Limited>(10);

/** How a credential's request is admitted. */
interface Way {
  /** The credential was read from the database because its gate had said that it had changed. */
  isFresh: boolean;
  /** The credential as it is now. */
  present: () => Promise<Principal>;
}

/** A request with an API key or an API token. Its credential's Durable Object counts it and keeps its idempotency keys. */
export class CredentialPrincipal implements Principal {
  readonly organization: Organization;
  readonly actor: Actor;
  /** The limits, once the request was counted. */
  #measured: Measured | null = null;

  constructor(
    private readonly c: Context<HttpEnv>,
    private readonly record: CredentialRecord,
    private readonly way: Way,
  ) {
    const { id, name, organization } = record;
    this.organization = organization;
    this.actor = { kind: "credential", id, name };
    c.get("state").caller = { organizationId: organization.id, credentialId: id, personId: null };
  }

  can(scope: string): boolean {
    return this.record.scopes.has(scope);
  }

  async admit(key: KeyRequest | null): Promise<Admission> {
    if (this.#measured !== null) return await this.#claim(key, this.#measured);
    const state = this.c.get("state");
    const verdict = await this.#ask(key);
    state.verdict = verdict.outcome;
    if (verdict.outcome === "stale") throw new PrincipalChanged(this.way.present);
    if (verdict.outcome === "limited") {
      floods.note(this.record.id, verdict, state.now, 1000 - (state.now % 1000));
      return this.#refuse(verdict);
    }
    Object.assign(state.headers, rateHeaders(this.record, verdict));
    this.#measured = verdict;
    return await this.#admission(verdict, key, verdict);
  }

  /** 429 without any I/O, for a credential that floods beyond its limit. */
  refuseWhileLimited(): void {
    const state = this.c.get("state");
    const limited = floods.find(this.record.id, state.now);
    if (limited === null) return;
    state.verdict = "limited";
    this.#refuse(limited);
  }

  /** 429, with the policy that is violated and when to come back. */
  #refuse(verdict: Limited): never {
    Object.assign(this.c.get("state").headers, rateHeaders(this.record, verdict));
    const message = `The ${verdict.policy} limit of this credential is used up.`;
    const headers = { "Retry-After": String(verdict.retryAfterSeconds) };
    throw new Refusal("rate_limited", [{ code: "rate_limited", policy: verdict.policy, message }], headers);
  }

  /** One call of the object. Where it can't be reached the request does not count, and a key stays bound to it if it was. */
  async #ask(idempotency: KeyRequest | null): Promise<Verdict> {
    const { id, version, dailyQuota, rateLimit } = this.record;
    const state = this.c.get("state");
    state.gateCalls += 1;
    const anew = this.way.isFresh;
    const request = { credentialId: id, version, anew, rateLimit: rateLimit ?? DEFAULT_RATE_LIMIT, dailyQuota, idempotency };
    const about = { request_id: state.requestId, credential_id: id };
    return await callGate<Verdict>("gate.admit", about, async () => await gateOf(this.c.env, id).admit(request));
  }

  /** Claims the key of a request that was counted before its body was read. Without a key nothing is asked. */
  async #claim(key: KeyRequest | null, { rate, quota }: Measured): Promise<Admission> {
    if (key === null) return { rate, quota, operation: null, replay: null };
    const state = this.c.get("state");
    state.gateCalls += 1;
    const about = { request_id: state.requestId, credential_id: this.record.id };
    const verdict = await callGate<KeyVerdict>("gate.claim", about, async () => await gateOf(this.c.env, this.record.id).claim(key));
    state.verdict = verdict.outcome;
    return await this.#admission(verdict, key, { rate, quota });
  }

  async #admission(verdict: KeyVerdict, key: KeyRequest | null, { rate, quota }: Measured): Promise<Admission> {
    switch (verdict.outcome) {
      case "replay": {
        const stored = await replay(settingsOf(this.c.env).masterSecrets, this.#storedUnder(key?.key), verdict.answer);
        return { rate, quota, operation: null, replay: stored };
      }
      case "conflict":
        throw new Refusal("idempotency_conflict");
      case "in_progress":
        throw new Refusal("idempotency_in_progress", [], { "Retry-After": "1" });
      case "proceed":
        return { rate, quota, operation: verdict.lease === null ? null : this.#operation(verdict.lease), replay: null };
    }
  }

  #operation(lease: Lease): Operation {
    const { operationId: id, resumed, until } = lease;
    return { id, repeated: resumed ? "yes" : "no", until, settle: async (ended) => await this.#settle(lease, ended) };
  }

  /** Lost without harm: a marker answers the retry of a write that was never settled (docs/spec/durability.md#crash-points). */
  async #settle(lease: Lease, ended: Ended): Promise<void> {
    try {
      await gateOf(this.c.env, this.record.id).settle(lease, await this.#settlement(lease, ended));
    } catch (error) {
      logFault("gate.settle", error, { credential_id: this.record.id });
    }
  }

  async #settlement({ key }: Lease, ended: Ended): Promise<Settlement> {
    if (ended.outcome !== "done") return ended;
    const { masterSecrets } = settingsOf(this.c.env);
    return { outcome: "done", answer: await remember(masterSecrets, this.#storedUnder(key), ended.response) };
  }

  /** What a stored response is bound to: it can't be shown for another credential or key. */
  #storedUnder(key = ""): string {
    return `${this.record.id}/${key}`;
  }
}
