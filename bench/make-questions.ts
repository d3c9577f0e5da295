import { readFacts } from '../demo/make-facts.ts'
import { searchQueries } from './search-queries.ts'
import { shuffle } from './shuffle.ts'

/** Computing the expected hits over the whole file would take a minute, and the benchmark does not read them. */
const enough = 4_000

/** 200 different search queries for the first packages of the file. */
export const makeQuestions = (csvPath: string, packages: number): string[] => {
  const facts = readFacts(csvPath).slice(0, packages)
  const products = shuffle(facts)
    .slice(0, enough)
    .map(({ ndc11, labeler, ...fact }) => ({ ...fact, ndc: ndc11, manufacturer: labeler }))
  return searchQueries(products).map(({ query }) => query)
}
