/** Something computed, and the version that it is good for. */
interface Computed<T> {
  version: string
  value: T
}

type Compute<T> = () => Promise<Computed<T>>

export interface Memory<T> {
  /** What was known last, of whatever version. */
  last(key: string): T | undefined
  /** The value of this version; it is computed once, however many ask at the same time. */
  get(key: string, version: string, compute: Compute<T>): Promise<T>
  /** Computes what is not known at all, before its version is. */
  prepare(key: string, compute: Compute<T>): Promise<unknown>
}

/** What costs most of an answer and stays right until a version ends: of the catalogue, or of the time of day. */
export const remember = <T>(most: number): Memory<T> => {
  const known = new Map<string, Computed<T>>()
  const underway = new Map<string, Promise<Computed<T>>>()

  const keep = (key: string, computed: Computed<T>) => {
    known.delete(key)
    known.set(key, computed)
    const [oldest] = known.keys()
    if (known.size > most && oldest !== undefined) known.delete(oldest)
  }

  const compute = (key: string, how: Compute<T>): Promise<Computed<T>> => {
    const running = underway.get(key)
    if (running) return running
    const started = how()
      .then((computed) => {
        keep(key, computed)
        return computed
      })
      .finally(() => underway.delete(key))
    underway.set(key, started)
    return started
  }

  return {
    last: (key) => known.get(key)?.value,
    get: async (key, version, how) => {
      const before = known.get(key)
      return before?.version === version ? before.value : (await compute(key, how)).value
    },
    prepare: async (key, how) => known.has(key) || (await compute(key, how)),
  }
}
