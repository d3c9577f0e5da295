/**
 * Normalizes a cell: removes zero-width characters, text-cell quoting (`="00093"`, a leading apostrophe) and unusual
 * spaces, and replaces typographic dashes and quotes with ASCII ones.
 */
export const plainText = (text: string): string => {
  // Fast path: most cells of a large sheet are plain ASCII.
  if (/^[\w.$#%&()*+,/:;<>?@-][\x20\x21\x23-\x7e]*$/.test(text)) return text.trimEnd()
  const plain = text
    // Control characters stay because scanners use them as separators.
    .replaceAll(/[\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff\u00ad\u180e]/g, '')
    .replaceAll(/[\u00a0\u2000-\u200a\u202f\u205f\u3000]/g, ' ')
    .replaceAll(/[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/g, '-')
    .replaceAll(/[\u201c-\u201f\u00ab\u00bb]/g, '"')
    .replaceAll(/[\u2018-\u201b]/g, "'")
    .trim()
  const [, formula] = /^="(.*)"$/.exec(plain) ?? []
  const [, quoted] = /^"([^"]*)"$/.exec(plain) ?? []
  return (formula ?? quoted ?? plain).replace(/^'(?=\S)/, '').trim()
}
