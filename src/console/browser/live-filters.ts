/** Applies the filters of a list as soon as one is changed. Texts and dates apply with Enter or when the field is left. */
export function liveFilters(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>("form[data-live]")) {
    form.querySelector("button[data-apply]")?.toggleAttribute("hidden", true);
    const apply = () => form.requestSubmit();
    form.addEventListener("change", ({ target }) => {
      // A date changes with each key.
      if (target instanceof HTMLInputElement && target.type.startsWith("date")) target.addEventListener("blur", apply, { once: true });
      else apply();
    });
    // Empty fields would only make the URL longer.
    form.addEventListener("formdata", ({ formData }) => {
      for (const [name, value] of Array.from(formData)) if (value === "") formData.delete(name);
    });
  }
}
