import type { Child } from "hono/jsx";
import { Copyable } from "../../console/parts/copyable";
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
      <Copyable id="secret" value={secret} button="Copy secret" />
      <div class="actions">
        <PageButton page={`/webhooks/${id}`} label="View endpoint" primary />
        <PageLink page={`/webhooks/${id}/verify`}>How to check signatures with it</PageLink>
      </div>
    </div>
  );
}
