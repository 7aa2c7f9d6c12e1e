import { testCards } from '../test-cards.ts'
import { groupNumber } from './card-entry.ts'
import { make } from './dom.ts'

/** Says that this is a test, and what can be typed. */
export function testCardList(use: (number: string) => void): HTMLElement {
  const rows = testCards.flatMap((card) => (card.hint ? [row(card.number, card.hint, use)] : []))
  return make(
    'details',
    { class: 'hint' },
    make(
      'summary',
      {},
      make('strong', { class: 'badge' }, 'Test mode'),
      ' No money moves. Show the test cards',
    ),
    make('p', {}, 'Any future date, any security code. Never type a real card here.'),
    make('ul', {}, ...rows),
  )
}

function row(number: string, hint: string, use: (number: string) => void): HTMLElement {
  const grouped = groupNumber(number)
  const button = make(
    'button',
    { type: 'button', class: 'use', 'aria-label': `Use ${grouped}: ${hint}` },
    'Use',
  )
  button.addEventListener('click', () => use(number))
  return make('li', {}, make('code', {}, grouped), make('span', {}, hint), button)
}
