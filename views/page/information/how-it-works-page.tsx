import { paths } from '#src/paths.ts'
import { usePage } from '../../shared/page-facts.ts'
import { Written } from '../../shared/written.tsx'
import { InformationPage } from './information-page.tsx'

export const HowItWorksPage = () => (
  <InformationPage title="How it works" intro="From a farm's freezer to yours, on the day you choose.">
    <Written text={usePage().written.pages.howItWorks} />
    <p>
      <a class="button" href={paths.shop()}>
        Fill a box
      </a>
    </p>
  </InformationPage>
)
