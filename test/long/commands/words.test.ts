import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sentencesIn } from '#src/commands/sentences.ts'

const FIXTURE = `
import { paths } from '#src/paths.ts'

export const Page = ({ count, total }: { count: number; total: string }) => (
  <section class="page page--wide" id="box_page" data-controller="mini-cart cart">
    <h1>Your box</h1>
    <p class={count > 1 ? 'cart-line shown' : 'cart-line'}>
      You have {count} {count === 1 ? 'item' : 'items'}. <a href={paths.cart()}>See them</a>
      {' '}before they sell out.
    </p>
    <img src="/pictures/ribeye.webp" alt="A ribeye on a board" />
    <button type="submit" aria-label={\`Remove \${total}\`}>Remove</button>
  </section>
)

export const SUBJECT = \`Your box arrives \${new Date()}\`
export const CONSENT = 'I agree to this ' + 'and that.'
export const kind = (word: 'sold_out' | 'Not a sentence') => (word === 'sold_out' ? 'Sold out' : '/shop/all')

export function check(db: { prepare: (sql: string) => void }, log: { warn: (text: string) => void }) {
  db.prepare('SELECT count(*) FROM orders')
  document.querySelector('form section input')
  log.warn('the bank did not answer')
  throw new Error('order is gone')
}
`

function sentencesOf(text: string) {
  const folder = mkdtempSync(join(tmpdir(), 'words-'))
  try {
    const path = join(folder, 'page.tsx')
    writeFileSync(path, text)
    return sentencesIn([path]).flatMap(({ sentences }) => sentences)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

test('finds every sentence and label, and nothing only machines read', () => {
  expect(sentencesOf(FIXTURE).map(({ line, text, isLogged }) => [line, text, isLogged])).toEqual([
    [6, 'Your box', false],
    [7, 'You have {…} {…}. See them before they sell out.', false],
    [8, 'item', false],
    [8, 'items', false],
    [11, 'A ribeye on a board', false],
    [12, 'Remove', false],
    [12, 'Remove {…}', false],
    [16, 'Your box arrives {…}', false],
    [17, 'I agree to this and that.', false],
    [18, 'Sold out', false],
    [23, 'the bank did not answer', true],
    [24, 'order is gone', true],
  ])
})

test("npm run words lists the text of the shop's pages, islands, scripts, emails and errors", () => {
  const list = execFileSync(process.execPath, ['--import', 'tsx', 'src/commands/words.ts'], {
    encoding: 'utf8',
  })
  const [, shoppers = '', operators = ''] = list.split(/^# .*: \d+$/m)
  expect(shoppers).toContain('\n## views/cart\n')
  for (const sentence of [
    'Your box is empty', // a page
    'Now showing {…} from {…}.', // an island
    'Address filled in.', // a controller
    "Here's the sign-in link you asked for.", // an email
    'An account with that email already exists.', // an error
  ]) {
    expect(shoppers).toContain(sentence)
  }
  expect(operators).toContain('STRIPE_JS_URL: a live shop must use https')
  expect(shoppers).not.toMatch(/cart-line__|visually-hidden|^ +\d+ {2}\//m)
})
