import { randomKey } from '#web/random-key.ts'

const storedUnder = 'orderAttempt'

/**
 * The Idempotency-Key of this very order: the same for every repeat, also after a reload, so that an order whose
 * answer was lost is not placed twice. The code is left out, because a repeat may carry a newer one.
 */
export const attemptKey = (sent: unknown): string => {
  const order = JSON.stringify(sent, (name, value: unknown) => (name === 'otp' ? undefined : value))
  const [storedKey, storedOrder] = readAttempt()
  if (storedKey && storedOrder === order) return storedKey
  const key = randomKey()
  keepAttempt([key, order])
  return key
}

/** The next order is a new one, even when it equals this one. */
export const forgetAttempt = (): void => {
  inMemory = []
  try {
    sessionStorage.removeItem(storedUnder)
  } catch {
    // Nothing was stored where storage is forbidden.
  }
}

let inMemory: string[] = []

const readAttempt = (): string[] => {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storedUnder) ?? '[]')
    if (Array.isArray(stored) && stored.length > 0) return stored.map(String)
  } catch {
    // Unreadable or forbidden: memory is what is left.
  }
  return inMemory
}

const keepAttempt = (attempt: string[]): void => {
  inMemory = attempt
  try {
    sessionStorage.setItem(storedUnder, JSON.stringify(attempt))
  } catch {
    // Storage is full or forbidden: the key holds until the page is loaded again.
  }
}
