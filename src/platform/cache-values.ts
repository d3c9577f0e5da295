import { LRUCache } from 'lru-cache'

/** Something computed, and the version that it is good for. */
interface Computed<T> {
  version: string
  value: T
}

type Compute<T> = () => Promise<Computed<T>>

export interface ValueCache<T> {
  /** What was known last, of whatever version. */
  last(key: string): T | undefined
  /** The value of this version; it is computed once, however many ask at the same time. */
  get(key: string, version: string, compute: Compute<T>): Promise<T>
  /** Computes what is not known at all, before its version is. */
  prepare(key: string, compute: Compute<T>): Promise<unknown>
}

/** What costs most of an answer and stays right until a version ends: of the catalogue, or of the time of day. */
export const makeValueCache = <T>(most: number): ValueCache<T> => {
  const known = new LRUCache<string, Computed<T>, Compute<T>>({
    max: most,
    fetchMethod: (_key, _before, { context: compute }) => compute(),
    // What is no longer kept is still an answer to those who wait for it, and a failure leaves what was known.
    ignoreFetchAbort: true,
    noDeleteOnFetchRejection: true,
  })
  return {
    last: (key) => known.peek(key)?.value,
    get: async (key, version, context) => {
      const before = known.get(key)
      return before?.version === version
        ? before.value
        : (await known.forceFetch(key, { context, forceRefresh: true })).value
    },
    prepare: (key, context) => known.fetch(key, { context }),
  }
}
