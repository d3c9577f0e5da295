import { leftOut, openTypeface, printable, type Typeface } from './typeface.ts'

interface PdfColumn {
  title: string
  /** Points, or `*` for the remaining width. */
  width: number | '*'
  align?: 'right'
}

type PdfPart =
  | { kind: 'heading'; text: string }
  | { kind: 'text'; text: string }
  /** A delivery address, printed before all other facts under its own heading. */
  | { kind: 'address'; title: string; lines: readonly string[] }
  | { kind: 'facts'; facts: readonly (readonly [label: string, value: string])[] }
  | { kind: 'table'; columns: readonly PdfColumn[]; rows: readonly (readonly string[])[] }

/** The content of a document, from top to bottom. */
export interface Composed {
  /** The file name. */
  name: string
  title: string
  /** The line below the title, such as a date. */
  lead: string
  parts: readonly PdfPart[]
  /** Footer of every page, before the page number. */
  foot: string
}

export interface OnLetterhead extends Composed {
  letterhead: {
    name: string
    color: string
    /** A PNG; without one the name is printed. */
    logo: Uint8Array | null
    contact: readonly string[]
    footer: string
  }
}

type Document = PDFKit.PDFDocument
type Structure = PDFKit.PDFStructureElement

type Weight = 'regular' | 'strong'

const ink = '#1b231f'
const dimmed = '#5d6059'
const line = '#d8d2c4'
const margin = 48

/** Creates a tagged PDF with title, language and real tables, so that screen readers can read it. */
export const composePdf = async (composed: OnLetterhead): Promise<Uint8Array> => {
  const { default: PDFDocument } = await import('pdfkit')
  const typeface = await openTypeface()
  const { title, lead, parts, foot, letterhead } = inLettersOf(typeface, composed)
  const document = new PDFDocument({
    size: 'LETTER',
    margins: { top: 40, left: margin, right: margin, bottom: 56 },
    bufferPages: true,
    tagged: true,
    lang: 'en-US',
    displayTitle: true,
    pdfVersion: '1.7',
    info: { Title: title, Author: letterhead.name, Creator: 'Apotheca' },
  })
  const chunks: Uint8Array[] = []
  document.on('data', (chunk: Uint8Array) => chunks.push(chunk))
  const finished = new Promise<Uint8Array>((done, failed) => {
    document.on('end', () => done(Buffer.concat(chunks)))
    document.on('error', failed)
  })
  registerFonts(document, typeface)
  const root = document.struct('Document')
  document.addStructure(root)
  writeLetterhead(document, root, letterhead)
  write(document, root, { tag: 'H1', text: title, weight: 'strong', size: 16, color: letterhead.color, after: 2 })
  write(document, root, { tag: 'P', text: lead, size: 9, color: dimmed, after: 10 })
  for (const part of parts) writePart(document, root, part)
  if (JSON.stringify([title, lead, parts, letterhead]).includes(leftOut))
    writePart(document, root, {
      kind: 'text',
      text: `${leftOut} replaces characters that cannot be printed. See them in the portal.`,
    })
  root.end()
  numberPages(document, [letterhead.name, foot].join(' · '), letterhead.footer)
  document.end()
  return finished
}

interface Written {
  tag: string
  text: string
  weight?: Weight
  size: number
  color?: string
  after?: number
}

const write = (
  document: Document,
  root: Structure,
  { tag, text, weight = 'regular', size, color = ink, after = 4 }: Written,
) =>
  root.add(
    document.struct(tag, {}, () => {
      document.font(weight).fontSize(size).fillColor(color).text(text, margin)
      document.y += after
    }),
  )

const writePart = (document: Document, root: Structure, part: PdfPart): void => {
  if (part.kind === 'heading')
    return void write(document, root, { tag: 'H2', text: part.text, weight: 'strong', size: 11, after: 4 })
  if (part.kind === 'text') return void write(document, root, { tag: 'P', text: part.text, size: 9, after: 6 })
  if (part.kind === 'address') {
    write(document, root, { tag: 'H2', text: part.title, size: 8.5, color: dimmed, after: 1 })
    return void write(document, root, {
      tag: 'P',
      text: part.lines.join('\n'),
      weight: 'strong',
      size: 10.5,
      after: 10,
    })
  }
  const [columns, rows] = part.kind === 'facts' ? [factColumns, inPairs(part.facts)] : [part.columns, part.rows]
  document.font('regular').fontSize(8.5).fillColor(ink)
  const cell = (text: string, at: number, isTitle: boolean) => ({
    text,
    align: columns[at]?.align ?? ('left' as const),
    border: part.kind === 'facts' ? [0, 0, 0, 0] : [0, 0, 0.5, 0],
    borderColor: line,
    padding: part.kind === 'facts' ? [1.5, 8, 1.5, 0] : [2.5, 6, 2.5, 0],
    textColor: isTitle ? dimmed : ink,
    ...(isTitle && { type: 'TH' as const, scope: part.kind === 'facts' ? ('Row' as const) : ('Column' as const) }),
  })
  const table = {
    // Supported by the library but missing in its types.
    structParent: root,
    position: { x: margin, y: document.y },
    columnStyles: columns.map(({ width }) => (width === '*' ? '*' : width)),
    data: [
      ...(part.kind === 'facts' ? [] : [columns.map(({ title }, at) => cell(title, at, true))]),
      ...rows.map((row) => row.map((text, at) => cell(text, at, part.kind === 'facts' && at % 2 === 0))),
    ],
  }
  document.table(table as unknown as PDFKit.Mixins.TableOptionsWithData)
  document.y += 10
}

