import { Icon } from "./icon";
import { Facts } from "./values";

const KEYS = [
  ["/", "Search"],
  ["j", "Next row"],
  ["k", "Previous row"],
  ["x", "Select the row"],
  ["Enter", "Open the row"],
  ["n", "Next page"],
  ["p", "Previous page"],
  ["?", "Show the shortcuts"],
] as const;

/** Works also in fields. */
const PALETTE = ["Ctrl K", "Go to a page, or find an order, customer or SKU"] as const;

/** Opens the list of keyboard shortcuts. A script shows the button, because the shortcuts need scripts. */
export function KeyboardButton() {
  return (
    <button type="button" class="quiet" data-opens="keys" hidden>
      <Icon name="keyboard" />
      Keyboard shortcuts
    </button>
  );
}

/** The list of keyboard shortcuts. They can be disabled, because dictation or a typing error can trigger a single-letter shortcut. */
export function KeyboardHelp({ sections }: { sections: readonly { key: string; name: string }[] }) {
  const all = [PALETTE, ...KEYS, ...sections.map(({ key, name }) => [`g ${key}`, name] as const)];
  return (
    <dialog id="keys" aria-labelledby="keys-title">
      <h2 id="keys-title">Keyboard shortcuts</h2>
      <Facts facts={all.map(([key, action]) => [<kbd>{key}</kbd>, action] as const)} />
      <div class="field check">
        <input id="keys-on" type="checkbox" />
        <label for="keys-on">Use keyboard shortcuts in this browser</label>
      </div>
      <form method="dialog">
        <button autofocus>Close</button>
      </form>
    </dialog>
  );
}
