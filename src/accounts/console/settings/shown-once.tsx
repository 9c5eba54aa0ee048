import type { IssuedSecret } from "../../credentials/credentials";
import { firstCurl, type KindLabels } from "../credentials/credential-kind";
import type { PersonalLink } from "../../members/members";
import { Moment } from "../../../console/parts/values";
import type { View } from "../../../console/page";
import { PageButton } from "../../../console/parts/link";
import type { Child } from "hono/jsx";
import { Notice } from "../../../console/parts/notice";

/** A value with a copy button, which a script shows. `id` must be unique on the page. */
function Copyable({ id, value, button }: { id: string; value: string; button: string }) {
  return (
    <div class="secret">
      <code id={id}>{value}</code>
      <button type="button" hidden data-copy={id}>
        {button}
      </button>
    </div>
  );
}

/** A secret, on the only page that shows it. */
function ShownOnce({ id, value, button, children }: { id: string; value: string; button: string; children?: Child }) {
  return (
    <section class="panel shown-once">
      <Notice kind="plain">Copy it now: it is not kept here, and will not be shown again.</Notice>
      <Copyable id={id} value={value} button={button} />
      {children}
    </section>
  );
}

/** The only page that shows a person's link to join the organization. */
export function newLinkView(email: string, link: PersonalLink, origin: string): View {
  const body = (
    <>
      <ShownOnce id="link" value={origin + link.path} button="Copy link">
        <p>
          Hand it to the person in a way that reaches nobody else. It opens once, until <Moment at={link.expiresAt} time />: they choose a
          password, or sign in to an account that they have, and are a member from then on. A link from before opens no longer.
        </p>
      </ShownOnce>
      <p>
        <PageButton page="/settings/members" label="View members" />
      </p>
    </>
  );
  return { title: email, heading: `A link for ${email}`, body };
}

/** The only page that shows a credential's secret. */
export function newSecretView({ kind, path, one, short }: KindLabels, { row, secret }: IssuedSecret, origin: string): View {
  const body = (
    <>
      <ShownOnce id="secret" value={secret} button={`Copy ${short}`}>
        <h2>Try it</h2>
        <p class="soft">It answers which organization the {short} is of, and what it may do.</p>
        <Copyable id="first-request" value={firstCurl(kind, origin, secret)} button="Copy command" />
      </ShownOnce>
      <p>
        <PageButton page={`${path}/${row.id}`} label={`View ${short}`} />
      </p>
    </>
  );
  return { title: row.name, heading: `${row.name}: the new ${one}`, body };
}
