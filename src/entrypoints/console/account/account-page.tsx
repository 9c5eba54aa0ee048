import { MAX_NAME_LENGTH } from "../../../accounts/sign-in/person-name";
import { NewPassword, PasswordField } from "../sign-in/choose-password-page";
import { type AccountProps, Section } from "./account-section";
import { SecondFactorSection } from "./second-factor-section";
import { SessionsSection } from "./sessions-section";

function NameSection({ account, token, outcome, typedName }: AccountProps) {
  return (
    <Section id="name" title="Name" outcome={outcome}>
      <form method="post" action="/console/account/name">
        <input type="hidden" name="form_token" value={token} />
        <div class="field">
          <label for="own-name">Your name</label>
          <p class="hint" id="own-name-hint">
            Your colleagues see it instead of your email address. Leave it empty to show the address.
          </p>
          <input
            id="own-name"
            name="name"
            value={typedName ?? account.name ?? ""}
            autocomplete="name"
            maxlength={MAX_NAME_LENGTH}
            aria-describedby="own-name-hint"
          />
        </div>
        <button class="primary">Save name</button>
      </form>
    </Section>
  );
}

function PasswordSection({ account, token, outcome }: AccountProps) {
  return (
    <Section id="password" title="Password" outcome={outcome}>
      {account.password_hash === null ? (
        <p class="soft">You have no password. You can choose one within ten minutes of signing in.</p>
      ) : null}
      <form method="post" action="/console/account/password">
        <input type="hidden" name="form_token" value={token} />
        <input type="hidden" name="email" autocomplete="username" value={account.email} />
        {account.password_hash === null ? null : (
          <PasswordField name="current" label="Current password" autocomplete="current-password" required />
        )}
        <NewPassword />
        <p class="soft">This ends your sessions in all other browsers.</p>
        <button>{account.password_hash === null ? "Choose password" : "Change password"}</button>
      </form>
    </Section>
  );
}

/** A person's own account: each section is saved by itself. */
export function AccountPage(props: AccountProps) {
  return (
    <div class="settings">
      <header>
        <h1>Your account</h1>
        <p>
          <a href="/console/organizations">Your organizations</a>
        </p>
      </header>
      <NameSection {...props} />
      <PasswordSection {...props} />
      <SecondFactorSection {...props} />
      <SessionsSection {...props} />
    </div>
  );
}
