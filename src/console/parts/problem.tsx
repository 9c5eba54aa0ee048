import { type ApiError, ERRORS } from "../../platform/api-error";
import { errorMessage } from "../form";
import { SECTIONS } from "../sections";

/** Pages of what a row of a section consists of. */
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

/** The title of an error page. It replaces the API's default messages that mention requests. */
export function problemTitle({ code, message }: ApiError, method: string, path: string): string {
  if (code === "forbidden" || message !== ERRORS[code][1]) return message;
  if (code === "not_found") return `${resourceAt(path)?.name ?? "Page"} not found.`;
  if (code === "validation_error") return `The ${method === "GET" ? "URL" : "form"} is invalid.`;
  return message;
}

/** What a person can do about an error, if it is neither about a page that does not exist nor about a permission. */
const NEXT_STEPS: Readonly<Partial<Record<ApiError["code"], string>>> = {
  validation_error: "Go back and correct what is named above.",
  conflict: "The page that you came from may show an earlier state: open it again.",
  precondition_failed: "The page that you came from shows an earlier state: open it again, and make your change there.",
  payload_too_large: "Go back and choose less at once.",
  rate_limited: "Wait a minute, then go back and try again.",
  service_unavailable: "Wait a moment, then go back and try again.",
  internal_error: "Go back and try again. If the problem persists, tell whoever runs this installation the request below.",
};

interface ProblemProps {
  title: string;
  error: ApiError;
  requestId: string;
  path: string;
  /** The page of the console that the request came from, as a path. */
  from: string | null;
}

export function Problem({ title, error, requestId, path, from }: ProblemProps) {
  const { details, status } = error;
  const resource = error.code === "not_found" ? resourceAt(path) : null;
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
      {error.code === "forbidden" ? <p>An owner or admin of your organization can change your role and permissions.</p> : null}
      {resource === null ? (
        <p>
          {NEXT_STEPS[error.code] ?? "Go back and try again."} {from === null ? null : <a href={from}>Open the page again.</a>} You can also
          go to <a href="/console">the start page</a>.
        </p>
      ) : (
        <p>
          It may have been deleted, or it belongs to another organization. <a href={resource.list}>View the list</a>
        </p>
      )}
      <p class="soft">
        Request <code>{requestId}</code>
      </p>
    </section>
  );
}
