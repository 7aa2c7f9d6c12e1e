import type { FC } from 'hono/jsx'
import { AccordionExamples } from './accordion.tsx'

/** One behaviour as it can be had on any page, by its name in the address. */
export type Behaviour = { name: string; title: string; Examples: FC }

/** Every behaviour of the pages, for people to try and for tests to hold to its numbers. */
export const BEHAVIOURS: Behaviour[] = [
  { name: 'accordion', title: 'Accordion', Examples: AccordionExamples },
]
