import type { Child } from 'hono/jsx'
import { formatCents } from '#src/money.ts'
import { FREE_SHIPPING_CENTS, ORDER_MINIMUM_CENTS } from '#src/pricing/total.ts'
import { Accordion } from '../shared/accordion.tsx'
import { type PageFacts, usePage } from '../shared/page-facts.ts'

export const HomeQuestions = () => (
  <section class="section" aria-labelledby="questions_title">
    <header class="section__head">
      <h2 class="section__title" id="questions_title">
        Before your first box
      </h2>
    </header>
    <Accordion questions={questions(usePage().store)} />
  </section>
)

function questions(store: PageFacts['store']): { question: string; answer: Child }[] {
  return [
    {
      question: 'How much does delivery cost?',
      answer: (
        <p>
          It depends on how far your box travels, and you'll see the price before you pay. Standard delivery
          is free on orders of {formatCents(FREE_SHIPPING_CENTS)} or more. The order minimum is{' '}
          {formatCents(ORDER_MINIMUM_CENTS)}.
        </p>
      ),
    },
    {
      question: 'When will my box arrive?',
      answer: (
        <p>
          On the day you pick. The calendar at checkout shows every day we can deliver to you, and why the
          other days aren't available. Enter your ZIP code at the top of the page to see the earliest day.
        </p>
      ),
    },
    {
      question: 'How is it packed?',
      answer: (
        <p>
          Frozen and to order, with the farm's name on every pack. Put it in the freezer when it arrives, and
          thaw each pack in the refrigerator the day before you cook it.
        </p>
      ),
    },
    {
      question: 'Where does the meat come from?',
      answer: (
        <p>
          From the farm named with each product. Every pack comes from one farm, never a blend of several. The
          product page tells you where the farm is and how the animals were raised.
        </p>
      ),
    },
    {
      question: 'What if something is wrong with my box?',
      answer: (
        <p>
          Email <a href={`mailto:${store.email}`}>{store.email}</a> or call {store.phone}. A real person will
          answer.
        </p>
      ),
    },
  ]
}
