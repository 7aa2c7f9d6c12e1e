export type Appearance = { variables?: Record<string, string | undefined> }

const variables: Record<string, string> = {
  colorPrimary: '--primary',
  colorBackground: '--background',
  colorText: '--text',
  colorTextSecondary: '--soft',
  colorDanger: '--danger',
  borderRadius: '--radius',
  fontFamily: '--font',
}

const base = `
:host { display: block; --primary: #7b2320; --background: #fff; --text: #211a15; --soft: #5b5048; --danger: #a32117;
  --edge: #94867a; --line: #e6dccd; --radius: 6px; --font: inherit; }
* { box-sizing: border-box; }
[hidden] { display: none !important; }
.payment, .card-line, .hint, dialog { font-family: var(--font); font-size: 1rem; line-height: 1.5; color: var(--text); }
.payment { display: grid; gap: 1rem; }
.card { display: grid; grid-template-columns: 1fr 1fr; gap: 0.75rem; align-items: start; }
.field--number { grid-column: 1 / -1; }
.label { display: block; margin-block-end: 0.25rem; font-size: 0.875rem; color: var(--soft); }
.input { inline-size: 100%; min-block-size: 2.75rem; padding: 0.5rem 0.75rem; font: inherit; font-variant-numeric: tabular-nums;
  color: var(--text); background: var(--background); border: 1px solid var(--edge); border-radius: var(--radius); }
.input::placeholder { color: var(--soft); opacity: 0.8; }
.input:focus-visible, button:focus-visible, summary:focus-visible { outline: 2px solid var(--primary); outline-offset: 2px; }
.input[aria-invalid='true'] { border-color: var(--danger); box-shadow: inset 0 0 0 1px var(--danger); }
.error { margin: 0.25rem 0 0; font-size: 0.875rem; color: var(--danger); }
.error:empty { display: none; }
/* Reserves the line, or the pay button would move away under the shopper's finger. */
.error--kept, .error--kept:empty { display: block; min-block-size: 1.3125rem; margin: 0; }
.card-line { display: flex; flex-wrap: wrap; align-items: center; background: var(--background); border: 1px solid var(--edge); border-radius: var(--radius); }
.card-line .label, .card-line .error { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.card-line .field { flex: 1 1 5.5rem; position: relative; }
.card-line .field--number { flex: 3 1 17rem; }
.card-line .input { border-color: transparent; }
.card-line .input[aria-invalid='true'] { color: var(--danger); }
.hint { margin-block-start: 0.5rem; font-size: 0.875rem; color: var(--soft); }
.hint summary { cursor: pointer; padding-block: 0.25rem; }
.hint ul { list-style: none; margin: 0.5rem 0 0; padding: 0; display: grid; gap: 0.25rem; }
.hint p { margin: 0.25rem 0; }
.hint li { display: grid; grid-template-columns: max-content 1fr max-content; gap: 0.75rem; align-items: center; }
.hint code { font-family: inherit; font-variant-numeric: tabular-nums; color: var(--text); }
.badge { padding: 0.0625rem 0.375rem; font-size: 0.75rem; color: #211a15; background: #e6b450; border-radius: 4px; }
.use { padding: 0.25rem 0.625rem; min-block-size: 2rem; font: inherit; color: var(--text); background: var(--background); border: 1px solid var(--edge); border-radius: var(--radius); cursor: pointer; }
.wallets { display: grid; grid-template-columns: repeat(auto-fit, minmax(6.5rem, 1fr)); gap: 0.5rem; }
.wallet { min-block-size: 2.75rem; font: inherit; font-family: var(--font); font-weight: 600; color: #fff; background: #000; border: 1px solid #000; border-radius: var(--radius); cursor: pointer; }
.wallet--link { color: #00231a; background: #00d66f; border-color: #00d66f; }
dialog { inline-size: min(28rem, calc(100vw - 2rem)); max-block-size: calc(100dvh - 2rem); overflow: auto; padding: 1.5rem; background: var(--background); border: 0; border-radius: 10px; box-shadow: 0 1rem 3rem rgb(33 26 21 / 0.3); }
dialog::backdrop { background: rgb(33 26 21 / 0.5); }
dialog h2 { margin: 0 0 0.5rem; font-size: 1.25rem; line-height: 1.3; }
dialog p { margin: 0 0 0.75rem; }
.amount { font-size: 1.5rem; font-weight: 600; font-variant-numeric: tabular-nums; }
.actions { display: grid; gap: 0.5rem; margin-block-start: 1rem; }
.button { min-block-size: 2.75rem; padding: 0.5rem 1rem; font: inherit; font-weight: 600; color: var(--text); background: var(--background); border: 1px solid var(--edge); border-radius: var(--radius); cursor: pointer; }
.button--main { color: #fff; background: var(--primary); border-color: var(--primary); }
.button:disabled { opacity: 0.5; cursor: default; }
.sheet { display: grid; grid-template-columns: 1fr 1fr; gap: 0.75rem; }
.sheet > * { grid-column: 1 / -1; }
.sheet > .field--state, .sheet > .field--postal_code { grid-column: auto; }
.lines { display: grid; gap: 0.25rem; margin: 0; }
.lines div { display: flex; justify-content: space-between; font-variant-numeric: tabular-nums; }
.lines dd { margin: 0; }
.total { font-weight: 600; border-block-start: 1px solid var(--line); padding-block-start: 0.25rem; }
fieldset { margin: 0; padding: 0; border: 0; }
legend { padding: 0; font-size: 0.875rem; color: var(--soft); }
.rate { display: flex; gap: 0.5rem; align-items: center; min-block-size: 2rem; }
.rate span { margin-inline-start: auto; }
@media (prefers-reduced-motion: no-preference) { dialog[open] { animation: rise 160ms ease-out; } }
@keyframes rise { from { translate: 0 0.5rem; } }
`

let shared: CSSStyleSheet | undefined

/** A strict `style-src` allows constructed sheets, but no style element or attribute. */
export function shadowStyles(appearance: Appearance = {}): CSSStyleSheet[] {
  if (!shared) {
    shared = new CSSStyleSheet()
    shared.replaceSync(base)
  }
  const appearanceSheet = new CSSStyleSheet()
  appearanceSheet.insertRule(':host {}')
  const [rule] = appearanceSheet.cssRules
  for (const [name, value] of Object.entries(appearance.variables ?? {})) {
    const property = variables[name]
    if (property && value && rule instanceof CSSStyleRule) rule.style.setProperty(property, value)
  }
  return [shared, appearanceSheet]
}
