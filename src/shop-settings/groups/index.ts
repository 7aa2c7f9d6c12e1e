import type { SettingGroup } from '../group.ts'
import { centers, holidays, ordering, rates, tax } from './delivery.ts'
import { banner, collections, press, questions } from './home.ts'
import { announcement, identity, logo, look } from './look.ts'
import { faq, mails, pages } from './texts.ts'
import { zones } from './zones.ts'

/** In the order of the page that lists them. */
export const SETTING_GROUPS: readonly SettingGroup[] = [
  ordering,
  rates,
  centers,
  zones,
  holidays,
  tax,
  identity,
  logo,
  look,
  announcement,
  banner,
  collections,
  press,
  questions,
  faq,
  pages,
  mails,
]

export const findGroup = (id: string): SettingGroup | null =>
  SETTING_GROUPS.find((group) => group.id === id) ?? null
