import { paths } from '#src/paths.ts'
import { Accordion } from '../shared/accordion.tsx'
import { usePage } from '../shared/page-facts.ts'
import { answeredIn, Written } from '../shared/written.tsx'

export function HomeQuestions() {
  const { written, store } = usePage()
  const questions = answeredIn(written.questions, store)
  return (
    <section class="section" aria-labelledby="questions_title">
      <header class="section__head">
        <h2 class="section__title" id="questions_title">
          Before your first box
        </h2>
      </header>
      <Accordion
        questions={questions.map(({ question, answer }) => ({ question, answer: <Written text={answer} /> }))}
      />
      <p>
        <a href={paths.faq()}>More questions</a>
      </p>
    </section>
  )
}
