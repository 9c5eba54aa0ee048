import * as z from "zod";
import { CONSOLE_LIMITS } from "../../credentials/change-credential";
import { issueCredential } from "../../credentials/credentials";
import { invalid } from "../../../platform/api-error";
import { usePageRequest } from "../../../console/page-request";
import { type FormState, action, page } from "../../../console/page";
import { hereWith } from "../../../console/parts/pager";
import { PageHead } from "../../../console/parts/page-head";
import { CredentialForm } from "./credential-form";
import { endOf, newCredentialForm } from "./credential-input";
import type { KindLabels } from "./credential-kind";
import { organizationControl } from "../settings/organization-control";
import { NewSecret } from "../settings/shown-once";
import { PRESETS, type Preset, presetScopes } from "./scope-labels";

const PRESET_NAMES: Readonly<Record<Preset, string>> = { read: "Read only", everything: "Everything" };

function Presets({ path, chosen }: { path: string; chosen: Preset | undefined }) {
  const { base } = usePageRequest();
  return (
    <nav class="presets" aria-label="Presets">
      <span class="soft">Begin with</span>
      {PRESETS.map((preset) => (
        <a class="button" href={hereWith(`${base}${path}/new`, { preset })} aria-current={preset === chosen ? "true" : undefined}>
          {PRESET_NAMES[preset]}
        </a>
      ))}
    </nav>
  );
}

function NewPage({ labels, zone, preset, ...formState }: FormState & { labels: KindLabels; zone: string; preset?: Preset | undefined }) {
  const { kind, path, one } = labels;
  return (
    <>
      <PageHead title={`New ${one}`} />
      <Presets path={path} chosen={preset} />
      <CredentialForm {...formState} to={path} kind={kind} zone={zone} button={`Create ${one}`} version={null} />
    </>
  );
}

/** The page with an empty form, and what the form does: a credential whose secret is on the answer alone. */
export function newCredentialRoutes(labels: KindLabels) {
  const { kind, path, one } = labels;
  const title = `New ${one}`;
  return [
    page({ path: `${path}/new`, permission: "manage", query: z.object({ preset: z.enum(PRESETS).optional() }) }, async ({ org, query }) => {
      const { preset } = query;
      const values = { scopes: preset === undefined ? [] : presetScopes(kind, preset) };
      return { title, body: <NewPage labels={labels} zone={org.organization.timezone} preset={preset} values={values} violations={[]} /> };
    }),
    action(
      {
        path,
        permission: "manage",
        form: newCredentialForm(kind),
        renderInvalid: async ({ org, values, violations }) => {
          return { title, body: <NewPage labels={labels} zone={org.organization.timezone} values={values} violations={violations} /> };
        },
      },
      async (args) => {
        const { org, origin, now, form } = args;
        const expires_at = endOf(form.expires_on, org.organization.timezone);
        if (expires_at !== null && expires_at <= now) throw invalid("expires_on", "invalid_time", "Expected today or a later day.");
        const made = await issueCredential(organizationControl(args), { ...form, kind, expires_at }, CONSOLE_LIMITS);
        return { view: { title: made.row.name, body: <NewSecret labels={labels} made={made} origin={origin} /> } };
      },
    ),
  ];
}
