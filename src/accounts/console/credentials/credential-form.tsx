import { CONSOLE_LIMITS } from "../../credentials/credential-limits";
import { DEFAULT_RATE_LIMIT } from "../../credentials/credentials";
import type { CredentialKind } from "../../../platform/crypto/credential-secret";
import { fieldError } from "../../../console/form";
import { Faults, type Filled, Form, TextArea, TextField } from "../../../console/parts/form";
import { SeenVersion } from "../../../console/seen";
import { scopeWords } from "./scope-words";

const FIELDS = ["name", "scopes", "expires_on", "daily_quota", "rate_limit", "allowed_ips"];

function Scopes({ kind, filled }: { kind: CredentialKind; filled: Filled }) {
  const given = filled.values["scopes"];
  const chosen: readonly unknown[] = Array.isArray(given) ? given : [given];
  const fault = fieldError(filled.faults, "scopes");
  return (
    <fieldset class="scopes" aria-describedby={fault === undefined ? undefined : "scopes-fault"}>
      <legend>What it may do</legend>
      <p class="hint">As little as it needs: what it can't do, nobody can do with it.</p>
      {fault === undefined ? null : (
        <p class="fault" id="scopes-fault">
          {chosen.some((scope) => scope !== undefined) ? fault : "Choose at least one."}
        </p>
      )}
      {scopeWords(kind).map(([scope, { name, says }]) => (
        <div class="check">
          <input
            id={`scope-${scope}`}
            name="scopes"
            value={scope}
            type="checkbox"
            checked={chosen.includes(scope)}
            aria-describedby={`scope-${scope}-hint`}
          />
          <label for={`scope-${scope}`}>{name}</label>
          <p class="hint" id={`scope-${scope}-hint`}>
            {says} <code>{scope}</code>
          </p>
        </div>
      ))}
    </fieldset>
  );
}

/** What can be said of a credential, for a new one (`version` null) and for one that is there. */
export function CredentialForm({
  to,
  kind,
  zone,
  button,
  version,
  ...filled
}: Filled & { to: string; kind: CredentialKind; zone: string; button: string; version: number | null }) {
  return (
    <Form to={to} class="form">
      {version === null ? null : <SeenVersion version={version} filled={filled} />}
      <Faults faults={filled.faults} fields={FIELDS} />
      <TextField
        filled={filled}
        name="name"
        label="Name"
        hint="What uses it: one for each tool, so that one can be ended alone."
        most={255}
        required
      />
      <Scopes kind={kind} filled={filled} />
      <TextField
        filled={filled}
        name="expires_on"
        label="Last day"
        hint={`It ends with this day (${zone}). Empty: it does not end by itself.`}
        type="date"
      />
      <div class="pair">
        <TextField
          filled={filled}
          name="rate_limit"
          label="Requests per minute"
          hint={`Empty: ${DEFAULT_RATE_LIMIT}. At most ${CONSOLE_LIMITS.maxRateLimit}.`}
          inputmode="numeric"
        />
        <TextField filled={filled} name="daily_quota" label="Requests per day" hint="Empty: as many as it likes." inputmode="numeric" />
      </div>
      <TextArea
        filled={filled}
        name="allowed_ips"
        label="Only from these addresses"
        hint="One IP address or range (192.0.2.0/24) per line. Empty: from anywhere."
        rows={3}
      />
      <button class="primary">{button}</button>
    </Form>
  );
}
