import type { RecallPerson } from './recalls.ts'

/** Their box has left; the others are held. */
export const isToTell = ({ box }: Pick<RecallPerson, 'box'>) => box === 'shipped'

/** Whom the email still has to reach. */
export const isToEmail = (person: RecallPerson) =>
  isToTell(person) && person.sentAt === null && person.email !== null

/** How many people must know, and how many do. */
export function reachOf(people: RecallPerson[]) {
  const toTell = people.filter(isToTell)
  return { people: toTell.length, told: toTell.filter(({ sentAt }) => sentAt !== null).length }
}
