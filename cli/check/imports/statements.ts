/** An import or a re-export in the text of a file. */
interface ImportStatement {
  name: string;
  /** Whether it names types alone. */
  isType: boolean;
  /** Whether nothing of it is left when Node runs the file: it says `import type`. */
  isErased: boolean;
}

const STATEMENT = /(?:^|\n)(?:import|export)\s(type\s)?([^;"]*?from\s)?"([^"]+)"/g;
const DYNAMIC = /\bimport\("([^"]+)"\)/g;

/** Whether a list in braces names types alone. */
function isOfTypes(names: string | undefined): boolean {
  const list = /\{([^{}]*)\}/.exec(names ?? "")?.[1];
  return list !== undefined && list.split(",").every((name) => name.trim() === "" || name.trim().startsWith("type "));
}

/** The imports of a file of TypeScript. */
export function importsIn(text: string): ImportStatement[] {
  return [
    ...[...text.matchAll(STATEMENT)].map(([, keyword, names, name = ""]) => {
      const isErased = keyword !== undefined;
      return { name, isType: isErased || isOfTypes(names), isErased };
    }),
    ...[...text.matchAll(DYNAMIC)].map(([, name = ""]) => ({ name, isType: false, isErased: false })),
  ];
}
