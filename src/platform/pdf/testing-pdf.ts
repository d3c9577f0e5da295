import { inflateSync } from 'node:zlib'

interface Part {
  /** The dictionary before the stream: names and references. */
  facts: string
  content: string
}

/** The text of one of our PDFs in drawing order, as copying it would return. */
export const pdfText = (pdf: Uint8Array): string => {
  const parts = partsIn(Buffer.from(pdf))
  const fonts = fontsIn(parts)
  let font = new Map<string, string>()
  const runs: string[] = []
  for (const { content } of parts.values())
    for (const [, name, drawn] of content.matchAll(/\/(F\d+) [\d.]+ Tf|\[(<[0-9a-f]*>[^\]]*)\] TJ/g)) {
      if (name) font = fonts.get(name) ?? new Map<string, string>()
      const places = [...(drawn ?? '').matchAll(/<([0-9a-f]*)>/g)].flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? [])
      if (drawn) runs.push(places.map((place) => font.get(place) ?? '\ufffd').join(''))
    }
  return runs.join('\n')
}

const partsIn = (pdf: Buffer): Map<string, Part> => {
  const text = pdf.toString('latin1')
  return new Map(
    [...text.matchAll(/(\d+) 0 obj\n([^]*?)(?:stream\n|endobj)/g)].map(
      ({ 0: whole, 1: id = '', 2: facts = '', index }) => {
        const length = Number(/\/Length (\d+)/.exec(facts)?.[1] ?? 0)
        const start = index + whole.length
        const isPacked = whole.endsWith('stream\n') && facts.includes('FlateDecode')
        const content = isPacked ? inflateSync(pdf.subarray(start, start + length)).toString('latin1') : ''
        return [id, { facts, content }]
      },
    ),
  )
}

/** Maps each font's glyphs to characters, by the font's resource name. */
const fontsIn = (parts: Map<string, Part>): Map<string, Map<string, string>> => {
  const fonts = new Map<string, Map<string, string>>()
  for (const { facts } of parts.values())
    for (const [, name = '', id = ''] of facts.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const table = /\/ToUnicode (\d+) 0 R/.exec(parts.get(id)?.facts ?? '')?.[1] ?? ''
      fonts.set(name, lettersOf(parts.get(table)?.content ?? ''))
    }
  return fonts
}

const lettersOf = (table: string): Map<string, string> =>
  new Map(
    [...table.matchAll(/<([0-9a-f]{4})> <[0-9a-f]{4}> \[([^\]]*)\]/g)].flatMap(([, first = '', glyphs = '']) =>
      [...glyphs.matchAll(/<([^>]*)>/g)].map(([, units = ''], at) => [
        (Number.parseInt(first, 16) + at).toString(16).padStart(4, '0'),
        String.fromCharCode(
          ...units
            .split(' ')
            .filter(Boolean)
            .map((unit) => Number.parseInt(unit, 16)),
        ),
      ]),
    ),
  )
