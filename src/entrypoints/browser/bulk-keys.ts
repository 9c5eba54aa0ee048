/** The keys that act on the selected rows of a list (console/parts/shortcuts.ts). */
import { BAR_KEY, LABEL_KEY, SHORTCUTS } from "../../console/parts/shortcuts.ts";

const ACTIONS = new Map<string, string>([...Object.entries(SHORTCUTS).map(([action, key]) => [key, action] as const), [LABEL_KEY, "tag"]]);

/** The name of a pressed key: a capital letter that needs Shift begins with it. */
export function keyName({ key, shiftKey }: KeyboardEvent): string {
  return shiftKey && /^[A-Z]$/.test(key) ? `Shift+${key}` : key;
}

/**
 * What a key does with the selected rows, or if none is selected, with the row of the keys (that `j` and `k` have reached), which it selects. Null if
 * it does nothing. Without a selection, the key that prints leads to the previous page.
 */
export function selectionAction(name: string, row: HTMLTableRowElement | null): (() => void) | null {
  const bar = document.querySelector<HTMLFormElement>("form.bulk.floating");
  const action = name === BAR_KEY ? "bar" : ACTIONS.get(name);
  if (bar === null || action === undefined) return null;
  const box = row?.isConnected === true ? row.querySelector<HTMLInputElement>("td.pick input") : null;
  if (bar.hidden && (box === null || action === "print")) return null;
  return () => {
    if (bar.hidden) box?.click();
    run(bar, action);
  };
}

function run(bar: HTMLFormElement, action: string): void {
  if (action === "bar") return bar.querySelector<HTMLElement>("summary")?.focus();
  if (action === "export") return bar.querySelector<HTMLButtonElement>("button[value=export]")?.click();
  const menu = bar.querySelector<HTMLDetailsElement>(`details[data-shortcut="${action}"]`);
  if (menu === null) return;
  menu.open = true;
  const field = menu.querySelector<HTMLElement>(".panel :is(select, input:not([type=hidden]), textarea, button)");
  field?.focus();
  if (field instanceof HTMLInputElement) field.select();
}
