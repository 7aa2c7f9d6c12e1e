import { expect, test } from 'vitest'
import { csvFile, csvHeaders } from '#src/csv.ts'

test('STF-9 a CSV has its mark and CRLF, no text that a spreadsheet would run, and numbers that stay numbers', () => {
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

test('STF-9 a file without rows has its head, and no cache keeps any file', () => {
  expect(csvFile(['order'], [])).toBe('\ufefforder\r\n')
  expect(csvHeaders('orders')).toMatchObject({
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': 'attachment; filename="orders.csv"',
    'Cache-Control': 'private, no-store',
  })
})
