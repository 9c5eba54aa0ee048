import { WebhookPath } from "../v2/contract";
import { readLiveEndpoint } from "../endpoints/queries";
import { page } from "../../../console/page";
import { PageLink } from "../../../console/parts/link";
import { type Snippet, SNIPPETS } from "./snippets";

function Code({ id, name, note, code }: Snippet) {
  return (
    <section>
      <div class="titled">
        <h2>{name}</h2>
        <button type="button" data-copy={`code-${id}`} aria-label={`Copy example: ${name}`} hidden>
          Copy example
        </button>
      </div>
      <p class="soft">{note}</p>
      <pre tabindex={0} aria-label={name}>
        <code id={`code-${id}`}>{code}</code>
      </pre>
    </section>
  );
}

export const verifyPage = page({ path: "/webhooks/:id/verify", permission: "manage", param: WebhookPath }, async ({ org, param }) => {
  const { id, secret_hint } = await readLiveEndpoint(org, param.id);
  const body = (
    <div class="reading">
      <p>
        Check the signature against the raw bytes of the body, before you parse them, with the secret that ends in{" "}
        <code>…{secret_hint}</code>. The secret cannot be shown again. If you have lost it,{" "}
        <PageLink page={`/webhooks/${id}#secret`}>rotate the secret</PageLink>.
      </p>
      <p>
        Each example checks <code>webhook-signature</code>, rejects requests that are more than five minutes old, and also works while a
        secret is being rotated. Pass the raw body, the headers with lower-case names, and the secret as you received it.
      </p>
      {SNIPPETS.map((snippet) => (
        <Code {...snippet} />
      ))}
      <p>
        For PHP, Ruby and Go, see <a href="/docs/guide/webhooks#check-the-signature">the guide</a>.
      </p>
    </div>
  );
  return {
    title: "Check signatures",
    back: { page: `/webhooks/${id}`, label: "Back to the endpoint" },
    lead: "Anybody can send requests to your URL. The signature proves that a request comes from this service.",
    body,
  };
});
