import type { Child } from 'hono/jsx'
import { formatCents } from '#src/money.ts'
import { Field } from '../../shared/field.tsx'

export const Fold = ({ title, children }: { title: string; children: Child }) => (
  <details class="staff-order__fold">
    <summary>{title}</summary>
    {children}
  </details>
)

export const Reason = ({ id, label = 'Why' }: { id: string; label?: string }) => (
  <Field id={id} name="reason" label={label} maxlength={500} required autocomplete="off" />
)

export const Consent = ({ cents }: { cents: number | null }) => (
  <label class="tick">
    <input type="checkbox" name="consent" value="1" />
    <span>
      The customer agreed to pay {cents === null ? 'what it costs more' : formatCents(cents)} on the card that
      we keep
    </span>
  </label>
)
