import { Button } from '@mantine/core'
import type { Filter } from '#shared/filters.ts'
import type { Table } from './use-table.ts'

interface Props<K extends string, S extends string> {
  table: Table<K, S>
  shortcuts: readonly { label: string; key: K; value: string }[]
}

/** The most used filters as buttons; a second press takes the filter away. */
export function FilterShortcuts<K extends string, S extends string>({ table, shortcuts }: Props<K, S>) {
  const filter = table.state.query
  return shortcuts.map(({ label, key, value }) => {
    const isOn = filter[key] === value
    const { [key]: _, ...others } = filter
    return (
      <Button
        key={label}
        size="xs"
        variant={isOn ? 'filled' : 'default'}
        aria-pressed={isOn}
        onClick={() => table.filter((isOn ? others : { ...filter, [key]: value }) as Filter<K>)}
      >
        {label}
      </Button>
    )
  })
}
