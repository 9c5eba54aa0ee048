/** In the place of a form, for who may not write. */
export function OnlyLook() {
  return <p class="soft">Your role lets you look, not change.</p>;
}
