type Search = Record<string, unknown>

/** Parses a query string to plain values: text stays text, values that start with `{` are JSON. */
export const parseSearch = (text: string): Search =>
  Object.fromEntries([...new URLSearchParams(text)].map(([key, value]) => [key, parseValue(value)]))

/** The inverse: objects as JSON, without empty values, slashes unescaped. */
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

/** One query value: `12`, `true`, `{"total":5}`. */
export const writeValue = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
