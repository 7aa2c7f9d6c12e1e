import type { Child } from 'hono/jsx'

type NarrowPageProps = { title: Child; children: Child }

export const NarrowPage = ({ title, children }: NarrowPageProps) => (
  <section class="narrow-page">
    <h1 class="narrow-page__title">{title}</h1>
    {children}
  </section>
)
