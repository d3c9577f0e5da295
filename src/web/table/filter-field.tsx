import type { KeyboardEvent } from 'react'
import type { ColumnFilter } from './columns.ts'
import styles from './filter-field.module.css'
import type { FilterDraft } from './use-filter-draft.ts'

interface Props {
  filter: ColumnFilter
  filters: FilterDraft
}

export function FilterField({ filter, filters }: Props) {
  const { key, label, kind = 'text', placeholder, options } = filter
  const value = filters.draft[key] ?? ''
  const common = {
    className: styles.field,
    'aria-label': `Filter by ${label}`,
    value,
    'data-used': value !== '' || undefined,
  }
  if (options)
    return (
      <select {...common} onChange={(event) => filters.choose(key, event.currentTarget.value)}>
        <option value="">All</option>
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
    )
  const enter = (event: KeyboardEvent) => {
    if (event.key === 'Enter') filters.submit()
    if (event.key === 'Escape' && value !== '') filters.choose(key, '')
  }
  return (
    <input
      {...common}
      type={kind}
      step="any"
      maxLength={100}
      autoComplete="off"
      spellCheck={false}
      placeholder={placeholder ?? label}
      onChange={(event) => filters.type(key, event.currentTarget.value)}
      onKeyDown={enter}
    />
  )
}
