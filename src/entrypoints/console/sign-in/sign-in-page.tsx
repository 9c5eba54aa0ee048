import { MAX_EMAIL_LENGTH } from "../../../accounts/contract";
import type { Provider } from "../../../accounts/sign-in/openid";
import { type KeptForm, keptFields } from "../../../console/kept-form";
import { Notice } from "../../../console/parts/notice";
import { PasswordField } from "./choose-password-page";

interface SignInProps {
  /** The path that opens after the sign-in. */
  to: string;
  provider: Provider | null;
  email?: string;
  problem?: string | null;
  /** Whether a password was just chosen. */
  hasChosenPassword?: boolean;
  /** A form that was sent without a session, which is sent again afterwards. */
  kept?: KeptForm;
}

/**
 * The sign-in page, with a password and, if one is configured, a provider. Signing in with a provider leaves the page and would lose a kept form.
 * So it is done in a new tab, after which the form is sent from this page with its old token. The console then shows it to be sent again
 * (console/serve.ts).
 */
export function SignIn({ to, provider, email, problem = null, hasChosenPassword = false, kept }: SignInProps) {
  return (
    <section class="card">
      <h1>Sign in</h1>
      {problem === null ? null : <Notice kind="bad">{problem}</Notice>}
      {hasChosenPassword ? <Notice kind="good">Password saved. Sign in with it.</Notice> : null}
      {provider === null || kept === undefined ? null : (
        <>
          <a class="button big" href={`/console/sign-in/openid?to=${encodeURIComponent("/console")}`} target="_blank" rel="noopener">
            Sign in with {provider.name} in a new tab
          </a>
          <form method="post" action={kept.path}>
            <input type="hidden" name="form_token" value={kept.token} />
            {kept.fields.map(([name, value]) => (
              <input type="hidden" name={name} value={value} />
            ))}
            <button class="big">Then send again</button>
          </form>
          <p class="or soft">or</p>
        </>
      )}
      {provider === null || kept !== undefined ? null : (
        <>
          <a class="button big" href={`/console/sign-in/openid?to=${encodeURIComponent(to)}`}>
            Sign in with {provider.name}
          </a>
          <p class="or soft">or</p>
        </>
      )}
      <form method="post" action={kept === undefined ? "/console/sign-in" : "/console/sign-in/again"}>
        {kept === undefined ? <input type="hidden" name="to" value={to} /> : null}
        {Object.entries(kept === undefined ? {} : keptFields(kept)).map(([name, value]) => (
          <input type="hidden" name={name} value={value} />
        ))}
        <div class="field">
          <label for="email">Email address</label>
          <input id="email" name="email" type="email" autocomplete="username" required maxlength={MAX_EMAIL_LENGTH} value={email} />
        </div>
        <PasswordField name="password" label="Password" autocomplete="current-password" required />
        <button class="primary big">Sign in</button>
      </form>
      <p class="soft">No account, or forgot your password? An owner or admin of your organization can give you a link.</p>
    </section>
  );
}
