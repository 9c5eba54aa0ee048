import { type ApiError, ERRORS } from "../../platform/api-error";
import { errorMessage } from "../form";
import { SECTIONS } from "../sections";

/** The pages of parts of a row of a section, such as an item of an order, and what such a part is called. */
const PARTS: readonly (readonly [path: RegExp, name: string])[] = [
  [/^\/orders\/[^/]+\/items\//, "Item"],
  [/^\/orders\/views\//, "View"],
  [/^\/webhooks\/[^/]+\/deliveries\/./, "Delivery"],
];

/** What a path of the console names and the list that it would be in. Null if it is no row's page. */
function resourceAt(path: string): { name: string; list: string } | null {
  const [, base, rest] = /^(\/console\/\d+)(\/.*)$/.exec(path) ?? [];
  if (base === undefined || rest === undefined) return null;
  const section = SECTIONS.flatMap(({ entries }) => entries).find((entry) => rest.startsWith(`${entry.path}/`));
  if (section?.one === undefined) return null;
  const [, part] = PARTS.find(([pattern]) => pattern.test(rest)) ?? [];
  return { name: part ?? section.one, list: base + section.path };
}

interface Explanation {
  /** What happened. Absent: what the error says itself. */
  title?: string;
  /** What a person can do about it. */
  next: string;
}

const SIGN_IN = "Sign in, then open the page again.";
const ASK_ADMIN = "If your role or permissions do not allow this, an owner or admin of your organization can change them.";
const TRY_AGAIN = "Wait a moment, then try again. What you typed is still on the page before this one.";

/** What each error means to a person who uses the console, and what they can do. */
const EXPLANATIONS: Readonly<Record<ApiError["code"], Explanation>> = {
  unauthorized: { next: SIGN_IN },
  forbidden: { next: ASK_ADMIN },
  missing_scope: { next: ASK_ADMIN },
  ip_not_allowed: { next: ASK_ADMIN },
  https_required: { next: "Open the same URL with https:// at its beginning." },
  not_found: { next: "Check the URL, or find what you are looking for with the search." },
  method_not_allowed: { title: "This page can’t be opened in this way.", next: "Open it from the navigation instead of by its URL." },
  validation_error: { next: "Go back and correct what is named above." },
  conflict: { title: "This is not possible at the moment.", next: "The page that you came from may show an earlier state: open it again." },
  invalid_transition: { next: "Open the page again: it offers the changes that are possible now." },
  idempotency_in_progress: {
    title: "This form is still being processed.",
    next: "Wait a moment, then open the page again that you sent it from.",
  },
  idempotency_conflict: {
    title: "This form was sent before with other values.",
    next: "The page that you came from shows an earlier state: open it again, and make your change there.",
  },
  gone: { next: "Ask for a new link, or open the page from the navigation." },
  precondition_failed: {
    title: "Somebody has changed this since you opened it.",
    next: "The page that you came from shows an earlier state: open it again, and make your change there.",
  },
  payload_too_large: { title: "This is too much at once.", next: "Go back and choose less at once." },
  unsupported_media_type: { title: "This can’t be read.", next: "Go back and send the form again." },
  rate_limited: {
    title: "Too many requests.",
    next: "Wait a minute, then try again. What you typed is still on the page before this one.",
  },
  service_unavailable: { title: "The service can’t be reached at the moment.", next: TRY_AGAIN },
  internal_error: {
    title: "Something went wrong.",
    next: "Try again. If the problem persists, tell whoever runs this installation the request below.",
  },
};

/** The title of an error page. It replaces the API's default messages that mention requests. */
export function problemTitle({ code, message }: ApiError, method: string, path: string): string {
  if (code === "forbidden") return message;
  const [, defaultMessage] = ERRORS[code];
  if (message !== defaultMessage) return message;
  if (code === "not_found") return `${resourceAt(path)?.name ?? "Page"} not found.`;
  if (code === "validation_error") return `The ${method === "GET" ? "URL" : "form"} is invalid.`;
  return EXPLANATIONS[code].title ?? message;
}

/** The errors that may be over when the page is loaded again. */
const TRANSIENT_CODES: ReadonlySet<ApiError["code"]> = new Set(["rate_limited", "service_unavailable", "internal_error"]);

interface NextStep {
  label: string;
  href: string;
}

interface FailedRequest {
  method: string;
  url: URL;
  /** The page of the console that the request came from, as a path. */
  from: string | null;
}

/** The step that a link can take. `resource` was not found. */
function nextStep({ code }: ApiError, { method, url, from }: FailedRequest, resource: ReturnType<typeof resourceAt>): NextStep {
  if (code === "unauthorized") return { label: "Sign in", href: "/console/sign-in" };
  // The page may show an earlier state, or what the form had.
  if (method !== "GET" && from !== null) return { label: "Open the page again", href: from };
  if (resource !== null) return { label: "View the list", href: resource.list };
  // A form can't be sent again by a link.
  if (method === "GET" && TRANSIENT_CODES.has(code)) return { label: "Try again", href: url.pathname + url.search };
  if (method === "GET" && code === "validation_error" && url.search !== "")
    return { label: "Open the page without its filters", href: url.pathname };
  return { label: "Go to the start page", href: "/console" };
}

interface ProblemProps extends FailedRequest {
  title: string;
  error: ApiError;
  requestId: string;
}

export function Problem({ title, error, requestId, method, url, from }: ProblemProps) {
  const { details, status } = error;
  const resource = error.code === "not_found" ? resourceAt(url.pathname) : null;
  const { label, href } = nextStep(error, { method, url, from }, resource);
  return (
    <section class="problem">
      <p class="soft">{status}</p>
      <h1>{title}</h1>
      {details.length === 0 ? null : (
        <ul>
          {details.map((violation) => (
            <li>
              {violation.path === undefined || violation.path === "" ? null : <code>{violation.path}</code>} {errorMessage(violation)}
            </li>
          ))}
        </ul>
      )}
      <p>{resource === null ? EXPLANATIONS[error.code].next : "It may have been deleted, or it belongs to another organization."}</p>
      <p class="actions">
        <a class="button primary" href={href}>
          {label}
        </a>
      </p>
      <p class="soft">
        Request <code>{requestId}</code>
      </p>
    </section>
  );
}
