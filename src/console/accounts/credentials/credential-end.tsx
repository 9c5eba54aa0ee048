import { withRotationMessage } from "../../form";
import type { FormState } from "../../page";
import { Form, SelectField } from "../../parts/form";
import { CheckField } from "../../parts/checkboxes";
import { Violations } from "../../parts/violations";

const OVERLAPS = [
  ["24", "works for another day"],
  ["1", "works for another hour"],
  ["72", "works for another three days"],
  ["0", "stops working now"],
] as const;

export function Rotate({ to, short, isRotating, formState }: { to: string; short: string; isRotating: boolean; formState: FormState }) {
  return (
    <section class="panel">
      <h2>Rotate</h2>
      <p>
        Creates a new {short} with the same name and scopes. Update the tool while the current {short} still works.
      </p>
      <Form to={to} confirm={`Rotate this ${short}? The new one is shown once.`}>
        <Violations violations={withRotationMessage(formState.violations, runningMessage(short))} fields={["overlap_hours"]} />
        <SelectField formState={formState} name="overlap_hours" label={`The current ${short}`} options={OVERLAPS} required />
        {isRotating ? (
          <CheckField
            formState={formState}
            name="replaces_unseen"
            label={`The newest ${short} was lost before anyone copied it`}
            hint={`It is replaced, and the previous ${short} keeps its end date.`}
          />
        ) : null}
        <button>Rotate {short}</button>
      </Form>
    </section>
  );
}

const runningMessage = (short: string): string =>
  `This ${short} was rotated recently, and the previous one still works. If the newest ${short} was lost before anyone copied it, check the box. Otherwise, choose “stops working now” for the current one.`;

export function Revoke({ to, name, short }: { to: string; name: string; short: string }) {
  return (
    <section class="panel">
      <h2>Revoke</h2>
      <p>Revokes the {short} immediately and permanently. Requests that use it are rejected.</p>
      <Form to={to} confirm={`Revoke ${name}? Tools that use it stop working immediately. This cannot be undone.`}>
        <button class="danger">Revoke {short}</button>
      </Form>
    </section>
  );
}
