import { expect, test } from 'vitest'
import { csvFile, csvHeaders } from '#src/csv.ts'

test('STF-9 a CSV has a BOM and CRLF, escapes formulas and keeps numbers as numbers', () => {
  const text = csvFile(
    ['name', 'cents'],
    [
      ['=HYPERLINK("http://evil.example")', -5],
      ['+1', 0],
      ['-1', 1],
      ['@SUM(A1)', 2],
      ['\t=1', 3],
      ['\r=1', 4],
      ['＝1', 5],
      ['Ribeye, "aged"\n2 packs', null],
    ],
  )
  expect(text).toBe(
    [
      '\ufeffname,cents',
      `"'=HYPERLINK(""http://evil.example"")",-5`,
      `'+1,0`,
      `'-1,1`,
      `'@SUM(A1),2`,
      `'\t=1,3`,
      `"'\r=1",4`,
      `'＝1,5`,
      '"Ribeye, ""aged""\n2 packs",',
      '',
    ].join('\r\n'),
  )
})

test('STF-9 a CSV without rows still has its header, and no CSV may be cached', () => {
  expect(csvFile(['order'], [])).toBe('\ufefforder\r\n')
  expect(csvHeaders('orders')).toMatchObject({
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': 'attachment; filename="orders.csv"',
    'Cache-Control': 'private, no-store',
  })
})
