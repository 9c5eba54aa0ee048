import { Facts } from "./values";

const KEYS = [
  ["/", "Search"],
  ["j", "Next row"],
  ["k", "Row before"],
  ["Enter", "Open the row"],
  ["n", "Next page"],
  ["p", "Page before"],
  ["?", "These keys"],
] as const;

/** The button to the keys, for those who would not guess `?`. It is shown where scripts run: without them there are no keys. */
export function KeyboardButton() {
  return (
    <button type="button" class="quiet" data-opens="keys" hidden>
      Keyboard shortcuts
    </button>
  );
}

/** The keys of every page, and a way to turn them off: a single letter can come from dictation or a slip. */
export function KeyboardHelp() {
  return (
    <dialog id="keys" aria-labelledby="keys-title">
      <h2 id="keys-title">Keyboard shortcuts</h2>
      <Facts facts={KEYS.map(([key, does]) => [<kbd>{key}</kbd>, does] as const)} />
      <div class="field check">
        <input id="keys-on" type="checkbox" />
        <label for="keys-on">Use these keys in this browser</label>
      </div>
      <form method="dialog">
        <button autofocus>Close</button>
      </form>
    </dialog>
  );
}
