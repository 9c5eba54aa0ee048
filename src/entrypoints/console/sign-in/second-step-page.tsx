import { type KeptForm, keptFields } from "../../../console/kept-form";
import { Notice } from "../../../console/parts/notice";
import { CodeField, RecoveryCodeField } from "./code-field";

export interface SecondStepProps {
  email: string;
  /** The encrypted sign-in (ask-for-code.tsx). */
  pending: string;
  /** Where the sign-in leads to. */
  to: string;
  /** A form that was sent without a session, which is sent again afterwards. */
  kept?: KeptForm;
  problem?: string | null;
}

/** The second step of a sign-in: a code of the person's authenticator app. */
export function SecondStep({ email, pending, to, kept, problem = null }: SecondStepProps) {
  const hidden = { email, pending, to, ...(kept !== undefined && keptFields(kept)) };
  return (
    <section class="card">
      <h1>Enter your code</h1>
      {problem === null ? null : <Notice kind="bad">{problem}</Notice>}
      <p class="soft">
        Open your authenticator app and enter the code for <strong>{email}</strong>.
      </p>
      <form method="post" action="/console/sign-in/code">
        {Object.entries(hidden).map(([name, value]) => (
          <input type="hidden" name={name} value={value} />
        ))}
        <CodeField />
        <RecoveryCodeField />
        <button class="primary big">Sign in</button>
      </form>
      <p class="soft">
        Lost your app and your recovery codes? An owner or admin of your organization can reset it.{" "}
        <a href={`/console/sign-in?to=${encodeURIComponent(to)}`}>Sign in as somebody else</a>
      </p>
    </section>
  );
}
