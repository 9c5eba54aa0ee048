/**
 * Removes the error of a field once its value changes, and the notice above the form with the last error. Forms with
 * `data-keeps-errors` show what somebody else has saved as errors, which stay.
 */
export function clearFieldErrorsOnInput(): void {
  document.addEventListener("input", ({ target }) => {
    if (!(target instanceof HTMLElement)) return;
    const form = target.closest("form:not([data-keeps-errors])");
    const field = target.closest(":has(> .field-error)");
    const error = field?.querySelector(":scope > .field-error");
    if (form === null || field === null || error === null || error === undefined || !form.contains(field)) return;
    target.removeAttribute("aria-invalid");
    if (error.id !== "")
      for (const described of form.querySelectorAll(`[aria-describedby~="${error.id}"]`)) dropDescription(described, error.id);
    error.remove();
    if (document.querySelector("main .field-error") === null) document.querySelector("main .notice[data-of-fields]")?.remove();
  });
}

function dropDescription(described: Element, id: string): void {
  const ids = (described.getAttribute("aria-describedby") ?? "").split(" ").filter((other) => other !== id);
  if (ids.length === 0) described.removeAttribute("aria-describedby");
  else described.setAttribute("aria-describedby", ids.join(" "));
}
