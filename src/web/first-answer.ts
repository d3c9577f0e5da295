declare global {
  interface Window {
    /** Set by the page itself, in `index.html`. */
    firstAnswer?: { address: string; token: string | undefined; answer: Promise<Response | undefined> }
  }
}

/** The answer to what the page asked before this code was there, once: who asks again wants to know it anew. */
export const takeFirstAnswer = async (address: string, token: string | undefined): Promise<Response | undefined> => {
  const { firstAnswer } = window
  if (firstAnswer?.address !== address || firstAnswer.token !== token) return undefined
  delete window.firstAnswer
  return firstAnswer.answer
}
