import { expect, test } from 'vitest'
import { rowId } from '#src/web/row-id.ts'

test('GND-2 a row has one id in URLs: its number in canonical form', () => {
  expect([rowId('7'), rowId('120'), rowId('999999999999999')]).toEqual([7, 120, 999_999_999_999_999])
  for (const typed of [undefined, '', '0', '07', '+7', '7.0', ' 7', '7e1', '-7', '1000000000000000'])
    expect([typed, rowId(typed)]).toEqual([typed, 0])
})
