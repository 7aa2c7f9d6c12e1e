import type { Weekday } from '#src/day.ts'

const MONDAY_TO_THURSDAY: Weekday[] = [1, 2, 3, 4]
const MONDAY_TO_FRIDAY: Weekday[] = [...MONDAY_TO_THURSDAY, 5]

/** From these three, most of the lower 48 states are one or two days away by truck. */
export const CENTERS = [
  {
    id: 1,
    slug: 'truckee-meadows',
    name: 'Truckee Meadows',
    city: 'Reno',
    state: 'NV',
    zone: 'America/Los_Angeles',
    shipWeekdays: MONDAY_TO_FRIDAY,
    dailyCapacity: 500,
  },
  {
    id: 2,
    slug: 'cumberland-valley',
    name: 'Cumberland Valley',
    city: 'Carlisle',
    state: 'PA',
    zone: 'America/New_York',
    shipWeekdays: MONDAY_TO_FRIDAY,
    dailyCapacity: 500,
  },
  {
    id: 3,
    slug: 'ozark-plateau',
    name: 'Ozark Plateau',
    city: 'Springfield',
    state: 'MO',
    zone: 'America/Chicago',
    shipWeekdays: MONDAY_TO_THURSDAY,
    dailyCapacity: 500,
  },
]
