import type { OrganizationChoice } from "../../../accounts/sign-in/sessions.sql.ts";
import { removalTime } from "../../../tenants/lifecycle/deletion";
import { capitalized, momentLabel } from "../../../console/parts/values";
import { startPage } from "../sign-in/own-path";

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
  const day = momentLabel(removalTime(closed_at ?? 0), "UTC", { time: false });
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
