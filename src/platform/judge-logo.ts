/** What a logo is by its first bytes; null for anything but a PNG and an SVG. */
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
 * Why this is no logo for the portal; null when it is one. A drawing that brings a program, or anything from elsewhere, is
 * refused as a whole: it is shown as a picture only, where neither would run, but it may be opened by itself.
 */
export const weaknessOfLogo = (content: Uint8Array): string | null => {
  if (content.byteLength > largestLogo) return 'a file of at most 256 KB'
  const type = logoTypeOf(content)
  if (!type) return 'an SVG or PNG file'
  if (type === 'image/png') return null
  return active.test(Buffer.from(content).toString('utf8')) ? 'an SVG without scripts and links to elsewhere' : null
}

const active =
  /<!(doctype|entity)|<(script|foreignobject|iframe|object|embed|animate|set)[\s/>]|\son\w+\s*=|javascript:|@import|(href|src)\s*=\s*["']?\s*(?!["']?(#|data:image\/(png|jpeg)))|url\(\s*["']?\s*(?!#|["']#)/i
