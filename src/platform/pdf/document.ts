import { openTypeface, printable, type Typeface } from './typeface.ts'

interface PdfColumn {
  title: string
  /** Points, or `*` for what is left. */
  width: number | '*'
  align?: 'right'
}

type PdfPart =
  | { kind: 'heading'; text: string }
  | { kind: 'text'; text: string }
  | { kind: 'facts'; facts: readonly (readonly [label: string, value: string])[] }
  | { kind: 'table'; columns: readonly PdfColumn[]; rows: readonly (readonly string[])[] }

/** What a document says, from top to bottom. */
export interface Composed {
  /** Of the file. */
  name: string
  title: string
  /** Below the title, such as a day. */
  lead: string
  parts: readonly PdfPart[]
  /** At the foot of every page, before its number. */
  foot: string
}

type Document = PDFKit.PDFDocument
type Structure = PDFKit.PDFStructureElement

type Weight = 'regular' | 'strong'

const ink = '#1b231f'
const dimmed = '#5d6059'
const line = '#d8d2c4'
const brand = '#12523f'
const margin = 48

/** A tagged PDF with a title, a language and real tables, so that it can be read aloud. */
export const composePdf = async (composed: Composed): Promise<Uint8Array> => {
  const { default: PDFDocument } = await import('pdfkit')
  const typeface = await openTypeface()
  const { title, lead, parts, foot } = inLettersOf(typeface, composed)
  const document = new PDFDocument({
    size: 'LETTER',
    margins: { top: margin, left: margin, right: margin, bottom: 64 },
    bufferPages: true,
    tagged: true,
    lang: 'en-US',
    displayTitle: true,
    pdfVersion: '1.7',
    info: { Title: title, Author: 'Apotheca', Creator: 'Apotheca' },
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
  write(document, root, { tag: 'H1', text: title, weight: 'strong', size: 18, color: brand })
  write(document, root, { tag: 'P', text: lead, size: 10, color: dimmed, after: 14 })
  for (const part of parts) writePart(document, root, part)
  root.end()
  numberPages(document, foot)
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
  if (part.kind === 'text') return void write(document, root, { tag: 'P', text: part.text, size: 9.5, after: 12 })
  const [columns, rows] =
    part.kind === 'facts'
      ? [factColumns, part.facts.map(([label, value]) => [label, value])]
      : [part.columns, part.rows]
  document.font('regular').fontSize(9).fillColor(ink)
  const cell = (text: string, at: number, isTitle: boolean) => ({
    text,
    align: columns[at]?.align ?? ('left' as const),
    border: part.kind === 'facts' ? [0, 0, 0, 0] : [0, 0, 0.5, 0],
    borderColor: line,
    padding: part.kind === 'facts' ? [2, 8, 2, 0] : [4, 6, 4, 0],
    textColor: isTitle ? dimmed : ink,
    ...(isTitle && { type: 'TH' as const, scope: part.kind === 'facts' ? ('Row' as const) : ('Column' as const) }),
  })
  const table = {
    // Known to the library, unknown to its type declarations.
    structParent: root,
    position: { x: margin, y: document.y },
    columnStyles: columns.map(({ width }) => (width === '*' ? '*' : width)),
    data: [
      ...(part.kind === 'facts' ? [] : [columns.map(({ title }, at) => cell(title, at, true))]),
      ...rows.map((row) => row.map((text, at) => cell(text, at, part.kind === 'facts' && at === 0))),
    ],
  }
  document.table(table as unknown as PDFKit.Mixins.TableOptionsWithData)
  document.y += 14
}

const factColumns: readonly PdfColumn[] = [
  { title: '', width: 130 },
  { title: '', width: '*' },
]

/** Page numbers are decoration: marked as such, so that nobody hears them between two lines. */
const numberPages = (document: Document, foot: string): void => {
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
    document.endMarkedContent()
  }
}

/** Every text as the typeface can write it. */
const inLettersOf = (typeface: Typeface, { title, lead, parts, foot, ...rest }: Composed): Composed => {
  const write = (text: string) => printable(typeface, text)
  return {
    ...rest,
    title: write(title),
    lead: write(lead),
    foot: write(foot),
    parts: parts.map((part) => {
      if (part.kind === 'facts')
        return { ...part, facts: part.facts.map(([label, value]) => [write(label), write(value)] as const) }
      if (part.kind !== 'table') return { ...part, text: write(part.text) }
      const columns = part.columns.map((column) => ({ ...column, title: write(column.title) }))
      return { ...part, columns, rows: part.rows.map((row) => row.map(write)) }
    }),
  }
}

const registerFonts = (document: Document, typeface: Typeface): void => {
  for (const weight of ['regular', 'strong'] as const)
    // pdfkit takes a font that is open already, as its source says and its type declarations do not.
    document.registerFont(weight, typeface[weight] as unknown as PDFKit.Mixins.PDFFontSource)
}
