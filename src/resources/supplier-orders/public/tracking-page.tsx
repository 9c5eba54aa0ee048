import { Icon, PublicForm } from "../../../public/layout";
import type { PublicView } from "../../../public/public-page";
import { usePublicRequest, useSentValues } from "../../../public/public-request";
import { BackToList } from "./navigation";
import { textIn } from "./form-fields";

/** Numbers that the page lists. */
const MAX_NUMBERS = 60;

function TrackingPage({ waiting }: { waiting: readonly string[] }) {
  const { text } = usePublicRequest();
  const sent = useSentValues("/tracking");
  return (
    <>
      <BackToList />
      <h1>{text("paste_title")}</h1>
      <p id="lead">{text("paste_lead")}</p>
      {waiting.length === 0 ? null : (
        <p>
          <span class="soft">{text("paste_waiting")}</span>{" "}
          {waiting.slice(0, MAX_NUMBERS).join(", ") + (waiting.length > MAX_NUMBERS ? " …" : "")}
        </p>
      )}
      <PublicForm to="/tracking" sent={sent} lead="problem_whole">
        <label for="lines">{text("paste_label")}</label>
        <textarea id="lines" name="lines" rows={12} aria-describedby="lead" placeholder="1042, 1Z999AA10123456784" required>
          {textIn(sent, "lines")}
        </textarea>
        <button class="primary big">
          <Icon name="ship" />
          {text("paste_button")}
        </button>
      </PublicForm>
    </>
  );
}

/** `waiting`: the numbers of the buyers' orders of which something is left to ship. */
export function trackingView(title: string, waiting: readonly string[]): PublicView {
  return { title, body: <TrackingPage waiting={waiting} /> };
}
