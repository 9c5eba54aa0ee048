/**
 * Applies the filters of a list as soon as one is changed. Texts, and dates that are typed, apply with Enter or when the field is left. A date
 * that is picked from the calendar applies at once.
 */
export function liveFilters(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>("form[data-live]")) {
    form.querySelector("button[data-apply]")?.toggleAttribute("hidden", true);
    const apply = () => form.requestSubmit();
    let isTyping = false;
    form.addEventListener("keydown", () => (isTyping = true));
    form.addEventListener("pointerdown", () => (isTyping = false));
    form.addEventListener("change", ({ target }) => {
      // A typed date changes with each key.
      if (isTyping && target instanceof HTMLInputElement && target.type.startsWith("date"))
        target.addEventListener("blur", apply, { once: true });
      else apply();
    });
    // Empty fields would only make the URL longer.
    form.addEventListener("formdata", ({ formData }) => {
      for (const [name, value] of Array.from(formData)) if (value === "") formData.delete(name);
    });
  }
}
