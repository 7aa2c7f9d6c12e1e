import type { Config } from '../config/config.ts'
import type { Fields } from './fields.ts'
import type { SettingValue } from './versions.ts'

export const AREAS = {
  delivery: 'Money and delivery',
  look: 'Name and look',
  home: 'Home page',
  texts: 'Pages and emails',
} as const

export type Area = keyof typeof AREAS

/** The default, until the group is saved. */
export type Origin = Pick<Config, 'appUrl' | 'demo' | 'store' | 'announcement'>

export type SettingGroup = {
  /** In its address. */
  id: string
  area: Area
  title: string
  intro: string
  /** Where a change shows. */
  shows: string
  fields: Fields
  /** Null: the value is in tables of its own (see `src/staff/shop-settings/sources.ts`). */
  origin: ((shop: Origin) => SettingValue) | null
  /** A live shop starts with an example value, which its owner must confirm. */
  isExample?: boolean
}

export const takesPictures = ({ fields }: SettingGroup): boolean =>
  Object.values(fields).some(
    (field) =>
      field.kind === 'logo' ||
      (field.kind === 'rows' && Object.values(field.of).some(({ kind }) => kind === 'picture')),
  )

/** The name of the field that holds a logo, if it has one. */
export const logoFieldOf = ({ fields }: SettingGroup): string | undefined =>
  Object.entries(fields).find(([, { kind }]) => kind === 'logo')?.[0]
