import type { KeptForm } from "../kept-form";

interface SendAgainProps {
  form: KeptForm;
  formToken: string;
  /** The page that the form was on. */
  page: string;
}

/** Asks for a form to be sent again that was filled in before the session began. Nothing is sent without a click. */
export function SendAgain({ form: { path, fields }, formToken, page }: SendAgainProps) {
  return (
    <section class="card">
      <h1>Send the form again</h1>
      <p>You were signed out, or the page was open for more than a day, so nothing was saved. What you typed is still here.</p>
      <form method="post" action={path}>
        <input type="hidden" name="form_token" value={formToken} />
        {fields.map(([name, value]) => (
          <input type="hidden" name={name} value={value} />
        ))}
        <button class="primary big" autofocus>
          Send again
        </button>
      </form>
      <p>
        <a href={page}>Discard it and open the page</a>
      </p>
    </section>
  );
}

/** Says that a form belongs to somebody else. */
export function ForeignForm() {
  return (
    <section class="card">
      <h1>You are signed in</h1>
      <p>The form that was sent before was filled in by somebody else, or in another organization. It was discarded.</p>
      <p>
        <a href="/console">Go to the start page</a>
      </p>
    </section>
  );
}
