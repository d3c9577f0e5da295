import { Button } from '@mantine/core'
import { Users } from 'lucide-react'
import { useMemo, useState } from 'react'
import { DataTable } from '#web/table/data-table.tsx'
import { tableAddress } from '#web/table/table-address.ts'
import { useTable } from '#web/table/use-table.ts'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { customerList } from '../account-shapes.ts'
import { customerColumns } from './customer-columns.tsx'
import { CustomerDialog, type AskedAct } from './customer-dialog.tsx'
import { useCustomers } from './hooks.ts'

const address = tableAddress(customerList, ['name', 'createdAt'])

/** What admins look for most, one press away. */
const shortcuts = [
  { label: 'Waiting', key: 'status', value: 'waiting' },
  { label: 'License expiring in 30 days', key: 'license', value: 'expiring' },
] as const

export function CustomersPage() {
  const table = useTable(address)
  const query = useCustomers(table)
  const [asked, setAsked] = useState<AskedAct | null>(null)
  const columns = useMemo(() => customerColumns((act, customer) => setAsked({ act, customer })), [])
  const filter = table.state.query

  return (
    <>
      <PageHeading title="Customer Maintenance" lead="Accept requests, keep licenses current, edit customers." />
      <DataTable
        name="customers"
        caption="Customers"
        columns={columns}
        rowKey={({ _id }) => _id}
        table={table}
        query={query}
        empty={{ icon: <Users size={28} strokeWidth={1.5} />, title: 'No customers yet' }}
      >
        {shortcuts.map(({ label, key, value }) => {
          const isOn = filter[key] === value
          const { [key]: _, ...others } = filter
          return (
            <Button
              key={key}
              size="xs"
              variant={isOn ? 'filled' : 'default'}
              aria-pressed={isOn}
              onClick={() => table.filter(isOn ? others : { ...filter, [key]: value })}
            >
              {label}
            </Button>
          )
        })}
      </DataTable>
      <CustomerDialog asked={asked} close={() => setAsked(null)} />
    </>
  )
}
