import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readScan, type Scan } from './read-scan.ts'

const gtin = '00301860777607'
const caseGtin = '50301860777602'
const gs = '\u001d'
const whole: Partial<Scan> = {
  gtins: [gtin],
  isCase: false,
  count: null,
  lot: 'A1-B',
  serial: 'S9',
  expiry: '2027-12-31',
}

/** The same box in every encoding: GTIN, lot A1-B, serial S9, December 31, 2027. */
const same = [
  `(01)${gtin}(17)271231(10)A1-B(21)S9`,
  `(01) ${gtin} (17) 271231 (10) A1-B (21) S9`,
  `(10)A1-B(21)S9(17)271231(01)${gtin}`,
  `(21)S9(01)${gtin}(10)A1-B(17)271231`,
  `01${gtin}1727123110A1-B${gs}21S9`,
  `]d201${gtin}1727123110A1-B${gs}21S9`,
  `]C101${gtin}1727123110A1-B${gs}21S9`,
  `]Q301${gtin}1727123110A1-B${gs}21S9`,
  `]e001${gtin}1727123110A1-B${gs}21S9`,
  `${gs}01${gtin}1727123110A1-B${gs}21S9`,
  `10A1-B${gs}21S9${gs}17271231${gs}01${gtin}`,
  `10A1-B${gs}01${gtin}1727123121S9`,
  `21S9${gs}10A1-B${gs}01${gtin}17271231`,
  `1727123121S9${gs}10A1-B${gs}01${gtin}${gs}`,
  ...['<GS>', '{GS}', '[GS]', '~F1', '^]', '\\x1d', '\\u001d', '<FNC1>', '␝', '<gs>'].map(
    (spelled) => `10A1-B${spelled}21S9${spelled}01${gtin}17271231`,
  ),
  `<FNC1>01${gtin}1727123110A1-B<FNC1>21S9`,
  `https://id.gs1.org/01/${gtin}/10/A1-B/21/S9?17=271231`,
  `https://example.com/some/path/01/${gtin}/10/A1-B/21/S9?17=271231&utm=x`,
  `HTTPS://ID.GS1.ORG/01/${gtin}/10/A1%2DB/21/S9?17=271231`,
  `https://brand.example/gtin/${gtin}/lot/A1-B/ser/S9?exp=271231`,
  `id.gs1.org/01/${gtin}/10/A1-B/21/S9?17=271231`,
  `https://id.gs1.org/01/301860777607/10/A1-B/21/S9?17=271231`,
  `[)>\u001e05\u001d01${gtin}1727123110A1-B\u001d21S9\u001e\u0004`,
  `[)>\u001e06\u001d8P${gtin}\u001d1TA1-B\u001dSS9\u001d14D20271231\u001e\u0004`,
  `[)><RS>06<GS>8P${gtin}<GS>1TA1-B<GS>SS9<GS>D271231<RS><EOT>`,
  `[)>{RS}06{GS}3P301860777607{GS}TA1-B{GS}SS9{GS}14D271231{RS}{EOT}`,
]
for (const text of same)
  test(`${JSON.stringify(text)} is the box`, () => {
    const scan = readScan(text)
    assert.ok(scan, 'null')
    const { gtins, isCase, count, lot, serial, expiry } = scan
    assert.deepEqual({ gtins, isCase, count, lot, serial, expiry }, whole)
  })

