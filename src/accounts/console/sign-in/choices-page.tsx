import type { OrganizationChoice } from "../../sign-in/sessions.sql.ts";

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
