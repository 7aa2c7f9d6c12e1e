import type { FulfillmentCenter } from '#db/schema/index.ts'
import { formatDate } from '#src/day.ts'
import { isToEmail, isToTell, reachOf } from '#src/fulfillment/recall-reach.ts'
import type { RecallPerson, RecallView } from '#src/fulfillment/recalls.ts'
import { paths } from '#src/paths.ts'
import { Alert } from '../shared/alert.tsx'
import { Form } from '../shared/form.tsx'
import { formatMoment } from '../shared/local-time.ts'
import { type RefusedForm, typedIn, typedText } from '../shared/refused-form.ts'
import { CaseFields, caseWords } from './recall-case.tsx'

type RecallPageProps = {
  center: FulfillmentCenter
  recall: RecallView
  problem: { message: string; isStale?: boolean } | undefined
  /** Of what this page shows, so that a colleague's later change isn't overwritten unseen. */
  versions: { draft: string; case: string }
  /** Shows again with what was typed. */
  refused: RefusedForm | null
}

const stillHere = (units: number) => {
  if (units === 0) return 'None is left here.'
  return units === 1
    ? '1 pack is still here: set it aside.'
    : `${units} packs are still here: set them aside.`
}

export function RecallPage({ center, recall, problem, versions, refused }: RecallPageProps) {
  const toTell = recall.people.filter(isToTell)
  const caseAction = paths.recallCase(center.slug, recall.id)
  const typedCase = typedIn(refused, caseAction)
  const held = recall.people.filter((person) => !isToTell(person) && person.role === 'buyer')
  return (
    <>
      <header class="desk__head">
        <p class="trail">
          <a href={paths.recalls(center.slug)}>Recalls</a>
        </p>
        <h1 class="desk__title">Recall of {recall.lots.map(({ code }) => code).join(', ')}</h1>
        <p class="desk__intro">
          {caseWords(recall)} {asSentence(recall.reason)} Since {formatMoment(recall.createdAt, center.zone)}.{' '}
          <a href={paths.recallList(center.slug, recall.id)}>Download the list (CSV)</a>
        </p>
      </header>
      {problem && <Alert takesFocus>{problem.message}</Alert>}
      <ul>
        {recall.lots.map(({ code, name, bestBy, unitsLeft }) => (
          <li>
            Lot {code}: {name}
            {bestBy && `, best by ${formatDate(bestBy)}`}. {stillHere(unitsLeft)}
          </li>
        ))}
      </ul>
      <h2 class="desk__section">Boxes still here: {held.length}</h2>
      {held.length > 0 && (
        <PeopleTable center={center} recall={recall} people={held} label="Boxes still here" />
      )}
      <h2 class="desk__section">{reachWords(recall)}</h2>
      {toTell.length > 0 && (
        <PeopleTable center={center} recall={recall} people={toTell} label="People to tell" />
      )}
      {recall.people.length === 0 && <p>No box had any of it, so there’s no one to email.</p>}
      {recall.people.length > 0 && recall.sentAt === null && (
        <Email {...{ center, recall, problem, versions, refused }} />
      )}
      {recall.sentAt !== null && <Sent center={center} recall={recall} />}
      <h2 class="desk__section">Class and case</h2>
      <Form method="post" action={caseAction} class="count-form">
        <input type="hidden" name="version" value={versions.case} />
        <CaseFields
          recallClass={typedText(typedCase, 'recall_class') ?? recall.recallClass}
          caseNumber={typedText(typedCase, 'case_number') ?? recall.caseNumber}
        />
        <button type="submit" class="button button--quiet count-form__done">
          Save class and case
        </button>
      </Form>
    </>
  )
}

/** As clerks type it, often without a period. */
const asSentence = (typed: string) => (/[.!?\u2026]$/.test(typed) ? typed : `${typed}.`)

/** 'People to tell: 4, 3 of them told (75%)' */
function reachWords({ people }: RecallView): string {
  const reach = reachOf(people)
  const share = Math.floor((100 * reach.told) / Math.max(1, reach.people))
  return reach.told === 0
    ? `People to tell: ${reach.people}`
    : `People to tell: ${reach.people}, ${reach.told} of them told (${share}%)`
}

type TableProps = { center: FulfillmentCenter; recall: RecallView; people: RecallPerson[]; label: string }

