import type { Child } from "hono/jsx";
import { PageButton, PageLink } from "../../../console/parts/link";
import { Notice } from "../../../console/parts/notice";
import { ShownOnce } from "../../../console/parts/shown-once";

export function EndpointSecret({ id, secret, message }: { id: string; secret: string; message: Child }) {
  return (
    <>
      <Notice kind="good">{message}</Notice>
      <ShownOnce id="secret" value={secret} what="webhook secret" button="Copy secret">
        <p>
          Store it with the other secrets of your receiver.{" "}
          <PageLink page={`/webhooks/${id}/verify`}>How to check signatures with it</PageLink>
        </p>
      </ShownOnce>
      <p>
        <PageButton page={`/webhooks/${id}`} label="View endpoint" primary />
      </p>
    </>
  );
}
