/** Closes menus with Escape, and with a click anywhere else. */
export function closeMenus(): void {
  const close = (except: Node | null) => {
    for (const menu of document.querySelectorAll<HTMLDetailsElement>("details.drop[open]")) {
      if (except !== null && menu.contains(except)) continue;
      if (menu.contains(document.activeElement)) menu.querySelector("summary")?.focus();
      menu.open = false;
    }
  };
  document.addEventListener("click", ({ target }) => close(target instanceof Node ? target : null));
  document.addEventListener("keydown", ({ key }) => {
    if (key === "Escape") close(null);
  });
}
