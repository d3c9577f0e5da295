type Search = Record<string, unknown>

/** The search part of an address as plain values: text stays text, what starts with `{` is read as JSON. */
export const parseSearch = (text: string): Search =>
  Object.fromEntries([...new URLSearchParams(text)].map(([key, value]) => [key, parseValue(value)]))

/** The other way round: objects as JSON, empty values left out, slashes left readable. */
export const stringifySearch = (search: Search): string => {
  const params = new URLSearchParams()
  for (const [key, value] of Object.entries(search)) {
    if (value === undefined || value === null || value === '') continue
    params.append(key, writeValue(value))
  }
  const text = params.toString().replaceAll('%2F', '/')
  return text && `?${text}`
}

const parseValue = (value: string): unknown => {
  if (!value.startsWith('{')) return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}

/** One value of a query: `12`, `true`, `{"total":5}`. */
export const writeValue = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
