import type { YearOfSales } from '../contract.ts'
import styles from './figures-table.module.css'

export const monthNames = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

interface Props {
  years: YearOfSales[]
  label: string
}

export function YearsTable({ years, label }: Props) {
  return (
    // Scrolls on narrow screens, so the keyboard must reach it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={styles.scroll} aria-label={label} tabIndex={0}>
      <table className={styles.table} aria-label={label}>
        <thead>
          <tr>
            <th scope="col">Year</th>
            {monthNames.map((month) => (
              <th key={month} scope="col">
                {month}
              </th>
            ))}
            <th scope="col">Total</th>
          </tr>
        </thead>
        <tbody>
          {years.map(({ year, months }) => (
            <tr key={year}>
              <th scope="row">{year}</th>
              {months.map((pieces, at) => (
                <td key={monthNames[at]}>{pieces.toLocaleString('en-US')}</td>
              ))}
              <td className={styles.total}>{months.reduce((sum, one) => sum + one, 0).toLocaleString('en-US')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
