/**
 * A cell as people see it: without zero-width characters, the quotes of a text cell (`="00093"`, a leading apostrophe) and
 * blanks of other kinds; dashes and quotation marks of typography as those of the keyboard.
 */
export const plainText = (text: string): string => {
  // Of a large sheet most cells are plain already.
  if (/^[\w.$#%&()*+,/:;<>?@-][\x20\x21\x23-\x7e]*$/.test(text)) return text.trimEnd()
  const plain = text
    // Control characters stay: a scanner separates by them.
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
