import { Accordion } from '../../shared/accordion.tsx'

export const AccordionExamples = () => (
  <>
    <section id="one" aria-label="One at a time">
      <Accordion questions={QUESTIONS} />
    </section>
    <section id="several" class="section" aria-labelledby="several_title">
      <header class="section__head">
        <h2 class="section__title" id="several_title">
          Several at a time
        </h2>
      </header>
      <Accordion questions={QUESTIONS} several />
    </section>
  </>
)

const QUESTIONS = [
  { question: 'Is it frozen?', answer: <p>Hard frozen, within two days of cutting.</p> },
  { question: 'Who cuts it?', answer: <p>The butcher each farm has worked with for years.</p> },
  { question: 'How long does it keep?', answer: <p>A year in the freezer, three days once thawed.</p> },
]
