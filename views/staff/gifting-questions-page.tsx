import type { CorporateGiftingContact } from '#db/schema/index.ts'
import { SHOP_ZONE } from '#src/delivery/zones.ts'
import { paths } from '#src/paths.ts'
import type { GiftingQuestions } from '#src/rewards/gifting-questions.ts'
import { Pager } from '../catalog/pager.tsx'
import { formatMoment } from '../shared/local-time.ts'

export const GiftingQuestionsPage = ({ list }: { list: GiftingQuestions }) => (
  <>
    <header class="desk__head">
      <h1 class="desk__title">Corporate gifting</h1>
      <p class="desk__intro">What companies asked, the newest first. Answer them by email.</p>
    </header>
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
          <Question question={question} />
        ))}
      </ul>
    )}
    <Pager page={list.page} pages={list.pages} path={paths.staffGifting()} />
  </>
)

const Question = ({ question }: { question: CorporateGiftingContact }) => (
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
  </li>
)
