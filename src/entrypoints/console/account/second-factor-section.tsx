import { momentLabel } from "../../../console/parts/values";
import { PasswordField } from "../sign-in/choose-password-page";
import { MAX_RECOVERY_CODE_LENGTH } from "../sign-in/code-field";
import { type AccountProps, Section } from "./account-section";

const FORM = "/console/account/second-factor";

function SetUpForm({ account, token }: AccountProps) {
  return (
    <>
      <p>
        With a second factor, signing in with your password also needs a code of an authenticator app on your phone. Somebody who learns
        your password cannot sign in with it alone.
      </p>
      <form method="post" action={`${FORM}/setup`}>
        <input type="hidden" name="form_token" value={token} />
        <input type="hidden" name="email" autocomplete="username" value={account.email} />
        <PasswordField id="setup-password" name="current" label="Current password" autocomplete="current-password" required />
        <button>Set up second factor</button>
      </form>
    </>
  );
}

function ChangeForm({ account, token, outcome }: AccountProps) {
  return (
    <details class="another" open={outcome?.section === "second-factor" && outcome.kind === "bad"}>
      <summary>Turn off, or create new recovery codes</summary>
      <form method="post" action={`${FORM}/off`}>
        <input type="hidden" name="form_token" value={token} />
        <input type="hidden" name="email" autocomplete="username" value={account.email} />
        <PasswordField id="factor-password" name="current" label="Current password" autocomplete="current-password" required />
        <div class="field">
          <label for="code">Code</label>
          <p class="hint" id="code-hint">
            From your app, or a recovery code.
          </p>
          <input
            id="code"
            name="code"
            class="code"
            autocomplete="one-time-code"
            autocapitalize="none"
            spellcheck={false}
            maxlength={MAX_RECOVERY_CODE_LENGTH}
            required
            aria-describedby="code-hint"
          />
        </div>
        <div class="actions">
          <button formaction={`${FORM}/recovery-codes`}>Create new recovery codes</button>
          <button class="danger">Turn off second factor</button>
        </div>
      </form>
    </details>
  );
}

/** When so many codes are left, the page asks for new ones. */
const FEW_CODES = 3;

function codesText(count: number): string {
  if (count === 0) return "You have no recovery code left. Create new ones.";
  const leftText = `${count} recovery ${count === 1 ? "code is" : "codes are"} left.`;
  return count <= FEW_CODES ? `Only ${leftText} Create new ones.` : leftText;
}

/** The second factor of a person's account. */
export function SecondFactorSection(props: AccountProps) {
  const { account, secondFactor, provider, outcome } = props;
  return (
    <Section id="second-factor" title="Second factor" outcome={outcome}>
      {secondFactor === null ? null : (
        <p>
          <span class="badge good">On</span> Since {momentLabel(secondFactor.created_at, "UTC", { time: false })}.{" "}
          {codesText(secondFactor.codes_left)}
        </p>
      )}
      {secondFactor === null ? null : <ChangeForm {...props} />}
      {secondFactor === null && account.password_hash !== null ? <SetUpForm {...props} /> : null}
      {account.password_hash === null ? <p class="soft">You have no password that it could protect.</p> : null}
      {provider === null ? null : (
        <p class="soft">
          It does not apply if you sign in with {provider}, which asks for a second factor of its own if you have one there.
        </p>
      )}
    </Section>
  );
}