const PeopleTable = ({ center, recall, people, label }: TableProps) => (
  <section class="sheet" tabindex={0} aria-label={label}>
    <table class="sheet__table sheet__table--cards">
      <thead>
        <tr>
          <th scope="col">Order</th>
          <th scope="col">Who</th>
          <th scope="col">Contact</th>
          <th scope="col">What</th>
          <th scope="col">Told</th>
        </tr>
      </thead>
      <tbody>
        {people.map((person) => (
          <tr>
            <th scope="row" class="sheet__code">
              <a class="receiving__link" href={paths.centerOrders(center.slug, { q: person.identifier })}>
                {person.identifier}
              </a>
            </th>
            <td data-label="Who">
              <bdi>{person.name}</bdi>
              {person.role === 'recipient' && ' (gift recipient)'}
            </td>
            <td class="sheet__reason" data-label="Contact">
              {[person.email, person.phone].filter(Boolean).join(', ') || 'No contact'}
            </td>
            <td class="sheet__reason" data-label="What">
              {person.units}
            </td>
            <td data-label="Told">
              {toldWords(person, center)}
              {isToTell(person) && person.sentAt === null && <CalledForm {...{ center, recall, person }} />}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)

type CalledProps = { center: FulfillmentCenter; recall: RecallView; person: RecallPerson }

const CalledForm = ({ center, recall, person }: CalledProps) => (
  <Form method="post" action={paths.recallCalled(center.slug, recall.id)}>
    <input type="hidden" name="order_token" value={person.token} />
    <input type="hidden" name="role" value={person.role} />
    <button type="submit" class="button button--quiet button--small">
      I called <span class="visually-hidden">{person.name}</span>
    </button>
  </Form>
)

function toldWords({ sentAt, toldBy, email, box }: RecallPerson, { zone }: FulfillmentCenter): string {
  if (sentAt !== null) return `${formatMoment(sentAt, zone)}${toldBy === 'phone' ? ', by phone' : ''}`
  if (box !== 'shipped') return box === 'packed' ? 'Held: unpack it' : 'Held'
  return email === null ? 'Please call' : 'Not yet'
}

const Email = (props: RecallPageProps) => {
  const { people } = props.recall
  if (people.some(isToEmail)) return <Draft {...props} />
  return (
    <p>
      {people.some(isToTell)
        ? 'There’s no one left to email.'
        : 'No box with any of it has left, so there’s no one to email.'}
    </p>
  )
}

const Draft = ({ center, recall, problem, versions, refused }: RecallPageProps) => {
  const action = paths.recall(center.slug, recall.id)
  const sending = paths.sendRecall(center.slug, recall.id)
  const typed = typedIn(refused, action) ?? typedIn(refused, sending)
  return (
    <>
      {problem?.isStale && (
        <>
          <h2 class="desk__section">The email as your colleague saved it</h2>
          <EmailText {...recall} />
        </>
      )}
      <h2 class="desk__section">{problem?.isStale ? 'Yours' : 'The email'}</h2>
      <Form method="post" action={action} class="count-form">
        <input type="hidden" name="version" value={versions.draft} />
        <label class="count-form__field">
          Subject
          <input
            class="field__input"
            type="text"
            name="subject"
            value={typedText(typed, 'subject') ?? recall.subject}
            maxlength={150}
            required
          />
        </label>
        <label class="count-form__field">
          Message
          <textarea class="field__input" name="message" rows={12} maxlength={5000} required>
            {typedText(typed, 'message') ?? recall.message}
          </textarea>
        </label>
        <button type="submit" class="button button--quiet count-form__done">
          Save the draft
        </button>
        <p>Everyone above who has an email address and wasn’t called gets this email, once for each order.</p>
        <button type="submit" class="button count-form__done" formaction={sending}>
          Send the emails
        </button>
      </Form>
    </>
  )
}

const Sent = ({ center, recall }: { center: FulfillmentCenter; recall: RecallView }) => (
  <>
    <h2 class="desk__section">Sent {recall.sentAt !== null && formatMoment(recall.sentAt, center.zone)}</h2>
    <EmailText {...recall} />
  </>
)

const EmailText = ({ subject, message }: Pick<RecallView, 'subject' | 'message'>) => (
  <>
    <p>
      <b>{subject}</b>
    </p>
    {message.split(/\n{2,}/).map((paragraph) => (
      <p dir="auto">{paragraph}</p>
    ))}
  </>
)
