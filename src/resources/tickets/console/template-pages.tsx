import * as z from "zod";
import { IntegerId } from "../../../platform/http/input/query";
import { requiredText } from "../../../platform/http/input/text";
import { fromForm, ExpectedVersion } from "../../../console/form";
import { action, type FormState, formPage, page, type Route } from "../../../console/page";
import { Form, initialFormState, TextArea, TextField } from "../../../console/parts/form";
import { PageButton, PageLink } from "../../../console/parts/link";
import { Menu } from "../../../console/parts/menu";
import { EmptyState } from "../../../console/parts/notice";
import { Table } from "../../../console/parts/table";
import { Age } from "../../../console/parts/values";
import { PLACEHOLDERS } from "../templates/placeholders";
import { changeTemplate, createTemplate, listTemplates, readTemplate, removeTemplate } from "../templates/templates";

const MAX_TEMPLATE_LENGTH = 5000;

const TemplateFields = z.object({ name: requiredText(64), body: requiredText(MAX_TEMPLATE_LENGTH) });
const TemplatePath = z.object({ id: IntegerId });

const templatesPage = page({ path: "/tickets/templates", permission: "write" }, async ({ org }) => {
  const templates = await listTemplates(org);
  const rows = templates.map(({ id, name, beginning, updated_at }) => [
    <PageLink page={`/tickets/templates/${id}`}>{name}</PageLink>,
    beginning,
    <Age at={updated_at} />,
  ]);
  return {
    title: "Templates",
    lead: "Texts for replies to tickets, for everybody in the organization.",
    back: { page: "/tickets", label: "All tickets" },
    actions: <PageButton page="/tickets/templates/new" label="Create template" icon="plus" primary permission="write" />,
    body: (
      <Table
        caption="Templates"
        columns={["Template", "Text", "Changed"]}
        rows={rows}
        empty={
          <EmptyState
            plural="templates"
            purpose="Write the texts here that you send often. Their placeholders are filled in from the ticket’s order."
            button="Create the first template"
            to="/tickets/templates/new"
          />
        }
      />
    ),
  };
});

/** What can be written in a template, next to its form. */
function PlaceholderList() {
  return (
    <section class="panel" aria-labelledby="placeholders-heading">
      <h2 id="placeholders-heading">Placeholders</h2>
      <p class="soft">They are filled in when the template is inserted into an answer.</p>
      <dl class="facts placeholders">
        {Object.entries(PLACEHOLDERS).map(([name, meaning]) => (
          <>
            <dt>
              <code>{`{{${name}}}`}</code>
            </dt>
            <dd>{meaning}</dd>
          </>
        ))}
      </dl>
    </section>
  );
}

interface TemplateFormProps extends FormState {
  to: string;
  button: string;
  version: number | null;
}

function TemplateForm({ to, button, version, ...formState }: TemplateFormProps) {
  return (
    <div class="columns top">
      <Form to={to} class="form" formState={formState} fields={["name", "body"]} version={version}>
        <TextField name="name" label="Name" maxLength={64} required />
        <TextArea name="body" label="Text" maxLength={MAX_TEMPLATE_LENGTH} rows={12} required />
        <button class="primary">{button}</button>
      </Form>
      <PlaceholderList />
    </div>
  );
}

const back = { page: "/tickets/templates", label: "All templates" } as const;

const newTemplate = formPage(
  {
    path: "/tickets/templates/new",
    to: "/tickets/templates",
    permission: "write",
    form: fromForm(TemplateFields),
    show: async (_args, sent = initialFormState()) => ({
      title: "Create template",
      back,
      body: <TemplateForm {...sent} to="/tickets/templates" button="Create template" version={null} />,
    }),
  },
  async ({ org, form }) => {
    await createTemplate(org, form);
    return { to: "/tickets/templates", flash: "template_saved" };
  },
);

const editTemplate = formPage(
  {
    path: "/tickets/templates/:id",
    permission: "write",
    param: TemplatePath,
    form: fromForm(z.intersection(TemplateFields, ExpectedVersion)),
    show: async ({ org, param: { id } }, { values, violations } = initialFormState()) => {
      const template = await readTemplate(org, id);
      return {
        title: template.name,
        back,
        actions: (
          <Menu>
            <Form to={`/tickets/templates/${id}/delete`} confirm={`Delete the template “${template.name}” for everybody? Replies stay.`}>
              <button class="danger">Delete template</button>
            </Form>
          </Menu>
        ),
        body: (
          <TemplateForm
            values={{ ...template, ...values }}
            violations={violations}
            to={`/tickets/templates/${id}`}
            button="Save"
            version={template.version}
          />
        ),
      };
    },
  },
  async ({ org, param, form: { expected_version, ...values } }) => {
    await changeTemplate(org, { id: param.id, expectedVersion: expected_version }, values);
    return { to: "/tickets/templates", flash: "template_saved" };
  },
);

const deleteTemplateForm = action(
  { path: "/tickets/templates/:id/delete", permission: "write", param: TemplatePath, redirectOnRepeat: "/tickets/templates" },
  async ({ org, param }) => {
    await removeTemplate(org, param.id);
    return { to: "/tickets/templates", flash: "template_deleted" };
  },
);

export const templateRoutes: readonly Route[] = [templatesPage, ...newTemplate, ...editTemplate, deleteTemplateForm];
