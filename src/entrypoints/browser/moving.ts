/** Moving through a list of orders: each order knows its list, and the list is shown again as it was left. */
import { MESSAGE_PARAMETERS } from "../../console/flash.ts";

/** The key in sessionStorage of the list that was left last. */
const LIST_KEY = "console-list";

/** A list as it was left. */
interface LeftList {
  url: string;
  top: number;
  selected: string[];
}

const listOfPage = (): HTMLElement | null => document.querySelector<HTMLElement>("main [data-list]");
const boxes = (): HTMLInputElement[] => [...document.querySelectorAll<HTMLInputElement>("[data-list] td.pick input")];

/** The address of the list without what an action has said and the order that one comes back from. */
function listUrl(): string {
  const url = new URL(location.href);
  for (const name of MESSAGE_PARAMETERS) url.searchParams.delete(name);
  url.hash = "";
  return url.href;
}

/** Whether two addresses are of the same list: their parameters may be in another order. */
function isSameList(one: string, other: string): boolean {
  const [first, second] = [one, other].map((text) => {
    const url = new URL(text);
    url.searchParams.sort();
    return url.href;
  });
  return first === second;
}

/** Adds to the links of the orders from which list they are opened, and at which place of it they are. */
export function linkPlaces(): void {
  const list = listOfPage();
  if (list === null) return;
  const from = Number(list.dataset["from"]);
  for (const [index, link] of [...list.querySelectorAll<HTMLAnchorElement>("tbody td.main a")].entries()) {
    const url = new URL(link.href);
    url.searchParams.set("list", list.dataset["list"] ?? "");
    url.searchParams.set("at", String(from + index));
    link.href = url.href;
  }
}

/**
 * Shows a list as it was left, if one comes back to it from an order or with the button of the browser: the selection and the place. Returns the row
 * of the order that one comes back from.
 */
export function returnToPlace(): HTMLTableRowElement | null {
  if (listOfPage() === null) return null;
  window.addEventListener("pagehide", () => {
    if (listOfPage() === null) return;
    const selected = boxes().flatMap(({ checked, value }) => (checked ? [value] : []));
    sessionStorage.setItem(LIST_KEY, JSON.stringify({ url: listUrl(), top: scrollY, selected } satisfies LeftList));
  });
  const [, id] = /^#order-(\d+)$/.exec(location.hash) ?? [];
  const [navigation] = performance.getEntriesByType("navigation");
  const goesBack = navigation instanceof PerformanceNavigationTiming && navigation.type === "back_forward";
  if (id === undefined && !goesBack) return null;
  const leftList = JSON.parse(sessionStorage.getItem(LIST_KEY) ?? "null") as LeftList | null;
  const isSame = leftList !== null && isSameList(leftList.url, listUrl());
  if (isSame) for (const box of boxes()) box.checked = leftList.selected.includes(box.value);
  const row =
    id === undefined ? null : (document.querySelector<HTMLAnchorElement>(`td.main a[href*="/orders/${id}?"]`)?.closest("tr") ?? null);
  history.replaceState(history.state, "", listUrl());
  if (isSame) scrollTo({ top: leftList.top });
  return row;
}
