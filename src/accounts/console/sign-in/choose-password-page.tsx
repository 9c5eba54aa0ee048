import { Notice } from "../../../console/parts/notice";
import { PASSWORD_LENGTH } from "../../sign-in/password-rules";

/** The two fields of a new password. */
export function NewPassword() {
  return (
    <>
      <div class="field">
        <label for="password">New password</label>
        <p class="hint" id="password-hint">
          At least {PASSWORD_LENGTH.min} characters. A sentence of your own is good.
        </p>
        <input
          id="password"
          name="password"
          type="password"
          autocomplete="new-password"
          required
          minlength={PASSWORD_LENGTH.min}
          maxlength={PASSWORD_LENGTH.max}
          aria-describedby="password-hint"
        />
      </div>
      <div class="field">
        <label for="again">Once more</label>
        <input id="again" name="again" type="password" autocomplete="new-password" required maxlength={PASSWORD_LENGTH.max} />
      </div>
    </>
  );
}

/** Where a link leads: it was sent to a person who has no password, or no longer knows it. */
export function ChoosePassword({ email, problem }: { email: string; problem: string | null }) {
  return (
    <section class="card">
      <h1>Choose a password</h1>
      {problem === null ? null : <Notice kind="bad">{problem}</Notice>}
      <form method="post">
        <p>
          For <strong>{email}</strong>. This link opens once.
        </p>
        <input type="hidden" name="email" autocomplete="username" value={email} />
        <NewPassword />
        <button class="primary big">Save password</button>
      </form>
    </section>
  );
}

/** What is wrong with a new password that was typed twice; null where nothing is. */
export function twiceFault(password: string, again: string): string | null {
  return password === again ? null : "The two passwords are not the same.";
}
