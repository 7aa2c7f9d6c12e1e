import type { Child } from 'hono/jsx'
import { PageContext, type PageFacts } from '#views/shared/page-facts.ts'

/** A part of a page by itself, as HTML, where the page around it has no pictures. */
export const inPage = (view: Child): string =>
  (
    <PageContext.Provider value={{ findPicture: () => null } as unknown as PageFacts}>
      {view}
    </PageContext.Provider>
  ).toString()
