import { type ApiError, ERRORS } from "../../platform/api-error";
import { errorMessage } from "../form";

/** What a refusal is called on a page: where it has no words of its own, the API's speak of requests. */
export function problemTitle({ code, message }: ApiError, method: string): string {
  if (code === "forbidden" || message !== ERRORS[code][1]) return message;
  if (code === "not_found") return "There is no such page.";
  if (code === "validation_error") return `Something in the ${method === "GET" ? "address" : "form"} is not right.`;
  return message;
}

/** What went wrong, and what a person can do about it. */
export function Problem({ title, refusal, requestId }: { title: string; refusal: ApiError; requestId: string }) {
  const { details, status } = refusal;
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
        Go back and try again, or begin at <a href="/console">the first page</a>.
      </p>
      <p class="soft">
        Request <code>{requestId}</code>
      </p>
    </section>
  );
}
