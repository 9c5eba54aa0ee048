import { type ApiError, ERRORS } from "../../platform/api-error";
import { errorMessage } from "../form";

/** The title of an error page. It replaces the API's default messages that mention requests. */
export function problemTitle({ code, message }: ApiError, method: string): string {
  if (code === "forbidden" || message !== ERRORS[code][1]) return message;
  if (code === "not_found") return "Page not found.";
  if (code === "validation_error") return `The ${method === "GET" ? "URL" : "form"} is invalid.`;
  return message;
}

/** The content of an error page, with what the person can do next. */
export function Problem({ title, error, requestId }: { title: string; error: ApiError; requestId: string }) {
  const { details, status } = error;
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
      <p>
        Go back and try again, or go to <a href="/console">the start page</a>.
      </p>
      <p class="soft">
        Request <code>{requestId}</code>
      </p>
    </section>
  );
}
