import { invocationBudget } from "../../../platform/budget";
import * as z from "zod";
import { organizationControl } from "../../../console/organization-control";
import { actorOf } from "../../../accounts/actor";
import { organizationOf } from "../../../accounts/operator";
import { ExpectedVersion, fromForm } from "../../../console/form";
import { action, type FormState, page, type PageContext, type Route, type View } from "../../../console/page";
import { exportFile } from "../../../console/parts/export-file";
import { Form, initialFormState, TextField } from "../../../console/parts/form";
import { Updating } from "../../../console/parts/updating";
import { Table } from "../../../console/parts/table";
import { Badge, capitalized, Moment, MomentOrNever } from "../../../console/parts/values";
import { ErasureForm, PersonSearchBody, Retention } from "../contract";
import { continueErasure, latestErasures, startErasure } from "../erasure";
import { exportPart } from "../export";
import { ifSlotIsFree } from "../search-slot";
import { searchSource } from "../search-source";
import type { Identifiers } from "../person";
import { changeRetention, readRetention, retentionVersion } from "../retention";
import { type CursorPage, type PartRequest, searchAt } from "../search-cursor";
import { FoundData, FoundSummary, Place } from "./found-place";
import { RETENTION_FIELDS, RetentionForm } from "./retention-form";

const PATH = "/settings/personal-data";

/** How long the request of a form works on the erasure. A job of the cron does the rest. */
const FORM_MS = 5_000;

const TITLE = "Personal data";
const LEAD = "Find, export and erase the data of a person, such as a customer, in orders, items, tickets, notes and webhook deliveries.";
const FIELDS = ["name", "email", "phone", "address"];
const OPTIONAL = { absent: [...FIELDS, "cursor"] };

function IdentifierFields() {
  return (
    <>
      <div class="pair">
        <TextField name="name" label="Name" maxLength={255} />
        <TextField name="email" label="Email" maxLength={320} />
      </div>
      <div class="pair">
        <TextField name="phone" label="Phone" maxLength={64} hint="With or without the country code." />
        <TextField name="address" label="Address" maxLength={255} hint="For example the street and the number." />
      </div>
    </>
  );
}

/** Hidden fields with what the search was for, so that the next form is about the same person. */
function SamePerson({ person }: { person: Identifiers }) {
  return (
    <>
      {Object.entries(person).map(([name, value]) => (
        <input type="hidden" name={name} value={value} />
      ))}
    </>
  );
}

function SearchForm({ formState }: { formState: FormState }) {
  return (
    <Form to={`${PATH}/search`} class="form" formState={formState} fields={FIELDS}>
      <p class="soft">Fill in at least one field. Rows with any of them are found, ignoring case.</p>
      <IdentifierFields />
      <button class="primary">Find data</button>
    </Form>
  );
}

async function Erasures({ control, member }: PageContext) {
  const erasures = await latestErasures(control, member.organization.id);
  if (erasures.length === 0) return null;
  return (
    <section>
      <h2>Erasures</h2>
      <Updating name="erasures" waits={erasures.some(({ finished_at }) => finished_at === null)}>
        <Table
          caption="Erasures"
          columns={["Requested by", "Requested", "Finished", { name: "Rows", figures: true }, "Status"]}
          rows={erasures.map(({ actor_name, requested_at, finished_at, rows }) => [
            actor_name,
            <Moment at={requested_at} time />,
            <MomentOrNever at={finished_at} />,
            String(rows),
            <Badge status={finished_at === null ? "running" : "completed"} />,
          ])}
          empty=""
        />
      </Updating>
    </section>
  );
}

/** The first page. `search` and `retention` are the states of its forms. */
async function startView(
  context: PageContext,
  { search = initialFormState(), retention }: Partial<Record<"search" | "retention", FormState>> = {},
) {
  const erasures = await Erasures(context);
  const stored = await readRetention(context.control, context.member.organization.id);
  return {
    title: TITLE,
    lead: LEAD,
    body: (
      <>
        <SearchForm formState={search} />
        {erasures}
        <RetentionForm formState={retention ?? initialFormState({ ...stored })} version={retentionVersion(stored)} />
      </>
    ),
  };
}

function EraseForm({ person, formState }: { person: Identifiers; formState: FormState }) {
  return (
    <section>
      <h2>Erase this data</h2>
      <Form to={`${PATH}/erase`} class="form" formState={formState} fields={["confirmation"]}>
        <SamePerson person={person} />
        <p>
          This erases the person from everything above, also from webhook deliveries and the search. Amounts, statuses and dates stay. It
          cannot be undone.
        </p>
        <TextField name="confirmation" label="Type ERASE to confirm" maxLength={16} required />
        <button class="danger">Erase personal data</button>
      </Form>
    </section>
  );
}

