import { UnreadableFile } from './check-file.ts'
import { decodeEscapes, makeXmlScanner } from './scan-xml.ts'

/** Collects the text of a string item, which may consist of several formatted runs; phonetic hints are ignored. */
export const makeTextReader = () => {
  let whole = ''
  let piece = ''
  let isTaking = false
  let isPronounced = false
  return {
    start: () => void (whole = ''),
    open: (name: string) => {
      if (name === 'rPh') isPronounced = true
      if (name !== 't' || isPronounced) return
      isTaking = true
      piece = ''
    },
    add: (text: string) => void (isTaking && (piece += text)),
    close: (name: string) => {
      if (name === 'rPh') isPronounced = false
      if (!isTaking || name !== 't') return
      isTaking = false
      whole += decodeEscapes(piece)
    },
    text: () => whole,
  }
}

/** Overhead per string, counted in characters. */
const lettersAText = 20
const maxLetters = 120 * 1024 * 1024
const textsAtOnce = 500

/** Streams the shared strings of a workbook. */
export const makeTextsReader = () => {
  const texts: string[] = []
  const one = makeTextReader()
  let fresh: string[] = []
  let letters = 0
  // Copied, because a substring keeps the whole string it was cut from in memory.
  const flush = () => {
    for (const text of JSON.parse(JSON.stringify(fresh)) as string[]) texts.push(text) // parsed from the same strings
    fresh = []
  }
  const scanner = makeXmlScanner({
    open: (name) => (name === 'si' ? one.start() : one.open(name)),
    text: one.add,
    close: (name) => {
      if (name !== 'si') return one.close(name)
      letters += one.text().length + lettersAText
      if (letters > maxLetters)
        throw new UnreadableFile('This file has more text than a browser can handle. Save it as .csv.')
      if (fresh.push(one.text()) === textsAtOnce) flush()
    },
  })
  const end = (): string[] => {
    scanner.end()
    flush()
    return texts
  }
  return { write: scanner.write, end }
}
