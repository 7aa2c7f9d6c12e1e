import { expect, test, vi } from 'vitest'
import { eventually, field, find, findAll } from '../support/dom-elements.ts'
import { openPage, pass, settled, stopTime } from '../support/dom-page.ts'
import { type World, world } from '../support/world.ts'

let shop: Promise<World> | undefined

const open = async () => {
  shop ??= world()
  return openPage(await (await shop).shopper(), '/behaviours/address-autofill')
}

const street = () => field('Street Address 1')
const zip = () => find<HTMLInputElement>('#example_zip')
const options = () => findAll('#example_suggestions [role=option]')
const status = () => find('form.address-fields [role=status]').textContent
const saved = (address: RegExp | string) => field(address)

const filled = () => {
  const data = new FormData(find<HTMLFormElement>('form.address-fields'))
  return ['name', 'street', 'street2', 'city', 'state', 'zip', 'phone_number', 'address_id'].map((name) =>
    String(data.get(name)),
  )
}

type User = Awaited<ReturnType<typeof open>>

/** Replaces the field's text in one step. */
async function fill(user: User, input: HTMLInputElement, text: string) {
  await user.clear(input)
  await user.paste(text)
}

/** Stubs the page's requests for suggestions; other requests go to the shop. @returns the requested URLs */
function answerSuggestions(answer: (url: URL) => Response): URL[] {
  const asked: URL[] = []
  const askShop = globalThis.fetch
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const url = new URL(String(input), location.href)
    if (!url.pathname.includes('address-suggestions')) return askShop(input, init)
    asked.push(url)
    return answer(url)
  })
  return asked
}

const suggestionsShown = () => eventually(() => options().length).toBeGreaterThan(0)

test('CHK-3 typing a street suggests addresses; choosing one fills the fields and focuses the empty ZIP', async () => {
  const user = await open()
  street().focus()
  await user.keyboard('12 elm street, portland, or')
  await suggestionsShown()
  expect(street().getAttribute('aria-expanded')).toBe('true')
  expect(status()).toBe('1 suggestion')
  await user.click(options()[0]!)
  await eventually(filled).toEqual(['', '12 Elm St', '', 'Portland', 'OR', '', '', ''])
  expect(document.activeElement).toBe(zip())
  expect(status()).toBe('Address filled in.')
})

test('CHK-3 suggestions are fetched once four characters are typed, 200 ms after the last keystroke', async () => {
  stopTime()
  await open()
  const asked = answerSuggestions(() => Response.json({ suggestions: [], source: null }))
  const type = (text: string) => {
    street().value = text
    street().dispatchEvent(new Event('input', { bubbles: true }))
  }
  type('12E')
  await pass(1_000)
  expect(asked).toEqual([])
  type('12El')
  await pass(199)
  type('12Elm')
  await pass(199)
  expect(asked).toEqual([])
  await pass(1)
  expect(asked.map((url) => url.searchParams.get('q'))).toEqual(['12Elm'])
  await eventually(status).toBe('No suggestions')
})

test('CHK-3 a ZIP fills in its city and state, but never overwrites what the shopper typed', async () => {
  const user = await open()
  await user.click(zip())
  await user.keyboard('98101')
  await eventually(filled).toEqual(['', '', '', 'Seattle', 'WA', '98101', '', ''])
  await fill(user, zip(), '11215')
  await eventually(filled).toEqual(['', '', '', 'Brooklyn', 'NY', '11215', '', ''])
  await fill(user, field('City'), 'Park Slope')
  await fill(user, zip(), '60640')
  await eventually(filled).toEqual(['', '', '', 'Park Slope', 'IL', '60640', '', ''])
})

test('CHK-3 a saved address fills the fields; editing it makes it a different address and clears the place', async () => {
  const user = await open()
  const [home, other] = [saved(/48 Foundry St/), saved(/Another address/)]
  await user.click(home)
  const brooklyn = ['Ruth Whitcomb', '48 Foundry St', 'Apt 2', 'Brooklyn', 'NY', '11215', '(718) 555-0117']
  expect(filled()).toEqual([...brooklyn, 'parents'])
  expect(options()).toEqual([])
  await fill(user, field('Full Name'), 'Ana')
  expect(filled()).toEqual(['Ana', ...brooklyn.slice(1), ''])
  await user.click(home)
  await user.click(other)
  expect(filled()).toEqual(['Ruth Whitcomb', '', '', '', '', '', '(718) 555-0117', ''])
})

test('CHK-3 a saved address picked before the script came is filled in, unless another one was typed since', async () => {
  await open()
  const comeLate = async (typed: string | null) => {
    const before = find('form.address-fields')
    const late = before.cloneNode(true) as HTMLFormElement
    late.reset()
    late.querySelector<HTMLInputElement>('[name=address_id][value=parents]')!.checked = true
    if (typed) late.querySelector<HTMLInputElement>('[name=street]')!.value = typed
    before.replaceWith(late)
    await settled()
  }
  await comeLate(null)
  expect([filled()[1], filled().at(-1)]).toEqual(['48 Foundry St', 'parents'])
  await comeLate('9 Elm St')
  expect([filled()[1], filled().at(-1)]).toEqual(['9 Elm St', ''])
})

test('CHK-3 the source of map suggestions is named, and choosing one fetches the full address', async () => {
  const user = await open()
  const asked = answerSuggestions((url) => {
    if (url.pathname.endsWith('/1914')) return new Response('<html>')
    const address = {
      street_address_1: '1912 Pike Pl',
      street_address_2: '',
      city: 'Seattle',
      state: 'WA',
      postal_code: '98101',
    }
    const suggestion = (id: string) => ({ text: `${id} Pike Pl, Seattle, WA`, id, address: null })
    const list = { suggestions: ['1912', '1914'].map(suggestion), source: 'Google Maps' }
    return Response.json(url.pathname.endsWith('/1912') ? { address } : list)
  })
  await fill(user, street(), '1912 Pi')
  await suggestionsShown()
  expect(find('main').textContent).toContain('Suggestions: Google Maps')
  await user.click(options()[0]!)
  await eventually(filled).toEqual(['', '1912 Pike Pl', '', 'Seattle', 'WA', '98101', '', ''])
  await fill(user, street(), '1914 Pi')
  await suggestionsShown()
  await user.click(options().at(-1)!)
  await eventually(filled).toContain('1914 Pike Pl') // the street alone, since its address could not be read
  const sessions = asked.map((url) => url.searchParams.get('session'))
  expect(sessions[0]).toMatch(/^[\da-f-]{36}$/)
  expect(sessions[1]).toBe(sessions[0])
  expect(sessions[2]).not.toBe(sessions[0])
})

test('R29 CHK-3 without a response typing continues; Escape closes the list, ArrowDown opens it, blur closes it', async () => {
  const user = await open()
  const askShop = globalThis.fetch
  const asked = answerSuggestions(() => new Response('<html>not now'))
  await user.click(street())
  await user.keyboard('12 Elm St, Portland, OR')
  await fill(user, zip(), '97201')
  await eventually(() => asked.length).toBeGreaterThan(0)
  await settled()
  expect(filled()).toEqual(['', '12 Elm St, Portland, OR', '', '', '', '97201', '', ''])
  vi.stubGlobal('fetch', askShop)

  await fill(user, street(), '12 Elm St, Portl')
  await suggestionsShown()
  await user.keyboard('{Escape}')
  await eventually(() => options().length).toBe(0)
  expect(street().value).toBe('12 Elm St, Portl')
  await user.keyboard('{ArrowDown}')
  await suggestionsShown()
  await user.tab()
  await eventually(() => options().length).toBe(0)
})
