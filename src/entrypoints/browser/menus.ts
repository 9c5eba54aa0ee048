/** Closes menus with a click anywhere else. Escape: escape.ts. */
export function closeMenusOnClick(): void {
  document.addEventListener("click", ({ target }) => {
    for (const menu of document.querySelectorAll<HTMLDetailsElement>("details.drop[open]")) {
      if (target instanceof Node && menu.contains(target)) continue;
      if (menu.contains(document.activeElement)) menu.querySelector("summary")?.focus();
      menu.open = false;
    }
  });
}
