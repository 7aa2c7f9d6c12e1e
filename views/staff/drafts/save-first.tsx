/** Of a form that the others on its page must not pass while it has changes. */
export const SAVED_FIRST = { 'data-save-first-target': 'form' } as const

/** `label` saves that form. */
export const SaveFirstButton = ({ label, class: className }: { label: string; class: string }) => (
  <>
    <p class="field__error" role="alert" data-save-first-target="words" />
    <button type="submit" class={className} data-save-first-save="">
      {label}
    </button>
  </>
)
