/** Detects the logo type by its first bytes; null for anything but PNG and SVG. */
export const logoTypeOf = (content: Uint8Array): 'image/png' | 'image/svg+xml' | null => {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
  if (bytes.subarray(0, 8).equals(pngSignature)) return 'image/png'
  return /^\uFEFF?\s*(<\?xml[^>]*\?>\s*)?(<!--[^]*?-->\s*)*<svg[\s>]/.test(bytes.toString('utf8'))
    ? 'image/svg+xml'
    : null
}

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

export const largestLogo = 256 * 1024

/**
 * What a valid logo would be, for an error message; null when the logo is valid. An SVG with scripts or external
 * references is refused: inside an <img> neither runs, but the file can also be opened directly.
 */
export const logoProblem = (content: Uint8Array): string | null => {
  if (content.byteLength > largestLogo) return 'a file of at most 256 KB'
  const type = logoTypeOf(content)
  if (!type) return 'an SVG or PNG file'
  if (type === 'image/png') return null
  const text = Buffer.from(content).toString('utf8')
  if (!/^(?:utf-?8|us-ascii|iso-8859-1|windows-1252)$/i.test(encodingOf(text))) return 'an SVG saved as UTF-8'
  return [text, plainly(text)].some((one) => active.test(one)) ? 'an SVG without scripts and links to elsewhere' : null
}

const encodingOf = (text: string): string => /^[^<]*<\?xml[^>]*\sencoding\s*=\s*["']([^"']*)/.exec(text)?.[1] ?? 'utf-8'

const named: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' }

/** Decodes character references of XML and escapes of CSS, as a browser does. */
const plainly = (text: string): string =>
  text
    .replaceAll(/&(?:#(\d+)|#x([\da-f]+)|(lt|gt|quot|apos|amp));/gi, (_, decimal, hex, name) =>
      name ? (named[String(name).toLowerCase()] ?? '') : letterOf(decimal ? Number(decimal) : Number.parseInt(hex, 16)),
    )
    .replaceAll(/\\(?:([\da-f]{1,6})\s?|([^\n]))/gi, (_, hex, letter) => letter ?? letterOf(Number.parseInt(hex, 16)))

const letterOf = (code: number): string => (code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : '')

// Any prefix can be bound to the SVG namespace, and XHTML elements inside an SVG can run scripts.
const active = new RegExp(
  [
    '<!(doctype|entity)',
    '<([\\w.-]+:)?(script|foreignobject|iframe|object|embed|animate\\w*|set|handler|listener|audio|video)[\\s/>]',
    '\\sxmlns(:[\\w.-]+)?\\s*=\\s*["\'][^"\']*xhtml',
    '[\\s/"\']on\\w+\\s*=',
    'javascript:',
    '@import',
    '(href|src)\\s*=\\s*["\']?\\s*(?!["\']?(#|data:image/(png|jpeg)))',
    'url\\(\\s*["\']?\\s*(?!#|["\']#)',
    '(image-set|cross-fade|[\\s:]src|[\\s:]image)\\(',
    'xml-stylesheet',
  ].join('|'),
  'i',
)
