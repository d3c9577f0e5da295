declare global {
  interface Window {
    /** Set by the page itself, in `pages/index.html`. */
    firstAnswer?: {
      address: string
      token: string | undefined
      answer: Promise<Response | undefined>
      /** What it said, where the page itself has read it already. */
      said?: unknown
    }
  }
}

const isFor = (address: string, token: string | undefined): boolean =>
  window.firstAnswer?.address === address && window.firstAnswer.token === token

/** What the answer said, where it is there already. */
export const readFirstAnswer = (address: string, token: string | undefined): unknown =>
  isFor(address, token) ? window.firstAnswer?.said : undefined

/**
 * The answer to what the page asked before this code was there, once: who asks again wants to know it anew. Not a promise where
 * there is none, so that a call leaves at once with the token of the user who made it: after a sign-out nobody has it.
 */
export const takeFirstAnswer = (
  address: string,
  token: string | undefined,
): Promise<Response | undefined> | undefined => {
  const { firstAnswer } = window
  if (!isFor(address, token)) return undefined
  delete window.firstAnswer
  return firstAnswer?.answer
}
