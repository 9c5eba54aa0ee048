import type { Person, SessionRow } from "../../sign-in/sessions.sql.ts";
import { flashText } from "../../../console/flash";
import { Notice } from "../../../console/parts/notice";
import { NewPassword } from "./choose-password-page";

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
        <div class="field">
          <label for="current">Current password</label>
          <p class="hint" id="current-hint">
            Leave this empty if you have no password yet.
          </p>
          <input
            id="current"
            name="current"
            type="password"
            autocomplete="current-password"
            maxlength={128}
            aria-describedby="current-hint"
          />
        </div>
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
              {method === "openid" ? "with the provider" : "with a password"}
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
