import * as z from 'zod/mini'

/** Validates stored text, which anyone may have written; unreadable values count as absent. */
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

/** Null if absent or if storage is unavailable. */
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
    // Storage is full or unavailable: the page continues from memory.
  }
}

export const writeStored = (key: string, value: unknown): void => writeText(key, JSON.stringify(value))

export const removeStored = (...keys: string[]): void => {
  try {
    for (const key of keys) localStorage.removeItem(key)
  } catch {
    // Nothing is stored if storage is unavailable.
  }
}

/** Calls back when another tab writes one of these keys or clears storage. */
export const onStoredElsewhere = (keys: string[], changed: () => void): void => {
  addEventListener('storage', (event) => {
    if (event.key === null || keys.includes(event.key)) changed()
  })
}

/** Clears all data of the tab, which belongs to its user, including that of parts that are not loaded. */
export const forgetTab = (): void => {
  try {
    sessionStorage.clear()
  } catch {
    // Nothing is stored if storage is unavailable.
  }
}
