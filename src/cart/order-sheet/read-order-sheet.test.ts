import assert from 'node:assert/strict'
import { test } from 'node:test'
import { numbersFrom } from '#shared/testing-chance.ts'
import { rowsOfText } from './paste-rows.ts'
import { type OrderReading, readOrderSheets } from './read-order-sheet.ts'

const chance = numbersFrom(20_261_126)
const whole = (from: number, to: number) => from + Math.floor(chance() * (to - from + 1))
const one = <T>(all: readonly T[]): T => all[whole(0, all.length - 1)] as T // never empty
const pad = (number: number, digits: number) => String(number).padStart(digits, '0')

interface Row {
  code: string
  quantity: number
  pack: number
  at: number
}

const makeRows = (count: number): Row[] =>
  Array.from({ length: count }, (_, at) => ({
    code: `${pad(whole(2, 70_000), 5)}-${pad(whole(1, 9_999), 4)}-${pad(whole(1, 99), 2)}`,
    quantity: chance() < 0.1 ? whole(100, 2_000) : whole(1, 48),
    pack: one([5, 10, 25, 30, 60, 90, 100, 500, 1_000]),
    at: at + 1,
  }))

interface Column {
  headers: readonly string[]
  of: (row: Row) => string
}

const codes: Column = { headers: ['NDC', 'NDC Number', 'NDC #', 'NDC-11', 'Drug NDC'], of: ({ code }) => code }
const quantities: Column = {
  headers: [
    'Order',
    'Order Qty',
    'Qty to Order',
    'Quantity Ordered',
    'QTY',
    'Quantity',
    'Qty.',
    'To order',
    'Qty Needed',
    'ORD',
    'OrderQty',
  ],
  of: ({ quantity }) => String(quantity),
}
/** Numbers that are not order quantities, and texts. */
const others: Column[] = [
  {
    headers: ['On Hand', 'Qty on hand', 'QOH', 'In Stock', 'Stock', 'Inventory Count'],
    of: () => String(whole(0, 90)),
  },
  { headers: ['Par', 'Par Level', 'Min', 'Max', 'Reorder Point', 'Min Qty'], of: () => String(whole(1, 90)) },
  { headers: ['Pack', 'Pack Size', 'Pkg Qty', 'Qty per Case', 'Case Qty'], of: ({ pack }) => String(pack) },
  {
    headers: ['Last Order', 'Previous Order Qty', 'Avg Usage', 'On Order', 'Suggested Order'],
    of: () => String(whole(0, 60)),
  },
  { headers: ['Price', 'Unit Cost', 'Cost ($)', 'Ext Price'], of: () => (whole(100, 99_900) / 100).toFixed(2) },
  { headers: ['Line', 'Line #', 'No.', '#'], of: ({ at }) => String(at) },
  {
    headers: ['Description', 'Drug Name', 'Item Description', 'Product'],
    of: () => one(['Metformin 500 mg', '5 mg Norvasc', 'Humalog, 10 mL']),
  },
  { headers: ['Strength', 'Dose'], of: () => one(['500 mg', '5 mg', '100 units/mL']) },
  { headers: ['UPC', 'GTIN'], of: () => pad(whole(300_000_000, 399_999_999), 9) + pad(whole(1, 999), 3) },
  { headers: ['Expiry', 'Last ordered on'], of: () => `${whole(1, 12)}/${whole(1, 28)}/2026` },
  { headers: ['Lot'], of: () => String(whole(100_000, 9_999_999)) },
]
/** Without headers, only columns that can be told from a quantity by their cells. */
const plain: Column[] = others.filter(({ headers: [first] }) =>
  ['Price', 'Line', 'Description', 'Strength', 'UPC', 'Expiry', 'Lot', 'Pack'].includes(first ?? ''),
)

const shuffled = <T>(all: readonly T[]): T[] =>
  all
    .map((each) => ({ each, by: chance() }))
    .toSorted((one_, other) => one_.by - other.by)
    .map(({ each }) => each)

const read = (cells: string[][], rows: Row[], knowsPacks: boolean): OrderReading =>
  readOrderSheets([{ name: '', rows: cells.map((row, at) => ({ at: at + 1, cells: row })) }], {
    packsOf: knowsPacks ? (code) => rows.flatMap((row) => (row.code === code ? [row.pack] : [])) : undefined,
  })

/** Counts the correct quantities and lists the wrong ones. */
const countWrong = (reading: OrderReading, rows: Row[]) => {
  const wrong = reading.lines.filter(
    ({ code, quantity }) =>
      quantity !== '' && !rows.some((row) => row.code === code && String(row.quantity) === quantity),
  )
  return {
    wrong,
    right: reading.lines.length - wrong.length,
    isWhole: reading.isSure && reading.lines.length === rows.length,
  }
}

test('reads no wrong quantity in a thousand sheets with headers in any order, most without a question', () => {
  let read_ = 0
  for (let at = 0; at < 1_000; at++) {
    const rows = makeRows(whole(1, 12))
    const decoys = shuffled(others).slice(0, whole(0, 6))
    const columns = shuffled([codes, quantities, ...decoys]).map(({ headers, of }) => ({ header: one(headers), of }))
    const cells = [columns.map(({ header }) => header), ...rows.map((row) => columns.map(({ of }) => of(row)))]
    const { wrong, isWhole } = countWrong(read(cells, rows, chance() < 0.5), rows)
    assert.deepEqual(wrong, [], JSON.stringify(cells))
    if (isWhole) read_ += 1
  }
  assert.ok(read_ > 800, `${read_} of 1000 were read`)
})

