import { useCan } from "../page-request";
import { PageLink } from "./link";

/** The text of an empty list without filters. Members who can write get a link to the form for the first entry. */
export function EmptyState({ plural, make, to }: { plural: string; make: string; to: string }) {
  return (
    <>
      No {plural} yet. {useCan("write") ? <PageLink page={to}>{make}</PageLink> : "They appear here once somebody has created one."}
    </>
  );
}
