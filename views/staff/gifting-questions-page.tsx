import type { CorporateGiftingContact } from '#db/schema/index.ts'
import { SHOP_ZONE } from '#src/delivery/zones.ts'
import { paths } from '#src/paths.ts'
import type { GiftingQuestions } from '#src/rewards/gifting-questions.ts'
import type { ListedGift } from '#src/staff/corporate-gifts/gifts.ts'
import { Pager } from '../catalog/pager.tsx'
import { Form } from '../shared/form.tsx'
import { formatMoment } from '../shared/local-time.ts'
import { GIFT_WORDS } from './corporate-gifts/corporate-gift-page.tsx'

type GiftingPageProps = {
  list: GiftingQuestions
  gifts: ListedGift[]
  /** Names the forms of this page, so that pressing twice is once. */
  press: string
}

export const GiftingQuestionsPage = ({ list, gifts, press }: GiftingPageProps) => (
  <>
    <header class="desk__head">
      <h1 class="desk__title">Corporate gifting</h1>
      <p class="desk__intro">
        What companies asked, the newest first. Answer them by email, fill a draft with what each box holds,
        and send it to many addresses from there.
      </p>
    </header>
    {gifts.length > 0 && <Gifts gifts={gifts} />}
    {list.total === 0 ? (
      <section class="empty">
        <h2 class="empty__title">No questions yet</h2>
        <p class="empty__words">
          They come from the form at <a href={paths.corporateGifting()}>corporate gifting</a>.
        </p>
      </section>
    ) : (
      <ul class="flag-list">
        {list.rows.map((question) => (
          <Question question={question} press={`${press.slice(0, 16)}${question.id}`} />
        ))}
      </ul>
    )}
    <Pager page={list.page} pages={list.pages} path={paths.staffGifting()} />
  </>
)

const Gifts = ({ gifts }: { gifts: ListedGift[] }) => (
  <section class="sheet" tabindex={0} aria-label="Gifts">
    <table class="sheet__table sheet__table--narrow">
      <thead>
        <tr>
          <th scope="col">Gift</th>
          <th scope="col">Begun</th>
          <th scope="col" class="sheet__figure">
            Boxes
          </th>
          <th scope="col">State</th>
        </tr>
      </thead>
      <tbody>
        {gifts.map(({ gift, boxes, pattern }) => (
          <tr>
            <th scope="row">
              <a href={paths.corporateGift(gift.token)}>
                {pattern?.deliveryName ?? pattern?.email ?? 'A gift'}
              </a>
            </th>
            <td>{formatMoment(gift.createdAt, SHOP_ZONE)}</td>
            <td class="sheet__figure">{boxes}</td>
            <td>{GIFT_WORDS[gift.state]}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)

const Question = ({ question, press }: { question: CorporateGiftingContact; press: string }) => (
  <li class="flag">
    <h2 class="flag__title">
      {[question.company ?? question.name, question.quantity !== null && `${question.quantity} boxes`]
        .filter(Boolean)
        .join(', ')}
    </h2>
    <p>{question.message}</p>
    <p>
      {question.name}, <a href={`mailto:${question.email}`}>{question.email}</a>
      {question.phone && `, ${question.phone}`} · {formatMoment(question.askedAt, SHOP_ZONE)}
    </p>
    <Form action={paths.staffDrafts()} method="post">
      <input type="hidden" name="email" value={question.email} />
      <input type="hidden" name="name" value={question.name} />
      <input type="hidden" name="phone_number" value={question.phone ?? ''} />
      <input type="hidden" name="press" value={press} />
      <button type="submit" class="button button--small button--quiet">
        Begin a draft for them
      </button>
    </Form>
  </li>
)
