/**
 * Code that is loaded when it is first used. Browsers end two loads of the same module in any order, so there is one load, and
 * what is done with the module happens in the order of the calls. Where it cannot be loaded, that is done instead which needs
 * none, and the next use loads it again.
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
