/** Answers that came with the page itself, by address. */
let answers: Record<string, unknown> | null = null

const read = (): Record<string, unknown> => {
  try {
    return JSON.parse(document.getElementById('first-answers')?.textContent ?? '{}') as Record<string, unknown>
  } catch {
    return {}
  }
}

/** As long as the server keeps them. */
const freshMilliseconds = 60_000

/** The answer that the page brought for this address, while it is fresh. */
export const knownFirstAnswer = (address: string): unknown => {
  answers ??= read()
  return performance.now() < freshMilliseconds ? answers[address] : undefined
}

/** The same, once: who asks again wants to know it anew. */
export const takeFirstAnswer = (address: string): unknown => {
  const answer = knownFirstAnswer(address)
  delete answers?.[address]
  return answer
}
