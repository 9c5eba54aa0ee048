import { ApiError, conflictError, notFound, orNotFound } from "../../platform/api-error";
import { newId } from "../../platform/crypto/random";
import { retryOnConflict } from "../../platform/db/change";
import type { OrgDb } from "../../platform/db/org-db";
import { first } from "../../platform/db/statement";
import { type ChangeTarget, assertVersion } from "../../platform/values/assert-version";
import { foldCase } from "../../platform/values/fold-case";
import type { IncomingSupplier, SupplierPatch } from "./fields";
import { supplierById, type SupplierRow, type SupplierValues } from "./rows.sql.ts";
import { insertSupplier, takenTerms, updateSupplier } from "./write.sql.ts";

/** Creates a supplier. Its default currency is the organization's. Throws 409 Conflict if the name or code is taken. Two round trips. */
export async function createSupplier(org: OrgDb, incoming: IncomingSupplier): Promise<SupplierRow> {
  const id = newId("sup", org.now);
  const defaults: Omit<SupplierValues, "name"> = {
    code: null,
    currency: org.organization.currency,
    contact_name: null,
    contact_email: null,
    contact_phone: null,
    file_columns: null,
    default_shipping: "to_buyer",
    lead_time_days: null,
    is_active: 1,
  };
  const values = { ...defaults, ...storedValues(incoming), name: incoming.name };
  return await retryOnConflict(async () => {
    assertTermsFree(values, await org.read(takenTerms(org, { ...values, id })));
    const [written] = await org.commit(insertSupplier(org, id, values));
    return orNotFound(written);
  }, supplierConflict);
}

/**
 * Updates the fields that are sent. Writes nothing if they do not change the supplier. Throws 404 Not Found for an unknown supplier, 412
 * Precondition Failed if its version is not the expected one, 409 Conflict if the name or code is taken. Two round trips.
 */
export async function changeSupplier(
  org: OrgDb,
  { id, expectedVersion }: ChangeTarget<string>,
  patch: SupplierPatch,
): Promise<SupplierRow> {
  const sent = storedValues(patch);
  return await retryOnConflict(async () => {
    // A name that does not change needs no check, so the id of the supplier itself, which no other has, takes its place.
    const named = { id, name: sent.name ?? id, code: sent.code ?? null };
    const { stored, taken } = await org.read({ stored: first(supplierById(org, id)), taken: takenTerms(org, named) });
    if (stored === undefined) throw notFound();
    assertVersion(stored.version, expectedVersion);
    assertTermsFree(named, taken);
    const changes = changesOf(stored, sent);
    if (Object.keys(changes).length === 0) return stored;
    const [written] = await org.commit(updateSupplier(org, stored, changes));
    return written ?? stored;
  }, supplierConflict);
}

/** The columns of the fields that are present. */
function storedValues({ is_active, file_columns, ...rest }: SupplierPatch): Partial<SupplierValues> {
  const present = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
  return {
    ...present,
    ...(is_active !== undefined && { is_active: is_active ? 1 : 0 }),
    ...(file_columns !== undefined && {
      file_columns: file_columns === null || file_columns.length === 0 ? null : JSON.stringify(file_columns),
    }),
  };
}

function changesOf(stored: SupplierRow, sent: Partial<SupplierValues>): Partial<SupplierValues> {
  const names = Object.keys(sent) as (keyof SupplierValues)[];
  return Object.fromEntries(names.filter((name) => sent[name] !== stored[name]).map((name) => [name, sent[name]]));
}

const supplierConflict = () => conflictError("the suppliers");

/** Throws 409 Conflict with a detail for each of name and code that refers to another supplier. */
function assertTermsFree({ name, code }: Pick<SupplierRow, "name" | "code">, taken: readonly { term: string }[]): void {
  const terms = new Set(taken.map(({ term }) => term));
  const details = Object.entries({ name, code })
    .filter(([, text]) => text !== null && terms.has(foldCase(text)))
    .map(([path]) => ({
      path,
      code: `${path}_taken`,
      message: `Another supplier of this organization has this ${path} as its name, code or id.`,
    }));
  if (details.length > 0) throw new ApiError("conflict", details);
}
