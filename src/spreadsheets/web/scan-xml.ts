import { Parser } from 'htmlparser2'

export type XmlAttributes = Readonly<Record<string, string>>

/** XML events in document order; names have no prefix. */
export interface XmlHandlers {
  open(name: string, attributes: XmlAttributes): void
  close(name: string): void
  /** One text can arrive in several pieces. */
  text(text: string): void
}

/** No cell is longer, so a longer distance between two tags means that the file is not a workbook. */
const longestPiece = 4 * 1024 * 1024

/** A streaming XML scanner. It ignores entity definitions of the document. */
export const makeXmlScanner = ({ open, close, text }: XmlHandlers) => {
  let depth = 0
  let sinceTag = 0
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        depth += 1
        sinceTag = 0
        open(localName(name), attributes)
      },
      onclosetag: (name) => {
        depth -= 1
        sinceTag = 0
        close(localName(name))
      },
      ontext: text,
    },
    { xmlMode: true },
  )

  const write = (piece: string): void => {
    sinceTag += piece.length
    parser.write(piece)
    if (sinceTag > longestPiece) throw new Error('unterminated text')
  }

  // The parser itself would close open tags silently.
  const end = (): void => {
    if (depth > 0) throw new Error('it is incomplete')
  }
  return { write, end }
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

/** The value of an attribute by its local name, '' if absent. */
export const attributeOf = (attributes: XmlAttributes, name: string): string => {
  const value = attributes[name]
  if (value !== undefined) return value
  for (const key in attributes) if (key.includes(':') && localName(key) === name) return attributes[key] ?? ''
  return ''
}

/** Characters that XML cannot represent, escaped as `_xHHHH_`. */
export const decodeEscapes = (text: string): string =>
  text.includes('_x')
    ? text.replaceAll(/_x([\da-f]{4})_/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text
