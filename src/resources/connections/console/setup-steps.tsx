import type { Child } from "hono/jsx";
import { Copyable } from "../../../console/parts/copyable";
import { ShownOnceValue } from "../../../console/parts/shown-once";
import { adapterOf, type Platform } from "../platforms/platforms";

/** What there is to do if the webhooks are registered by the API of the shop. */
function RegisteredWebhooks({ steps }: { steps: readonly string[] }) {
  return (
    <section class="panel">
      <h2>Webhooks of the shop</h2>
      <p>They are created by the shop’s API within a minute or two, and switched on again if the shop switches them off.</p>
      <ol>
        {steps.map((step) => (
          <li>{step}</li>
        ))}
      </ol>
    </section>
  );
}

interface Setup {
  platform: Platform;
  /** The address to paste. */
  url: string;
  /** The generated secret. Null if it was entered, or can't be shown again. */
  secret: string | null;
}

/** The clicks that make a platform deliver here, with what to paste in the order of its form: the URL and, if it is new, the secret. */
export function SetupSteps({ platform, url, secret }: Setup) {
  const adapter = adapterOf(platform);
  const isShop = adapter.kind === "shop";
  if (adapter.kind === "shop" && adapter.registration !== null) return <RegisteredWebhooks steps={adapter.setupSteps} />;
  const hasToken = adapter.kind === "carrier" && adapter.acceptsToken;
  return (
    <section class="panel">
      <h2>{isShop ? "Set up the shop" : "Set up the service"}</h2>
      <p>The URL for the webhooks{hasToken && secret !== null ? ", with the secret: it will not be shown again" : ""}:</p>
      <Copyable id="delivery-url" value={hasToken && secret !== null ? `${url}?token=${secret}` : url} button="Copy URL" />
      {hasToken && secret === null ? <p class="hint">It is followed by ?token= and the secret.</p> : null}
      {secret === null || hasToken ? null : <ShownOnceValue id="secret" value={secret} what="webhook secret" button="Copy secret" />}
      <ol>
        {adapter.setupSteps.map((step): Child => (
          <li>{step}</li>
        ))}
      </ol>
      <p>
        {isShop
          ? "Then change any order in the shop. It appears here within a few seconds."
          : "Reports change the fulfillments that have the tracking number."}
      </p>
    </section>
  );
}
