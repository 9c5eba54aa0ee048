/** The first pause before the page is read again, how much each next one is longer, and the longest one. */
const FIRST_PAUSE_MS = 2000;
const PAUSE_GROWTH = 1.3;
const MAX_PAUSE_MS = 15_000;
/** How often a page is read again. What takes longer is seen when the page is opened the next time. */
const MAX_READS = 100;

/** Reads a page again while a part of it waits for something, such as the result of a delivery. */
export function updateWaitingParts(): void {
  let [pause, reads] = [FIRST_PAUSE_MS, 0];
  const isWaiting = () => document.querySelector("main [data-waits]") !== null && reads < MAX_READS;
  const next = () => {
    if (isWaiting()) setTimeout(() => void read(), pause);
  };
  const read = async () => {
    // A page that nobody sees can wait.
    if (!document.hidden) {
      reads += 1;
      pause = Math.min(pause * PAUSE_GROWTH, MAX_PAUSE_MS);
      await refreshParts();
    }
    next();
  };
  next();
}

/** Replaces the parts that show something else by now. What is typed elsewhere on the page stays. */
export async function refreshParts(): Promise<void> {
  const response = await fetch(location.href).catch(() => null);
  const text = await response?.text().catch(() => null);
  // Somebody who is signed out stays on the page.
  if (response?.ok !== true || response.redirected || typeof text !== "string") return;
  const page = new DOMParser().parseFromString(text, "text/html");
  let isChanged = false;
  for (const part of document.querySelectorAll<HTMLElement>("main [data-updates]")) {
    const current = page.querySelector<HTMLElement>(`main [data-updates="${part.dataset["updates"] ?? ""}"]`);
    if (current === null || isInUse(part)) continue;
    if (part.textContent === current.textContent) part.toggleAttribute("data-waits", current.hasAttribute("data-waits"));
    else {
      part.replaceWith(current);
      isChanged = true;
    }
  }
  if (isChanged) announce();
}

/** Whether somebody has the focus in a part, or has opened a menu in it. */
function isInUse(part: HTMLElement): boolean {
  return part.contains(document.activeElement) || part.querySelector("details.drop[open]") !== null;
}

const ANNOUNCEMENT_DELAY_MS = 100;

/** Tells a screen reader that the page has changed, because the focus stays where it is. */
function announce(): void {
  document.querySelector("main > .updated")?.remove();
  const status = document.createElement("p");
  status.className = "hidden updated";
  status.role = "status";
  document.querySelector("main")?.append(status);
  // A screen reader does not read a text that is in the element when it is added.
  setTimeout(() => (status.textContent = "The page shows something new."), ANNOUNCEMENT_DELAY_MS);
}
