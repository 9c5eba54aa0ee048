import type { Demo } from "./seed.ts";

/** The message after the start: the URLs, the credentials, and two requests to paste. */
export function greeting(demo: Demo, state: string): string {
  // The order of the README's first request. Sending it a second time changes nothing.
  const order = {
    store: "gift",
    external_id: "1001",
    customer_name: "Ann",
    items: [{ name: "Mug", sku: "MUG-1", quantity: 2, price: 9.99 }],
  };
  return `
Order operations runs at ${demo.url}

  Console       ${demo.url}/console
                ${demo.email}   password ${demo.password}
  Reference     ${demo.url}/docs
  Guide         ${demo.url}/docs/guide

  Organization  ${demo.organization_id}, with the store "Gift shop" (code gift)
  API key       ${demo.api_key}   (Public V1: x-api-key)
  API token     ${demo.api_token}   (Public API v2: Authorization: Bearer)

Create an order:

  curl ${demo.url}/api/v2/orders \\
    -H 'Authorization: Bearer ${demo.api_token}' \\
    -H 'Content-Type: application/json' \\
    -H 'Prefer: handling=strict' \\
    -d '${JSON.stringify(order)}'

List orders:

  curl '${demo.url}/orders' -H 'x-api-key: ${demo.api_key}'

Press Ctrl-C to stop. The data stays in ${state}. Delete that folder to start again.
`;
}
