import { LayoutGrid, Rows3 } from 'lucide-react'
import { type CatalogView, chooseCatalogView } from '#catalog/web/catalog-view.ts'
import styles from './view-switch.module.css'

const views = [
  ['list', 'List', Rows3],
  ['tiles', 'Tiles', LayoutGrid],
] as const

/** Switches between rows and tiles; the choice is stored in the browser. */
export function ViewSwitch({ view }: { view: CatalogView }) {
  return (
    <fieldset className={styles.switch} aria-label="View">
      {views.map(([name, label, Icon]) => (
        <button
          key={name}
          type="button"
          aria-label={label}
          title={label}
          aria-pressed={view === name}
          onClick={() => chooseCatalogView(name)}
        >
          <Icon size={16} aria-hidden />
        </button>
      ))}
    </fieldset>
  )
}
