import type { Provider } from "../../../accounts/sign-in/openid";
import { Notice } from "../../../console/parts/notice";
import { PasswordField } from "./choose-password-page";

interface SignInProps {
  to: string;
  provider: Provider | null;
  email?: string;
  problem?: string | null;
  /** Whether a password was just chosen. */
  chosen?: boolean;
}

/** The sign-in page, with a password and, if one is configured, a provider. */
export function SignIn({ to, provider, email, problem = null, chosen = false }: SignInProps) {
  return (
    <section class="card">
      <h1>Sign in</h1>
      {problem === null ? null : <Notice kind="bad">{problem}</Notice>}
      {chosen ? <Notice kind="good">Password saved. Sign in with it.</Notice> : null}
      {provider === null ? null : (
        <>
          <a class="button big" href={`/console/sign-in/openid?to=${encodeURIComponent(to)}`}>
            Sign in with {provider.name}
          </a>
          <p class="or soft">or</p>
        </>
      )}
      <form method="post" action="/console/sign-in">
        <input type="hidden" name="to" value={to} />
        <div class="field">
          <label for="email">Email address</label>
          <input id="email" name="email" type="email" autocomplete="username" required maxlength={320} value={email} />
        </div>
        <PasswordField name="password" label="Password" autocomplete="current-password" required />
        <button class="primary big">Sign in</button>
      </form>
      <p class="soft">No account, or forgot your password? An owner or admin of your organization can give you a link.</p>
    </section>
  );
}
