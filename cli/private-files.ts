import { closeSync, createWriteStream, fchmodSync, mkdirSync, openSync, writeFileSync, type WriteStream } from "node:fs";

// What the command line writes holds personal data or credentials, so other users of the computer must not read it.

const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;

/** Creates a folder, with its parents, that only its owner can open. A folder that exists keeps its mode. */
export function makePrivateFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: FOLDER_MODE });
}

/** Opens a file that only its owner can read: empty ("w"), one that does not exist yet ("wx"), or to append ("a"). Returns its descriptor. */
export function openPrivateFile(path: string, flags: "w" | "wx" | "a" = "w"): number {
  const file = openSync(path, flags, FILE_MODE);
  // A file that existed has kept its mode.
  fchmodSync(file, FILE_MODE);
  return file;
}

/** Writes a file that only its owner can read. */
export function writePrivateFile(path: string, text: string, flags: "w" | "wx" = "w"): void {
  const file = openPrivateFile(path, flags);
  try {
    writeFileSync(file, text);
  } finally {
    closeSync(file);
  }
}

/** A stream to the end of a file that only its owner can read. */
export function appendToPrivateFile(path: string): WriteStream {
  return createWriteStream(path, { fd: openPrivateFile(path, "a") });
}
