import { expect, test } from 'vitest'
import { openShop } from '../support/open-shop.ts'
import { signUpByCall } from '../support/page-calls.ts'
import { openAndWait } from '../support/visit.ts'
import { SCREENS } from '../support/visitor.ts'

const { visit } = openShop('texts')

type Outbox = { messages: { kind: string; to: string; text: string }[] }

test('TRK-2 BEH-13 on a phone: texts are turned on with the code from the text, and off again', async () => {
  const { page, expectAllWell, close } = await visit({ viewport: SCREENS.phone, hasTouch: true })
  const texts = async (): Promise<string[]> => {
    const { messages } = await page.evaluate(
      async () => (await (await fetch('/outbox.json')).json()) as Outbox,
    )
    return messages.filter(({ kind, to }) => kind === 'text' && to === '+12065550166').map(({ text }) => text)
  }
  await signUpByCall(page, 'texts@example.com')
  await openAndWait(page, '/account')
  const part = page.locator('#account_texts')
  await part.getByLabel('Mobile phone number').fill('2065550166')
  await part.getByLabel('Text me about my deliveries').check()
  await part.getByRole('button', { name: 'Text me' }).click()
  await part.getByLabel('6-digit code').waitFor()
  await expectAllWell('waiting for a code')
  await expect.poll(texts).toHaveLength(1)
  const code = /\b\d{6}\b/.exec((await texts())[0] ?? '')?.[0] ?? ''
  await part.getByLabel('6-digit code').pressSequentially(code)
  await part.getByText('Texts are on for (206) 555-0166.').first().waitFor()
  await expect.poll(async () => (await texts())[0]).toContain('Delivery texts are on')
  await expectAllWell('texts are on')
  await part.getByRole('button', { name: 'Turn texts off' }).click()
  await part.getByRole('button', { name: 'Text me' }).waitFor()
  await close()
})