function Results({ person, found, formState }: { person: Identifiers; found: CursorPage; formState: FormState }) {
  const { rows, next } = found;
  return (
    <>
      <SearchForm formState={{ values: person, violations: [] }} />
      <h2>Found data</h2>
      <FoundSummary rows={rows} isComplete={next === null} />
      <Table
        caption="Rows with the person's data"
        columns={["Place", "Found by", "Data"]}
        rows={rows.map((row) => [
          <Place {...row} />,
          capitalized(row.matched.length === 0 ? "their order" : row.matched.join(", ")),
          <FoundData data={row.data} />,
        ])}
        empty={next === null ? "Nothing is stored of this person." : "Nothing found yet."}
      />
      {next === null ? null : (
        <Form to={`${PATH}/search`}>
          <SamePerson person={person} />
          <input type="hidden" name="cursor" value={next} />
          <p>There may be more. The export has all of it, and the erasure erases all of it.</p>
          <button>Search more data</button>
        </Form>
      )}
      <Form to={`${PATH}/export`} parts="personal-data.ndjson">
        <SamePerson person={person} />
        <noscript>
          <TextField name="cursor" label="Cursor" hint="For the next part: next_cursor in the last line of a file, until it is null." />
        </noscript>
        <button>Download export</button>
      </Form>
      <EraseForm person={person} formState={formState} />
    </>
  );
}

async function sourceOf({ env, control, member, now }: PageContext) {
  const row = await organizationOf(control, member.organization.id);
  return searchSource(env, row, { actor: actorOf(member.person), now });
}

async function resultsView(context: PageContext, { cursor, ...person }: PartRequest, formState = initialFormState()): Promise<View> {
  const found = await searchAt(context.settings.masterSecrets, await sourceOf(context), { ...person, cursor });
  return { title: TITLE, lead: LEAD, body: <Results person={person} found={found} formState={formState} /> };
}

const Search = fromForm(PersonSearchBody, OPTIONAL);
const Erase = fromForm(ErasureForm, OPTIONAL);

/** The page where owners find, export and erase a person's data. The identifiers are sent as forms, so that no URL has them. */
export const personalDataRoutes: readonly Route[] = [
  page({ path: PATH, permission: "own" }, async (context) => await startView(context)),
  action(
    {
      path: `${PATH}/search`,
      permission: "own",
      form: Search,
      renderInvalid: async ({ values, violations, ...context }) => await startView(context, { search: { values, violations } }),
    },
    async ({ form, ...context }) => ({ view: await resultsView(context, form) }),
  ),
  action(
    {
      path: `${PATH}/retention`,
      permission: "own",
      form: fromForm(z.intersection(Retention, ExpectedVersion), { numbers: RETENTION_FIELDS }),
      renderCurrent: async (context) => await startView(context),
      renderInvalid: async ({ values, violations, ...context }) => await startView(context, { retention: { values, violations } }),
    },
    async (args) => {
      const { expected_version: expectedVersion, ...days } = args.form;
      await changeRetention(organizationControl(args), { name: args.member.organization.name, expectedVersion }, days);
      return { to: PATH, flash: "retention_saved" };
    },
  ),
  action({ path: `${PATH}/export`, permission: "own", form: Search }, async ({ form, ...context }) => {
    const source = await sourceOf(context);
    const { masterSecrets } = context.settings;
    return { file: await exportFile(context, async (lock) => await exportPart(masterSecrets, { source, request: form, lock })) };
  }),
  action(
    {
      path: `${PATH}/erase`,
      permission: "own",
      form: Erase,
      renderInvalid: async ({ values, violations, ...context }) => {
        // The texts of the form as they were sent. Those of a person come from the fields of the search, which were valid.
        const person = z.object({}).loose().parse(values) as Identifiers & { confirmation?: string; form_token?: string };
        const { confirmation, form_token: _token, ...identifiers } = person;
        return await resultsView(context, identifiers, { values: { confirmation }, violations });
      },
    },
    async ({ form: { confirmation: _confirmation, ...person }, operationId, ...context }) => {
      const { env, control, member } = context;
      const actor = { ...actorOf(member.person), kind: "user" as const };
      const { id: organizationId } = member.organization;
      const erasure = await startErasure(env, control, { organizationId, actor, person, operationId });
      const budget = invocationBudget(env, FORM_MS);
      await ifSlotIsFree(organizationId, async () => await continueErasure(budget.countCalls(env), control, erasure, budget));
      return { to: PATH, flash: "erasing" };
    },
  ),
];
