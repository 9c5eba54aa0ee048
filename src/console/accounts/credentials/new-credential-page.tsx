import * as z from "zod";
import { CONSOLE_LIMITS } from "../../../accounts/credentials/change-credential";
import { issueCredential } from "../../../accounts/credentials/credentials";
import type { CredentialKind } from "../../../platform/crypto/credential-secret";
import { invalid } from "../../../platform/api-error";
import { usePageRequest } from "../../page-request";
import { formPage } from "../../page";
import { initialFormState } from "../../parts/form";
import { hereWith } from "../../parts/table";
import { CredentialForm } from "./credential-form";
import { expiryOf, newCredentialForm } from "./credential-input";
import { PRESETS, type Preset, presetScopes, type KindLabels } from "./credential-kind";
import { organizationControl } from "../../organization-control";
import { newSecretView } from "../settings/shown-once";

const PRESET_NAMES: Readonly<Record<Preset, string>> = { read: "Read only", everything: "All scopes" };

/** Links that check a preset's scopes. The script checks them in the form, which keeps what was typed. */
function Presets({ kind, path, chosen }: { kind: CredentialKind; path: string; chosen: Preset | undefined }) {
  const { base } = usePageRequest();
  return (
    <nav class="presets" aria-label="Presets">
      <span class="soft">Start with</span>
      {PRESETS.map((preset) => (
        <a
          class="button"
          href={hereWith(`${base}${path}/new`, { preset })}
          aria-current={preset === chosen ? "true" : undefined}
          data-checks={presetScopes(kind, preset).join(" ")}
        >
          {PRESET_NAMES[preset]}
        </a>
      ))}
    </nav>
  );
}

/** The page that creates a credential. Only the response to the form contains the secret. */
export function newCredentialRoutes(labels: KindLabels) {
  const { kind, path, one, plural } = labels;
  return formPage(
    {
      path: `${path}/new`,
      to: path,
      permission: "manage",
      query: z.object({ preset: z.enum(PRESETS).optional() }),
      form: newCredentialForm(kind),
      show: async ({ org, query: { preset } }, sent) => {
        const formState = sent ?? initialFormState({ scopes: preset === undefined ? [] : presetScopes(kind, preset) });
        const body = (
          <>
            <Presets kind={kind} path={path} chosen={preset} />
            <CredentialForm {...formState} to={path} kind={kind} zone={org.organization.timezone} button={`Create ${one}`} version={null} />
          </>
        );
        return { title: `Create ${one}`, back: { page: path, label: `All ${plural}` }, body };
      },
    },
    async (args) => {
      const { org, origin, now, form } = args;
      const expires_at = expiryOf(form.expires_on, org.organization.timezone);
      if (expires_at !== null && expires_at <= now) throw invalid("expires_on", "invalid_time", "Expected today or a later day.");
      const issued = await issueCredential(organizationControl(args), { ...form, kind, expires_at, supplier_id: null }, CONSOLE_LIMITS);
      return { view: newSecretView(labels, issued, origin) };
    },
  );
}
