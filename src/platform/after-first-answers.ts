const milliseconds = 500

/** Begins what nobody waits for a moment after a start, so that whoever waits for the first page is answered before it. */
export const afterFirstAnswers = (act: () => void): NodeJS.Timeout => setTimeout(act, milliseconds).unref()
