import type { CorporateGiftState } from '#db/schema/index.ts'
import { formatDay } from '#src/day.ts'
import { paths } from '#src/paths.ts'
import type { GiftFacts } from '#src/staff/corporate-gifts/facts.ts'
import type { GiftProblem } from '#src/staff/corporate-gifts/page.tsx'
import { COLUMN_NAMES, MAX_RECIPIENTS } from '#src/staff/corporate-gifts/rules.ts'
import { Alert } from '../../shared/alert.tsx'
import { Form } from '../../shared/form.tsx'
import { TextArea } from '../../shared/text-area.tsx'
import { GiftBoxTable } from './gift-box-table.tsx'
import { NextStep } from './next-step.tsx'

export type CorporateGiftPageProps = {
  facts: GiftFacts
  problem: GiftProblem | null
}

export const GIFT_WORDS: Record<CorporateGiftState, string> = {
  open: 'Addresses are being added',
  quoted: 'The link to pay is out',
  paid: 'Paid',
}

export const CorporateGiftPage = (props: CorporateGiftPageProps) => {
  const { facts, problem } = props
  const { gift, pattern, boxes } = facts
  return (
    <article class="staff-order">
      <header class="desk__head">
        <p class="trail">
          <a href={paths.staffGifting()}>Corporate gifting</a>
        </p>
        <h1 class="desk__title">One box for many addresses</h1>
        <p class="desk__intro">
          <b>{facts.payer?.placedAt ? GIFT_WORDS.paid : GIFT_WORDS[gift.state]}</b>
          {pattern?.email &&
            `, for ${pattern.deliveryName ? `${pattern.deliveryName}, ` : ''}${pattern.email}`}
        </p>
      </header>
      {problem && <Problem problem={problem} />}
      <div class="staff-order__parts">
        <div class="staff-order__main">
          {gift.state === 'open' ? <Addresses {...props} /> : <GiftBoxTable boxes={boxes} gift={gift} />}
        </div>
        <aside class="staff-order__facts staff-order__form" aria-label="What it costs">
          <Contents {...props} />
          <NextStep {...props} />
        </aside>
      </div>
      {gift.state === 'open' && boxes.length > 0 && <GiftBoxTable boxes={boxes} gift={gift} />}
    </article>
  )
}

const Problem = ({ problem: { message, lines = [] } }: { problem: GiftProblem }) => (
  <>
    <Alert takesFocus>{message}</Alert>
    {lines.length > 0 && (
      <ul class="gift-lines">
        {lines.map(({ line, message: why }) => (
          <li>
            Line {line}: {why}
          </li>
        ))}
      </ul>
    )}
  </>
)

const Addresses = ({ facts: { gift, boxes, counts }, problem }: CorporateGiftPageProps) => (
  <section class="staff-order__part" aria-labelledby="gift_addresses">
    <h2 class="staff-order__title" id="gift_addresses">
      {boxes.length === 0 ? 'Who gets a box' : 'Add more, or corrected lines'}
    </h2>
    <Form
      action={paths.corporateGift(gift.token)}
      method="post"
      enctype="multipart/form-data"
      class="staff-order__form"
    >
      <TextArea
        id="gift_rows"
        name="rows"
        label="Paste the lines of a spreadsheet, with its header row"
        hint={`The columns: ${COLUMN_NAMES.join(', ')}. street2, phone, deliver_on and message are optional. At most ${MAX_RECIPIENTS} addresses.`}
        value={problem?.rows ?? ''}
        maxlength={60_000}
        rows={8}
      />
      <div class="field">
        <label class="field__label" for="gift_file">
          Or choose a CSV file
        </label>
        <input class="field__input" type="file" id="gift_file" name="file" accept=".csv,.tsv,.txt,text/csv" />
      </div>
      <button type="submit" class="button button--small">
        Add and check them
      </button>
      <p>
        A line that is here already is not added twice. Corrected lines take the place of those that can’t be
        sent.
      </p>
    </Form>
    {counts.refused + counts.checking > 0 && (
      <Form action={paths.removeRefusedBoxes(gift.token)} method="post">
        <button type="submit" class="button button--small button--quiet">
          {removeWords(counts.refused, counts.checking)}
        </button>
      </Form>
    )}
  </section>
)

const removeWords = (refused: number, checking: number): string =>
  checking > 0
    ? 'Remove all lines that aren’t ready'
    : refused === 1
      ? 'Remove the line that can’t be sent'
      : `Remove the ${refused} lines that can’t be sent`

const Contents = ({ facts: { pattern, lines } }: CorporateGiftPageProps) => (
  <>
    <h2 class="staff-order__title">In each box</h2>
    <ul class="gift-lines">
      {lines.map(({ quantity, name, label }) => (
        <li>
          {quantity} × {name}, {label}
        </li>
      ))}
    </ul>
    <p>
      {pattern?.arrivalOn
        ? `Arrives ${formatDay(pattern.arrivalOn, 'long')}, unless a line names another day.`
        : 'Arrives on the first open day, unless a line names one.'}
    </p>
  </>
)
