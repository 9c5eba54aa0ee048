type Child = Node | string | null;

/** An element with attributes (null leaves one out) and children; texts are texts, never markup. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string | null>>,
  ...children: readonly Child[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) if (value !== null) made.setAttribute(attribute, value);
  made.append(...children.filter((child) => child !== null));
  return made;
}

/** A column of a table: figures stand at the right, `main` names the card that a phone makes of a row. */
export interface Column {
  name: string;
  figures?: boolean;
  main?: boolean;
}

function classOf({ figures, main }: Column): string | null {
  return figures === true ? "figures" : main === true ? "main" : null;
}

/** A table like those of the other pages. */
export function table(caption: string, columns: readonly Column[], rows: readonly (readonly Child[])[]): HTMLElement {
  const headings = columns.map((column) =>
    element("th", { scope: "col", class: classOf(column) === "figures" ? "figures" : null }, column.name),
  );
  const lines = rows.map((cells) =>
    element("tr", {}, ...columns.map((column, at) => element("td", { "data-name": column.name, class: classOf(column) }, cells[at] ?? ""))),
  );
  return element(
    "div",
    { class: "table" },
    element(
      "table",
      {},
      element("caption", { class: "hidden" }, caption),
      element("thead", {}, element("tr", {}, ...headings)),
      element("tbody", {}, ...lines),
    ),
  );
}

/** Names and values, one below the other. */
export function facts(pairs: readonly (readonly [name: string, value: string])[]): HTMLElement {
  return element("dl", { class: "facts" }, ...pairs.flatMap(([name, value]) => [element("dt", {}, name), element("dd", {}, value)]));
}

/** Something that a person is told. */
export function notice(kind: "good" | "bad" | "plain", ...children: readonly Child[]): HTMLElement {
  return element("div", { class: `notice ${kind}`, role: kind === "bad" ? "alert" : "status" }, ...children);
}

const counts = new Intl.NumberFormat("en");

/** A count, as `25,900`. */
export function countText(count: number): string {
  return counts.format(count);
}

/** A count and what is counted: `1 order`, `25,900 orders`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${countText(count)} ${count === 1 ? one : many}`;
}
