import { Notice } from "../../../console/parts/notice";
import { PASSWORD_LENGTH } from "../../../accounts/sign-in/password-rules";

interface PasswordFieldProps {
  name: string;
  label: string;
  hint?: string;
  autocomplete: "current-password" | "new-password";
  required?: boolean;
  minlength?: number;
}

export function PasswordField({ name, label, hint, ...attributes }: PasswordFieldProps) {
  const hintId = hint === undefined ? undefined : `${name}-hint`;
  return (
    <div class="field">
      <label for={name}>{label}</label>
      {hint === undefined ? null : (
        <p class="hint" id={hintId}>
          {hint}
        </p>
      )}
      <input id={name} name={name} type="password" maxlength={PASSWORD_LENGTH.max} aria-describedby={hintId} {...attributes} />
    </div>
  );
}

export function NewPassword() {
  const { min, max } = PASSWORD_LENGTH;
  const hint = `${min} to ${max} characters. Common words, rows of keys, your email address and the organization's name are not enough. A sentence that only you know works well.`;
  return (
    <>
      <PasswordField name="password" label="New password" hint={hint} autocomplete="new-password" required minlength={min} />
      <PasswordField name="again" label="Repeat password" autocomplete="new-password" required />
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
          For <strong>{email}</strong>. You can use this link only once.
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
