import { wordsOfName } from './match-names.ts'

/**
 * Words that mean different drugs to different people, mostly from ISMP's list of error-prone abbreviations. The search
 * offers all meanings instead of choosing one.
 */
const meanings: ReadonlyMap<string, readonly string[]> = new Map(
  [
    'ms = morphine sulfate|magnesium sulfate',
    'mso4 = morphine sulfate|magnesium sulfate',
    'azt = zidovudine|azathioprine',
    'hct = hydrochlorothiazide|hydrocortisone',
    'mtx = methotrexate|mitoxantrone',
    'ptu = propylthiouracil|mercaptopurine',
    't3 = liothyronine|acetaminophen and codeine',
    'tac = triamcinolone|tacrolimus|tetracaine',
    'cpz = chlorpromazine|prochlorperazine',
    'pca = procainamide|morphine|hydromorphone',
    'oxy = oxycodone|oxybutynin|oxymorphone|oxytocin',
    'mom = milk of magnesia|mometasone',
  ].map((line) => {
    const [word = '', means = ''] = line.split(' = ')
    return [word, means.split('|')] as const
  }),
)

export interface Ambiguous {
  at: number
  word: string
  means: readonly string[]
}

/** The first word that is ambiguous in its context: `MS Contin` and `Diovan HCT` are names. */
export const ambiguousIn = (words: readonly string[]): Ambiguous | null => {
  for (const [at, word] of words.entries()) {
    const means = meanings.get(word)
    if (!means) continue
    const isOfName = words.some((_, from) => {
      const count = from <= at ? wordsOfName(words.slice(from)) : 0
      // `Oxy 5` is a brand, but most users mean another drug.
      return from + count > at && words.slice(from, from + count).some((one) => one !== word && !/^\d/.test(one))
    })
    // A PCA device appears in the names of many drugs.
    const isBeside = word === 'pca' && words.some((_, from) => from !== at && wordsOfName(words.slice(from)) > 0)
    if (!isOfName && !isBeside) return { at, word, means }
  }
  return null
}

/** Formats a list: `milk of magnesia or mometasone`. */
export const listed = (texts: readonly string[]): string =>
  texts.length < 2 ? texts.join('') : `${texts.slice(0, -1).join(', ')} or ${texts.at(-1)}`
