import * as z from "zod";
import { CONSOLE_LIMITS } from "../../credentials/credential-limits";
import { isRotating, readCredential, revokeCredential, rotateCredential, updateCredential } from "../../credentials/credentials";
import type { CredentialRow } from "../../control.sql.ts";
import { IntegerId } from "../../../platform/http/input/query";
import { Rotation } from "../../credentials/contract";
import { fromForm } from "../../../console/form";
import { action, page, type Refused, type Surroundings } from "../../../console/page";
import { Badge } from "../../../console/parts/badge";
import { Facts } from "../../../console/parts/facts";
import { Moment } from "../../../console/parts/figures";
import { PageHead } from "../../../console/parts/page-head";
import { CredentialForm } from "./credential-form";
import { credentialChangeForm, endOf, filledIn, lastDay } from "./credential-input";
import type { KindWords } from "./credential-kind";
import { stateOf } from "./credential-state";
import { mandateOf } from "../settings/mandate";
import { NewSecret } from "../settings/new-secret";
import { Revoke, Rotate } from "./credential-end";
import { scopeName } from "./scope-words";

const NOTHING: Refused = { values: {}, faults: [] };

interface Shown {
  words: KindWords;
  row: CredentialRow;
  now: number;
  zone: string;
}

function CredentialFacts({ words: { kind }, row, now }: Shown) {
  const { hint, scopes, created_at, last_used_at, expires_at, revoked_at, previous_valid_until } = row;
  const ending = isRotating(row, now) && previous_valid_until !== null && (
    <>
      works until <Moment at={previous_valid_until} time />
    </>
  );
  const facts = [
    ["Ends with", <code>…{hint}</code>],
    ["Made", <Moment at={created_at} />],
    ["Last used", last_used_at === null ? "Never" : <Moment at={last_used_at} time />],
    ["Expires", expires_at === null ? "Never" : <Moment at={expires_at - 1} />],
    ["The one before it", ending || null],
    ["Revoked", revoked_at === null ? null : <Moment at={revoked_at} time />],
    ["It could", revoked_at === null ? null : (JSON.parse(scopes) as string[]).map((scope) => scopeName(kind, scope)).join(", ")],
  ] as const;
  return <Facts facts={facts} />;
}

function CredentialPage({ change, rotation, ...shown }: Shown & { change: Refused | null; rotation: Refused }) {
  const { words, row, now, zone } = shown;
  const { kind, path, short } = words;
  const at = `${path}/${row.id}`;
  const filled = change ?? { values: filledIn(row, zone), faults: [] };
  return (
    <>
      <PageHead title={row.name}>
        <Badge status={stateOf(row, now)} />
      </PageHead>
      {row.revoked_at === null ? (
        <div class="columns">
          <CredentialForm {...filled} to={at} kind={kind} zone={zone} button="Save" version={row.version} />
          <div>
            <section class="panel">
              <CredentialFacts {...shown} />
            </section>
            {stateOf(row, now) === "expired" ? null : (
              <Rotate to={`${at}/rotate`} short={short} rotating={isRotating(row, now)} filled={rotation} />
            )}
            <Revoke to={`${at}/revoke`} name={row.name} short={short} />
          </div>
        </div>
      ) : (
        <section class="panel">
          <CredentialFacts {...shown} />
        </section>
      )}
    </>
  );
}

/** The page of one credential, and what its forms do. */
export function credentialRoutes(words: KindWords) {
  const { kind, path } = words;
  const at = `${path}/:id` as const;
  const described = { needs: "manage", param: z.object({ id: IntegerId }) } as const;

  type Args = Surroundings & { param: { id: number } };
  const read = async ({ env, meter, member, param }: Args) => await readCredential(env, meter, member.organization.id, kind, param.id);
  const show = async (args: Args, forms: { change?: Refused; rotation?: Refused } = {}) => {
    const row = await read(args);
    const { change = null, rotation = NOTHING } = forms;
    const zone = args.member.organization.timezone;
    return {
      title: row.name,
      body: <CredentialPage words={words} row={row} now={args.now} zone={zone} change={change} rotation={rotation} />,
    };
  };
  const refused = ({ values, faults }: Refused): Refused => ({ values, faults });

  return [
    page({ ...described, path: at }, async (args) => await show(args)),
    action(
      { ...described, path: at, form: credentialChangeForm, again: async (args) => await show(args, { change: refused(args) }) },
      async (args) => {
        const { env, member, form } = args;
        const { expires_on, seen, ...terms } = form;
        const zone = member.organization.timezone;
        const row = await read(args);
        // An end within a day, as the API can set one, stays as it is unless another day is said.
        const expires_at = (expires_on ?? "") === lastDay(row, zone) ? undefined : endOf(expires_on, zone);
        await updateCredential(env, mandateOf(args), row.id, { ...terms, expires_at }, { seen, limits: CONSOLE_LIMITS });
        return { to: `${path}/${row.id}`, done: "saved" };
      },
    ),
    action(
      {
        ...described,
        path: `${at}/rotate`,
        form: fromForm(Rotation, { numbers: ["overlap_hours"], flags: ["replaces_unseen"] }),
        again: async (args) => await show(args, { rotation: refused(args) }),
      },
      async (args) => {
        const { id } = await read(args);
        const made = await rotateCredential(args.env, mandateOf(args), id, args.form);
        return { view: { title: made.row.name, body: <NewSecret words={words} made={made} origin={args.origin} /> } };
      },
    ),
    action({ ...described, path: `${at}/revoke` }, async (args) => {
      const { id } = await read(args);
      await revokeCredential(args.env, mandateOf(args), id);
      return { to: `${path}/${id}`, done: "revoked" };
    }),
  ];
}
