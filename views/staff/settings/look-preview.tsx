import type { Child } from 'hono/jsx'
import type { SettingGroup } from '#src/shop-settings/group.ts'
import { logoOf } from '#src/shop-settings/logo.ts'
import type { WrittenFacts } from '#src/shop-settings/page-settings.ts'
import type { Typed } from '#src/shop-settings/typed.ts'
import { contrast, NEEDED, pairsOf } from '#src/staff/shop-settings/contrast.ts'
import { HomePress } from '../../catalog/home-press.tsx'
import { HomeQuestions } from '../../catalog/home-questions.tsx'
import { OwnSlides } from '../../catalog/own-slides.tsx'
import { AboutPage } from '../../page/information/about-page.tsx'
import { FaqPage } from '../../page/information/faq-page.tsx'
import { HowItWorksPage } from '../../page/information/how-it-works-page.tsx'
import { LogoPicture } from '../../shared/logo.tsx'
import { PageContext, usePage } from '../../shared/page-facts.ts'
import { LastingToast } from '../../shared/toast.tsx'

type LookPreviewProps = { group: SettingGroup; typed: Typed }

/** Renders the change with the components of the pages themselves. */
export function LookPreview({ group, typed }: LookPreviewProps): Child {
  const page = usePage()
  if (group.id === 'look') return <ContrastTable typed={typed} />
  const shown = shownParts(group.id, typed, page.store.name)
  if (!shown) return null
  return (
    <section aria-labelledby="look_preview">
      <h2 class="desk__section" id="look_preview">
        How it will look
      </h2>
      <div class="setting-preview">
        <PageContext.Provider value={{ ...page, written: { ...page.written, ...shown.written } }}>
          {shown.view}
        </PageContext.Provider>
      </div>
    </section>
  )
}

type Shown = { written: Partial<WrittenFacts>; view: Child }

function shownParts(id: string, typed: Typed, name: string): Shown | null {
  switch (id) {
    case 'press':
      return { written: { papers: typed.papers as WrittenFacts['papers'] }, view: <HomePress /> }
    case 'questions':
      return { written: { questions: typed.rows as WrittenFacts['questions'] }, view: <HomeQuestions /> }
    case 'faq':
      return { written: { faq: typed.rows as WrittenFacts['faq'] }, view: <FaqPage /> }
    case 'banner':
      return { written: {}, view: <OwnSlides slides={typed.slides as WrittenFacts['banner']['slides']} /> }
    case 'pages':
      return {
        written: { pages: typed as unknown as WrittenFacts['pages'] },
        view: (
          <>
            <AboutPage />
            <HowItWorksPage />
          </>
        ),
      }
    case 'logo': {
      const logo = logoOf(String(typed.picture), String(typed.alt) || name, '')
      return logo && { written: {}, view: <LogoPicture logo={logo} /> }
    }
    case 'announcement':
      return typed.message === ''
        ? null
        : { written: {}, view: <LastingToast token="preview" message={String(typed.message)} /> }
    default:
      return null
  }
}

const ContrastTable = ({ typed }: { typed: Typed }) => (
  <section aria-labelledby="contrast">
    <h2 class="desk__section" id="contrast">
      How easy it is to read
    </h2>
    <p class="desk__intro">Text needs {NEEDED} to 1 or more.</p>
    <table class="desk-table">
      <thead>
        <tr>
          <th scope="col">What</th>
          <th scope="col">Contrast</th>
        </tr>
      </thead>
      <tbody>
        {pairsOf(colorsIn(typed)).map(({ what, text, ground }) => (
          <tr>
            <th scope="row">{what}</th>
            <td>{contrast(text, ground).toFixed(1)} to 1</td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)

const colorsIn = ({ accent, ink, paper }: Typed) => ({
  accent: String(accent),
  ink: String(ink),
  paper: String(paper),
})
