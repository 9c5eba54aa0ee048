import * as z from "zod";
import { withRotationMessage } from "../../../console/form";
import type { FormState } from "../../../console/page";
import { Copyable } from "../../../console/parts/copyable";
import { Form, initialFormState, SelectField, TextField } from "../../../console/parts/form";
import { Updating } from "../../../console/parts/updating";
import { Moment } from "../../../console/parts/values";
import { CurrencyField } from "../../../console/parts/known-values";
import { StoreOrNew, type StoreOptions } from "../../../console/parts/store-field";
import { NEW_STORE_PATH } from "../commands";
import type { ConnectionRow } from "../connections.sql.ts";
import type { ShopAdapter } from "../platforms/adapter";
import { adapterOf, type Platform, shopAdapterOf } from "../platforms/platforms";

const API_FIELDS = ["api.shop_url", "api.key", "api.secret"];

/** Converts the fields `api.…` of a form to the object that the API expects. It is left out if all are empty, as is an empty `webhook_secret`. */
export function withApi<S extends z.ZodType>(schema: S) {
  return z.preprocess((fields) => {
    const rest = { ...(fields as Record<string, unknown>) };
    const texts = API_FIELDS.map((name) => [name.slice("api.".length), rest[name]] as const);
    for (const name of API_FIELDS) delete rest[name];
    if (rest["webhook_secret"] === "") delete rest["webhook_secret"];
    const isEmpty = texts.every(([, text]) => text === undefined || text === "");
    return isEmpty ? rest : { ...rest, api: Object.fromEntries(texts) };
  }, schema);
}

/** The fields of a store that is created with its connection. */
const NEW_STORE_FIELDS = ["name", "currency"].map((name) => NEW_STORE_PATH + name);

/** Converts the fields `new_store.…` of a form to a store of the platform, unless another store is chosen. */
export function withNewStore<S extends z.ZodType>(platform: Platform, schema: S) {
  return z.preprocess((fields) => {
    const { store, ...rest } = fields as Record<string, unknown>;
    const texts = NEW_STORE_FIELDS.map((name) => [name.slice(NEW_STORE_PATH.length), rest[name]] as const);
    for (const name of NEW_STORE_FIELDS) delete rest[name];
    const isChosen = typeof store === "string" && store.trim() !== "";
    if (isChosen || adapterOf(platform).kind !== "shop") return { ...rest, ...(isChosen && { store }) };
    return { ...rest, new_store: { ...Object.fromEntries(texts.filter(([, text]) => text !== "")), platform } };
  }, schema);
}

/** The choice of a store, or a new one. Without JavaScript too, the fields of a new store are hidden while another one is chosen (form.css). */
function StoreOrNewField({ offered, currency }: { offered: StoreOptions; currency: string }) {
  return (
    <>
      {offered.total === 0 ? null : <StoreOrNew offered={offered} />}
      <div class="new-store">
        <TextField name="new_store.name" label="Name of the new store" hint="Each order of the shop belongs to it." maxLength={255} />
        <CurrencyField name="new_store.currency" label="Currency" none={`The organization’s (${currency})`} value={currency} />
      </div>
    </>
  );
}

function ApiFields({ access, required }: { access: ShopAdapter["access"]; required: boolean }) {
  return (
    <>
      {access.scopes === undefined ? null : (
        <div class="field">
          <p class="hint">The scopes, to paste:</p>
          <Copyable id="scopes" value={access.scopes} button="Copy scopes" />
        </div>
      )}
      <TextField name="api.shop_url" label="URL of the shop" type="url" inputmode="url" placeholder={access.url} required={required} />
      <div class="pair">
        <TextField name="api.key" label={access.key} maxLength={255} required={required} />
        <TextField name="api.secret" label={access.secret} type="password" maxLength={255} required={required} />
      </div>
    </>
  );
}

/** The form of a new connection. A shop has a store and access to its API; for a carrier service, `offered` is null. */
export function NewConnectionForm({
  platform,
  offered,
  currency,
  ...formState
}: FormState & { platform: Platform; offered: StoreOptions | null; currency: string }) {
  const adapter = adapterOf(platform);
  const { secretFrom } = adapter;
  const fields = [
    ...(offered === null ? [] : ["store", ...NEW_STORE_FIELDS]),
    "webhook_secret",
    ...(adapter.kind === "shop" ? API_FIELDS : []),
  ];
  return (
    <Form to={`/connections/new/${platform}`} class="form" formState={formState} fields={fields}>
      {offered === null ? null : <StoreOrNewField offered={offered} currency={currency} />}
      {secretFrom === null ? null : (
        <TextField name="webhook_secret" label="Secret of the webhooks" hint={secretFrom} type="password" maxLength={255} required />
      )}
      {adapter.kind === "shop" ? (
        <>
          <h2>Access to the shop’s API</h2>
          <p class="soft">
            With it, lost webhooks are found, past orders can be read and tracking can be sent to the shop. It is tested before anything is
            saved. {adapter.access.source}
          </p>
          <ApiFields access={adapter.access} required={adapter.registration !== null} />
        </>
      ) : null}
      <button class="primary">Create connection</button>
    </Form>
  );
}

