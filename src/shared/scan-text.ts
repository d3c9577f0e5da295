/** The separators in a code, after normalizing the notations of scanners and programs. */
export const separator = '\u001d'
export const recordSeparator = '\u001e'
export const endOfMessage = '\u0004'

/** Notations of scanners and log programs for control characters. */
const spellings: readonly [spelled: RegExp, sign: string][] = [
  [/<GS>|\{GS\}|\[GS\]|<FNC1>|\{FNC1\}|\[FNC1\]|~F1|~029|\\x1d|\\u001d|\\035|\^\]|\u241d/gi, separator],
  [/<RS>|\{RS\}|\[RS\]|~030|\\x1e|\\u001e|\\036|\^\^|\u241e/gi, recordSeparator],
  [/<EOT>|\{EOT\}|\[EOT\]|~004|\\x04|\\u0004|\\004|\^D(?=$)|\u2404/gi, endOfMessage],
]

/** The symbology identifier that a scanner sends first. */
const symbology = /^\][A-Za-z]\d/

export interface ScanText {
  text: string
  /** A prefix such as `]C1`: the rest follows the GS1 rules. */
  isGs1: boolean
}

export const scanTextOf = (scanned: string): ScanText => {
  let text = scanned.trim()
  for (const [spelled, sign] of spellings) text = text.replace(spelled, sign)
  const [prefix = ''] = symbology.exec(text) ?? []
  text = text.slice(prefix.length)
  const isGs1 = /^\](?:C1|d2|Q3|J1|e[0-3])$/.test(prefix) || text.startsWith(separator)
  return { text: text.replace(new RegExp(`^${separator}+`), '').trim(), isGs1 }
}
