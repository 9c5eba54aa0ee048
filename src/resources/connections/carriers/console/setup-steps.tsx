import { Copyable } from "../../../../console/parts/copyable";
import type { CarrierService } from "../services/names";
import { carrierAdapterOf } from "../services/services";

/** The clicks that make a service report the status of shipments. */
const STEPS: Readonly<Record<CarrierService, readonly string[]>> = {
  easypost: [
    "In EasyPost’s dashboard, open the account settings, Webhooks, and add a webhook for the production environment.",
    "Paste the URL, and the secret as the webhook secret. Save the webhook.",
  ],
  shippo: [
    "In Shippo, open Settings, API, Webhooks, and choose “Add webhook”.",
    "Set the event type to “Track Updated” and the mode to Live, and paste the URL. Save the webhook.",
  ],
  aftership: [
    "In AfterShip Tracking, open Settings, Webhooks, and paste the URL as the webhook URL.",
    "Switch on the updates of all delivery statuses, and save.",
  ],
  "17track": [
    "In the console of 17TRACK’s API, open Settings, and paste the URL as the WebHook URL.",
    "Choose version 2 or later of the API, and save.",
  ],
};

/** How to set up a service, with the URL to paste. `secret` is null if it can't be shown (again). */
export function CarrierSetup({ service, url, secret }: { service: CarrierService; url: string; secret: string | null }) {
  const hasToken = carrierAdapterOf(service).acceptsToken;
  return (
    <section class="panel">
      <h2>Set up the service</h2>
      <p>The URL for its webhook{hasToken && secret !== null ? ", with the secret: it will not be shown again" : ""}:</p>
      <Copyable id="delivery-url" value={hasToken && secret !== null ? `${url}?token=${secret}` : url} button="Copy URL" />
      {hasToken && secret === null ? <p class="hint">It is followed by ?token= and the secret.</p> : null}
      <ol>
        {STEPS[service].map((step) => (
          <li>{step}</li>
        ))}
      </ol>
      <p>Reports change the fulfillments that have the tracking number.</p>
    </section>
  );
}
