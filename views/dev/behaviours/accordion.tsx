/** Questions of which one is open at a time. */
export const AccordionExamples = () => (
  <div class="accordion" data-controller="accordion">
    {QUESTIONS.map(({ question, answer }) => (
      <details class="accordion__item" data-accordion-target="item" data-action="toggle->accordion#toggle">
        <summary class="accordion__question">{question}</summary>
        <div class="accordion__answer">
          <p>{answer}</p>
        </div>
      </details>
    ))}
  </div>
)

const QUESTIONS = [
  { question: 'Is it frozen?', answer: 'Hard frozen, within two days of cutting.' },
  { question: 'Who cuts it?', answer: 'The butcher each farm has worked with for years.' },
]
