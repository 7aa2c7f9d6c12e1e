import { expect, test } from 'vitest'
import { MAILS } from '#views/dev/mails/index.tsx'
import { world } from '../support/world.ts'

const { config } = await world()

const textOf = (wanted: string) => MAILS.find(({ name }) => name === wanted)?.mail(config.store).text ?? ''

test('MEM-4 the email about a card that expires leads to where a new one is added', () => {
  expect(textOf('box-card-expires')).toMatch(/Add a new card: \S+\/account\/subscriptions#cards_/)
  expect(textOf('box-card-expires')).toContain('Skip, move, change or cancel: ')
})

test('MEM-4 the email about a skipped box never says what you get instead', () => {
  expect(textOf('box-gone')).toContain('Ribeye is sold out.')
  expect(textOf('box-gone')).toContain('Nothing was charged')
  expect(textOf('box-gone')).not.toContain('so you get')
})
