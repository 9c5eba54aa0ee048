import { isLinkLive, type LinkRow } from "../../accounts/links/links";
import { DEFAULT_LINK_DAYS } from "../../accounts/links/purposes";
import { useCan, usePageRequest } from "../page-request";
import type { View } from "../page";
import { Form, initialFormState, SelectField } from "./form";
import { PageButton } from "./link";
import { ShownOnce } from "./shown-once";
import { Age, Moment } from "./values";

/** How long a new link may be valid, in days. */
export const LINK_DAYS = ["7", "30", "90", "365"] as const;

/** One link, in lines that fit the narrow column of a page. */
function Link({ link, to }: { link: LinkRow; to: `/${string}` }) {
  const { now } = usePageRequest();
  const canWrite = useCan("write");
  const isLive = isLinkLive(link, now);
  const endLabel = link.revoked_at === null ? "Expired" : "Revoked";
  return (
    <li>
      Created <Moment at={link.created_at} /> by {link.actor_name}
      <p class="hint">
        {isLive ? (
          <>
            Valid until <Moment at={link.expires_at} />
          </>
        ) : (
          endLabel
        )}{" "}
        ·{" "}
        {link.last_used_at === null ? (
          "Never used"
        ) : (
          <>
            Last used: <Age at={link.last_used_at} />
          </>
        )}
      </p>
      {canWrite && isLive ? (
        <Form to={`${to}/${link.id}/revoke`} confirm="Revoke this link? Its page will no longer open.">
          <button class="danger">Revoke link</button>
        </Form>
      ) : null}
    </li>
  );
}

interface LinksPanelProps {
  links: readonly LinkRow[];
  /** Where links are created. Each is revoked below it. */
  to: `/${string}`;
  /** What the page behind the link does. */
  lead: string;
  /** Whether there is no form that creates a link, because they are created elsewhere. */
  isListOnly?: boolean;
}

/** The links to a public page, and the form that creates one. */
export function LinksPanel({ links, to, lead, isListOnly = false }: LinksPanelProps) {
  const canWrite = useCan("write");
  return (
    <section class="panel">
      <h2>Links</h2>
      <p class="soft">{lead}</p>
      {links.length === 0 ? null : (
        <ul class="plain">
          {links.map((link) => (
            <Link link={link} to={to} />
          ))}
        </ul>
      )}
      {canWrite && !isListOnly ? (
        <Form to={to} formState={initialFormState({ days: String(DEFAULT_LINK_DAYS) })}>
          <SelectField name="days" label="Valid for" options={LINK_DAYS.map((days) => [days, `${days} days`] as const)} />
          <button>Create link</button>
        </Form>
      ) : null}
    </section>
  );
}

/** The only page that shows the address of a link for a supplier. */
export function newPublicLinkView({ url, name, page }: { url: string; name: string; page: `/${string}` }): View {
  const body = (
    <>
      <ShownOnce id="link" value={url} what="link" button="Copy link">
        <p>Send it to the supplier, for example in your chat. Whoever has it can use the page, without an account.</p>
      </ShownOnce>
      <p>
        <PageButton page={page} label="Go back" />
      </p>
    </>
  );
  return { title: `Link for ${name}`, body };
}
