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

/** A table like those of the other pages: the first column names the card that a phone makes of a row; `figures` names those of figures. */
export function table(
  caption: string,
  columns: readonly string[],
  rows: readonly (readonly Child[])[],
  figures: readonly string[] = [],
): HTMLElement {
  const ofFigures = (name: string) => (figures.includes(name) ? "figures" : null);
  const headings = columns.map((name) => element("th", { scope: "col", class: ofFigures(name) }, name));
  const lines = rows.map((cells) =>
    element(
      "tr",
      {},
      ...columns.map((name, at) => element("td", { "data-name": name, class: at === 0 ? "main" : ofFigures(name) }, cells[at] ?? "")),
    ),
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