/** The access to the shop's API, and the forms that replace and use it. */
export function ApiPanel({ connection, formState }: { connection: ConnectionRow; formState: FormState }) {
  const { id, platform, shop_url, api_hint, backfill_status, backfill_since, backfill_orders, version } = connection;
  const shown = formState.violations.length > 0 ? formState : initialFormState({ "api.shop_url": shop_url });
  const path = `/connections/${id}`;
  return (
    <section class="panel" id="api">
      <h2>Access to the shop’s API</h2>
      {shop_url === null ? (
        <p>None. Without it, orders whose webhook was lost stay missing here.</p>
      ) : (
        <>
          <p>
            {shop_url}, key ending in <code>…{api_hint}</code>
          </p>
          <Updating name="backfill" waits={backfill_status === "running"}>
            {backfill_status === null || backfill_since === null ? null : (
              <p class="soft">
                {backfill_status === "running" ? "Reading" : "Finished reading"} past orders since <Moment at={backfill_since} />:{" "}
                {String(backfill_orders)} stored.
              </p>
            )}
          </Updating>
          {backfill_status === "running" ? null : (
            <details>
              <summary>Read past orders</summary>
              <p>Each stored order sends its events. Pause webhook endpoints that should not receive past orders.</p>
              <Form to={`${path}/backfill`} fields={["since"]}>
                <TextField name="since" label="Changed since" type="date" required />
                <button>Read past orders</button>
              </Form>
            </details>
          )}
        </>
      )}
      <details open={formState.violations.length > 0}>
        <summary>{shop_url === null ? "Add access" : "Replace access"}</summary>
        <Form to={`${path}/api`} formState={shown} fields={API_FIELDS} version={version}>
          <ApiFields access={shopAdapterOf(platform).access} required />
          <button>Save access</button>
        </Form>
      </details>
    </section>
  );
}

/** How many hours the current secret is still accepted after it was replaced. */
const OVERLAPS = [
  ["0", "Not at all"],
  ["1", "For an hour"],
  ["24", "For a day"],
  ["168", "For a week"],
] as const;

/** The last characters of the secret, and the form that rotates it. */
export function ConnectionSecretPanel({ connection, formState }: { connection: ConnectionRow; formState: FormState }) {
  const { id, platform, secret_hint, previous_valid_until } = connection;
  return (
    <section class="panel" id="secret">
      <h2>Secret of the webhooks</h2>
      <p>
        Ends in <code>…{secret_hint}</code>. It can’t be shown again.
      </p>
      {previous_valid_until === null ? null : (
        <p class="soft">
          The previous secret is accepted until <Moment at={previous_valid_until} time />.
        </p>
      )}
      <details open={formState.violations.length > 0}>
        <summary>Rotate secret</summary>
        <Form
          to={`/connections/${id}/rotate`}
          formState={{ ...formState, violations: withRotationMessage(formState.violations, ROTATION_RUNNING_MESSAGE) }}
          fields={["webhook_secret", "overlap_hours"]}
        >
          {adapterOf(platform).secretFrom === null ? null : (
            <TextField name="webhook_secret" label="New secret" type="password" maxLength={255} required />
          )}
          <SelectField name="overlap_hours" label="Accept the current secret too" options={OVERLAPS} required />
          <button>Rotate secret</button>
        </Form>
      </details>
    </section>
  );
}

const ROTATION_RUNNING_MESSAGE =
  "The secret was rotated recently, and the previous one is still accepted. To end both now, choose “Not at all”.";

/** The form that deletes a connection. It is collapsed to prevent accidents. */
export function DeleteConnectionPanel({ connection: { id, platform } }: { connection: ConnectionRow }) {
  const effect =
    adapterOf(platform).kind === "shop"
      ? "No more orders of the shop are stored. Stored orders stay."
      : "Reports of the service are rejected from then on. Fulfillments keep their statuses.";
  return (
    <section class="panel">
      <details>
        <summary>Delete connection</summary>
        <p>{effect} This cannot be undone.</p>
        <Form to={`/connections/${id}/delete`} confirm="Delete this connection permanently?">
          <button class="danger">Delete connection</button>
        </Form>
      </details>
    </section>
  );
}
