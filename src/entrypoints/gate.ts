import { recordUse } from "../accounts/credentials/find-credential.sql.ts";
import { controlDb } from "../platform/db/database";
import { CredentialGate } from "../platform/gate/gate";

/** The Durable Object class of wrangler.toml. */
export class Gate extends CredentialGate {
  protected override async recordUse(credentialId: number, now: number): Promise<void> {
    await recordUse(controlDb(this.env, { now }), credentialId);
  }
}
