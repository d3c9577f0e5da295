/** XML events in document order; names have no prefix. */
export interface XmlHandlers {
  open(name: string, attributes: string): void
  close(name: string): void
  /** One text can arrive in several pieces. */
  text(text: string): void
}

/** No cell is longer, so a longer token means that the file is not a workbook. */
const longestPiece = 4 * 1024 * 1024

/** A streaming XML scanner. It ignores entity definitions of the document. */
export const makeXmlScanner = ({ open, close, text }: XmlHandlers) => {
  let rest = ''

  /** Returns the index after a construct that begins with "<!" or "<?", or -1 if it is incomplete. */
  const skip = (at: number): number => {
    const end = (sign: string, from: number) => {
      const found = rest.indexOf(sign, from)
      return found < 0 ? -1 : found + sign.length
    }
    if (rest[at + 1] === '?') return end('?>', at + 2)
    if (rest.startsWith('<!--', at)) return end('-->', at + 4)
    if (rest.startsWith('<![CDATA[', at)) {
      const next = end(']]>', at + 9)
      if (next > 0) text(rest.slice(at + 9, next - 3))
      return next
    }
    // At the end of a chunk it could still become one of these.
    return rest.length - at < 9 ? -1 : end('>', at + 2)
  }

  const readTag = (at: number, end: number): void => {
    const isClosing = rest.charCodeAt(at + 1) === slash
    const isEmpty = !isClosing && rest.charCodeAt(end - 1) === slash
    const last = isEmpty ? end - 1 : end
    let from = at + (isClosing ? 2 : 1)
    let to = from
    for (; to < last && rest.charCodeAt(to) > space; to++) if (rest.charCodeAt(to) === colon) from = to + 1
    const name = rest.slice(from, to)
    if (isClosing) return close(name)
    open(name, rest.slice(to, last))
    if (isEmpty) close(name)
  }

  /** Returns the index of the ">" that ends a tag, ignoring those inside attribute values. */
  const endOfTag = (from: number): number => {
    let quote = 0
    for (let at = from; at < rest.length; at++) {
      const sign = rest.charCodeAt(at)
      if (quote !== 0) quote = sign === quote ? 0 : quote
      else if (sign === greater) return at
      else if (sign === double || sign === single) quote = sign
    }
    return -1
  }

  const write = (piece: string): void => {
    rest += piece
    let at = 0
    while (at < rest.length) {
      const next = rest.indexOf('<', at)
      if (next < 0) break
      if (next > at) text(decodeEntities(rest.slice(at, next)))
      at = next
      const second = rest[at + 1]
      const isMarkup = second === '!' || second === '?'
      const end = isMarkup ? skip(at) : endOfTag(at + 1)
      if (end < 0) break
      if (!isMarkup) readTag(at, end)
      at = isMarkup ? end : end + 1
    }
    rest = rest.slice(at)
    if (rest.length > longestPiece) throw new Error('unterminated text')
  }

  const end = (): void => {
    if (rest.includes('<')) throw new Error('an unclosed tag')
  }
  return { write, end }
}

const slash = 47
const space = 32
const colon = 58
const greater = 62
const double = 34
const single = 39
const equals = 61

/** The value of an attribute by its local name, '' if absent. */
export const attributeOf = (text: string, name: string): string => {
  for (let at = 0; at < text.length;) {
    while (at < text.length && text.charCodeAt(at) <= space) at += 1
    let from = at
    for (; at < text.length && text.charCodeAt(at) !== equals; at++) if (text.charCodeAt(at) === colon) from = at + 1
    const isWanted = text.slice(from, at).trimEnd() === name
    at += 1
    while (at < text.length && text.charCodeAt(at) <= space) at += 1
    const end = text.indexOf(text[at] === "'" ? "'" : '"', at + 1)
    if (end < 0) return ''
    if (isWanted) return decodeEntities(text.slice(at + 1, end))
    at = end + 1
  }
  return ''
}

const known: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const decodeEntities = (text: string): string =>
  text.includes('&')
    ? text.replaceAll(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (whole, hex?: string, decimal?: string, name?: string) => {
        if (name !== undefined) return known[name] ?? whole
        const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
        return code <= 0x10ffff ? String.fromCodePoint(code) : whole
      })
    : text

/** Characters that XML cannot represent, escaped as `_xHHHH_`. */
export const decodeEscapes = (text: string): string =>
  text.includes('_x')
    ? text.replaceAll(/_x([\da-f]{4})_/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text
