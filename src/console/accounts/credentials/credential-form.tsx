import { CONSOLE_LIMITS } from "../../../accounts/credentials/change-credential";
import { DEFAULT_RATE_LIMIT } from "../../../accounts/credentials/credentials";
import { REGIONS } from "../../../platform/values/region";
import type { CredentialKind } from "../../../platform/crypto/credential-secret";
import { scopeLabels } from "./credential-kind";
import type { FormState } from "../../page";
import { Folded } from "../../parts/folded";
import { Form, SelectField, TextArea, TextField } from "../../parts/form";
import { ChoicesField } from "../../parts/checkboxes";

const FIELDS = ["name", "scopes", "expires_on", "daily_quota", "rate_limit", "reads", "region", "allowed_ips"];

const READS = [
  ["primary", "From the primary database"],
  ["nearest", "From the nearest replica"],
] as const;

function scopeChoices(kind: CredentialKind) {
  return scopeLabels(kind).map(([scope, { name, description }]) => ({
    value: scope,
    label: name,
    hint: (
      <>
        {description} <code>{scope}</code>
      </>
    ),
  }));
}

/** The fields of a new credential (`version` null) or of an existing one. `reads` does not unfold its part, because it always has a value. */
export function CredentialForm({
  to,
  kind,
  zone,
  button,
  version,
  ...formState
}: FormState & { to: string; kind: CredentialKind; zone: string; button: string; version: number | null }) {
  return (
    <Form to={to} class="form" formState={formState} fields={FIELDS} version={version}>
      <TextField
        name="name"
        label="Name"
        hint="The tool that uses it. Create one for each tool, so that you can revoke them separately."
        maxLength={255}
        required
      />
      <ChoicesField
        name="scopes"
        label="Scopes"
        hint="Choose only those that the tool needs."
        none="Choose at least one."
        choices={scopeChoices(kind)}
      />
      <TextField
        name="expires_on"
        label="Last day"
        hint={`It expires at the end of this day (${zone}). If empty, it never expires.`}
        type="date"
      />
      <div class="pair">
        <TextField
          name="rate_limit"
          label="Requests per minute"
          hint={`Default: ${DEFAULT_RATE_LIMIT}. Maximum: ${CONSOLE_LIMITS.maxRateLimit}.`}
          inputmode="numeric"
        />
        <TextField name="daily_quota" label="Requests per day" hint="If empty, there is no limit." inputmode="numeric" />
      </div>
      <TextArea
        name="allowed_ips"
        label="Allowed IP addresses"
        hint="One address or range (192.0.2.0/24) per line. If empty, all addresses are allowed."
        rows={3}
      />
      <Folded label={version === null ? "Advanced: reads and region" : "Advanced: reads"} names={["region"]}>
        <div class="pair">
          <SelectField
            name="reads"
            label="Reads"
            hint="The nearest replica is faster far from the database. Both return the tool's own writes."
            options={READS}
          />
          {version === null && (
            <SelectField
              name="region"
              label="Region"
              hint="Where the requests come from. It can't be changed later."
              none="Near the first request"
              options={Object.entries(REGIONS)}
            />
          )}
        </div>
      </Folded>
      <button class="primary">{button}</button>
    </Form>
  );
}
