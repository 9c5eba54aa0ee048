/** Replaces a form for members who can only read. */
export function ReadOnlyNotice() {
  return <p class="soft">Your role lets you look, not change.</p>;
}