test('reads no wrong quantity in a thousand sheets without headers', () => {
  let read_ = 0
  for (let at = 0; at < 1_000; at++) {
    const rows = makeRows(whole(1, 12))
    const columns = shuffled([codes, quantities, ...shuffled(plain).slice(0, whole(0, 4))])
    const cells = rows.map((row) => columns.map(({ of }) => of(row)))
    const { wrong, isWhole } = countWrong(read(cells, rows, true), rows)
    assert.deepEqual(wrong, [], JSON.stringify(cells))
    if (isWhole) read_ += 1
  }
  assert.ok(read_ > 600, `${read_} of 1000 were read`)
})

test('reads no wrong quantity in a thousand pasted lists', () => {
  const separators = [
    ' ',
    ', ',
    ',',
    '\t',
    '; ',
    ' - ',
    ': ',
    ' = ',
    ' x ',
    ' x',
    ' (',
    ' -> ',
    '   ',
    ' qty ',
    ' QTY: ',
  ]
  const names = [
    '',
    '',
    ' Metformin 500 mg tablet',
    ' Humalog 100 units/mL 10 mL',
    ' Norvasc 5 mg 90 ct',
    ' Amoxicillin 250 mg/5 mL 100',
  ]
  const marks = ['', '', '', '- ', '* ', '• ', '[ ] ', '# ']
  let read_ = 0
  for (let at = 0; at < 1_000; at++) {
    const rows = makeRows(whole(1, 8))
    const [separator, isNumbered, isFirst] = [one(separators), chance() < 0.2, chance() < 0.2]
    const unit = one(['', '', '', ' EA', ' btl', ' cs'])
    const lines = rows.map(({ code, quantity, at: number }) => {
      const mark = isNumbered ? `${number}${one(['.', ')', ''])} ` : one(marks)
      if (isFirst) return `${mark}${quantity}${unit}${one([' ', ' x ', ' of ', ', '])}${code}${one(names)}`
      return `${mark}${code}${one(names)}${separator}${quantity}${separator === ' (' ? ')' : unit}`
    })
    const { wrong, isWhole } = countWrong(readOrderSheets([rowsOfText(lines.join('\n'))]), rows)
    assert.deepEqual(wrong, [], lines.join('\n'))
    if (isWhole && true) read_ += 1
  }
  assert.ok(read_ > 500, `${read_} of 1000 were read`)
})

test('lists each line past the limit and reports unread rows', () => {
  const text = Array.from({ length: 1_250 }, (_, at) => `${pad(at + 1, 5)}-0001-01\t${(at % 7) + 1}`).join('\n')
  const sheet = rowsOfText(text)
  const { lines, leftOut } = readOrderSheets([{ ...sheet, rowsPastLimit: 12 }])
  assert.equal(lines.length, 1_000)
  assert.equal(leftOut.filter(({ what }) => what === 'pastLimit').length, 251)
  assert.deepEqual(
    leftOut.find(({ at }) => at === 1_001),
    { what: 'pastLimit', at: 1_001, text: '01001-0001-01\t7' },
  )
})

test('only ordered rows of a long form count against the limit', () => {
  const rows = Array.from({ length: 5_000 }, (_, at) => ({
    at: at + 2,
    cells: [`${pad(at + 1, 5)}-0001-01`, at % 1_000 === 999 ? '3' : ''],
  }))
  const { lines, isSure } = readOrderSheets([{ name: 'Form', rows: [{ at: 1, cells: ['NDC', 'Order'] }, ...rows] }])
  assert.deepEqual(
    [isSure, lines.map(({ at, quantity }) => [at, quantity])],
    [true, [1_001, 2_001, 3_001, 4_001, 5_001].map((at) => [at, '3'])],
  )
})

test('a column choice applies only to files with the same headers', () => {
  const sheet = (...headers: string[]) =>
    rowsOfText([headers.join('\t'), '00093-7772-01\t40\t2', '00002-7510-01\t7\t5'].join('\n'))
  const asked = readOrderSheets([sheet('NDC', 'Order', 'Qty')])
  assert.equal(asked.isSure, false)
  const chosen = { code: 0, quantity: 2, unit: null }
  const remembered = (signature: string) => (signature === asked.signature ? chosen : undefined)
  const again = readOrderSheets([sheet('ndc', 'ORDER', 'Qty.')], { remembered })
  assert.deepEqual([again.isSure, again.lines.map(({ quantity }) => quantity)], [true, ['2', '5']])
  assert.equal(readOrderSheets([sheet('NDC', 'Qty', 'Order')], { remembered }).isSure, false)
  const now = readOrderSheets([sheet('NDC', 'Order', 'Qty')], { columns: { code: 0, quantity: 1, unit: null } })
  assert.deepEqual(
    now.lines.map(({ quantity }) => quantity),
    ['40', '7'],
  )
})
