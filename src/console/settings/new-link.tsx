import type { PersonalLink } from "../../control/members";
import { Moment } from "../parts/figures";
import { To } from "../parts/link";
import { PageHead } from "../parts/page-head";
import { ShownOnce } from "./shown-once";

/** The one page that has a person's link: to choose a password, or to take up an offer. */
export function NewLink({
  email,
  link,
  offered = false,
  origin,
}: {
  email: string;
  link: PersonalLink;
  offered?: boolean;
  origin: string;
}) {
  return (
    <>
      <PageHead title={`A link for ${email}`} />
      <ShownOnce id="link" value={origin + link.path} button="Copy the link">
        {offered ? (
          <p>
            This address has an account already. Hand the link to the person: they sign in as they are used to, open it, and are a member
            from then on. It opens once, until <Moment at={link.expiresAt} time />.
          </p>
        ) : (
          <p>
            Hand it to them in a way that reaches nobody else. It opens once, until <Moment at={link.expiresAt} time />: they choose a
            password, and sign in with it. A link from before opens no longer.
          </p>
        )}
      </ShownOnce>
      <p>
        <To page="/settings/members" class="button">
          I have copied it
        </To>
      </p>
    </>
  );
}
