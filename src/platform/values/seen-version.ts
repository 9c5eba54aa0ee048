import { Refusal } from "../refusal";

/** 412 where a thing is no longer in the version that a person saw when they began to write; undefined: any will do. */
export function mustBeAsSeen(version: number, seen: number | undefined): void {
  if (seen === undefined || seen === version) return;
  throw new Refusal("precondition_failed", [
    { code: "version_changed", message: "Somebody changed this after you had opened it. Send it again to overwrite what they changed." },
  ]);
}
