import type { OrganizationChoice, Person, SessionRow } from "../../sign-in/sessions.sql.ts";
import { flashText } from "../../../console/flash";
import { Notice } from "../../../console/parts/notice";
import { NewPassword, PasswordField } from "./choose-password-page";

interface AccountProps {
  person: Person;
  sessions: readonly SessionRow[];
  /** The id of the current session. */
  currentSession: string;
  token: string;
  problem: string | null;
  done: string | null;
}

/** A person's own password and sessions. */
export function AccountPage({ person, sessions, currentSession, token, problem, done }: AccountProps) {
  const doneMessage = flashText(done);
  return (
    <section class="card">
      <h1>Your account</h1>
      {doneMessage === null ? null : <Notice kind="good">{doneMessage}</Notice>}
      {problem === null ? null : <Notice kind="bad">{problem}</Notice>}
      <p>
        {person.email}. <a href="/console/organizations">Your organizations</a>
      </p>
      <h2>Password</h2>
      <form method="post" action="/console/account/password">
        <input type="hidden" name="form_token" value={token} />
        <PasswordField
          name="current"
          label="Current password"
          hint="Leave this empty if you have no password yet."
          autocomplete="current-password"
        />
        <NewPassword />
        <button>Change password and end other sessions</button>
      </form>
      <h2>Where you are signed in</h2>
      <ul class="plain">
        {sessions.map(({ id, method, user_agent, created_at }) => (
          <li>
            {id === currentSession ? <strong>This browser. </strong> : null}
            {user_agent === "" ? "Unknown browser" : user_agent}
            <span class="soft">
              {" "}
              since {new Date(created_at).toISOString().slice(0, 16).replace("T", " ")} UTC,{" "}
              {method === "openid" ? "with OpenID Connect" : "with a password"}
            </span>
          </li>
        ))}
      </ul>
      <div class="actions">
        <form method="post" action="/console/account/sessions/end">
          <input type="hidden" name="form_token" value={token} />
          <button>End other sessions</button>
        </form>
        <form method="post" action="/console/sign-out">
          <input type="hidden" name="form_token" value={token} />
          <button>Sign out</button>
        </form>
      </div>
    </section>
  );
}

/** The page where a person chooses one of their organizations. */
export function Choices({ choices }: { choices: readonly OrganizationChoice[] }) {
  return (
    <section class="card">
      <h1>Choose an organization</h1>
      {choices.length === 0 ? <p>You do not belong to any organization. Ask an owner or admin to invite you.</p> : null}
      <ul class="choices">
        {choices.map(({ id, name, role }) => (
          <li>
            <a href={`/console/${id}/orders`}>
              <strong>{name}</strong>
              <span class="soft">{role}</span>
            </a>
          </li>
        ))}
      </ul>
      <p>
        <a href="/console/account">Your account</a>
      </p>
    </section>
  );
}
