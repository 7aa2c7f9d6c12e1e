import { expect, test } from 'vitest'
import { readRecipients } from '#src/staff/corporate-gifts/recipients-csv.ts'
import { MAX_RECIPIENTS } from '#src/staff/corporate-gifts/rules.ts'

const HEAD = 'name,street,city,state,zip'
const LINE = 'Ana Ruiz,1912 Pike Pl,Seattle,WA,98101'

const problemsOf = (text: string) =>
  readRecipients(text).problems.map(({ line, message }) => `${line}: ${message}`)

test('CAP-6 reads a CSV as spreadsheets write it, and as pasted', () => {
  const file = `\ufeff${HEAD},Message\r\n"Ruiz, Ana",1912 Pike Pl,Seattle,WA,98101,"Thank you,\r\nAna"\r\n\r\n`
  expect(readRecipients(file)).toMatchObject({
    lines: [
      { line: 2, recipient: { name: 'Ruiz, Ana', message: 'Thank you,\nAna', phone: '', deliverOn: '' } },
    ],
    problems: [],
  })
  const pasted =
    'Deliver on\tName\tStreet\tCity\tState\tZIP\n2026-12-18\tAna, Ben\t1 Main St\tBoise\tID\t83702'
  expect(readRecipients(pasted)).toMatchObject({
    lines: [{ line: 2, recipient: { name: 'Ana, Ben', deliverOn: '2026-12-18', zip: '83702' } }],
    problems: [],
  })
})

test("CAP-6 accepts a spreadsheet's usual column names, dates, and ZIP codes without leading zeros", () => {
  const file =
    'Recipient,Address,Address 2,City,State,Zip Code,Delivery Date\nAna,1 Main St,,Cambridge,MA,2139,12/8/2026\nBen,1 Pike Pl,,Seattle,WA,98101-1234,'
  expect(readRecipients(file)).toMatchObject({
    lines: [
      { recipient: { name: 'Ana', street1: '1 Main St', zip: '02139', deliverOn: '2026-12-08' } },
      { recipient: { name: 'Ben', zip: '98101', deliverOn: '' } },
    ],
    problems: [],
  })
})

test('CAP-6 reads a CSV whose columns are separated by semicolons, as some spreadsheets save it', () => {
  const file = 'Name;Street;City;State;ZIP\n"Ruiz; ""Ana""";1912 Pike Pl, Apt 2;Seattle;WA;98101'
  expect(readRecipients(file)).toMatchObject({
    lines: [{ line: 2, recipient: { name: 'Ruiz; "Ana"', street1: '1912 Pike Pl, Apt 2', zip: '98101' } }],
    problems: [],
  })
  expect(problemsOf(`${file};Thank you; Ana`)).toEqual([
    '2: This line has 7 cells, and the header row 5. Put quotes around semicolons.',
  ])
})

test('CAP-6 reports errors by line', () => {
  expect(problemsOf('')).toEqual(['1: The file is empty.'])
  expect(problemsOf(`${HEAD},zip,fax\n${LINE},98101,1`)).toEqual([
    expect.stringContaining('1: We know no column “fax”.'),
    '1: The column zip appears twice.',
  ])
  expect(problemsOf(`${HEAD}\n${LINE}\n"Ana,1 Main St,Boise,ID,83702`)).toEqual([
    '3: We can’t read this line. Please check the quotes around its cells.',
  ])
  expect(problemsOf(`${HEAD}\nAna,${'x'.repeat(121)},Boise,ID,83702`)).toEqual([
    '2: street: at most 120 characters.',
  ])
  expect(problemsOf(`${HEAD}\n${LINE}\n\nBen,1 Main St,,ID,83702`)).toEqual(['4: city is missing.'])
  expect(problemsOf(`${HEAD}\nJos\ufffd,1 Main St,Boise,ID,83702`)).toEqual([
    '1: Please save the file as UTF-8.',
  ])
})

test('CAP-6 a gift takes up to 500 addresses', () => {
  const lines = (count: number) => [HEAD, ...Array.from({ length: count }, () => LINE)].join('\n')
  expect(readRecipients(lines(MAX_RECIPIENTS))).toMatchObject({ problems: [] })
  expect(problemsOf(lines(MAX_RECIPIENTS + 1))).toEqual(['502: A gift goes to at most 500 addresses.'])
})

test('CAP-6 quotes an unknown column by the name in the file, whatever it is', () => {
  expect(problemsOf(`${HEAD},Constructor\n${LINE},x`)).toEqual([
    expect.stringContaining('1: We know no column “constructor”.'),
  ])
})
