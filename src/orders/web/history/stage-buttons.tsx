import { stateName } from '#shared/us-states.ts'
import { FilterShortcuts } from '#web/table/filter-shortcuts.tsx'
import type { Table } from '#web/table/use-table.ts'
import type { orderList, orderStages } from '../../order-shapes.ts'

type OrderTable = Table<(typeof orderList.filters)[number], (typeof orderList.sorts)[number]>

const words: Record<(typeof orderStages)[number], string> = {
  open: 'Open',
  held: 'On hold',
  failed: 'Not in the ERP',
  notCanceled: 'Not canceled',
}

interface Props {
  table: OrderTable
  stages: readonly (typeof orderStages)[number][]
}

/** Filters without a column: state and customer are set by links and can only be removed here. */
export function StageButtons({ table, stages }: Props) {
  const { shipState, business, stage: chosen } = table.state.query
  const shown = new Set(chosen === 'notCanceled' ? (['notCanceled', ...stages] as const) : stages)
  return (
    <FilterShortcuts
      table={table}
      shortcuts={[
        ...(shipState === undefined
          ? []
          : [{ label: `To ${stateName(shipState)}`, key: 'shipState' as const, value: shipState }]),
        ...(business === undefined ? [] : [{ label: 'Customer', key: 'business' as const, value: business }]),
        ...[...shown].map((stage) => ({ label: words[stage], key: 'stage' as const, value: stage })),
      ]}
    />
  )
}
