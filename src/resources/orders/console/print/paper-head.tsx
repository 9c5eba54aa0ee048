import type { Child } from "hono/jsx";
import { Barcode } from "./barcode";

/** The head of a paper: what it is about, and the number of its order as text and as a barcode. */
export function PaperHead({ title, lead, number }: { title: string; lead: Child; number?: string }) {
  return (
    <header>
      <div>
        <h2>{title}</h2>
        <p>{lead}</p>
      </div>
      {number === undefined ? null : <Barcode text={number} />}
    </header>
  );
}
