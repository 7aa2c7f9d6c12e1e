const KEYS: [key: string, does: string][] = [
  ['j, k', 'next and previous order'],
  ['x', 'select'],
  ['Shift x', 'select all up to here'],
  ['Enter', "open the order's wave"],
  ['e', 'export'],
  ['/', 'search'],
  ['Esc', 'clear the selection'],
]

/** Only scripts can use them, so without scripts the switch has no effect and stays hidden. */
export const ListKeys = () => (
  <details class="list-keys">
    <summary class="list-keys__title" aria-keyshortcuts="?">
      Keys
    </summary>
    <dl class="list-keys__list">
      {KEYS.map(([key, does]) => (
        <div class="list-keys__row">
          <dt>
            <kbd class="list-keys__key">{key}</kbd>
          </dt>
          <dd>{does}</dd>
        </div>
      ))}
    </dl>
    <label class="list-keys__switch">
      <input type="checkbox" checked data-list-keys-target="switch" data-action="list-keys#keep" /> Use these
      keys
    </label>
  </details>
)
