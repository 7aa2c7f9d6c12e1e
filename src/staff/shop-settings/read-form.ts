import { z } from 'zod'
import { schemaOf } from '../../shop-settings/fields.ts'
import type { SettingGroup } from '../../shop-settings/group.ts'
import { asTyped, type Typed } from '../../shop-settings/typed.ts'
import type { SettingValue } from '../../shop-settings/versions.ts'
import type { Body } from '../../web/env.ts'
import { digits, line } from '../../web/fields.ts'
import type { Problem } from './problems.ts'

const STEPS = ['preview', 'save', 'edit'] as const
export type Step = (typeof STEPS)[number]

const MAX_REASON_LENGTH = 200

/** What comes with each form, beside the setting. Scripts that name no step save. */
const Frame = z.object({
  step: line(10).transform((typed): Step => STEPS.find((step) => step === typed) ?? 'save'),
  seen: digits(6).transform((typed) => (/^\d+$/.test(typed) ? Number(typed) : null)),
  reason: line(MAX_REASON_LENGTH),
  restore: digits(6).transform((typed) => (/^\d+$/.test(typed) ? Number(typed) : null)),
})

export type FormFrame = z.output<typeof Frame>

export const readFrame = (body: Body): FormFrame | null => {
  const read = Frame.safeParse(body)
  return read.success ? read.data : null
}

export type FormRead = { typed: Typed } & (
  | { ok: true; value: SettingValue }
  | { ok: false; problems: Problem[] }
)

export function readForm({ fields }: SettingGroup, body: Body): FormRead {
  const typed = asTyped(fields, body)
  const read = schemaOf(fields).safeParse(typed)
  if (read.success) return { ok: true, typed, value: read.data as SettingValue }
  const problems = read.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }))
  return { ok: false, typed, problems }
}
