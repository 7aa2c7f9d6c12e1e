import type { Child } from 'hono/jsx'
import { GIFT_LABELS } from '#src/checkout/sentences.ts'
import { formatCents } from '#src/money.ts'
import { CLAIM_DAYS } from '#src/orders/rules.ts'
import { ordersFrom } from '#src/pricing/sentences.ts'
import type { OrderTerms } from '#src/shop-settings/terms.ts'
import { type PageFacts, usePage } from './page-facts.ts'

/** Text that the owner wrote: paragraphs, `## headings`, `- lists`, `[words](/address)` and `{names}` of facts. */
export function Written({ text }: { text: string }) {
  const { store } = usePage()
  return <>{blocksOf(filledIn(text, store)).map(toBlock)}</>
}

export function filledIn(text: string, store: PageFacts['store']): string {
  const facts: Readonly<Record<string, string>> = {
    shop: store.name,
    email: store.email,
    phone: store.phone,
    minimum: formatCents(store.terms.minimumCents),
    free_from: formatCents(store.terms.freeFromCents),
    member_free_from: formatCents(store.terms.memberFreeFromCents),
    claim_days: String(CLAIM_DAYS),
    gift_label: GIFT_LABELS.tick,
  }
  const known = store.terms.minimumCents === 0 ? withoutMinimum(text) : text
  return withOrdersFrom(known, store.terms).replace(/\{(\w+)\}/g, (typed, name: string) =>
    Object.hasOwn(facts, name) ? (facts[name] ?? typed) : typed,
  )
}

/** Without a minimum, a sentence about it says nothing. */
const withoutMinimum = (text: string): string => text.replace(/[^.!?\n]*\{minimum\}[^.!?\n]*[.!?]?[ ]?/g, '')

/** What is free from $0 is free on every order. */
const withOrdersFrom = (text: string, { freeFromCents, memberFreeFromCents }: OrderTerms): string =>
  text
    .replaceAll('orders of {free_from} or more', ordersFrom(freeFromCents))
    .replaceAll('orders of {member_free_from} or more', ordersFrom(memberFreeFromCents))

/** The questions that still have an answer, with names filled in; `Written` fills in the answers. */
export const answeredIn = <T extends { question: string; answer: string }>(
  questions: T[],
  store: PageFacts['store'],
): T[] =>
  questions
    .map((entry) => ({ ...entry, question: filledIn(entry.question, store) }))
    .filter(({ question, answer }) => [question, filledIn(answer, store)].every((text) => text.trim() !== ''))

const blocksOf = (text: string): string[] =>
  text
    .split(/\n\s*\n/)
    .map((block) => block.trim())
    .filter((block) => block !== '')

function toBlock(block: string): Child {
  if (block.startsWith('## ')) {
    const [heading = '', ...rest] = block.split('\n')
    return (
      <>
        <h2>{heading.slice(3)}</h2>
        {rest.length > 0 && toBlock(rest.join('\n'))}
      </>
    )
  }
  const lines = block.split('\n')
  if (lines.every((line) => line.startsWith('- ')))
    return (
      <ul>
        {lines.map((line) => (
          <li>{inline(line.slice(2))}</li>
        ))}
      </ul>
    )
  return <p>{inline(lines.join(' '))}</p>
}

/** Allows only paths and safe schemes. */
const LINK = /\[([^\]]+)\]\(((?:\/(?![/\\])|#|https:\/\/|mailto:|tel:)[^\s)]*)\)/

function inline(text: string): Child {
  const [before = text, words, address, ...rest] = text.split(LINK)
  if (words === undefined) return before
  return (
    <>
      {before}
      <a href={address}>{words}</a>
      {inline(rest.length > 0 ? text.slice(text.indexOf(`](${address})`) + `](${address})`.length) : '')}
    </>
  )
}
