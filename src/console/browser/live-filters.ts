/** Applies the filters of a list as soon as one is changed. Texts apply with Enter or when the field is left. */
export function liveFilters(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>("form[data-live]")) {
    form.querySelector<HTMLButtonElement>("button[data-apply]")?.classList.add("hidden");
    form.addEventListener("change", () => form.requestSubmit());
    // Empty fields would only make the URL longer.
    form.addEventListener("formdata", ({ formData }) => {
      for (const [name, value] of Array.from(formData)) if (value === "") formData.delete(name);
    });
  }
}
