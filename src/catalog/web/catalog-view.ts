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

/** How the catalog is shown in this browser: as was chosen, else rows for whoever orders every day and tiles for visitors. */
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
