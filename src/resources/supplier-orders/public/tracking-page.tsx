import { Icon, PublicForm } from "../../../public/layout";
import type { PublicView, Rejected } from "../../../public/public-page";
import { usePublicRequest } from "../../../public/public-request";
import { BackToList } from "./navigation";
import { Problem } from "./problem";

function TrackingPage({ rejected }: { rejected: Rejected | undefined }) {
  const { text } = usePublicRequest();
  const sent = rejected?.values["lines"];
  return (
    <>
      <BackToList />
      <h1>{text("paste_title")}</h1>
      <p id="lead">{text("paste_lead")}</p>
      <Problem rejected={rejected} />
      <PublicForm to="/tracking">
        <label for="lines">{text("paste_label")}</label>
        <textarea id="lines" name="lines" rows={12} aria-describedby="lead" placeholder={"1042\t1Z999AA10123456784"} required>
          {typeof sent === "string" ? sent : ""}
        </textarea>
        <button class="primary big">
          <Icon name="ship" />
          {text("paste_button")}
        </button>
      </PublicForm>
    </>
  );
}

export function trackingView(title: string, rejected?: Rejected): PublicView {
  return { title, body: <TrackingPage rejected={rejected} /> };
}
