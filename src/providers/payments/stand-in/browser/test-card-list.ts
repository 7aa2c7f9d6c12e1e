import { testCards } from '../test-cards.ts'
import { groupNumber } from './card-entry.ts'
import { make } from './dom.ts'

export function testCardList(onUse: (number: string) => void): HTMLElement {
  const rows = testCards.flatMap((card) => (card.hint ? [row(card.number, card.hint, onUse)] : []))
  return make(
    'details',
    { class: 'hint' },
    make('summary', {}, make('strong', { class: 'badge' }, 'Test mode'), ' No real charges. Show test cards'),
    make('p', {}, 'Use any future date and any security code. Never enter a real card here.'),
    make('ul', {}, ...rows),
  )
}

function row(number: string, hint: string, onUse: (number: string) => void): HTMLElement {
  const grouped = groupNumber(number)
  const button = make(
    'button',
    { type: 'button', class: 'use', 'aria-label': `Use ${grouped}: ${hint}` },
    'Use',
  )
  button.addEventListener('click', () => onUse(number))
  return make('li', {}, make('code', {}, grouped), make('span', {}, hint), button)
}
