import type { Hono } from "hono";
import { acceptOffer, readOffer } from "../../control/offers";
import { settingsOf } from "../../env";
import { failsTooOften } from "../../http/authenticate";
import type { HttpEnv } from "../../http/context";
import { Refusal } from "../../refusal";
import { newFormToken } from "../form-token";
import { answerBare } from "../respond";
import { signedIn, signedInForm } from "./signed-in";

const ROUTE = "/console/offer/:token";

interface OfferProps {
  organization: string;
  role: string;
  email: string;
  formToken: string;
}

function OfferPage({ organization, role, email, formToken }: OfferProps) {
  return (
    <section class="card">
      <h1>Join {organization}?</h1>
      <p>
        You are offered a place there as <strong>{role}</strong>, with your account <strong>{email}</strong>.
      </p>
      <form method="post">
        <input type="hidden" name="form_token" value={formToken} />
        <button class="primary big">Join</button>
      </form>
      <p class="soft">Leave this page if you don't know who asks.</p>
    </section>
  );
}

/** A link by which a person with an account joins an organization: they must be signed in to it, since a link may fall into other hands. */
export function mountOffer(router: Hono<HttpEnv>): void {
  router.get(ROUTE, async (c) => {
    const { now, meter } = c.get("state");
    c.get("state").route = ROUTE;
    const { person, sessionId } = await signedIn(c);
    if (await failsTooOften(c)) throw new Refusal("rate_limited", [], { "Retry-After": "60" });
    const { organization_name, role } = await readOffer(c.env, meter, c.req.param("token"), person, now);
    const formToken = await newFormToken(settingsOf(c.env).masterSecrets, sessionId, now);
    const body = <OfferPage organization={organization_name} role={role} email={person.email} formToken={formToken} />;
    return await answerBare(c, { title: `Join ${organization_name}`, body }, 200, person.email);
  });

  router.post(ROUTE, async (c) => {
    const { now, meter } = c.get("state");
    c.get("state").route = ROUTE;
    const asker = await signedInForm(c);
    const organizationId = await acceptOffer(c.env, meter, c.req.param("token"), asker, now);
    return c.redirect(`/console/${organizationId}/orders`, 303);
  });
}
