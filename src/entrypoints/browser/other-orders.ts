interface OtherOrder {
  label: string;
  detail: string;
  href: string;
}

/** Shows the newest other orders of a customer in their part of the page. If they can't be read, the link to all of them is still there. */
export function showOtherOrders(): void {
  for (const part of document.querySelectorAll<HTMLElement>("[data-other-orders]")) void load(part);
}

async function load(part: HTMLElement): Promise<void> {
  const list = part.querySelector("ul");
  try {
    const response = await fetch(part.dataset["otherOrders"] ?? "");
    if (!response.ok || response.redirected || list === null) return;
    const { orders } = (await response.json()) as { orders: OtherOrder[] };
    if (orders.length === 0) {
      const none = document.createElement("p");
      none.className = "soft";
      none.textContent = "None.";
      part.querySelector("a")?.replaceWith(none);
    }
    list.replaceChildren(...orders.map(entryOf));
  } catch {
    // Offline.
  }
}

function entryOf({ label, detail, href }: OtherOrder): HTMLElement {
  const [entry, link, more] = [document.createElement("li"), document.createElement("a"), document.createElement("span")];
  link.href = href;
  link.textContent = label;
  more.className = "line soft";
  more.textContent = detail;
  entry.append(link, more);
  return entry;
}
