import type { ReactNode } from 'react'
import styles from './facts-table.module.css'

interface Props {
  caption: string
  titles: readonly string[]
  rows: readonly { key: string; cells: readonly ReactNode[] }[]
}

/** A short table that needs no paging: rows become cards on a phone. */
export function FactsTable({ caption, titles, rows }: Props) {
  return (
    <table className={styles.table}>
      <caption className={styles.caption}>{caption}</caption>
      <thead>
        <tr>
          {titles.map((title) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, cells }) => (
          <tr key={key}>
            {cells.map((cell, index) => (
              <td key={titles[index]} data-label={titles[index]}>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
