import type { Refusal } from "../../refusal";
import { inWords } from "../form";

/** What went wrong, and what a person can do about it. */
export function Problem({ refusal, requestId }: { refusal: Refusal; requestId: string }) {
  const { message, details, status } = refusal;
  return (
    <section class="problem">
      <p class="soft">{status}</p>
      <h1>{message}</h1>
      {details.length === 0 ? null : (
        <ul>
          {details.map((fault) => (
            <li>
              {fault.path === undefined || fault.path === "" ? null : <code>{fault.path}</code>} {inWords(fault)}
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
