import type { Child } from "hono/jsx";
import { Copyable } from "../../../console/parts/copyable";
import type { Platform } from "../platforms/adapter";

/** The clicks that make the shop deliver its orders, with what to paste in the order of the shop’s form: the URL and, if it is new, the secret. */
export function SetupSteps({ platform, url, secret }: { platform: Platform; url: string; secret?: Child }) {
  const steps: Child[] =
    platform === "woocommerce"
      ? [
          "In WordPress, open WooCommerce, Settings, Advanced, Webhooks, and choose “Add webhook”.",
          "Set the status to Active, the topic to “Order created”, and the API version to “WP REST API Integration v3”.",
          "Paste the URL as the delivery URL, and the secret as the secret. Save the webhook.",
          "Repeat this with the topics “Order updated”, “Order deleted” and “Order restored”.",
        ]
      : [
          "In Shopify’s admin, open Settings, Notifications, Webhooks, and choose “Create webhook”.",
          "Set the event to “Order creation” and the format to JSON, and paste the URL. Save the webhook.",
          "Repeat this with the events “Order update”, “Order cancellation” and “Order deletion”.",
        ];
  return (
    <section class="panel">
      <h2>Set up the shop</h2>
      <p>The URL for the shop’s webhooks:</p>
      <Copyable id="delivery-url" value={url} button="Copy URL" />
      {secret}
      <ol>
        {steps.map((step) => (
          <li>{step}</li>
        ))}
      </ol>
      <p>Then change any order in the shop. It appears here within a few seconds.</p>
    </section>
  );
}
