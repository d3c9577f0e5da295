import { UnreadableFile } from './check-file.ts'
import { decodeEscapes, makeXmlScanner } from './scan-xml.ts'

/** Puts a text together that is written in one piece or in runs of one style; how it is pronounced is no part of it. */
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

/** What a text takes beside its letters. */
const lettersAText = 20
const maxLetters = 120 * 1024 * 1024
const textsAtOnce = 500

/** Reads the XML of the texts that cells share, which comes piece by piece. */
export const makeTextsReader = () => {
  const texts: string[] = []
  const one = makeTextReader()
  let fresh: string[] = []
  let letters = 0
  // Copied: a piece of a text keeps the text alive that it was cut from.
  const flush = () => {
    for (const text of JSON.parse(JSON.stringify(fresh)) as string[]) texts.push(text) // as it was
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
