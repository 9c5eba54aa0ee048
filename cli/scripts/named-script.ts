/** A program and its arguments. npm puts the programs of the installed packages on the PATH. */
export type Command = readonly [program: string, ...args: string[]];

/** What an npm script runs if it gets one of its names as an argument, as in `npm test -- crash`. */
export interface NamedScript {
  /** Shown in the list of the names. */
  about: string;
  /** Run one after another until one fails. */
  commands: readonly Command[];
}

export type NamedScripts = Readonly<Record<string, NamedScript>>;

/** An argument that is not one of the names. The message lists them. */
export class UnknownNameError extends Error {}

/** Whether an argument is meant as a name: an option begins with a hyphen, and a path has a slash or a dot. */
export function isName(argument: string): boolean {
  return /^\w[\w-]*$/.test(argument);
}

/** The script of this name. Throws UnknownNameError if there is none. `kind` says what the names stand for, such as "suite". */
export function namedScript(scripts: NamedScripts, name: string, kind: string): NamedScript {
  const found = Object.hasOwn(scripts, name) ? scripts[name] : undefined;
  if (found !== undefined) return found;
  throw new UnknownNameError(`There is no ${kind} ${JSON.stringify(name)}. There are:\n${listOf(scripts)}`);
}

/** The names and what they stand for, one per line. */
export function listOf(scripts: NamedScripts): string {
  const width = Math.max(...Object.keys(scripts).map(({ length }) => length));
  return Object.entries(scripts)
    .map(([name, { about }]) => `  ${name.padEnd(width)}  ${about}`)
    .join("\n");
}

/** These commands, the last one with further arguments. */
export function withArguments(commands: readonly Command[], args: readonly string[]): readonly Command[] {
  return commands.map((command, index) => (index === commands.length - 1 ? [...command, ...args] : command));
}
