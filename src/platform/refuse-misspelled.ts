const leastLetters = 6
const maxEdits = 2

type Environment = Record<string, string | undefined>

/** Finds a variable whose name is almost that of a setting, and suggests the setting. */
export const misspelledIn = (environment: Environment, known: readonly string[]): string | null => {
  const names = new Set(known)
  const longEnough = known.filter((name) => name.replaceAll('_', '').length >= leastLetters)
  for (const [given, value] of Object.entries(environment)) {
    if (!value || names.has(given)) continue
    const meant = longEnough.find((name) => isNear(given.toUpperCase(), name))
    if (meant)
      return `Setting ${given}: unknown, but ${meant} is almost the same; use that, or remove ${given} from the environment.`
  }
  return null
}

/** Removes the variables that Kubernetes injects for each service of a namespace. */
export const withoutServices = (environment: Environment): Environment =>
  Object.fromEntries(Object.entries(environment).filter(([name, value]) => !isOfService(name, value ?? '')))

const isOfService = (name: string, value: string): boolean =>
  /_SERVICE_HOST$|_SERVICE_PORT(?:_[A-Z0-9_]+)?$|_PORT_\d+_(?:TCP|UDP|SCTP)(?:_(?:PROTO|PORT|ADDR))?$/.test(name) ||
  (name.endsWith('_PORT') && /^(?:tcp|udp|sctp):\/\//.test(value))

const isNear = (one: string, other: string): boolean =>
  Math.abs(one.length - other.length) <= maxEdits && editsBetween(one, other) <= maxEdits

/** The edit distance: letters to replace, insert or delete. */
const editsBetween = (one: string, other: string): number => {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1]
    for (let at = 1; at <= other.length; at++)
      next.push(
        Math.min((next[at - 1] ?? 0) + 1, (row[at] ?? 0) + 1, (row[at - 1] ?? 0) + (letter === other[at - 1] ? 0 : 1)),
      )
    row = next
  }
  return row[other.length] ?? 0
}
