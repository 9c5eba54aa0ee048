import type { SessionRow } from "../../../accounts/sign-in/sessions.sql.ts";
import { USE_INTERVAL_MS } from "../../../accounts/sign-in/session-lifetime";
import { momentLabel } from "../../../console/parts/values";
import { type AccountProps, Section } from "./account-section";
import { browserName } from "./browser-name";

function Session({ session, isCurrent, now }: { session: SessionRow; isCurrent: boolean; now: number }) {
  const { method, user_agent, created_at, used_at } = session;
  // The last use is recorded at most once in this time.
  const isActive = now - used_at <= USE_INTERVAL_MS;
  return (
    <li>
      <span title={user_agent}>{browserName(user_agent)}</span>
      {isCurrent ? <span class="badge good">This browser</span> : null}
      <span class="below">
        {isActive ? "Active now" : `Last used ${momentLabel(used_at, "UTC", { time: true })} UTC`}. Signed in{" "}
        {momentLabel(created_at, "UTC", { time: true })} UTC {method === "openid" ? "with OpenID Connect" : "with a password"}.
      </span>
    </li>
  );
}

/** Where a person is signed in. */
export function SessionsSection({ sessions, currentSession, now, token, outcome }: AccountProps) {
  return (
    <Section id="sessions" title="Where you are signed in" outcome={outcome}>
      <ul class="plain sessions">
        {sessions.map((session) => (
          <Session session={session} isCurrent={session.id === currentSession} now={now} />
        ))}
      </ul>
      <p class="soft">A session ends when it was not used for 12 hours, and 30 days after the sign-in.</p>
      <div class="actions">
        <form method="post" action="/console/account/sessions/end">
          <input type="hidden" name="form_token" value={token} />
          <button>Sign out everywhere else</button>
        </form>
        <form method="post" action="/console/sign-out">
          <input type="hidden" name="form_token" value={token} />
          <button>Sign out</button>
        </form>
      </div>
    </Section>
  );
}
