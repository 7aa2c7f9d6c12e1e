import { paths } from '#src/paths.ts'
import { SECTIONS } from '#src/shop-settings/groups/texts.ts'
import { Accordion } from '../../shared/accordion.tsx'
import { usePage } from '../../shared/page-facts.ts'
import { answeredIn, Written } from '../../shared/written.tsx'
import { InformationPage } from './information-page.tsx'

export function FaqPage() {
  const { written, store } = usePage()
  const faq = answeredIn(written.faq, store)
  return (
    <InformationPage title="Questions and answers" intro="What people ask before and after their first box.">
      {SECTIONS.map(({ value, label }) => {
        const entries = faq.filter(({ section }) => section === value)
        if (entries.length === 0) return null
        return (
          <>
            <h2 id={value}>{label}</h2>
            <Accordion
              questions={entries.map(({ question, answer }) => ({
                question,
                answer: <Written text={answer} />,
              }))}
              several
            />
          </>
        )
      })}
      <p>
        Didn't find it? <a href={paths.contact()}>Ask us.</a>
      </p>
    </InformationPage>
  )
}
