import type { Child } from 'hono/jsx'

type InformationPageProps = { title: string; intro: Child; children: Child }

/** A page of text that changes only with the shop's rules. */
export const InformationPage = ({ title, intro, children }: InformationPageProps) => (
  <article class="terms">
    <header class="page-head">
      <h1 class="page-head__title">{title}</h1>
      <p class="page-head__intro">{intro}</p>
    </header>
    <div class="terms__text prose">{children}</div>
  </article>
)
