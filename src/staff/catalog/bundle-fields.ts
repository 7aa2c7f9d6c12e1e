import type { Body } from '../../web/env.ts'
import { area, choice, type EditField, line, number } from './edit-fields.ts'

const MAX_GROUPS = 10
const MAX_CHOICES = 24

export const NEW_BUNDLE_FIELDS: EditField[] = [
  line('name', 'Name', 60, { hint: 'Such as Family box' }),
  area('summary', 'Summary', 200, { hint: 'One sentence for the card that sells it.' }),
  number('price', 'Price in dollars', { hint: 'For the whole box, such as 149.00' }),
  { name: 'groups', label: 'Groups', as: 'groups' },
]

export const BUNDLE_FIELDS: EditField[] = [
  ...NEW_BUNDLE_FIELDS.slice(0, 3),
  choice('hidden', 'Hidden', ['no', 'yes'], 'Nobody can add a hidden box. Carts and orders keep theirs.'),
  number('position', 'Position among the boxes', { hint: '0 comes first.' }),
  ...NEW_BUNDLE_FIELDS.slice(3),
]

export const groupField = (group: number, part: 'name' | 'slots') => `group_${group}_${part}`
export const choiceField = (group: number, nth: number) => `group_${group}_choice_${nth}`
export const isGroupField = (name: string) => /^group_\d+_(name|slots|choice_\d+)$/.test(name)

/** As a catalog file names an offer. */
type Choice = { variety: string; label: string }
type Group = { name: unknown; slots: unknown; choices: Choice[] }

/** As a form shows and takes an offer: 'grass-fed-ribeye, 10 oz'. */
export const choiceText = ({ variety, label }: Choice) => `${variety}, ${label}`

/** Nothing in the catalog has the offer that a text without a comma names, and the refusal then quotes it. */
function choiceFrom(typed: string): Choice {
  const [variety = '', ...label] = typed.split(',')
  return { variety: variety.trim(), label: label.join(',').trim() || typed.trim() }
}

export const groupValues = (groups: unknown): [string, string][] =>
  (Array.isArray(groups) ? (groups as Group[]) : []).flatMap(({ name, slots, choices }, group) => [
    [groupField(group, 'name'), String(name)],
    [groupField(group, 'slots'), String(slots)],
    ...choices.map((one, nth): [string, string] => [choiceField(group, nth), choiceText(one)]),
  ])

/** From a form's fields, or as a script sent them. A group without a name and choices is an empty one of the form. */
export function groupsFrom(body: Body): unknown {
  if (Array.isArray(body.groups)) return body.groups
  if (body[groupField(0, 'name')] === undefined) return undefined
  const typed = (name: string) => String(body[name] ?? '').trim()
  return Array.from({ length: MAX_GROUPS }, (_, group) => ({
    name: typed(groupField(group, 'name')),
    slots: typed(groupField(group, 'slots')),
    choices: Array.from({ length: MAX_CHOICES }, (_, nth) => typed(choiceField(group, nth)))
      .filter(Boolean)
      .map(choiceFrom),
  })).filter(({ name, choices }) => name !== '' || choices.length > 0)
}

/** How many groups and choices a form shows: those there are, and empty ones for more. */
export function shownGroups(values: Record<string, string>): { group: number; choices: number }[] {
  const filled = Object.keys(values).filter((name) => isGroupField(name) && values[name] !== '')
  const highest = (pattern: RegExp) =>
    Math.max(-1, ...filled.map((name) => Number(pattern.exec(name)?.[1] ?? -1)))
  const groups = Math.min(MAX_GROUPS, highest(/^group_(\d+)_/) + 2)
  return Array.from({ length: groups }, (_, group) => ({
    group,
    choices: Math.min(MAX_CHOICES, highest(new RegExp(`^group_${group}_choice_(\\d+)$`)) + 4),
  }))
}

const WORDS_BY_PROBLEM: [RegExp, string][] = [
  [/whole number/, 'how many to pick must be a whole number from 1 to 10'],
  [/1 to 60 characters/, 'please enter a name of up to 60 characters'],
  [/./, 'please write each choice as product and size, such as grass-fed-ribeye, 10 oz'],
]

/** 'groups.1 must be a whole number from 1 to 10' as a sentence of the form; null when it isn't about a group. */
export function groupSentence(problem: string): string | null {
  const nth = /^groups\.(\d+) /.exec(problem)?.[1]
  if (nth === undefined) return null
  const words = WORDS_BY_PROBLEM.find(([pattern]) => pattern.test(problem))?.[1]
  return `Group ${Number(nth) + 1}: ${words}.`
}
