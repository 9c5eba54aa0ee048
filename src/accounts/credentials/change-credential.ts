import { untilWon } from "../../platform/db/change";
import { type CredentialChange, type CredentialRow, findCredentialToChange, patchCredential } from "../control.sql.ts";
import type { OrgControl } from "../org-control";
import { notFound, type Refusal } from "../../platform/refusal";
import { conflict } from "../conflict";

/**
 * Changes a credential. The change is in force for every request that starts after this has ended
 * (docs/spec/authentication.md#changes-in-force).
 *
 * The gate is told first of the version that is about to be: from then on no request is admitted by what an isolate has
 * cached, each reads the credential anew, and so finds the change as soon as it is written. Whatever fails, the call can
 * be repeated: where the gate was not told, nothing is changed; where the write failed, requests go on reading anew
 * until the next change. Where a rotation was written and its answer lost, its repetition says so (`replaces_unseen`).
 */
export async function changeCredential(
  control: OrgControl,
  id: number,
  /** What to change in the credential as it is, null: nothing; it may refuse. Called again where another change came first. */
  decide: (row: CredentialRow) => CredentialChange | null | Promise<CredentialChange | null>,
): Promise<CredentialRow> {
  return await untilWon(
    async () => {
      const row = await findCredentialToChange(control, id);
      if (row === null) throw notFound();
      const change = await decide(row);
      if (change === null) return row;
      await control.author.announceVersion(row.id, row.version + 1);
      return await patchCredential(control, row, change);
    },
    () => conflict("concurrent_change", "This credential is being changed by others; try again."),
  );
}

/** 409 for a credential that was revoked: it stays so for good. */
export function mustNotBeRevoked({ revoked_at }: CredentialRow): void {
  if (revoked_at !== null) throw conflict("credential_revoked", "This credential was revoked.");
}

/** 409 for a rotation within another's overlap: it would end the secret that may still be the one in use. */
export function rotationRunning(): Refusal {
  const message =
    "A rotation is running; say replaces_unseen if its secret was never received, or overlap_hours 0 to end both secrets now.";
  return conflict("rotation_running", message);
}

/** 409 for a credential that has expired. */
export function mustNotBeExpired({ expires_at }: CredentialRow, now: number): void {
  if (expires_at !== null && expires_at <= now)
    throw conflict("credential_expired", "This credential has expired; change expires_at first.");
}
