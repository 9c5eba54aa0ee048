import { inject } from "vitest";
import { findProgram, noteMissing, PROGRAMS, type ProgramName } from "./setup/programs.ts";

/** The path of a program. If it is missing, it is null, the caller skips its tests, and the end of the run reports it. */
export function program(name: ProgramName): string | null {
  const path = findProgram(name);
  if (path !== null) return path;
  const { tests, install, requiredInCi } = PROGRAMS[name];
  if (process.env["CI"] === "true" && requiredInCi) throw new Error(`${name} is missing, which tests ${tests}: ${install}.`);
  noteMissing(inject("runFolder"), name);
  return null;
}
