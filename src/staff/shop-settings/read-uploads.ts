import { convertedPicture } from '../../catalog/import/picture-files.ts'
import { importedName } from '../../catalog/import/picture-name.ts'
import type { Fields, RowsField } from '../../shop-settings/fields.ts'
import { logoFieldOf, type SettingGroup } from '../../shop-settings/group.ts'
import { asTyped, type Typed } from '../../shop-settings/typed.ts'
import type { SettingValue } from '../../shop-settings/versions.ts'
import type { Body } from '../../web/env.ts'
import type { Upload } from '../../web/uploads.ts'
import { encodeCrop, keepPicture, keptPicture, PICTURE_GONE } from '../catalog/pictures/uploaded-picture.ts'
import { keepLogo, missingLogo } from './keep-logo.ts'
import type { Problem } from './problems.ts'

type Kept = { ok: true; name: string } | { ok: false; message: string }
export type UploadsRead = { body: Body; problem?: undefined } | { typed: Typed; problem: Problem }

/** The body with the names of the pictures that came with it, as if those had been typed. */
export async function readUploads(
  storagePath: string,
  group: SettingGroup,
  body: Body,
  uploads: Upload[],
): Promise<UploadsRead> {
  let read = body
  for (const slot of slotsIn(group, body)) {
    const files = uploads.filter(({ field }) => field === slot.fileName)
    if (files.length === 0) {
      if (slot.isEmptied) read = slot.write(read, '')
      continue
    }
    const kept = await slot.keep(storagePath, files)
    if (!kept.ok) {
      const message = slot.words === '' ? kept.message : `${slot.words}: ${kept.message}`
      return { typed: asTyped(group.fields, body), problem: { path: slot.path, message } }
    }
    read = slot.write(read, kept.name)
  }
  return { body: read }
}

/** A field that a file can be sent for. */
type Slot = {
  fileName: string
  /** Its box "no picture" is checked. */
  isEmptied: boolean
  keep(storagePath: string, files: Upload[]): Promise<Kept>
  write(body: Body, name: string): Body
  /** Where its problem shows, and which row it's about. */
  path: string
  words: string
}

function slotsIn(group: SettingGroup, body: Body): Slot[] {
  const logo = logoFieldOf(group)
  const rows = Object.entries(group.fields).flatMap(([name, field]) =>
    field.kind === 'rows' ? rowSlots(name, field, body) : [],
  )
  if (logo === undefined) return rows
  const write = (read: Body, name: string) => ({ ...read, [logo]: name })
  const isEmptied = Boolean(body[`${logo}_none`])
  return [...rows, { fileName: `${logo}_file`, isEmptied, keep: keepLogo, write, path: logo, words: '' }]
}

/** Of the rows that stay: one whose key is empty is dropped. */
const rowSlots = (name: string, { of, key }: RowsField, body: Body): Slot[] =>
  rowsIn(body, name).flatMap(([at, row]) =>
    String(row[key] ?? '').trim() === ''
      ? []
      : pictureParts(of).map((part) => ({
          fileName: `${name}[${at}][${part}_file]`,
          isEmptied: Boolean(row[`${part}_none`]),
          keep: keepWhole,
          write: (read, picture) => writeRow(read, name, at, { [part]: picture }),
          path: name,
          words: `“${row[key]}”`,
        })),
  )

const pictureParts = (of: Fields) => Object.keys(of).filter((part) => of[part]?.kind === 'picture')

type Row = Record<string, unknown>

const rowsIn = (body: Body, name: string): [string, Row][] =>
  Object.entries(body[name] ?? {}).filter(
    (entry): entry is [string, Row] => typeof entry[1] === 'object' && entry[1] !== null,
  )

function writeRow(body: Body, name: string, at: string, changed: Row): Body {
  const rows = Object.fromEntries(rowsIn(body, name))
  return { ...body, [name]: { ...rows, [at]: { ...rows[at], ...changed } } }
}

/** Uncropped, in all widths. The words beside it say what it shows. */
async function keepWhole(storagePath: string, files: Upload[]): Promise<Kept> {
  const upload = await keepPicture(
    storagePath,
    files.map(({ bytes }) => ({ field: 'picture', bytes })),
  )
  if (!upload.ok) return upload
  const kept = keptPicture(storagePath, upload.hash)
  const { width, height } = upload
  const name = kept && (await encodeCrop(storagePath, kept, { left: 0, top: 0, width, height }, ''))
  return name ? { ok: true, name } : { ok: false, message: 'We couldn’t read that picture.' }
}

/** What was previewed days ago is gone, and so may be what a backup names without its files. */
export const missingFile = (storagePath: string, group: SettingGroup, value: SettingValue): Problem | null =>
  missingLogo(storagePath, group, value) ?? missingPicture(storagePath, group, value)

function missingPicture(storagePath: string, { fields }: SettingGroup, value: SettingValue): Problem | null {
  for (const [name, field] of Object.entries(fields)) {
    if (field.kind !== 'rows') continue
    for (const [at, row] of ((value[name] ?? []) as Row[]).entries())
      for (const part of pictureParts(field.of)) {
        const hash = importedName(String(row[part] ?? ''))?.hash
        if (hash !== undefined && !convertedPicture(storagePath, hash))
          return { path: `${name}.${at}.${part}`, message: PICTURE_GONE }
      }
  }
  return null
}
