import assert from 'node:assert/strict'
import { test } from 'node:test'
import { composePdf } from './document.ts'
import { pdfText } from './testing-pdf.ts'

const names = 'Łódź Żółć Ąęśźć Ωμέγα Пример Việt Nguyễn'

const compose = (rows = 8) =>
  composePdf({
    name: 'order.pdf',
    title: `Order confirmation for ${names}`,
    lead: 'e\u0301te\u0301, 10x10 -> ﬁrst, 100 µg ± 5 % – “€”',
    foot: 'order 7',
    letterhead: {
      name: 'Harbor',
      color: '#7a1f5c',
      logo: null,
      contact: ['mail@harbor.example'],
      footer: '12 Dock Street',
    },
    parts: [
      { kind: 'address', title: 'Ship to', lines: ['ul. Piotrkowska 12, Łódź'] },
      { kind: 'facts', facts: [['Account', '77']] },
      { kind: 'heading', text: 'Πελάτης' },
      {
        kind: 'table',
        columns: [
          { title: 'Product', width: '*' },
          { title: 'Price', width: 64, align: 'right' },
        ],
        rows: Array.from({ length: rows }, (_, at) => [`Tramadol 50 mg, Żółć ${at}`, '$1,234.50']),
      },
      { kind: 'text', text: 'Written as it can be: 日本 🙂 \u0000 ½' },
    ],
  })

test('Latin, Greek and Cyrillic letters keep their diacritics and can be copied', async () => {
  const text = pdfText(await compose())
  for (const name of names.split(' ')) assert.ok(text.includes(name), name)
  for (const part of ['été, 10x10 -> ', '100 µg ± 5 % – “€”', 'ul. Piotrkowska 12, Łódź', 'Πελάτης', '$1,234.50'])
    assert.ok(text.includes(part), part)
  assert.ok(text.includes('Written as it can be: […] ½'), text.slice(-200))
  assert.ok(text.includes('[…] replaces characters that cannot be printed.'), text.slice(-200))
  assert.ok(!text.includes('?'), text.slice(-200))
})

test('a page is small, because its fonts are subset', async () => {
  const pdf = await compose()
  assert.ok(pdf.length < 40_000, `${pdf.length} bytes`)
})

test('a document begins with the sender and the delivery address', async () => {
  const text = pdfText(await compose())
  const places = ['Harbor', 'mail@harbor.example', 'Order confirmation', 'Ship to', 'Πελάτης'].map((part) =>
    text.indexOf(part),
  )
  assert.ok(
    places.every((place) => place >= 0),
    text,
  )
  assert.deepEqual(
    places,
    places.toSorted((one, other) => one - other),
  )
  assert.ok(text.includes('Harbor · order 7 · page 1 of 1') && text.includes('12 Dock Street'))
})

test('a long document has as many pages as it needs', async () => {
  assert.ok(pdfText(await compose(1_000)).includes('page 2 of'))
})
