import { LRUCache } from 'lru-cache'

/** A computed value with the version it is valid for. */
interface Computed<T> {
  version: string
  value: T
}

type Compute<T> = () => Promise<Computed<T>>

export interface ValueCache<T> {
  /** The last computed value of any version. */
  last(key: string): T | undefined
  /** The value of this version. Concurrent callers share one computation. */
  get(key: string, version: string, compute: Compute<T>): Promise<T>
  /** Computes the value if none is cached, before the caller knows its version. */
  prepare(key: string, compute: Compute<T>): Promise<unknown>
}

/** An LRU cache for expensive values that stay valid until a version changes: a catalog version or a time bucket. */
export const makeValueCache = <T>(most: number): ValueCache<T> => {
  const known = new LRUCache<string, Computed<T>, Compute<T>>({
    max: most,
    fetchMethod: (_key, _before, { context: compute }) => compute(),
    // An evicted entry still resolves for its waiters, and a failed computation leaves the previous value cached.
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
