import type { NewlySecret } from "../../credentials/credentials";
import { ButtonTo } from "../../../console/parts/link";
import { PageHead } from "../../../console/parts/page-head";
import { firstCurl, type KindWords } from "../credentials/credential-kind";
import { Copyable, ShownOnce } from "./shown-once";

/** The one page that has a credential's secret. */
export function NewSecret({ words, made, origin }: { words: KindWords; made: NewlySecret; origin: string }) {
  const { kind, path, one, short } = words;
  const { row, secret } = made;
  return (
    <>
      <PageHead title={`${row.name}: the new ${one}`} />
      <ShownOnce id="secret" value={secret} button={`Copy the ${short}`}>
        <h2>Try it</h2>
        <p class="soft">It answers which organization the {short} is of, and what it may do.</p>
        <Copyable id="first-request" value={firstCurl(kind, origin, secret)} button="Copy the command" />
      </ShownOnce>
      <p>
        <ButtonTo page={`${path}/${row.id}`} label="I have copied it" />
      </p>
    </>
  );
}
