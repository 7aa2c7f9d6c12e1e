import { counted } from '../counted.ts'

/** Shared by server and browser: what a bundle's picks still need (CAT-8). */

export type Slots = { name: string; slots: number }

/** How many of a choice were picked, by its offer's token. */
export type Picks = Record<string, number>

export type Group = Slots & { choices: { token: string }[] }

/** A group that is not filled, or overfilled. */
export type Gap = Slots & { picked: number }

export const pickedIn = ({ choices }: Group, picks: Picks): number =>
  choices.reduce((sum, { token }) => sum + (picks[token] ?? 0), 0)

export const gapsIn = (groups: Group[], picks: Picks): Gap[] =>
  groups
    .map((group) => ({ name: group.name, slots: group.slots, picked: pickedIn(group, picks) }))
    .filter(({ slots, picked }) => picked !== slots)

export const slotsIn = (groups: Slots[]): number => groups.reduce((sum, { slots }) => sum + slots, 0)

/** '2 of 2', 'Pick 1 more', 'Take 1 out' */
export function groupWords({ slots, picked }: Omit<Gap, 'name'>): string {
  if (picked === slots) return `${slots} of ${slots}`
  return picked < slots ? `Pick ${slots - picked} more` : `Take ${picked - slots} out`
}

/** 'Two steaks: pick 1 more.' */
export const gapSentence = (gap: Gap): string => `${gap.name}: ${groupWords(gap).toLowerCase()}.`

export const cutsWords = (count: number) => counted(count, 'cut', 'cuts')
