/**
 * The programs that some tests need besides Node and npm. A test whose program is missing is skipped, and the end of the run reports it.
 */
import { accessSync, constants, existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";

export interface Program {
  /** The tests that are skipped without it. */
  tests: string;
  /** How to install it. */
  install: string;
  /** Whether the run fails without it if CI is "true": `.ci/run` installs these. */
  requiredInCi: boolean;
  /** Its folders besides those of PATH. */
  places?: string[];
  /** Its names in PATH, best first, if they differ from its own. */
  names?: string[];
}

export const PROGRAMS = {
  bash: { tests: "the guide's commands", install: "apt-get install bash", requiredInCi: true },
  chromium: {
    tests: "the console and the documentation in a browser",
    install: "apt-get install chromium-headless-shell fonts-liberation, or set CHROMIUM to a Chrome or Chromium",
    requiredInCi: true,
    places: [process.env["CHROMIUM"] ?? "", "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"],
    // The first one draws no window around the page, which halves the work.
    names: ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"],
  },
  curl: { tests: "the guide's commands", install: "apt-get install curl", requiredInCi: true },
  git: { tests: "that no file and no commit holds a secret", install: "apt-get install git", requiredInCi: true },
  go: { tests: "the guide's signature check in Go", install: "apt-get install golang-go", requiredInCi: false },
  libreoffice: {
    tests: "that a spreadsheet opens the tracking worksheet and the template without damage",
    install: "apt-get install libreoffice-calc",
    requiredInCi: false,
    names: ["soffice", "libreoffice"],
  },
  openssl: { tests: "the guide's signature check in a shell", install: "apt-get install openssl", requiredInCi: true },
  php: { tests: "the guide's signature check in PHP", install: "apt-get install php-cli", requiredInCi: false },
  python3: { tests: "the guide's signature check in Python", install: "apt-get install python3", requiredInCi: false },
  ruby: { tests: "the guide's signature check in Ruby", install: "apt-get install ruby", requiredInCi: false },
} satisfies Record<string, Program>;

export type ProgramName = keyof typeof PROGRAMS;

/** The path of a program; null if it is not installed. */
export function findProgram(name: ProgramName): string | null {
  const { places = [], names = [name] }: Program = PROGRAMS[name];
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  const paths = [...places, ...names.flatMap((one) => folders.map((folder) => join(folder, one)))];
  return paths.find((path) => path !== "" && existsSync(path) && isExecutable(path)) ?? null;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The folder in which a run records missing programs. */
const folderOf = (runFolder: string): string => join(runFolder, "missing-programs");

/** Records for the end of the run that tests were skipped because of a missing program. */
export function noteMissing(runFolder: string, name: ProgramName): void {
  mkdirSync(folderOf(runFolder), { recursive: true });
  writeFileSync(join(folderOf(runFolder), name), "");
}

/** A line for each missing program. */
export function missingLines(runFolder: string): string[] {
  const missing = existsSync(folderOf(runFolder)) ? (readdirSync(folderOf(runFolder)) as ProgramName[]) : [];
  return missing.map((name) => `Skipped: ${PROGRAMS[name].tests}. ${name} is missing: ${PROGRAMS[name].install}.`);
}
