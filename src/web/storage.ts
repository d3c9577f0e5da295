import * as z from 'zod/mini'

/** What local storage holds was written by anyone: it is checked, and anything unreadable counts as absent. */
export const parseStored = <S extends z.core.$ZodType, F>(
  text: string | null,
  schema: S,
  fallback: F,
): z.output<S> | F => {
  if (text === null) return fallback
  try {
    const parsed = z.safeParse(schema, JSON.parse(text))
    return parsed.success ? parsed.data : fallback
  } catch {
    return fallback
  }
}

export const readStored = <S extends z.core.$ZodType, F>(key: string, schema: S, fallback: F): z.output<S> | F =>
  parseStored(readText(key), schema, fallback)

/** Null when absent, and where the browser forbids storage. */
export const readText = (key: string): string | null => {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

export const writeText = (key: string, text: string): void => {
  try {
    localStorage.setItem(key, text)
  } catch {
    // Storage is full or forbidden: the page goes on from memory.
  }
}

export const writeStored = (key: string, value: unknown): void => writeText(key, JSON.stringify(value))

export const removeStored = (...keys: string[]): void => {
  try {
    for (const key of keys) localStorage.removeItem(key)
  } catch {
    // Nothing was stored where storage is forbidden.
  }
}

/** Calls back when another tab wrote one of these keys, or cleared them all. */
export const onStoredElsewhere = (keys: string[], changed: () => void): void => {
  addEventListener('storage', (event) => {
    if (event.key === null || keys.includes(event.key)) changed()
  })
}

/** What a tab keeps is of who used it, also what is kept by parts that are not loaded now. */
export const forgetTab = (): void => {
  try {
    sessionStorage.clear()
  } catch {
    // Nothing was kept where storage is forbidden.
  }
}
