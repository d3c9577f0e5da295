import { ScrollText } from 'lucide-react'
import { useMemo, useState } from 'react'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { DataTable } from '#web/table/data-table.tsx'
import { tableAddress } from '#web/table/table-address.ts'
import { useTable } from '#web/table/use-table.ts'
import { auditList, type AuditRow } from '../contract.ts'
import { auditColumns } from './audit-columns.tsx'
import { ChainNote } from './chain-note.tsx'
import { EntryDialog } from './entry-dialog.tsx'
import { saveTrail, useEntries } from './hooks.ts'

const address = tableAddress(auditList, ['ip'])

export function AuditPage() {
  const table = useTable(address)
  const query = useEntries(table)
  const [shown, setShown] = useState<AuditRow | null>(null)
  const columns = useMemo(() => auditColumns(setShown), [])
  return (
    <>
      <PageHeading title="Audit Trail" lead="Who did what, when, for whom, and what it was before." />
      <ChainNote />
      <DataTable
        name="audit"
        caption="Audit trail"
        columns={columns}
        rowKey={({ _id }) => _id}
        table={table}
        query={query}
        csv={() => saveTrail(table)}
        empty={{ icon: <ScrollText size={28} strokeWidth={1.5} />, title: 'Nothing has happened yet' }}
      />
      <EntryDialog entry={shown} close={() => setShown(null)} />
    </>
  )
}
