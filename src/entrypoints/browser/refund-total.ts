import { Search } from "./searches.ts";

/** Shows the amount of a refund while it is typed, as the service computes it. Nothing while a field is empty or wrong. */
export function showRefundTotal(): void {
  for (const output of document.querySelectorAll<HTMLOutputElement>("output[data-total]")) {
    const { form } = output;
    const search = new Search<{ text: string }>(({ text }) => (output.textContent = text));
    form?.addEventListener("input", () => {
      const amounts = new URLSearchParams();
      for (const [name, value] of new FormData(form))
        if (AMOUNTS.test(name) && typeof value === "string" && value !== "") amounts.set(name, value);
      output.textContent = "";
      search.begin(amounts.size === 0 ? null : `${output.dataset["total"]}?${amounts.toString()}`);
    });
  }
}

/** The names of the fields that decide the amount. */
const AMOUNTS = /^(?:(?:unshipped|shipped|amount)_\d+|shipping|other|tax)$/;