const others: [text: string, says: Partial<Scan> | null][] = [
  // Scanners that omit the separators.
  [`10A1B01${gtin}17271231`, { gtins: [gtin], lot: 'A1B', expiry: '2027-12-31' }],
  [`21S901${gtin}`, { gtins: [gtin], serial: 'S9' }],
  [`1727123101${gtin}`, { gtins: [gtin] }],
  [`17271231 01${gtin}`, { gtins: [gtin] }],
  [`01${gtin}`, { gtins: [gtin] }],
  [`01${gtin}172712311 0ABC`, { gtins: [gtin], lot: 'ABC' }],
  [`(01)${gtin}(17)271200`, { expiry: '2027-12' }],
  // Lots, dates and serial numbers are not counts; these two codes have one.
  [`(01)${gtin}(30)24`, { gtins: [gtin], count: 24 }],
  [`01${gtin}3024`, { gtins: [gtin], count: 24 }],
  [`(02)${gtin}(37)12`, { gtins: [gtin], count: 12, isCase: true }],
  [`(00)000000000000000000(02)${gtin}(37)12`, { gtins: [gtin], count: 12 }],
  [`(01)${gtin}(10)24(21)12`, { count: null, lot: '24', serial: '12' }],
  // Case barcodes.
  [caseGtin, { form: 'GTIN', gtins: [caseGtin], isCase: true }],
  [`(01)${caseGtin}(10)L`, { gtins: [caseGtin], isCase: true }],
  [`https://id.gs1.org/01/${caseGtin}`, { isCase: true }],
  ['90301860777600', { isCase: false }],
  // National numbers.
  ['(01)04150123456782(715)0018677760', { numbers: ['0018677760'] }],
  // UPC and EAN.
  ['301860777607', { form: 'GTIN', gtins: [gtin] }],
  ['3 01860 77760 7', { form: 'GTIN', gtins: [gtin] }],
  ['0301860777607', { form: 'GTIN', gtins: [gtin] }],
  ['4006381333931', { form: 'GTIN', gtins: ['04006381333931'] }],
  ['30186077760', { form: 'UPC without its check digit', gtins: [gtin] }],
  // Invalid check digits.
  ['301860777608', { gtins: [] }],
  [`(01)00301860777605(17)271231`, { gtins: [] }],
  ['https://id.gs1.org/01/00301860777605', { gtins: [] }],
  // HIBC, with the standard's own examples and with quantities.
  ['+A99912345/$$52001510X33', { form: 'HIBC', numbers: ['1234'], isCase: true, count: null }],
  ['+H1240011420514816', { form: 'HIBC', numbers: ['00114205148'] }],
  ['*+H1240011420514816*', { form: 'HIBC', numbers: ['00114205148'] }],
  ['+H1240011420514817', null],
  ['[)>\u001e06\u001d1PABC-123\u001dQ24\u001e\u0004', { numbers: ['ABC-123'] }],
  ['[)>\u001e12\u001dPNR ABC-123\u001dSER 1\u001e\u0004', { numbers: ['ABC-123'] }],
  // Not product codes.
  ['00186-0777-60', null],
  ['SUP-10032', null],
  ['lisinopril 10 mg', null],
  ['10 mg tablet', null],
  ['5-325', null],
  ['+1 555 123 4567', null],
  ['https://example.com/product/12', null],
  ['https://id.gs1.org/8004/123', null],
  ['(555) 123-4567', null],
  ['00000000000000000018', null],
  ['', null],
]
for (const [text, says] of others)
  test(`${JSON.stringify(text)} says ${JSON.stringify(says)}`, () => {
    const scan = readScan(text)
    if (says === null) return assert.equal(scan, null)
    assert.ok(scan, 'null')
    for (const [key, value] of Object.entries(says)) assert.deepEqual(scan[key as keyof Scan], value, key)
  })

test('any text is parsed quickly', () => {
  let state = 7
  const signs = '0123456789()]<>ABCdQ/+$\u001d\u001e. '
  for (let at = 0; at < 3_000; at++) {
    const text = Array.from({ length: 120 }, () => {
      state = (state * 48_271) % 2_147_483_647
      return signs[state % signs.length] ?? ''
    }).join('')
    assert.doesNotThrow(() => readScan(text))
  }
  const before = performance.now()
  readScan(`21${'9'.repeat(400)}`)
  readScan('21'.repeat(240))
  assert.ok(performance.now() - before < 2_000)
})
