import type { PersonalLink } from "../../members/members";
import { Moment } from "../../../console/parts/figures";
import { ButtonTo } from "../../../console/parts/link";
import { PageHead } from "../../../console/parts/page-head";
import { ShownOnce } from "./shown-once";

/** The one page that has a person's link to join the organization. */
export function NewLink({ email, link, origin }: { email: string; link: PersonalLink; origin: string }) {
  return (
    <>
      <PageHead title={`A link for ${email}`} />
      <ShownOnce id="link" value={origin + link.path} button="Copy the link">
        <p>
          Hand it to the person in a way that reaches nobody else. It opens once, until <Moment at={link.expiresAt} time />: they choose a
          password, or sign in to an account that they have, and are a member from then on. A link from before opens no longer.
        </p>
      </ShownOnce>
      <p>
        <ButtonTo page="/settings/members" label="I have copied it" />
      </p>
    </>
  );
}
