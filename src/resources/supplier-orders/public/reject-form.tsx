import { PublicForm } from "../../../public/layout";
import { usePublicRequest, useSentValues } from "../../../public/public-request";
import type { TextKey } from "../../../public/texts/catalog";
import { MAX_REASON_LENGTH } from "../states";
import { textIn } from "./form-fields";

interface RejectFormProps {
  to: `/${string}`;
  id: string;
  title: TextKey;
}

/** A form that asks why something is rejected. It is folded until somebody wants it. */
export function RejectForm({ to, id, title }: RejectFormProps) {
  const { text } = usePublicRequest();
  const sent = useSentValues(to);
  return (
    <details class="folded" open={sent !== null}>
      <summary>{text(title)}</summary>
      <PublicForm to={to} sent={sent}>
        <label for={id}>{text("reason")}</label>
        <textarea id={id} name="reason" rows={2} maxlength={MAX_REASON_LENGTH} autofocus={sent !== null} required>
          {textIn(sent, "reason")}
        </textarea>
        <button class="danger">{text("yes_reject")}</button>
      </PublicForm>
    </details>
  );
}
