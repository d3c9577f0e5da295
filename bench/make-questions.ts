import { readFacts } from '../demo/make-facts.ts'
import { searchQueries } from './search-queries.ts'
import { shuffle } from './shuffle.ts'

export interface BuyerQuestion {
  query: string
  /** How the buyer asks, e.g. `half of the brand`. */
  rule: string
}

/** Looking through the whole file for the right answers, which nobody reads here, would take a minute. */
const enough = 4_000

/** What buyers would ask of the first so many packages of the file: 200 questions, each different. */
export const makeQuestions = (csvPath: string, packages: number): BuyerQuestion[] => {
  const facts = readFacts(csvPath).slice(0, packages)
  const products = shuffle(facts)
    .slice(0, enough)
    .map(({ ndc11, labeler, ...fact }) => ({ ...fact, ndc: ndc11, manufacturer: labeler }))
  return searchQueries(products).map(({ query, rule }) => ({ query, rule }))
}
