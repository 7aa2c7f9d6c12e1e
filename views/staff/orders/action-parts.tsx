import { formatCents } from '#src/money.ts'
import { Field } from '../../shared/field.tsx'
import { typedText } from '../../shared/refused-form.ts'

type ReasonProps = { id: string; label?: string; typed?: Record<string, unknown> | null }

export const Reason = ({ id, label = 'Why', typed = null }: ReasonProps) => (
  <Field
    id={id}
    name="reason"
    label={label}
    value={typedText(typed, 'reason')}
    maxlength={500}
    required
    autocomplete="off"
  />
)

export const Consent = ({ cents, isTicked = false }: { cents: number | null; isTicked?: boolean }) => (
  <label class="tick">
    <input type="checkbox" name="consent" value="1" checked={isTicked} />
    <span>
      The customer agreed to pay {cents === null ? 'what it costs more' : formatCents(cents)} on the card that
      we keep
    </span>
  </label>
)
