import { Notice } from "../../../console/parts/notice";
import { PASSWORD_LENGTH } from "../../sign-in/password-rules";

/** The two fields of a new password. */
export function NewPassword() {
  return (
    <>
      <div class="field">
        <label for="password">New password</label>
        <p class="hint" id="password-hint">
          At least {PASSWORD_LENGTH.min} characters. A sentence that only you know works well.
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
        <label for="again">Repeat password</label>
        <input id="again" name="again" type="password" autocomplete="new-password" required maxlength={PASSWORD_LENGTH.max} />
      </div>
    </>
  );
}

/** The page of a password link, for a person who has no password or has forgotten it. */
export function ChoosePassword({ email, problem }: { email: string; problem: string | null }) {
  return (
    <section class="card">
      <h1>Choose a password</h1>
      {problem === null ? null : <Notice kind="bad">{problem}</Notice>}
      <form method="post">
        <p>
          For <strong>{email}</strong>. This link works once.
        </p>
        <input type="hidden" name="email" autocomplete="username" value={email} />
        <NewPassword />
        <button class="primary big">Save password</button>
      </form>
    </section>
  );
}

/** Checks that a new password was typed the same twice. Returns null if it was. */
export function mismatchError(password: string, repeated: string): string | null {
  return password === repeated ? null : "The passwords do not match.";
}
