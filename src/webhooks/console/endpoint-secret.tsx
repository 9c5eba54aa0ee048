import type { Child } from "hono/jsx";
import { PageButton, PageLink } from "../../console/parts/link";
import { Notice } from "../../console/parts/notice";

/** An endpoint's secret, on the only page that shows it. */
export function EndpointSecret({ id, secret, message }: { id: string; secret: string; message: Child }) {
  return (
    <div class="reading">
      <Notice kind="good">
        <p>{message}</p>
        <p>Copy the secret now. It will not be shown again. Store it with the other secrets of your receiver.</p>
      </Notice>
      <p class="secret">
        <code id="secret">{secret}</code>
        <button type="button" data-copy="secret" hidden>
          Copy secret
        </button>
      </p>
      <div class="actions">
        <PageButton page={`/webhooks/${id}`} label="View endpoint" primary />
        <PageLink page={`/webhooks/${id}/verify`}>How to check signatures with it</PageLink>
      </div>
    </div>
  );
}
