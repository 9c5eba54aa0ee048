type Child = Node | string | null;

/** Creates an element. An attribute that is null is left out. Texts are never parsed as markup. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string | null>>,
  ...children: readonly Child[]
): HTMLElementTagNameMap[Name] {
  const created = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) if (value !== null) created.setAttribute(attribute, value);
  created.append(...children.filter((child) => child !== null));
  return created;
}

interface Table {
  columns: readonly string[];
  rows: readonly (readonly Child[])[];
  figures?: readonly string[];
}

/** A table like those of the other pages. On a phone, a row is a card titled by its first cell. */
export function table(caption: string, { columns, rows, figures = [] }: Table): HTMLElement {
  const figuresClass = (name: string) => (figures.includes(name) ? "figures" : null);
  const headings = columns.map((name) => element("th", { scope: "col", class: figuresClass(name) }, name));
  const bodyRows = rows.map((cells) =>
    element(
      "tr",
      {},
      ...columns.map((name, at) => element("td", { "data-name": name, class: at === 0 ? "main" : figuresClass(name) }, cells[at] ?? "")),
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
      element("tbody", {}, ...bodyRows),
    ),
  );
}

/** Names and values, one below the other. */
export function facts(pairs: readonly (readonly [name: string, value: string])[]): HTMLElement {
  return element("dl", { class: "facts" }, ...pairs.flatMap(([name, value]) => [element("dt", {}, name), element("dd", {}, value)]));
}

export function notice(kind: "good" | "bad" | "plain", ...children: readonly Child[]): HTMLElement {
  return element("div", { class: `notice ${kind}`, role: kind === "bad" ? "alert" : "status" }, ...children);
}
