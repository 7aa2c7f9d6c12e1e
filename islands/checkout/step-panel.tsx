/** @jsxImportSource react */

import type { ReactNode } from 'react'
import type { Step } from '#src/checkout/island/step-order.ts'

export const headingId = (step: Step) => `checkout_step_${step}`

type StepPanelProps = {
  number: number
  title: string
  step: Step
  state: 'open' | 'done' | 'later'
  children?: ReactNode
}

export function StepPanel({ number, title, step, state, children }: StepPanelProps) {
  return (
    <section className="checkout-step" data-state={state}>
      <h2 className="checkout-step__title" id={headingId(step)} tabIndex={-1}>
        <span className="checkout-step__number" aria-hidden="true">
          {number}
        </span>
        {title}
        {state === 'done' && <span className="visually-hidden">, done</span>}
      </h2>
      {children && <div className="checkout-step__body">{children}</div>}
    </section>
  )
}

type DoneProps = {
  children: ReactNode
  edits: { step: Step; label: string; name: string }[]
  checkoutUrl: string
  open: ((step: Step) => void) | null
}

export function Done({ children, edits, checkoutUrl, open }: DoneProps) {
  return (
    <div className="checkout-done">
      <div className="checkout-done__facts">{children}</div>
      {open && (
        <p className="checkout-done__edits">
          {edits.map(({ step, label, name }) => (
            <a
              key={step}
              href={`${checkoutUrl}?step=${step}`}
              aria-label={name}
              onClick={(event) => {
                event.preventDefault()
                open(step)
              }}
            >
              {label}
            </a>
          ))}
        </p>
      )}
    </div>
  )
}
