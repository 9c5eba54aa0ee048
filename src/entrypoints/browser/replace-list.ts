let running: AbortController | null = null;

/**
 * Replaces the list around its filters by that of a URL. The form of the filters stays in the page, with the focus and what is being typed. Returns
 * whether the list was replaced: not if a later change of the filters has taken its place, or if the URL is opened as a page, because it shows
 * something else.
 */
export async function replaceList(form: HTMLFormElement, url: string): Promise<boolean> {
  running?.abort();
  const request = new AbortController();
  running = request;
  const main = document.querySelector("main");
  main?.setAttribute("aria-busy", "true");
  try {
    const response = await fetch(url, { signal: request.signal });
    const next = new DOMParser().parseFromString(await response.text(), "text/html");
    if (request.signal.aborted) return false;
    if (main === null || !response.ok || response.redirected || !swap(main, form, next)) {
      location.assign(url);
      return false;
    }
    if (history.state === null) history.replaceState({ isList: true }, "");
    history.pushState({ isList: true }, "", url);
    document.title = next.title;
    return true;
  } catch {
    // The page of the URL says what is wrong.
    if (!request.signal.aborted) location.assign(url);
    return false;
  } finally {
    if (running === request) main?.removeAttribute("aria-busy");
  }
}

/** The child of the main part that has the filters. */
function placeOf(main: Element, form: Element | null): Element | undefined {
  return form === null ? undefined : [...main.children].find((child) => child.contains(form));
}

/** Replaces everything but the filters. Returns false if the other page has no such filters. */
function swap(main: Element, form: HTMLFormElement, next: Document): boolean {
  const nextMain = next.querySelector("main");
  const nextForm = next.querySelector<HTMLFormElement>("form[data-live]");
  const [place, nextPlace] = [placeOf(main, form), nextMain === null ? undefined : placeOf(nextMain, nextForm)];
  if (place === undefined || nextMain === null || nextPlace === undefined || nextForm?.action !== form.action) return false;
  const children = [...nextMain.children];
  const at = children.indexOf(nextPlace);
  const replaced = [...main.children].filter((child) => child !== place);
  for (const child of replaced) child.remove();
  place.before(...children.slice(0, at));
  place.after(...children.slice(at + 1), announcement());
  // Only a list with filters has the link that clears them.
  const [links, nextLinks] = [form, nextForm].map((each) => each.querySelector(":scope > .actions"));
  if (links !== null && links !== undefined && nextLinks !== null && nextLinks !== undefined && !links.contains(document.activeElement)) {
    nextLinks.querySelector("button[data-apply]")?.toggleAttribute("hidden", true);
    links.replaceWith(nextLinks);
  }
  return true;
}

const ANNOUNCEMENT_DELAY_MS = 100;

/** Tells a screen reader that the list has changed, because the focus stays where it is. */
function announcement(): HTMLElement {
  const status = document.createElement("p");
  status.className = "hidden";
  status.role = "status";
  // A screen reader does not read a text that is in the element when it is added.
  setTimeout(() => (status.textContent = "The list is updated."), ANNOUNCEMENT_DELAY_MS);
  return status;
}
