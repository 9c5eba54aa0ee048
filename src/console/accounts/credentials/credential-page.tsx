import * as z from "zod";
import { CONSOLE_LIMITS } from "../../../accounts/credentials/change-credential";
import {
  isRotating,
  readCredential,
  revokeCredential,
  rotateCredential,
  updateCredential,
} from "../../../accounts/credentials/credentials";
import type { CredentialRow } from "../../../accounts/control.sql.ts";
import { REGIONS } from "../../../platform/values/region";
import { IntegerId } from "../../../platform/http/input/query";
import { Rotation } from "../../../accounts/credentials/contract";
import { fromForm } from "../../form";
import { action, formPage, type FormState, type PageContext } from "../../page";
import { initialFormState } from "../../parts/form";
import { PageLink } from "../../parts/link";
import { Badge, Facts, Moment, MomentOrNever } from "../../parts/values";
import { CredentialForm } from "./credential-form";
import { credentialChangeForm, expiryOf, formValuesOf, lastDay } from "./credential-input";
import { scopeName, type KindLabels, stateOf } from "./credential-kind";
import { organizationControl } from "../../organization-control";
import { newSecretView } from "../settings/shown-once";
import { Revoke, Rotate } from "./credential-end";
import { parseStored } from "../../../platform/reading/json";

interface CredentialProps {
  labels: KindLabels;
  row: CredentialRow;
  now: number;
  zone: string;
}

function CredentialFacts({ labels: { kind, short }, row, now }: CredentialProps) {
  const { hint, scopes, region, supplier_id, created_at, last_used_at, expires_at, revoked_at, previous_valid_until } = row;
  const ending = isRotating(row, now) && previous_valid_until !== null && (
    <>
      works until <Moment at={previous_valid_until} time />
    </>
  );
  const facts = [
    ["Ends with", <code>…{hint}</code>],
    ["Created", <Moment at={created_at} />],
    ["Last used", <MomentOrNever at={last_used_at} />],
    // The last day: a credential expires at the first moment of the next one.
    ["Expires", expires_at === null ? "Never" : <Moment at={expires_at - 1} />],
    ["Region", region === null ? null : REGIONS[region]],
    ["Limited to", supplier_id === null ? null : <PageLink page={`/suppliers/${supplier_id}`}>One supplier</PageLink>],
    [`Previous ${short}`, ending || null],
    ["Revoked", revoked_at === null ? null : <Moment at={revoked_at} time />],
    [
      "Scopes",
      // Unless it is revoked, the form shows them.
      revoked_at === null
        ? null
        : parseStored<string[]>(scopes)
            .map((scope) => scopeName(kind, scope))
            .join(", "),
    ],
  ] as const;
  return <Facts facts={facts} />;
}

function CredentialPage({ change, rotation, ...shown }: CredentialProps & { change: FormState | undefined; rotation: FormState }) {
  const { labels, row, now, zone } = shown;
  const { kind, path, short } = labels;
  const page = `${path}/${row.id}`;
  const facts = (
    <section class="panel">
      <CredentialFacts {...shown} />
    </section>
  );
  if (row.revoked_at !== null) return facts;
  const formState = change ?? initialFormState(formValuesOf(row, zone));
  return (
    <div class="columns">
      <CredentialForm {...formState} to={page} kind={kind} zone={zone} button="Save" version={row.version} />
      <div>
        {facts}
        {stateOf(row, now) === "expired" ? null : (
          <Rotate to={`${page}/rotate`} short={short} isRotating={isRotating(row, now)} formState={rotation} />
        )}
        <Revoke to={`${page}/revoke`} name={row.name} short={short} />
      </div>
    </div>
  );
}

export function credentialRoutes(labels: KindLabels) {
  const { kind, path } = labels;
  const pattern = `${path}/:id` as const;
  const common = { permission: "manage", param: z.object({ id: IntegerId }) } as const;

  type Args = PageContext & { param: { id: number } };
  const read = async (args: Args) => await readCredential(organizationControl(args), kind, args.param.id);
  const show = async (args: Args, change?: FormState, rotation: FormState = initialFormState()) => {
    const row = await read(args);
    const { now, member } = args;
    const zone = member.organization.timezone;
    return {
      title: row.name,
      back: { page: path, label: `All ${labels.plural}` },
      actions: <Badge status={stateOf(row, now)} />,
      body: <CredentialPage labels={labels} row={row} now={now} zone={zone} change={change} rotation={rotation} />,
    };
  };

  return [
    ...formPage({ ...common, path: pattern, form: credentialChangeForm, show }, async (args) => {
      const { member, form } = args;
      const { expires_on, expected_version, ...settings } = form;
      const zone = member.organization.timezone;
      const row = await read(args);
      // The API can set an expiry in the middle of a day. It stays unless the form has another day.
      const expires_at = (expires_on ?? "") === lastDay(row, zone) ? undefined : expiryOf(expires_on, zone);
      await updateCredential(organizationControl(args), row.id, {
        settings: { ...settings, expires_at },
        expectedVersion: expected_version,
        limits: CONSOLE_LIMITS,
      });
      return { to: `${path}/${row.id}`, flash: kind === "api_key" ? "key_saved" : "token_saved" };
    }),
    action(
      {
        ...common,
        path: `${pattern}/rotate`,
        form: fromForm(Rotation, { numbers: ["overlap_hours"], flags: ["replaces_unseen"] }),
        renderInvalid: async ({ values, violations, ...args }) => await show(args, undefined, { values, violations }),
      },
      async (args) => {
        const { id } = await read(args);
        const issued = await rotateCredential(organizationControl(args), id, args.form);
        return { view: newSecretView(labels, issued, args.origin) };
      },
    ),
    action({ ...common, path: `${pattern}/revoke` }, async (args) => {
      const { id } = await read(args);
      await revokeCredential(organizationControl(args), id);
      return { to: `${path}/${id}`, flash: "revoked" };
    }),
  ];
}
