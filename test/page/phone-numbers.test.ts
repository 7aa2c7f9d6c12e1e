import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { MAILS } from '#views/dev/mails/index.tsx'
import { testConfig } from '../support/world.ts'

test('no page breaks the shop’s phone number over two lines', () => {
  const broken = readdirSync('views', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.tsx') && !name.startsWith('mails/'))
    .filter((name) => /[^$={]\{(props\.)?store\.phone\}/.test(readFileSync(`views/${name}`, 'utf8')))
  expect(broken.sort()).toEqual([
    'fulfillment/packing-slip.tsx', // on paper
    'orders/receipt-page.tsx', // on paper
    'tracking/tracking-card.tsx', // a button, whose words wrap
  ])
})

test('an email keeps the shop’s phone number on one line, and breaks it only if it is longer than a line', () => {
  const { html } = MAILS.find(({ name }) => name === 'welcome')!.mail(testConfig.store)
  expect(html).toContain(`<span style="display:inline-block;">${testConfig.store.phone}</span>`)
})
