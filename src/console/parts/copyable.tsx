/** A value with a copy button, which a script shows. `id` must be unique on the page. */
export function Copyable({ id, value, button }: { id: string; value: string; button: string }) {
  return (
    <div class="secret">
      <code id={id}>{value}</code>
      <button type="button" hidden data-copy={id}>
        {button}
      </button>
    </div>
  );
}
