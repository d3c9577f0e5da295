import { create } from 'zustand'
import { useUser } from '#web/session.ts'
import { onStoredElsewhere, readText, writeText } from '#web/storage.ts'

export type CatalogView = 'list' | 'tiles'

const key = 'catalogView'

const saved = (): CatalogView | null => {
  const text = readText(key)
  return text === 'list' || text === 'tiles' ? text : null
}

const useChosen = create<{ view: CatalogView | null }>(() => ({ view: saved() }))

/** The chosen view of this browser; by default, rows for signed-in users and tiles for visitors. */
export const useCatalogView = (): CatalogView => {
  const chosen = useChosen(({ view }) => view)
  const usual = useUser() ? 'list' : 'tiles'
  return chosen ?? usual
}

export const chooseCatalogView = (view: CatalogView): void => {
  useChosen.setState({ view })
  writeText(key, view)
}

onStoredElsewhere([key], () => useChosen.setState({ view: saved() }))
