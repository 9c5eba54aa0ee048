import type { Child } from "hono/jsx";
import type { AssetNames } from "../console/assets";
import type { IconName } from "../console/icons";
import { LANGUAGE_NAME } from "./language";
import type { RejectedForm } from "./public-page";
import { type HiddenFields, usePublicRequest } from "./public-request";
import { LANGUAGE_CODES, LANGUAGES, type TextKey } from "./texts/catalog";

/** An icon, which screen readers skip: the words next to it say the same. */
export function Icon({ name }: { name: IconName }) {
  const { icons } = usePublicRequest();
  return (
    <svg class="icon" aria-hidden="true">
      <use href={`/console/assets/${icons}#${name}`} />
    </svg>
  );
}

/** The page in the other languages. */
function Languages() {
  const { here, language, text } = usePublicRequest();
  const url = new URL(here, "https://page.local");
  const inLanguage = (code: string) => {
    url.searchParams.set(LANGUAGE_NAME, code);
    return url.pathname + url.search;
  };
  return (
    <nav class="languages" aria-label={text("language")}>
      {LANGUAGE_CODES.map((code) => (
        <a href={inLanguage(code)} lang={code} hreflang={code} aria-current={code === language ? "true" : undefined}>
          {LANGUAGES[code].name}
        </a>
      ))}
    </nav>
  );
}

interface DocumentProps {
  title: string;
  /** Whose page it is. Null: that is not known, or not to be told. */
  owner: string | null;
  names: AssetNames;
  children?: Child;
}

/** The document around every public page. It has no script, and nothing of the console but its stylesheet's colors and icons. */
export function PublicDocument({ title, owner, names, children }: DocumentProps) {
  const { language, text } = usePublicRequest();
  return (
    <html lang={language}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>{owner === null ? title : `${title} · ${owner}`}</title>
        <link rel="icon" type="image/svg+xml" href={`/console/assets/${names.logo}`} />
        <link rel="stylesheet" href={`/console/assets/${names.public}`} />
      </head>
      <body>
        <a class="skip" href="#main">
          {text("skip")}
        </a>
        <header class="top">
          <strong>{owner ?? ""}</strong>
          <Languages />
        </header>
        <main id="main" tabindex={-1}>
          {children}
        </main>
      </body>
    </html>
  );
}

/** A success, or what went wrong. Screen readers announce it. */
export function Notice({ kind, children }: { kind: "good" | "bad"; children?: Child }) {
  return (
    <div class={`notice ${kind}`} role={kind === "bad" ? "alert" : "status"}>
      {children}
    </div>
  );
}

/** What happened to a form that was not carried out. `lead`: what comes first. */
function Problem({ rejected, lead }: { rejected: RejectedForm; lead?: TextKey | undefined }) {
  const { text } = usePublicRequest();
  return (
    <Notice kind="bad">
      <strong>{text("problem_title")}</strong>
      {lead === undefined ? null : <p>{text(lead)}</p>}
      <ul>
        {rejected.sentences.map(({ key, values }) => (
          <li>{text(key, values)}</li>
        ))}
      </ul>
    </Notice>
  );
}

/** The fields in which people type. */
const TYPED_FIELDS = ["reason", "tracking_number", "carrier", "comment"];

/** What happened to a form that the page does not have any more or in which nothing is typed, and what was typed. */
export function LostForm({ rejected }: { rejected: RejectedForm }) {
  const { text } = usePublicRequest();
  const typed = TYPED_FIELDS.flatMap((name) => rejected.values[name]).filter((value) => typeof value === "string" && value !== "");
  return (
    <>
      <Problem rejected={rejected} />
      {typed.length === 0 ? null : <p>{text("typed")}</p>}
      {typed.map((value) => (
        <blockquote>{value}</blockquote>
      ))}
    </>
  );
}

interface PublicFormProps {
  to: `/${string}`;
  hiddenFields?: HiddenFields;
  /** What was sent with it, if it was not carried out: then it says what happened. Default: the page says so above everything. */
  sent?: RejectedForm["values"] | null;
  lead?: TextKey;
  id?: string;
  class?: string;
  hasFile?: boolean;
  children?: Child;
}

/** A form that changes something. `to` is its path below the link. Its address has the query of the page, to which it leads back. */
export function PublicForm({ to, hiddenFields = {}, sent = null, lead, id, class: name, hasFile, children }: PublicFormProps) {
  const request = usePublicRequest();
  const { base, here, formToken, rejected } = request;
  const action = base + to + new URL(here, "https://page.local").search;
  const isRejected = sent !== null && rejected !== null;
  if (isRejected) request.isProblemShown = true;
  return (
    <form method="post" action={action} id={id} class={name} enctype={hasFile === true ? "multipart/form-data" : undefined}>
      {isRejected ? <Problem rejected={rejected} lead={lead} /> : null}
      <input type="hidden" name="form_token" value={formToken} />
      {Object.entries(hiddenFields).map(([key, value]) => (
        <input type="hidden" name={key} value={value} />
      ))}
      {children}
    </form>
  );
}
