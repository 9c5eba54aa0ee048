/**
 * The page /docs. It first shows a list of all operations, which is HTML. The interactive reference is several megabytes of script, so it is
 * loaded only when an operation is opened, by a link of the list or by a fragment such as `#v2/tag/orders`.
 */
import { CONFIGURATION } from "./configuration.ts";
import { repairAccessibility } from "./repairs.ts";
import { requiredElement } from "./required-element.ts";

/** Defined by the interactive reference's script. */
declare const Scalar: { createApiReference: (selector: string, configuration: object) => unknown };

const [overview, reference, status] = [requiredElement("overview"), requiredElement("reference"), requiredElement("status")];
const source = document.currentScript?.dataset["reference"] ?? "";
let opening: Promise<void> | null = null;

function loadScript(): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = source;
    script.addEventListener("load", () => resolve());
    script.addEventListener("error", () => reject(new Error(`${source} could not be loaded.`)));
    document.head.append(script);
  });
}

async function openReference(): Promise<void> {
  status.textContent = "Loading the reference…";
  try {
    await loadScript();
  } catch {
    // The next click tries again.
    opening = null;
    status.textContent = "The reference could not be loaded. Check your connection and try again.";
    return;
  }
  status.textContent = "";
  repairAccessibility(reference);
  protectListUrl();
  show("reference");
  Scalar.createApiReference("#reference", CONFIGURATION);
}

const isInReference = (): boolean => /^#(?:v\d|operator)/.test(location.hash);

/** The reference writes the part that is in view into the URL. It may do so only after the user has gone back to the list, whose URL must stay. */
function protectListUrl(): void {
  const replace = history.replaceState.bind(history);
  history.replaceState = (...change: Parameters<typeof replace>) => {
    if (isInReference()) replace(...change);
  };
}

function show(name: "overview" | "reference"): void {
  overview.hidden = name === "reference";
  reference.hidden = name === "overview";
  // The link that had the focus is hidden now.
  if (name === "reference") reference.focus({ preventScroll: true });
}

/** Shows the part of the reference in the URL's fragment, or the list. */
async function showFragment(): Promise<void> {
  if (!isInReference()) return show("overview");
  if (opening !== null && reference.hidden) show("reference");
  opening ??= openReference();
  await opening;
}

/** Fetches the reference's script without running it, as soon as the user points at a link or focuses it. */
function prefetch({ target }: Event): void {
  if (!(target instanceof Element) || target.closest('a[href^="#v"], a[href^="#operator"]') === null) return;
  const link = document.createElement("link");
  link.rel = "prefetch";
  link.href = source;
  document.head.append(link);
  for (const name of ["pointerover", "focusin"]) overview.removeEventListener(name, prefetch);
}

for (const name of ["pointerover", "focusin"]) overview.addEventListener(name, prefetch);
window.addEventListener("hashchange", () => void showFragment());
void showFragment();
