import { createHash } from 'node:crypto'
import type { Db } from '#db/client.ts'
import type { Config } from '../config/config.ts'
import { sha256 } from '../tokens.ts'
import type { Origin, SettingGroup } from './group.ts'
import { banner, collections, press, questions } from './groups/home.ts'
import { announcement, DEFAULT_COLORS, identity, logo, look } from './groups/look.ts'
import type { Question } from './groups/originals.ts'
import { faq, mails, pages } from './groups/texts.ts'
import { type KeptSettings, keptSettings, madeOf } from './kept.ts'
import { type Logo, logoOf } from './logo.ts'
import { DEFAULT_ORDER_TERMS, type OrderTerms } from './terms.ts'

/** What the owner set, as pages and emails read it. */
export type StoreFacts = Config['store'] & {
  terms: OrderTerms
  /** The version of the colors, in the address of their style sheet; null: as the shop came. */
  theme: string | null
  footer: string
  logo: Logo | null
}

export type Slide = {
  kicker: string
  title: string
  text: string
  link: string
  words: string
  picture: string
}
export type Paper = { name: string; manner: string }
export type FaqEntry = Question & { section: string }
export type Collection = { title: string; intro: string; animal: string; cuts: string; season: string }
export type Look = { accent: string; ink: string; paper: string }

/** What people wrote for pages. */
export type WrittenFacts = {
  banner: { slides: Slide[]; showsFarm: boolean; showsSeason: boolean; showsDelivery: boolean }
  papers: Paper[]
  questions: Question[]
  faq: FaqEntry[]
  pages: {
    aboutIntro: string
    about: string
    howItWorks: string
    contact: string
    shipping: string
    terms: string
    privacy: string
  }
}

/** Also before anybody saved it. */
function settingOf<T>(settings: KeptSettings, group: SettingGroup, origin: Origin): T {
  const saved = settings.values.get(group.id)?.value
  return (saved ?? group.origin?.(origin) ?? {}) as T
}

export const groupValue = <T>(db: Db, group: SettingGroup, origin: Origin): T =>
  settingOf(keptSettings(db), group, origin)

export function storeFacts(db: Db, origin: Origin, version?: number): StoreFacts {
  const settings = keptSettings(db, version)
  return madeOf(settings, 'store', () => {
    const { name, email, phone, address } = settingOf<StoreFacts>(settings, identity, origin)
    const chosen = settingOf<Look>(settings, look, origin)
    const mark = settingOf<{ picture: string; alt: string }>(settings, logo, origin)
    return {
      name,
      email,
      phone,
      address: address || null,
      words: settingOf<NonNullable<StoreFacts['words']>>(settings, mails, origin),
      terms: (settings.values.get('ordering')?.value as OrderTerms | undefined) ?? DEFAULT_ORDER_TERMS,
      theme: isOriginal(chosen) ? null : versionOf(themeOf(chosen)),
      footer: settingOf<{ footer: string }>(settings, pages, origin).footer,
      logo: logoOf(mark.picture, mark.alt || name, origin.appUrl),
    }
  })
}

export function writtenFacts(db: Db, origin: Origin, version?: number): WrittenFacts {
  const settings = keptSettings(db, version)
  return madeOf(settings, 'written', () => ({
    banner: settingOf<WrittenFacts['banner']>(settings, banner, origin),
    papers: settingOf<{ papers: Paper[] }>(settings, press, origin).papers,
    questions: settingOf<{ rows: Question[] }>(settings, questions, origin).rows,
    faq: settingOf<{ rows: FaqEntry[] }>(settings, faq, origin).rows,
    pages: settingOf<WrittenFacts['pages']>(settings, pages, origin),
  }))
}

export const homeCollections = (db: Db, origin: Origin): Collection[] =>
  groupValue<{ rows: Collection[] }>(db, collections, origin).rows

export const lookOf = (db: Db, origin: Origin): Look => groupValue<Look>(db, look, origin)

export const isOriginal = ({ accent, ink, paper }: Look) =>
  accent === DEFAULT_COLORS.accent && ink === DEFAULT_COLORS.ink && paper === DEFAULT_COLORS.paper

/** Served by itself, because pages allow no styles in line. */
export const themeOf = ({ accent, ink, paper }: Look) =>
  `:root{--oxblood:${accent};--ink:${ink};--paper:${paper}}\n`

export const versionOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16)

export function announcementOf(db: Db, origin: Origin): Config['announcement'] {
  const { message } = groupValue<{ message: string }>(db, announcement, origin)
  if (message === '') return null
  return message === origin.announcement?.message
    ? origin.announcement
    : { token: sha256(message).slice(0, 16), message }
}
