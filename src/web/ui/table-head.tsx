interface Props {
  titles: readonly string[]
  /** Class of the first header cell. */
  first?: string | undefined
  /** Titles to align right, above their numbers. */
  right?: readonly string[]
}

/** The header row of a table without sorting or paging. */
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
