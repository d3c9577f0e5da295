interface Props {
  titles: readonly string[]
  /** Class of the first title. */
  first?: string | undefined
  /** Titles that stand right, as their figures do. */
  right?: readonly string[]
}

/** The row of titles of a table that neither sorts nor pages. */
export function TableHead({ titles, first, right = [] }: Props) {
  return (
    <thead>
      <tr>
        {titles.map((title, at) => (
          <th
            key={title}
            scope="col"
            className={at === 0 ? first : undefined}
            data-align={right.includes(title) ? 'right' : undefined}
          >
            {title}
          </th>
        ))}
      </tr>
    </thead>
  )
}
