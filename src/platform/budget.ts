import { settingsOf } from "./env";
import { bindingOf } from "./db/binding";
import { allDatabases } from "./db/database";

/**
 * D1 calls that Cloudflare allows in an invocation (a request, a batch of a queue, a run of the cron). It is documented as queries, which may mean
 * batches or statements: a budget counts both.
 */
const MAX_CALLS = { paid: 1_000, free: 50 } as const;

/** The share of the calls after which work stops. The rest is for the step in progress, and for saving how far it got. */
const USABLE_SHARE = 0.8;

/** What a part gets at least, so that it makes progress. */
const MIN_PART_CALLS = 40;

/** The calls that one of several pieces of work in progress may make before it sees that the budget is spent. */
const CALLS_IN_PROGRESS = 100;

interface Limits {
  calls: number;
  statements: number;
  /** ms since 1970. */
  until: number;
}

/** What background work may use of its invocation: calls of databases, gates and queues, and time. Work stops when it is spent, and goes on in the next run. */
export class Budget {
  #calls = 0;
  #statements = 0;

  constructor(
    private readonly limits: Limits,
    /** The budget that this one is a part of. */
    private readonly parent: Budget | null = null,
  ) {}

  /** Whether to save the progress and to stop. */
  get isSpent(): boolean {
    const { calls, statements, until } = this.limits;
    if (this.#calls >= calls || this.#statements >= statements || Date.now() >= until) return true;
    return this.parent?.isSpent ?? false;
  }

  count(statements = 1): void {
    this.#calls += 1;
    this.#statements += statements;
    this.parent?.count(statements);
  }

  /** One of `count` equal parts of what is left. */
  part(count: number): Budget {
    const { calls, statements, until } = this.limits;
    const share = (left: number) => Math.max(MIN_PART_CALLS, left / count);
    const now = Date.now();
    const limits = {
      calls: share(calls - this.#calls),
      statements: share(statements - this.#statements),
      until: now + (until - now) / count,
    };
    return new Budget(limits, this);
  }

  /** How many pieces of work may be in progress at a time, at most `max`. */
  maxConcurrent(max: number): number {
    return Math.max(1, Math.min(max, Math.floor(this.limits.calls / CALLS_IN_PROGRESS)));
  }

  /** The same environment. The calls of its databases, gates and queues count. */
  countCalls(env: Env): Env {
    const databases = allDatabases(env).map((d1, number) => [bindingOf(number), this.#countD1(d1)]);
    return {
      ...env,
      ...(Object.fromEntries(databases) as object),
      GATE: this.#countGates(env.GATE),
      DELIVERIES: countAll(env.DELIVERIES, () => this.count()),
      DELIVERIES_SLOW: countAll(env.DELIVERIES_SLOW, () => this.count()),
    };
  }

  #countGates(gates: Env["GATE"]): Env["GATE"] {
    const getByName = (...name: Parameters<Env["GATE"]["getByName"]>) => countAll(gates.getByName(...name), () => this.count());
    const jurisdiction = (...name: Parameters<Env["GATE"]["jurisdiction"]>) => this.#countGates(gates.jurisdiction(...name));
    return intercept(gates, { getByName, jurisdiction });
  }

  /** Background work runs batches, apart from an hourly statement for each database (`warnOfDatabases`), which does not count. */
  #countD1<D extends D1Database | D1DatabaseSession>(d1: D): D {
    const batch = async (statements: D1PreparedStatement[]) => {
      this.count(statements.length);
      return await d1.batch(statements);
    };
    const withSession = (start?: string) => this.#countD1((d1 as D1Database).withSession(start));
    return intercept(d1, { batch, withSession });
  }
}

/** How many D1 calls an invocation may make. */
export function maxDatabaseCalls(env: Env): number {
  const { MAX_DATABASE_CALLS, WORKERS_PLAN } = settingsOf(env);
  return MAX_DATABASE_CALLS ?? MAX_CALLS[WORKERS_PLAN];
}

export function invocationBudget(env: Env, ms: number): Budget {
  const maxCalls = maxDatabaseCalls(env);
  // Statements are limited as on the Paid plan at least: a few batches would use up a lower number.
  return new Budget({
    calls: maxCalls * USABLE_SHARE,
    statements: Math.max(maxCalls, MAX_CALLS.paid) * USABLE_SHARE,
    until: Date.now() + ms,
  });
}

/** How long one run of a job works. Cloudflare stops a run after 15 minutes, and the next one starts after one to three. */
const JOB_MS = 50_000;

/** The budget of one run of a cron, which its jobs share. */
export const jobBudget = (env: Env): Budget => invocationBudget(env, JOB_MS);

const MINUTE_MS = 60_000;

/** The same list, starting with another element each minute: whatever the first ones use up, all get their turn. */
export function rotateByMinute<T>(all: readonly T[], now: number): T[] {
  const start = all.length === 0 ? 0 : Math.floor(now / MINUTE_MS) % all.length;
  return [...all.slice(start), ...all.slice(0, start)];
}

/** Works on each in turn, with a part of the budget, until that is spent. */
export async function inTurn<T>(
  all: readonly T[],
  { now, budget }: { now: number; budget: Budget },
  work: (one: T, part: Budget) => Promise<void>,
): Promise<void> {
  for (const [index, one] of rotateByMinute(all, now).entries()) {
    if (budget.isSpent) return;
    await work(one, budget.part(all.length - index));
  }
}

/** The same object with other methods in place of some. */
function intercept<T extends object>(target: T, methods: Record<string, unknown>): T {
  return new Proxy(target, {
    get: (_, name) => (name in methods ? methods[String(name)] : methodOf(target, name)),
  });
}

/** The same object. Each call of a method is counted. */
function countAll<T extends object>(target: T, count: () => void): T {
  return new Proxy(target, {
    get: (_, name) => {
      const value = methodOf(target, name);
      if (typeof value !== "function") return value;
      return (...args: unknown[]): unknown => {
        count();
        return Reflect.apply(value, target, args);
      };
    },
  });
}

/** A property of an object. A method is called on the object itself, because those of the runtime accept no other. */
function methodOf(target: object, name: string | symbol): unknown {
  const value: unknown = Reflect.get(target, name);
  return typeof value === "function" ? (...args: unknown[]): unknown => Reflect.apply(value, target, args) : value;
}
