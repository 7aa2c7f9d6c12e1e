import type { Child } from 'hono/jsx'
import { PageContext, type PageFacts } from '#views/shared/page-facts.ts'

/** Renders a part of a page to HTML, in a page context without pictures. */
export const inPage = (view: Child): string =>
  (
    <PageContext.Provider value={{ findPicture: () => null } as unknown as PageFacts}>
      {view}
    </PageContext.Provider>
  ).toString()
