import { type Jurisdiction, JURISDICTIONS } from "../../src/platform/values/jurisdiction.ts";
import type { PlannedDatabase } from "./databases.ts";

export type { Jurisdiction };

const isJurisdiction = (text: string): text is Jurisdiction => (JURISDICTIONS as readonly string[]).includes(text);

/** Reads the value of `--jurisdiction`. Throws if it is invalid. */
export function readJurisdiction(text: string): Jurisdiction {
  if (!isJurisdiction(text)) throw new Error(`--jurisdiction must be ${JURISDICTIONS.join(", ")}, not "${text}".`);
  return text;
}

const described = (jurisdiction: string | null): string => (jurisdiction === null ? "no jurisdiction" : `the jurisdiction ${jurisdiction}`);

/**
 * The jurisdiction of an installation: that in which its databases were created, or, if there are none, the one that was asked for. It can
 * never change, because neither D1 nor Durable Objects move to another one, and other gates would not know the idempotency keys.
 * `secrets` are the names of the Worker's. Throws if it would change, or if the databases have different ones.
 */
export function jurisdictionFor(
  databases: readonly PlannedDatabase[],
  secrets: ReadonlySet<string>,
  asked: Jurisdiction | null,
): Jurisdiction | null {
  const [first, ...others] = databases.filter(({ exists }) => exists);
  if (first === undefined) return asked;
  const { name, jurisdiction } = first;
  const other = others.find((database) => database.jurisdiction !== jurisdiction);
  if (other !== undefined)
    throw new Error(
      `The database ${name} has ${described(jurisdiction)}, but ${other.name} has ${described(other.jurisdiction)}. All databases must have the same.`,
    );
  if (asked !== null && asked !== jurisdiction)
    throw new Error(
      `The database ${name} has ${described(jurisdiction)}, which cannot be changed. For an installation in the jurisdiction ${asked}, deploy with another --name.`,
    );
  if (jurisdiction === null && secrets.has("JURISDICTION"))
    throw new Error(`The Worker has the setting JURISDICTION, but Cloudflare reports no jurisdiction for the database ${name}.`);
  if (jurisdiction !== null && !isJurisdiction(jurisdiction))
    throw new Error(`The database ${name} has ${described(jurisdiction)}, which is none of ${JURISDICTIONS.join(", ")}.`);
  return jurisdiction;
}
