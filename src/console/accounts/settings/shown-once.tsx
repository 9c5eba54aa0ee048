import type { IssuedSecret } from "../../../accounts/credentials/credentials";
import { firstCurl, type KindLabels } from "../credentials/credential-kind";
import type { PersonalLink } from "../../../accounts/members/members";
import { Moment } from "../../parts/values";
import type { View } from "../../page";
import { PageButton } from "../../parts/link";
import { Copyable } from "../../parts/copyable";
import { ShownOnce } from "../../parts/shown-once";

/** The only page that shows a person's link to join the organization. */
export function newLinkView(email: string, link: PersonalLink, origin: string): View {
  const body = (
    <>
      <ShownOnce id="link" value={origin + link.path} what="link" button="Copy link">
        <p>
          Send it to the person privately. It works once, until <Moment at={link.expiresAt} time />. They choose a password or sign in to
          their account, and become a member. Earlier links no longer work.
        </p>
      </ShownOnce>
      <p>
        <PageButton page="/settings/members" label="View members" />
      </p>
    </>
  );
  return { title: email, heading: `Link for ${email}`, body };
}

/** The only page that shows a credential's secret. */
export function newSecretView({ kind, path, one, short }: KindLabels, { row, secret }: IssuedSecret, origin: string): View {
  const body = (
    <>
      <ShownOnce id="secret" value={secret} what={short} button={`Copy ${short}`}>
        <h2>Try it</h2>
        <p class="soft">The response shows the organization and the scopes of the {short}.</p>
        <Copyable id="first-request" value={firstCurl(kind, origin, secret)} button="Copy command" />
      </ShownOnce>
      <p>
        <PageButton page={`${path}/${row.id}`} label={`View ${short}`} />
      </p>
    </>
  );
  return { title: row.name, heading: `${row.name}: new ${one}`, body };
}
