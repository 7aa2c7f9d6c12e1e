import { type AddressAnswer, type AddressRefusal, describeQuestion } from '#src/checkout/address-question.ts'
import { paths } from '#src/paths.ts'
import { cityLine, type Place } from '#src/postal/place.ts'
import { ModalContents } from '../page/modal.tsx'
import { Form } from '../shared/form.tsx'
import { Phone } from '../shared/phone.tsx'

export type AskedAddress = { refusal: AddressRefusal; typed: Place; formValues: Record<string, string> }

type QuestionProps = { question: AskedAddress; orderToken: string; store: { phone: string } }
type PartProps = QuestionProps & { asked: ReturnType<typeof describeQuestion> }

/** Without scripts, at the top of the page. */
export const QuestionOnPage = (props: QuestionProps) => {
  const { refusal, typed } = props.question
  if (refusal.type === null) return null
  const asked = describeQuestion(refusal, typed)
  return (
    <section class="address-question" aria-labelledby="question_title">
      <h2 class="address-question__title" id="question_title">
        {asked.title}
      </h2>
      <Question {...props} asked={asked} />
      <p class="checkout-hint">Or change the address below.</p>
    </section>
  )
}

/** In a modal, which the controller opens. If it can't, the question shows in place. */
export const QuestionInModal = (props: QuestionProps) => {
  const { refusal, typed } = props.question
  if (refusal.type === null) return null
  const asked = describeQuestion(refusal, typed)
  return (
    <div
      data-controller="address-question"
      data-address-question-event-value={asked.event}
      data-action="modal_shown@window->address-question#announceShown"
    >
      <template data-address-question-target="question">
        <ModalContents name={`address_${refusal.type}`} title={asked.title}>
          <Question {...props} asked={asked} />
          <button type="button" class="button button--quiet" data-action="modal#close">
            {asked.dismissal}
          </button>
        </ModalContents>
      </template>
    </div>
  )
}

function Question(props: PartProps) {
  const { question, asked } = props
  return (
    <>
      {question.refusal.message !== asked.title && <p>{question.refusal.message}</p>}
      <Answers {...props} />
    </>
  )
}

function Answers({ asked: { answers, hint }, question, orderToken, store }: PartProps) {
  if (answers.length === 0)
    return (
      <p>
        Please try another address, or call us at <Phone number={store.phone} />.
      </p>
    )
  const forms = answers.map((answer) => <Answer {...answer} question={question} orderToken={orderToken} />)
  return answers.length === 1 ? (
    <>
      {hint && <p>{hint}</p>}
      {forms}
    </>
  ) : (
    <div class="address-question__pair">{forms}</div>
  )
}

type AnswerProps = AddressAnswer & Pick<PartProps, 'question' | 'orderToken'>

/** A separate form: the answer applies to the address that was checked, not to later typing. */
const Answer = ({ question, orderToken, name, value, label, place, isQuiet }: AnswerProps) => (
  <Form action={paths.updateShippingAddress(orderToken)} method="post" class="address-question__answer">
    {Object.entries({ ...question.formValues, [name]: value }).map(([field, text]) => (
      <input type="hidden" name={field} value={text} />
    ))}
    {place && <Lines {...place} />}
    <button type="submit" class={isQuiet ? 'button button--quiet' : 'button'}>
      {label}
    </button>
  </Form>
)

const Lines = (place: Place) => (
  <p class="address-question__lines">
    <span>{place.street1}</span>
    {place.street2 && <span>{place.street2}</span>}
    <span>{cityLine(place)}</span>
  </p>
)
