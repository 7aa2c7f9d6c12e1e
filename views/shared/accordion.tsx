import type { Child } from 'hono/jsx'
import { Icon } from './icon.tsx'

type AccordionProps = {
  questions: { question: string; answer: Child }[]
  /** Lets more than one answer be open at a time. */
  several?: boolean
}

export const Accordion = ({ questions, several = false }: AccordionProps) => (
  <div
    class="accordion"
    data-controller="accordion"
    data-accordion-several-value={several ? 'true' : undefined}
    data-action="turbo:before-morph-attribute->accordion#keep"
  >
    {questions.map(({ question, answer }) => (
      <details class="accordion__item" data-accordion-target="item" data-action="toggle->accordion#toggle">
        <summary class="accordion__question">
          {question}
          <Icon name="down" />
        </summary>
        <div class="accordion__answer">{answer}</div>
      </details>
    ))}
  </div>
)
