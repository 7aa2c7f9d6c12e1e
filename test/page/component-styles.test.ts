import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** The rule of one class, up to the end of the rule. */
function ruleOf(component: string, name: string): string {
  const css = readFileSync(`public/styles/components/${component}.css`, 'utf8')
  const [, rule] = `\n${css}`.split(`\n.${name} {\n`)
  return rule?.slice(0, rule.indexOf('\n}')) ?? ''
}

test("VEN-1 the absolutely positioned pictures in the farm's stock list have a height", () => {
  expect(ruleOf('farm-desk', 'shelf-list__picture')).toMatch(/block-size: [1-9]/)
})

test('COM-8 on a phone, what shoppers want isn’t broken within words to make room for the counts', () => {
  const [, figures = ''] = ruleOf('demand', 'demand__table').split(':is(td, thead th:not(:first-child))')
  const [always, wide] = figures.split('@media (width >= 30em)')
  expect(always).not.toContain('inline-size')
  expect(always).toContain('overflow-wrap: normal')
  expect(wide).toContain('inline-size: 7rem')
})

test('FUL-11 on a phone, the field of a packing form has its own row', () => {
  const [always, wide] = ruleOf('pack', 'pack__form').split('@media (width >= 30em)')
  expect(always).not.toContain('grid-template-columns')
  expect(wide).toContain('minmax(0, 1fr) auto')
})

test('FUL-6 on a phone, words on a packing slip stay whole, and the page scrolls sideways', () => {
  const css = readFileSync('public/styles/components/slip.css', 'utf8')
  const [, narrow = ''] = css.split('@media (width < 48em)')
  expect(narrow).toMatch(/\.slip__lines \{\s*overflow-wrap: break-word;/)
  expect(ruleOf('slip', 'letter')).toContain('overflow-x: auto')
})

test('STF-2 on a phone at large text, a long email breaks in an opened form of an order’s page', () => {
  expect(ruleOf('staff-order', 'staff-order__form')).toContain('overflow-wrap: anywhere')
})

test('SHL-1 every row of a bordered list has padding', () => {
  expect(ruleOf('low-stock', 'low-stock__offer')).toContain('padding')
  for (const page of ['vendor/offer-page', 'fulfillment/weather-alert-page', 'fulfillment/today-page']) {
    const [, list = ''] = readFileSync(`views/${page}.tsx`, 'utf8').split('class="low-stock"')
    expect(list.slice(0, list.indexOf('</ul>')), page).toMatch(/<li class="low-stock__offer"/)
  }
})

test('FUL-1 the selection bar floats over the rows only while it says what is selected', () => {
  const [always, withSelection] = ruleOf('selection-bar', 'selection-bar').split(
    '&:not(.selection-bar--empty)',
  )
  expect(always).not.toContain('sticky')
  expect(withSelection).toContain('position: sticky')
  for (const page of ['orders-page', 'wave-table'])
    expect(readFileSync(`views/fulfillment/${page}.tsx`, 'utf8')).toContain('selection-bar--empty')
})
