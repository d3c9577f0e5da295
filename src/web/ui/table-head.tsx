interface Props {
  titles: readonly string[]
  /** Titles to align right, above their numbers. */
  right?: readonly string[]
}

/** The header row of a table without sorting or paging. */
export function TableHead({ titles, right = [] }: Props) {
  return (
    <thead>
      <tr>
        {titles.map((title) => (
          <th key={title} scope="col" data-align={right.includes(title) ? 'right' : undefined}>
            {title}
          </th>
        ))}
      </tr>
    </thead>
  )
}
