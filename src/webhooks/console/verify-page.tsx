import { WebhookPath } from "../v2/contract";
import { readLiveEndpoint } from "../endpoints/queries";
import { page } from "../../console/page";
import { PageLink } from "../../console/parts/link";
import { type Snippet, SNIPPETS } from "./snippets";

function Code({ id, name, note, code }: Snippet) {
  return (
    <section>
      <div class="titled">
        <h2>{name}</h2>
        <button type="button" data-copy={`code-${id}`} aria-label={`Copy: ${name}`} hidden>
          Copy
        </button>
      </div>
      <p class="soft">{note}</p>
      <pre tabindex={0} aria-label={name}>
        <code id={`code-${id}`}>{code}</code>
      </pre>
    </section>
  );
}

/** The page that explains how a receiver verifies signatures. */
export const verifyPage = page({ path: "/webhooks/:id/verify", permission: "manage", param: WebhookPath }, async ({ org, param }) => {
  const { id, secret_hint } = await readLiveEndpoint(org, param.id);
  const body = (
    <div class="reading">
      <p>
        Check it over the raw bytes of the body, before you parse them, with the secret that ends in <code>…{secret_hint}</code>. Nobody can
        read that secret here or through the API any more: where it is lost,{" "}
        <PageLink page={`/webhooks/${id}#secret`}>rotate the secret</PageLink>.
      </p>
      <p>
        Each of these checks <code>webhook-signature</code>, refuses what is more than five minutes old, and goes on working while a secret
        is rotated. They take the raw body, the headers by their lower-case names, and the secret as it was given.
      </p>
      {SNIPPETS.map((snippet) => (
        <Code {...snippet} />
      ))}
      <p>
        PHP, Ruby and Go: <a href="/docs/guide/webhooks#check-the-signature">the guide</a>.
      </p>
    </div>
  );
  return { title: "Check signatures", lead: "Anybody can post to your address. The signature tells that a request is ours.", body };
});
