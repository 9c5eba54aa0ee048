/**
 * Checks that only src/platform/reading reads the bytes of requests and responses and parses JSON, so that nothing of that is without limits on
 * memory, size, time and shape. It finds what the types say, whatever a variable is called. Also checks that large pages of rows are only read by
 * what reserves memory for them.
 *
 *     node cli/check/reading.ts [tsconfig.json]
 */
import { dirname, join, relative, resolve } from "node:path";
import * as ast from "typescript/unstable/ast";
import { API, type Project, type Symbol } from "typescript/unstable/sync";

const config = resolve(process.argv[2] ?? "tsconfig.json");
const root = dirname(config);

/** What may read: the module for it, and the scripts that run in a browser. */
const EXEMPT = ["src/platform/reading/", "src/entrypoints/browser/"];

const BODY = ["arrayBuffer", "blob", "bytes", "formData", "json", "text"];

/** The members that read, by the type that declares them. */
const READING: Readonly<Record<string, readonly string[]>> = {
  Body: ["body", ...BODY],
  Blob: ["stream", ...BODY],
  ReadableStream: ["getReader", "pipeThrough", "pipeTo", "tee", "values"],
  HonoRequest: ["bodyCache", "parseBody", ...BODY],
  JSON: ["parse"],
};

/** Functions of packages that read a request. */
const READING_FUNCTIONS: ReadonlySet<string> = new Set(["readRequestBody"]);

/** What reads large pages of rows, and may set the limit of a page. */
const PAGES = {
  withPageLimit: ["src/platform/db/list/page-memory.ts", "src/platform/db/org-db.ts"],
  pageLimit: ["src/platform/http/pipeline.ts", "src/platform/db/org-db.ts"],
  PageLimit: ["src/platform/db/list/page-limit.ts"],
} as const;

const NAMES: ReadonlySet<string> = new Set(Object.values(READING).flat());

/** The types that declare a member, except our own ones. A member of a union type has several. */
function ownersOf(project: Project, member: Symbol): (string | undefined)[] {
  if (member.declarations.every(({ path }) => path.startsWith(join(root, "src/")))) return [];
  const parent = member.getParent();
  if (parent !== undefined) return [parent.name];
  return member.declarations.map((declaration) => {
    const owner = declaration.resolve(project)?.parent;
    return owner !== undefined && (ast.isInterfaceDeclaration(owner) || ast.isClassDeclaration(owner)) ? owner.name?.text : undefined;
  });
}

/** The member that an expression or a pattern names; null if it names none that could read. */
function memberAt(project: Project, node: ast.Node): Symbol | null {
  const { checker } = project;
  if (ast.isPropertyAccessExpression(node)) return NAMES.has(node.name.text) ? (checker.getSymbolAtLocation(node.name) ?? null) : null;
  const name = ast.isElementAccessExpression(node)
    ? node.argumentExpression
    : ast.isBindingElement(node)
      ? (node.propertyName ?? node.name)
      : null;
  if (name === null || name === undefined || !(ast.isIdentifier(name) || ast.isStringLiteral(name)) || !NAMES.has(name.text)) return null;
  const type = checker.getTypeAtLocation(ast.isElementAccessExpression(node) ? node.expression : node.parent);
  return type === undefined ? null : (checker.getPropertyOfType(type, name.text) ?? null);
}

/** What a node reads; null if it reads nothing. */
function readingAt(project: Project, node: ast.Node): string | null {
  if (ast.isImportSpecifier(node)) return READING_FUNCTIONS.has((node.propertyName ?? node.name).text) ? node.name.text : null;
  if (ast.isForOfStatement(node) && node.awaitModifier !== undefined) {
    return project.checker.getTypeAtLocation(node.expression)?.getSymbol()?.name === "ReadableStream" ? "for await of a stream" : null;
  }
  const member = memberAt(project, node);
  const owner = member === null ? undefined : ownersOf(project, member).find((each) => READING[each ?? ""]?.includes(member.name));
  return owner === undefined ? null : `${owner}.${member?.name}`;
}

/** Which name in PAGES a node uses to set the limit of a page; null if it does not set it. */
function pageLimitAt(node: ast.Node): keyof typeof PAGES | null {
  if ((ast.isIdentifier(node) || ast.isStringLiteral(node)) && node.text === "withPageLimit") return "withPageLimit";
  if (ast.isPropertyAssignment(node) || ast.isShorthandPropertyAssignment(node))
    return node.name.getText() === "pageLimit" ? "pageLimit" : null;
  return ast.isAsExpression(node) && node.type.getText() === "PageLimit" ? "PageLimit" : null;
}

function violationsIn(project: Project, file: ast.SourceFile): string[] {
  const violations: string[] = [];
  const path = relative(root, file.fileName);
  const visit = (node: ast.Node): undefined => {
    const limit = pageLimitAt(node);
    const isAllowed = limit === null || PAGES[limit].some((allowed) => allowed === path);
    const violation = isAllowed ? readingAt(project, node) : `limit of a page (${limit})`;
    if (violation !== null) {
      const { line } = file.getLineAndCharacterOfPosition(node.getStart(file));
      violations.push(`${path}:${line + 1}: ${violation}`);
    }
    node.forEachChild(visit);
    return undefined;
  };
  visit(file);
  return violations;
}

const api = new API({ cwd: root });
const [project] = api.updateSnapshot({ openProjects: [config] }).getProjects();
if (project === undefined) throw new Error(`${config} can't be opened.`);
const names = project.program.getSourceFileNames().filter((name) => {
  const path = relative(root, name);
  return path.startsWith("src/") && !EXEMPT.some((folder) => path.startsWith(folder));
});
const violations = names.flatMap((name) => {
  const file = project.program.getSourceFile(name);
  return file === undefined ? [] : violationsIn(project, file);
});
api.close();

for (const violation of violations) console.error(violation);
if (violations.length > 0) {
  console.error(
    `Read bytes and parse JSON with src/platform/reading: parseStored for what we have written, the rest for what others have. Read large pages with ${PAGES.withPageLimit[0]}.`,
  );
  process.exitCode = 1;
} else console.log(`${names.length} files, of which only src/platform/reading reads bytes of others.`);
