/** The maximum number of arguments of an SQL function in D1. */
export const MAX_ARGUMENTS = 32;

/** Keywords before a parenthesis that are not functions. */
const NO_FUNCTIONS = /^(?:in|values|as|and|or|not|on|over|from|select|exists|when|then|else|using|key|unique|check|references|set|where)$/i;

/** What matters for counting: texts, quoted names and comments, which are skipped, names before a parenthesis, parentheses and commas. */
const TOKEN = /'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\w+\(|[(),]/g;

const knownCounts = new Map<string, number>();

/** The largest number of arguments of a function in a statement. */
export function mostArguments(sql: string): number {
  let most = knownCounts.get(sql);
  if (most === undefined) {
    most = count(sql);
    knownCounts.set(sql, most);
  }
  return most;
}

function count(sql: string): number {
  let most = 0;
  const open: { isFunction: boolean; commas: number }[] = [];
  for (const [token] of sql.matchAll(TOKEN)) {
    if (token.endsWith("(")) open.push({ isFunction: token.length > 1 && !NO_FUNCTIONS.test(token.slice(0, -1)), commas: 0 });
    else if (token === ")") {
      const closed = open.pop();
      if (closed?.isFunction === true) most = Math.max(most, closed.commas + 1);
    } else if (token === ",") {
      const current = open.at(-1);
      if (current !== undefined) current.commas += 1;
    }
  }
  return most;
}
