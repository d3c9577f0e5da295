/**
 * Loads code on first use. Concurrent loads of a module can finish in any order, so there is one load, and calls run in
 * order after it. If loading fails, runs the fallback instead; the next use retries.
 */
export const loadOnce = <T>(load: () => Promise<T>) => {
  let loading: Promise<T> | null = null
  return {
    isWanted: (): boolean => loading !== null,
    use: (act: (loaded: T) => void, instead: () => void = () => {}): void => {
      loading ??= load()
      void loading.then(act, () => {
        loading = null
        instead()
      })
    },
  }
}
