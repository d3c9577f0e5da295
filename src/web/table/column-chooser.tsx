import { Button, Checkbox, Popover } from '@mantine/core'
import { Columns3 } from 'lucide-react'
import { canBeHidden, type ColumnTitle, hiddenColumns, type Table } from './use-table.ts'
import styles from './column-chooser.module.css'

interface Props {
  columns: readonly ColumnTitle[]
  table: Table
}

export function ColumnChooser({ columns, table }: Props) {
  const hidden = hiddenColumns(table.state)
  return (
    <Popover position="bottom-end" shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <Button size="xs" variant="default" leftSection={<Columns3 size={14} aria-hidden />}>
          Columns
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Columns">
        <fieldset className={styles.columns}>
          <legend>Columns</legend>
          {columns.filter(canBeHidden).map(({ key, title }) => (
            <Checkbox
              key={key}
              size="xs"
              label={title}
              checked={!hidden.includes(key)}
              onChange={() => table.toggleColumn(key)}
            />
          ))}
        </fieldset>
      </Popover.Dropdown>
    </Popover>
  )
}
