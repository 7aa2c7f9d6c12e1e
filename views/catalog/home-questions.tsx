import type { Child } from 'hono/jsx'
import { formatCents } from '#src/money.ts'
import { FREE_SHIPPING_CENTS, ORDER_MINIMUM_CENTS } from '#src/pricing/total.ts'
import { Accordion } from '../shared/accordion.tsx'
import { type PageFacts, usePage } from '../shared/page-facts.ts'

/** What people ask before their first box, one answer open at a time. */
export const HomeQuestions = () => (
  <section class="section" aria-labelledby="questions_title">
    <header class="section__head">
      <h2 class="section__title" id="questions_title">
        Before the first box
      </h2>
    </header>
    <Accordion questions={questions(usePage().store)} />
  </section>
)

function questions(store: PageFacts['store']): { question: string; answer: Child }[] {
  return [
    {
      question: 'What does delivery cost?',
      answer: (
        <p>
          It depends on how far the box travels, and the checkout says it before you pay. From{' '}
          {formatCents(FREE_SHIPPING_CENTS)} it is free. The smallest box is{' '}
          {formatCents(ORDER_MINIMUM_CENTS)}.
        </p>
      ),
    },
    {
      question: 'When does it come?',
      answer: (
        <p>
          On the day you choose. The calendar at checkout shows every day we can reach your door, and says why
          the others are closed. Enter your zip code at the top of the page to see the first of them.
        </p>
      ),
    },
    {
      question: 'How does it arrive?',
      answer: (
        <p>
          Frozen, packed to order, with the farm’s name on every pack. Put it in the freezer, and thaw a pack
          in the refrigerator the day before you cook it.
        </p>
      ),
    },
    {
      question: 'Where does the meat come from?',
      answer: (
        <p>
          From the farm named on its card: one farm a pack, never a blend of several. Each product page says
          where that is and how the animal lived.
        </p>
      ),
    },
    {
      question: 'Something is wrong with my box',
      answer: (
        <p>
          Write to <a href={`mailto:${store.email}`}>{store.email}</a> or call {store.phone}. A person
          answers.
        </p>
      ),
    },
  ]
}