const factColumns: readonly PdfColumn[] = [
  { title: '', width: 92 },
  { title: '', width: '*' },
  { title: '', width: 92 },
  { title: '', width: '*' },
]

/** Arranges facts in two columns, reading left to right. */
const inPairs = (facts: readonly (readonly [string, string])[]): string[][] =>
  facts.flatMap((fact, at) => (at % 2 === 0 ? [[...fact, ...(facts[at + 1] ?? ['', ''])]] : []))

const letterheadHeight = 34

/** Prints the sender's logo or name and contact lines. */
const writeLetterhead = (
  document: Document,
  root: Structure,
  { name, color, logo, contact }: OnLetterhead['letterhead'],
): void => {
  const top = document.y
  const right = document.page.width - margin
  root.add(
    document.struct(logo ? 'Figure' : 'P', logo ? { alt: name } : {}, () => {
      if (logo) document.image(Buffer.from(logo), margin, top, { fit: [190, letterheadHeight - 6] })
      else document.font('strong').fontSize(15).fillColor(color).text(name, margin, top, { width: 300, height: 20 })
    }),
  )
  root.add(
    document.struct('P', {}, () => {
      document.font('regular').fontSize(8.5).fillColor(dimmed)
      document.text(contact.join('\n'), right - 200, top, { width: 200, align: 'right' })
    }),
  )
  document.y = top + letterheadHeight
  document.markContent('Artifact', { type: 'Layout' })
  document.moveTo(margin, document.y).lineTo(right, document.y).lineWidth(1).strokeColor(color).stroke()
  document.endMarkedContent()
  document.y += 12
}

/** Page numbers are marked as artifacts, so that screen readers skip them. */
const numberPages = (document: Document, foot: string, last: string): void => {
  const { start, count } = document.bufferedPageRange()
  for (let at = 0; at < count; at++) {
    document.switchToPage(start + at)
    document.markContent('Artifact', { type: 'Pagination' })
    document
      .font('regular')
      .fontSize(8)
      .fillColor(dimmed)
      .text(`${foot} · page ${at + 1} of ${count}`, margin, document.page.height - 44, {
        lineBreak: false,
        height: 12,
      })
      .text(last, margin, document.page.height - 32, { lineBreak: false, height: 12 })
    document.endMarkedContent()
  }
}

/** Replaces characters that the typeface lacks in all texts. */
const inLettersOf = (
  typeface: Typeface,
  { title, lead, parts, foot, letterhead, ...rest }: OnLetterhead,
): OnLetterhead => {
  const write = (text: string) => printable(typeface, text)
  return {
    ...rest,
    title: write(title),
    lead: write(lead),
    foot: write(foot),
    letterhead: {
      ...letterhead,
      name: write(letterhead.name),
      contact: letterhead.contact.map(write),
      footer: write(letterhead.footer),
    },
    parts: parts.map((part) => {
      if (part.kind === 'facts')
        return { ...part, facts: part.facts.map(([label, value]) => [write(label), write(value)] as const) }
      if (part.kind === 'address') return { ...part, title: write(part.title), lines: part.lines.map(write) }
      if (part.kind !== 'table') return { ...part, text: write(part.text) }
      const columns = part.columns.map((column) => ({ ...column, title: write(column.title) }))
      return { ...part, columns, rows: part.rows.map((row) => row.map(write)) }
    }),
  }
}

const registerFonts = (document: Document, typeface: Typeface): void => {
  for (const weight of ['regular', 'strong'] as const)
    // pdfkit accepts an open fontkit font, although its types don't say so.
    document.registerFont(weight, typeface[weight] as unknown as PDFKit.Mixins.PDFFontSource)
}
