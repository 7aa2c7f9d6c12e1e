import { describe, expect, test } from 'vitest'
import { eventually, field, find, findAll } from '../support/dom-elements.ts'
import { openPage } from '../support/dom-page.ts'
import { type World, world } from '../support/world.ts'

let shop: Promise<World> | undefined

const open = async (name: string) => {
  shop ??= world()
  return openPage(await (await shop).shopper(), `/behaviours/${name}`)
}

describe('BEH-6 gifting', () => {
  const gift = () => field('This is a gift')
  const recurring = () => field('Make it a recurring box')
  const name = () => field(/^Recipient's name/)
  const sent = () => [...new FormData(find<HTMLFormElement>('main form')).keys()]
  const isShown = (element: HTMLElement) => element.closest('[hidden]') === null

  test('BEH-6 CHK-7 a gift shows its fields and hides the recurring option, which comes back without the gift', async () => {
    const user = await open('gifting')
    await user.click(recurring())
    expect([isShown(name()), sent()]).toEqual([false, ['gift_order', 'recurring']])

    gift().focus()
    await user.keyboard(' ')
    expect([isShown(name()), isShown(recurring())]).toEqual([true, false])
    expect(sent()).not.toContain('recurring')
    expect(sent()).toContain('gift_info[recipient_name]')
    await user.tab()
    await user.keyboard('Ben')

    await user.click(gift())
    expect([isShown(name()), recurring().checked]).toEqual([false, true])
    expect(sent()).toEqual(['gift_order', 'recurring'])
    await user.click(gift())
    expect(name().value).toBe('Ben')
  })
})

describe('BEH-5 expedited shipping', () => {
  const faster = () => field(/^Expedited shipping, \$12\.00 more/)
  const opened = () =>
    findAll('.calendar__choice').filter(({ textContent }) => textContent?.includes('faster'))

  test('BEH-5 checking it opens the expedited days, and unchecking it closes them again', async () => {
    const user = await open('expedited-shipping')
    expect(opened()).toEqual([])
    faster().focus()
    await user.keyboard(' ')
    await eventually(() => location.search).toMatch(/expedited=1/)
    await eventually(() => opened().length).toBeGreaterThan(0)
    expect(faster().checked).toBe(true)
    await user.click(faster())
    await eventually(() => location.search).not.toContain('expedited')
    await eventually(opened).toEqual([])
  })
})
