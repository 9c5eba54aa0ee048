import { startPage } from "./own-path";
import type { OrganizationChoice, Person, SessionRow } from "../../../accounts/sign-in/sessions.sql.ts";
import { removalTime } from "../../../tenants/lifecycle/deletion";
import { flashText } from "../../../console/flash";
import { browserName } from "./browser-name";
import { Notice } from "../../../console/parts/notice";
import { capitalized, momentLabel } from "../../../console/parts/values";
import { NewPassword, PasswordField } from "./choose-password-page";

interface AccountProps {
  person: Person;
  sessions: readonly SessionRow[];
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
            <span title={user_agent}>{browserName(user_agent)}</span>
            {id === currentSession ? <strong> (this browser)</strong> : null}
            <span class="below">
              Since {momentLabel(created_at, "UTC", true)} UTC, {method === "openid" ? "with OpenID Connect" : "with a password"}
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

function OpenChoice({ id, name, role }: OrganizationChoice) {
  return (
    <a href={startPage(id)}>
      <strong>{name}</strong>
      <span class="soft">{capitalized(role)}</span>
    </a>
  );
}

/** An organization that nobody can open. Owners can undo its deletion. */
function ClosedChoice({ id, name, role, closed_for, closed_at, token }: OrganizationChoice & { token: string }) {
  if (closed_for !== "deletion") {
    return (
      <p>
        <strong>{name}</strong> <span class="soft">is being restored</span>
      </p>
    );
  }
  const day = momentLabel(removalTime(closed_at ?? 0), "UTC", false);
  return (
    <form method="post" action={`/console/organizations/${id}/undelete`}>
      <input type="hidden" name="form_token" value={token} />
      <p>
        <strong>{name}</strong> <span class="soft">is deleted. All its data will be removed after {day}.</span>
      </p>
      {role === "owner" ? <button>Undo the deletion of {name}</button> : null}
    </form>
  );
}

export function Choices({ choices, token }: { choices: readonly OrganizationChoice[]; token: string }) {
  return (
    <section class="card">
      <h1>Choose an organization</h1>
      {choices.length === 0 ? <p>You do not belong to any organization. Ask an owner or admin to invite you.</p> : null}
      <ul class="choices">
        {choices.map((choice) => (
          <li>{choice.closed_for === null ? <OpenChoice {...choice} /> : <ClosedChoice {...choice} token={token} />}</li>
        ))}
      </ul>
      <p>
        <a href="/console/account">Your account</a>
      </p>
    </section>
  );
}
