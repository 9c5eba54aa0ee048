import type { FormState } from "../../../console/page";
import { CheckField, Violations, Form, SelectField } from "../../../console/parts/form";

const OVERLAPS = [
  ["24", "works for another day"],
  ["1", "works for another hour"],
  ["72", "works for another three days"],
  ["0", "ends now"],
] as const;

/** A form that rotates the secret of a credential. */
export function Rotate({ to, short, rotating, formState }: { to: string; short: string; rotating: boolean; formState: FormState }) {
  return (
    <section class="panel">
      <h2>Rotate</h2>
      <p>Makes a new {short} with the same name and rights. Put it into the tool while the present one still works.</p>
      <Form to={to} confirm={`Rotate this ${short}? The new one is shown once.`}>
        <Violations violations={withPlainMessages(formState.violations, short)} fields={["overlap_hours"]} />
        <SelectField formState={formState} name="overlap_hours" label={`The present ${short}`} options={OVERLAPS} required />
        {rotating ? (
          <CheckField
            formState={formState}
            name="replaces_unseen"
            label={`Nobody has seen the newest ${short}`}
            hint={`It is replaced, and the ${short} before it keeps working as long as it was to.`}
          />
        ) : null}
        <button>Rotate {short}</button>
      </Form>
    </section>
  );
}

/** Replaces an error message that names API fields, because the page does not show them. */
function withPlainMessages(violations: FormState["violations"], short: string): FormState["violations"] {
  const message = `It was rotated a short while ago, and the ${short} before still works. If nobody has seen the newest ${short}, say so; or end the present one now.`;
  return violations.map((violation) => (violation.code === "rotation_running" ? { ...violation, message } : violation));
}

/** A form that revokes a credential permanently. */
export function Revoke({ to, name, short }: { to: string; name: string; short: string }) {
  return (
    <section class="panel">
      <h2>Revoke</h2>
      <p>Ends the {short} at once and for good. Whatever uses it is refused from then on.</p>
      <Form to={to} confirm={`Revoke ${name}? Whatever uses it stops working at once, and this can't be taken back.`}>
        <button class="danger">Revoke {short}</button>
      </Form>
    </section>
  );
}
