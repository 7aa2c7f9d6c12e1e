import { z } from 'zod'
import type { Picks } from '../catalog/bundle-rules.ts'
import { digits, line } from '../web/fields.ts'

const MAX_CHOICES = 100

const token = line(40)

/** A list of tokens, one per pick; a form with a single one sends it bare. */
const Choices = z
  .union([z.array(token).max(MAX_CHOICES), token.transform((only) => (only ? [only] : []))])
  .nullish()
  .transform((tokens) => tokens ?? [])

/** As the page's form sends them: one field per cut. */
const Counts = z
  .record(
    token,
    digits(3).transform((typed, context): number => {
      if (/^\d*$/.test(typed)) return Number(typed)
      context.addIssue({ code: 'custom', message: 'whole numbers' })
      return z.NEVER
    }),
  )
  .nullish()
  .transform((counts) => counts ?? {})

export const BundleFields = z
  .object({ choices: Choices, counts: Counts })
  .transform(({ choices, counts }): Picks => {
    const picks: Picks = { ...counts }
    for (const choice of choices) picks[choice] = (picks[choice] ?? 0) + 1
    return picks
  })

export const BUNDLE_LABELS = { choices: 'your cuts', counts: 'your cuts' }
