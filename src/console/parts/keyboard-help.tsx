import { Icon } from "./icon";
import { BAR_KEY, LABEL_KEY, SHORTCUTS } from "./shortcuts";
import { Facts } from "./values";

const KEYS = [
  ["/", "Search"],
  ["j", "Next row, or on an order the next one of its list"],
  ["k", "Previous row or order"],
  ["x", "Select the row"],
  ["Enter", "Open the row"],
  ["n", "Next page"],
  ["p", "Previous page, if nothing is selected"],
  ["?", "Show the shortcuts"],
] as const;

/** What the keys do with the selected orders, or without a selection with the row that `j` and `k` have reached. */
const SELECTION_KEYS = [
  [SHORTCUTS.status, "Set the status"],
  [SHORTCUTS.assign, "Assign them"],
  [`${SHORTCUTS.tag} or ${LABEL_KEY}`, "Tag them"],
  [SHORTCUTS.ship, "Ship them"],
  [SHORTCUTS.production, "Set the supplier, send to it, create proof links"],
  [SHORTCUTS.hold, "Put them on hold or release them"],
  [SHORTCUTS.print, "Print them"],
  [SHORTCUTS.export, "Export them"],
  [BAR_KEY, "Go to the bar of actions"],
  ["Esc", "End the selection"],
  ["z", "Undo the last change"],
] as const;

/** Works also in fields. */
const PALETTE = ["Ctrl K", "Go to a page, find an order, customer, product or supplier, or start something"] as const;

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
  const factsOf = (keys: readonly (readonly [key: string, action: string])[]) => (
    <Facts facts={keys.map(([key, action]) => [<kbd>{key}</kbd>, action] as const)} />
  );
  return (
    <dialog id="keys" aria-labelledby="keys-title">
      <header>
        <h2 id="keys-title" tabindex={-1}>
          Keyboard shortcuts
        </h2>
        <form method="dialog">
          <button>Close</button>
        </form>
      </header>
      {factsOf(all)}
      <h3>Selected orders</h3>
      {factsOf(SELECTION_KEYS)}
      <div class="field check">
        <input id="keys-on" type="checkbox" />
        <label for="keys-on">Use keyboard shortcuts in this browser</label>
      </div>
    </dialog>
  );
}
