import type { Child } from "hono/jsx";
import { Copyable } from "../../../console/parts/copyable";
import { ShownOnceValue } from "../../../console/parts/shown-once";
import { adapterOf, type Platform } from "../platforms/platforms";

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
