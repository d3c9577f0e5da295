/** A notation of an NDC as a number for prefix lookups, and its inverse. */
interface Notation {
  /** Null if the NDC has no such notation. */
  write(ndc: number): number | null
  read(written: number): number
}

/** Ten-digit notations omit a zero of the product or of the package. */
const notations = {
  whole: { write: (ndc) => ndc, read: (written) => written },
  withoutProductZero: {
    write: (ndc) => (Math.floor(ndc / 1e5) % 10 === 0 ? Math.floor(ndc / 1e6) * 1e5 + (ndc % 1e5) : null),
    read: (written) => Math.floor(written / 1e5) * 1e6 + (written % 1e5),
  },
  withoutPackageZero: {
    write: (ndc) => (Math.floor(ndc / 10) % 10 === 0 ? Math.floor(ndc / 100) * 10 + (ndc % 10) : null),
    read: (written) => Math.floor(written / 10) * 100 + (written % 10),
  },
  labelerLast: {
    write: (ndc) => (ndc % 1e6) * 1e5 + Math.floor(ndc / 1e6),
    read: (written) => (written % 1e5) * 1e6 + Math.floor(written / 1e5),
  },
} satisfies Record<string, Notation>

export type NotationName = keyof typeof notations

/** NDCs sorted by each notation. */
export interface CodeList {
  add(ndc: number): void
  /** NDCs written as a number from `from` up to but not including `to`; may contain duplicates. */
  between(notation: NotationName, from: number, to: number): number[]
}

/** Scanning this many unsorted codes is faster than sorting again. */
const maxUnsorted = 4_096

export const makeCodeList = (): CodeList => {
  const ndcs: number[] = []
  const orders = new Map<NotationName, { sorted: Float64Array; until: number }>()

  const orderBy = (name: NotationName) => {
    const known = orders.get(name)
    if (known && ndcs.length - known.until < maxUnsorted) return known
    const { write } = notations[name]
    const written = ndcs.map((ndc) => write(ndc)).filter((number) => number !== null)
    const made = { sorted: Float64Array.from(written).sort(), until: ndcs.length }
    orders.set(name, made)
    return made
  }

  return {
    add: (ndc) => void ndcs.push(ndc),
    between: (name, from, to) => {
      const { write, read } = notations[name]
      const { sorted, until } = orderBy(name)
      const isWithin = (written: number | null) => written !== null && written >= from && written < to
      const found = sorted.subarray(firstFrom(sorted, from), firstFrom(sorted, to))
      return [...Array.from(found, read), ...ndcs.slice(until).filter((ndc) => isWithin(write(ndc)))]
    },
  }
}

const firstFrom = (sorted: Float64Array, least: number): number => {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] ?? 0) < least) low = middle + 1
    else high = middle
  }
  return low
}
