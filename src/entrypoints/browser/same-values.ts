/**
 * Fields with the same `data-same` are for the same product: what is filled in for one of them is filled in for the others too, where nothing is
 * filled in yet.
 */
export function fillSameProducts(): void {
  document.addEventListener("change", ({ target }) => {
    if (!(target instanceof HTMLInputElement) || target.dataset["same"] === undefined || target.value === "") return;
    for (const field of document.querySelectorAll<HTMLInputElement>("input[data-same]"))
      if (field.dataset["same"] === target.dataset["same"] && field.value === "") field.value = target.value;
  });
}
