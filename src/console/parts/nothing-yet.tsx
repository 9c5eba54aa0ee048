import { useMay } from "../page-request";
import { To } from "./link";

/** What an empty list that nothing filters says: to those who may, how to make its first. */
export function NothingYet({ plural, make, to }: { plural: string; make: string; to: string }) {
  return (
    <>
      No {plural} yet. {useMay("write") ? <To page={to}>{make}</To> : "They appear here once somebody has made one."}
    </>
  );
}
