import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { MAILS } from '#views/dev/mails/index.tsx'
import { world } from '../support/world.ts'

test('OPS-4 a demo shop previews every email as HTML and text, under its own CSP', async () => {
  const made = await world()
  const dev = await made.shopper()
  const page = await (await dev.visit('/dev/mails')).text()
  for (const { name, mail } of MAILS) {
    const { subject, text } = mail(made.config.store)
    expect(subject).toMatch(/^[^\r\n]{10,120}$/)
    expect(text.length).toBeGreaterThan(100)
    expect(page).toContain(`/dev/mails/${name}.html`)
    const html = await dev.visit(`/dev/mails/${name}.html`)
    expect(html.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(await html.text()).toMatch(/^(<!doctype html>)?<html lang="en">/)
    expect((await dev.visit(`/dev/mails/${name}.txt`)).headers.get('content-type')).toContain('text/plain')
  }
  for (const odd of ['nothing.html', 'receipt', 'receipt.pdf', '..%2freceipt.html'])
    expect((await dev.visit(`/dev/mails/${odd}`)).status).toBe(404)
})

test('GFT-1 a receipt counts its gift cards, and a code has a line of its own', async () => {
  const { config } = await world()
  const textOf = (wanted: string) => MAILS.find(({ name }) => name === wanted)?.mail(config.store).text ?? ''
  expect(textOf('gift-card-receipt')).toContain('Your gift card is paid.')
  for (const name of ['gift-card', 'gift-card-to-print'])
    expect(textOf(name)).toMatch(/\n\nK7QM-2XPD-9HTR-WBNC\n\n/)
})

test('GFT-1 the email about gift boxes that could not be placed leaves fixing them to staff', async () => {
  const { config } = await world()
  const mail = MAILS.find(({ name }) => name === 'gift-boxes-placed')?.mail(config.store)
  expect(mail?.subject).toContain('1 of your 2 gift boxes is placed')
  expect(mail?.text).toContain('Not placed: Ben Ode, Boise, ID. That delivery date just filled up.\n')
  expect(mail?.text).not.toContain('Please choose')
})

const TO_STAFF = /^(open-flags|cash-request|gifting-question|role-invitation|second-factor-[a-z-]+)$/

test('OPS-4 an email to staff ends with a line for staff, and every other one says how to reach us', async () => {
  const { config } = await world()
  const words = { closing: 'Thanks for eating well.', receipt: '', shipped: '', delivered: '' }
  for (const { name, mail } of MAILS) {
    const { html, text } = mail({ ...config.store, words })
    for (const form of [html, text]) {
      expect(form.includes('back office sent this'), name).toBe(TO_STAFF.test(name))
      for (const forShoppers of ['Questions? Just reply', words.closing])
        expect(form.includes(forShoppers), name).toBe(!TO_STAFF.test(name))
    }
  }
})

test('OPS-4 an email that asks staff to do something says what, and leads there', async () => {
  const { config } = await world()
  for (const name of ['open-flags', 'cash-request', 'gifting-question']) {
    const { html, text } = MAILS.find((each) => each.name === name)!.mail(config.store)
    for (const form of [html, text]) expect(form, name).toMatch(/https:\/\/shop\.example\//)
  }
})

test('OPS-4 a live shop shows none of them', async () => {
  const live = await world({ config: { demo: false } })
  const shopper = await live.shopper()
  expect((await shopper.visit('/dev/mails')).status).toBe(404)
  expect((await shopper.visit('/dev/mails/receipt.html')).status).toBe(404)
})

test('OPS-4 the previews include every email', () => {
  const written = readdirSync('views/mails')
    .map((file) => readFileSync(`views/mails/${file}`, 'utf8'))
    .flatMap((code) => [...code.matchAll(/export (?:const|function) (\w+)[^\n]*(?:=>|: Mail \{)/g)])
    .map(([, name = '']) => name)
    .filter((name) => /Mail$|^receipt$|^gifting|^money/.test(name))
  const shown = readdirSync('views/dev/mails')
    .map((file) => readFileSync(`views/dev/mails/${file}`, 'utf8'))
    .join('\n')
  expect(written.length).toBeGreaterThan(10)
  expect(written.filter((name) => !shown.includes(`${name}(`))).toEqual([])
})

test('CWT-2 the preview of final weights charges the pounds times the price per pound', async () => {
  const dev = await (await world()).shopper()
  const text = await (await dev.visit('/dev/mails/final-weights.txt')).text()
  const [, pounds, rate, price] = /([\d.]+) lb at \$([\d.]+) \/ lb\): \$([\d.]+)/.exec(text) ?? []
  expect((Number(pounds) * Number(rate)).toFixed(2)).toBe(price)
})
