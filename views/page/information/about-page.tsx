import { paths } from '#src/paths.ts'
import { usePage } from '../../shared/page-facts.ts'
import { filledIn, Written } from '../../shared/written.tsx'
import { InformationPage } from './information-page.tsx'

export function AboutPage() {
  const { store, written } = usePage()
  return (
    <InformationPage title={`About ${store.name}`} intro={filledIn(written.pages.aboutIntro, store)}>
      <Written text={written.pages.about} />
      <p>
        <a class="button" href={paths.shop()}>
          Browse the shop
        </a>
      </p>
    </InformationPage>
  )
}
