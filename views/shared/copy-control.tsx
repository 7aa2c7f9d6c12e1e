type CopyControlProps = {
  text: string
  of: string
  /** Confirms in a block that stays, instead of a tooltip for four seconds. */
  inline?: boolean
}

export const CopyControl = ({ text, of, inline = false }: CopyControlProps) => (
  <span
    class="copy"
    data-controller="copy-to-clipboard"
    data-copy-to-clipboard-inline-value={String(inline)}
    data-action="turbo:before-cache@document->copy-to-clipboard#clear"
  >
    <span class="copy__text" data-copy-to-clipboard-target="text">
      {text}
    </span>
    <button
      type="button"
      class="copy__button button button--small button--quiet"
      data-action="copy-to-clipboard#copy"
    >
      Copy<span class="visually-hidden"> {of}</span>
    </button>
    <span
      class={`copy__said copy__said--${inline ? 'block' : 'tooltip'}`}
      role="status"
      data-copy-to-clipboard-target="said"
    />
  </span>
)
