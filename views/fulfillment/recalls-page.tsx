import type { FulfillmentCenter } from '#db/schema/index.ts'
import { formatDate } from '#src/day.ts'
import type { RecallableLot, RecallRow } from '#src/fulfillment/recalls.ts'
import { paths } from '#src/paths.ts'
import { Alert } from '../shared/alert.tsx'
import { Form } from '../shared/form.tsx'
import { formatMoment } from '../shared/local-time.ts'
import { typedText } from '../shared/refused-form.ts'
import { CaseFields, caseWords } from './recall-case.tsx'

type RecallsPageProps = {
  center: FulfillmentCenter
  recalls: RecallRow[]
  lots: RecallableLot[]
  problem: { message: string; earlier?: number | null | undefined } | undefined
  /** What a refused form had. */
  typed: Typed
}

type Typed = Record<string, unknown> | null

export const RecallsPage = ({ center, recalls, lots, problem, typed }: RecallsPageProps) => (
  <>
    <header class="desk__head">
      <h1 class="desk__title">Recalls</h1>
      <p class="desk__intro">
        {recalls.length === 0 ? 'No lot was ever recalled.' : `${recalls.length} so far.`}
      </p>
    </header>
    {problem && (
      <Alert takesFocus>
        {problem.message}
        {problem.earlier && (
          <>
            {' '}
            <a href={paths.recall(center.slug, problem.earlier)}>Open that recall</a>
          </>
        )}
      </Alert>
    )}
    {recalls.length > 0 && <RecallTable center={center} recalls={recalls} />}
    <h2 class="desk__section">Recall lots</h2>
    <RecallForm {...{ center, lots, typed }} />
  </>
)

const RecallTable = ({ center, recalls }: { center: FulfillmentCenter; recalls: RecallRow[] }) => (
  <section class="sheet" tabindex={0} aria-label="Recalls">
    <table class="sheet__table sheet__table--cards">
      <thead>
        <tr>
          <th scope="col">Recall</th>
          <th scope="col">Lots</th>
          <th scope="col">Why</th>
          <th scope="col" class="sheet__figure">
            Boxes
          </th>
          <th scope="col">Emails</th>
        </tr>
      </thead>
      <tbody>
        {recalls.map(({ id, lots, reason, recallClass, createdAt, sentAt, boxes }) => (
          <tr>
            <th scope="row" class="sheet__code">
              <a class="receiving__link" href={paths.recall(center.slug, id)}>
                {formatMoment(createdAt, center.zone)}
              </a>
            </th>
            <td data-label="Lots">{lots}</td>
            <td class="sheet__reason" data-label="Why">
              {caseWords({ recallClass })} {reason}
            </td>
            <td class="sheet__figure" data-label="Boxes">
              {boxes}
            </td>
            <td data-label="Emails">
              {sentAt === null ? 'Not sent yet' : `Sent ${formatMoment(sentAt, center.zone)}`}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)

type RecallFormProps = Pick<RecallsPageProps, 'center' | 'lots' | 'typed'>

function RecallForm({ center, lots, typed }: RecallFormProps) {
  const chosen = [typed?.lots ?? []].flat().map(String)
  const unlisted = chosen.find((lot) => lots.every(({ token }) => token !== lot))
  return (
    <Form method="post" action={paths.recalls(center.slug)} class="count-form">
      <p>
        From then on nothing of these lots can be sold, packed or shipped. Boxes that have some and are still
        here are held. You send the emails on the next page.
      </p>
      {lots.length === 0 && <p>No lots are here.</p>}
      <fieldset class="count-form__line" hidden={lots.length === 0}>
        <legend class="count-form__name">Lots</legend>
        {lots.map(({ token, code, name, bestBy, unitsLeft }) => (
          <label class="count-form__check">
            <input type="checkbox" name="lots[]" value={token} checked={chosen.includes(token)} />
            <span>
              <b>{code}</b> {name}, best by {formatDate(bestBy)}, {unitsLeft} here
            </span>
          </label>
        ))}
      </fieldset>
      <label class="count-form__field">
        A lot that isn’t listed: the code on its packs
        <input
          class="field__input"
          type="text"
          name="lots[]"
          maxlength={40}
          value={unlisted}
          autocomplete="off"
        />
      </label>
      <label class="count-form__field">
        Why
        <input
          class="field__input"
          type="text"
          name="reason"
          maxlength={500}
          value={typedText(typed, 'reason')}
          required
          autocomplete="off"
        />
      </label>
      <CaseFields
        recallClass={typedText(typed, 'recall_class')}
        caseNumber={typedText(typed, 'case_number')}
      />
      <button type="submit" class="button count-form__done">
        Recall these lots
      </button>
    </Form>
  )
}
