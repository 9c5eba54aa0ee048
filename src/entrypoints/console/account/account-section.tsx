import type { Child } from "hono/jsx";
import type { Account } from "../../../accounts/sign-in/accounts.sql.ts";
import type { SecondFactor } from "../../../accounts/sign-in/second-factor.sql.ts";
import type { SessionRow } from "../../../accounts/sign-in/sessions.sql.ts";
import { Notice } from "../../../console/parts/notice";

/** The sections of the page, by the ids of their elements. */
export type AccountSection = "name" | "password" | "second-factor" | "sessions";

/** The result of a form, which its section shows. */
export interface Outcome {
  section: AccountSection;
  kind: "good" | "bad";
  message: string;
}

export interface AccountProps {
  account: Account;
  secondFactor: SecondFactor | null;
  /** The name of the OpenID Connect provider that people may sign in with, or null. */
  provider: string | null;
  sessions: readonly SessionRow[];
  currentSession: string;
  now: number;
  /** The token of the page's forms. */
  token: string;
  outcome: Outcome | null;
  /** The name that was typed. Undefined: the stored one. */
  typedName?: string;
}

interface SectionProps {
  id: AccountSection;
  title: string;
  outcome: Outcome | null;
  children?: Child;
}

/** A section of the account, which has forms and a message of its own. */
export function Section({ id, title, outcome, children }: SectionProps) {
  return (
    <section class="panel" id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{title}</h2>
      {outcome?.section === id ? <Notice kind={outcome.kind}>{outcome.message}</Notice> : null}
      {children}
    </section>
  );
}
