import { Notice } from "../../../console/parts/notice";
import { MAX_NAME_LENGTH } from "../../../accounts/sign-in/person-name";
import { PASSWORD_LENGTH } from "../../../accounts/sign-in/password-rules";

interface PasswordFieldProps {
  /** Default: the name. */
  id?: string;
  name: string;
  label: string;
  hint?: string;
  autocomplete: "current-password" | "new-password";
  required?: boolean;
  minlength?: number;
}

export function PasswordField({ name, id = name, label, hint, ...attributes }: PasswordFieldProps) {
  const hintId = hint === undefined ? undefined : `${id}-hint`;
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {hint === undefined ? null : (
        <p class="hint" id={hintId}>
          {hint}
        </p>
      )}
      <input id={id} name={name} type="password" maxlength={PASSWORD_LENGTH.max} aria-describedby={hintId} {...attributes} />
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

/** The field for a person's own name, which they may leave empty. */
export function NameField({ name = "" }: { name?: string }) {
  return (
    <div class="field">
      <label for="name">Your name (optional)</label>
      <p class="hint" id="name-hint">
        Your colleagues see it in notes, in histories and in the list of members, instead of your email address.
      </p>
      <input id="name" name="name" value={name} autocomplete="name" maxlength={MAX_NAME_LENGTH} aria-describedby="name-hint" />
    </div>
  );
}

interface ChoosePasswordProps {
  email: string;
  /** Whether the person has no name yet. */
  asksForName: boolean;
  name?: string;
  problem: string | null;
}

/** The page of a password link, for a person who has no password or has forgotten it. */
export function ChoosePassword({ email, asksForName, name = "", problem }: ChoosePasswordProps) {
  return (
    <section class="card">
      <h1>Choose a password</h1>
      {problem === null ? null : <Notice kind="bad">{problem}</Notice>}
      <form method="post">
        <p>
          For <strong>{email}</strong>. You can use this link only once.
        </p>
        <input type="hidden" name="email" autocomplete="username" value={email} />
        {asksForName ? <NameField name={name} /> : null}
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
