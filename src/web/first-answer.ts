declare global {
  interface Window {
    /** Set by the page itself, in `pages/index.html`. */
    firstAnswer?: {
      address: string
      token: string | undefined
      answer: Promise<Response | undefined>
      /** The parsed body, once the page has read it. */
      said?: unknown
    }
  }
}

const isFor = (address: string, token: string | undefined): boolean =>
  window.firstAnswer?.address === address && window.firstAnswer.token === token

/** The body of the first answer, if it has arrived. */
export const readFirstAnswer = (address: string, token: string | undefined): unknown =>
  isFor(address, token) ? window.firstAnswer?.said : undefined

/**
 * The answer to the request that the page sent before the code loaded, once: later calls want fresh data. Returns
 * undefined rather than a promise, so that a call is sent in the same tick with its user's token, which a sign-out
 * removes.
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
