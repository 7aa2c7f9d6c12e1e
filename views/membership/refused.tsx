import type { RefusedField } from '#src/membership/facts.ts'

/** For the input that its form was refused for: what was typed, and the focus. */
export const typedAgain = (id: string, refused: RefusedField | undefined) =>
  refused?.id === id && {
    value: refused.typed,
    autofocus: true,
    'aria-invalid': 'true' as const,
    'aria-describedby': `${id}_error`,
  }

export const RefusedWords = ({ id, refused }: { id: string; refused: RefusedField | undefined }) =>
  refused?.id === id && (
    <p class="field__error" id={`${id}_error`} role="alert">
      {refused.message}
    </p>
  )
