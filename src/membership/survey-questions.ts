export type Question = { name: string; label: string; options?: readonly string[] }

/** What we ask a new member. None has to be answered. */
export const QUESTIONS: readonly Question[] = [
  {
    name: 'heard_from',
    label: 'How did you hear about us?',
    options: ['A friend', 'A farm', 'Search', 'Social media', 'Somewhere else'],
  },
  {
    name: 'household',
    label: 'How many people do you cook for?',
    options: ['1', '2', '3 to 4', '5 or more'],
  },
  { name: 'wish', label: 'What would make your next box better?' },
]

export const MAX_ANSWER = 500
