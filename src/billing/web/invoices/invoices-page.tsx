import { Button, Popover, TextInput } from '@mantine/core'
import { FileArchive, FileText, ListChecks, ReceiptText } from 'lucide-react'
import { type ComponentType, type ReactNode, useMemo, useState } from 'react'
import { businessDay, monthPlus } from '#shared/business-day.ts'
import { useWholeWidth } from '#web/display.ts'
import { useUser } from '#web/session.ts'
import { DataTable } from '#web/table/data-table.tsx'
import { tableAddress, useTable } from '#web/table/use-table.ts'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { LimitedInput } from '#web/form/limited-text.tsx'
import { portalSettings } from '#web/portal-settings.ts'
import { invoiceList, maxArchived } from '../../invoices/contract.ts'
import { saveArchive, saveInvoices, saveStatement, useInvoices } from './hooks.ts'
import { invoiceTableColumns, invoiceExtraFilters } from './invoice-columns.tsx'
import { InvoiceTotalsPanel, PaymentsAge } from './invoice-totals.tsx'
import styles from './invoice-columns.module.css'
import { OpenQuestions } from './open-questions.tsx'

/** In a customer's own list nearly every row has the same account, so that column is hidden by default. */
const addresses = { mine: tableAddress(invoiceList, ['account']), all: tableAddress(invoiceList) }

interface Props {
  /** The time of the last ERP read. */
  age: ReactNode
}

interface MyProps extends Props {
  /** Payment of the chosen invoices, if online payment is on. */
  PayChosen: ComponentType<{ chosen: ReadonlySet<string> }>
}

export function MyInvoicesPage({ age, PayChosen }: MyProps) {
  return (
    <>
      <InvoicesHeading title="Invoices" age={age} />
      <InvoicesTable isAdmin={false} PayChosen={PayChosen} />
    </>
  )
}

export function AdminInvoicesPage({ age }: Props) {
  useWholeWidth()
  return (
    <>
      <InvoicesHeading title="Customer Invoices" age={age}>
        <OpenQuestions />
      </InvoicesHeading>
      <InvoicesTable isAdmin />
    </>
  )
}

function InvoicesHeading({ title, age, children }: { title: string; children?: ReactNode } & Props) {
  const ages = (
    <>
      {age}
      <PaymentsAge />
    </>
  )
  return (
    <PageHeading title={title} note={ages}>
      {children}
    </PageHeading>
  )
}

/** The list of both invoice pages; the server limits customers to their own account. */
function InvoicesTable({ isAdmin, PayChosen }: { isAdmin: boolean } & Partial<Pick<MyProps, 'PayChosen'>>) {
  const userId = useUser()?._id ?? ''
  const table = useTable(isAdmin ? addresses.all : addresses.mine)
  const query = useInvoices(table)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const columns = useMemo(() => {
    const choose = (id: string, isChosen: boolean) => setChosen((before) => withOne(before, id, isChosen))
    return invoiceTableColumns(isAdmin, { chosen, choose })
  }, [isAdmin, chosen])
  const shown = query.data?.rows.map(({ invoiceID }) => invoiceID) ?? []
  return (
    <>
      <InvoiceTotalsPanel />
      <DataTable
        name={isAdmin ? 'invoices' : 'my-invoices'}
        caption="Invoices"
        columns={columns}
        rowKey={({ invoiceID }) => invoiceID}
        table={table}
        query={query}
        more={invoiceExtraFilters}
        areFiltersFolded
        csv={() => saveInvoices(table)}
        empty={{
          icon: <ReceiptText size={28} strokeWidth={1.5} />,
          title: 'No invoices yet',
          text: <p>Invoices appear here once an order ships and is billed.</p>,
        }}
        selection={
          chosen.size > 0 && (
            <>
              {PayChosen && <PayChosen chosen={chosen} />}
              <ArchiveButtons chosen={chosen} setChosen={setChosen} />
            </>
          )
        }
      >
        {shown.length > 0 && chosen.size === 0 && (
          <Button
            size="xs"
            variant="default"
            leftSection={<ListChecks size={14} aria-hidden />}
            onClick={() => setChosen(new Set(shown.slice(0, maxArchived)))}
          >
            Select page
          </Button>
        )}
        <StatementButton userId={userId} isAdmin={isAdmin} />
      </DataTable>
    </>
  )
}

const withOne = (before: ReadonlySet<string>, id: string, isChosen: boolean): ReadonlySet<string> => {
  const next = new Set(before)
  if (isChosen) next.add(id)
  else next.delete(id)
  return next
}

interface ArchiveProps {
  chosen: ReadonlySet<string>
  setChosen: (chosen: ReadonlySet<string>) => void
}

/** Downloads the documents of the chosen invoices, from all pages, as one file. */
function ArchiveButtons({ chosen, setChosen }: ArchiveProps) {
  const [isSaving, setIsSaving] = useState(false)
  const save = async () => {
    setIsSaving(true)
    await saveArchive([...chosen])
    setIsSaving(false)
  }
  return (
    <>
      <Button
        size="xs"
        leftSection={<FileArchive size={14} aria-hidden />}
        loading={isSaving}
        disabled={chosen.size > maxArchived}
        onClick={() => void save()}
      >
        {chosen.size > maxArchived ? `${maxArchived} PDFs at most` : `PDFs of ${chosen.size} as ZIP`}
      </Button>
      <Button size="xs" variant="default" onClick={() => setChosen(new Set())}>
        Clear selection
      </Button>
    </>
  )
}

interface StatementButtonProps {
  /** The user whose statement is created; admins enter an account instead. */
  userId: string
  isAdmin: boolean
}

/** The statement of one month, as PDF or CSV. */
function StatementButton({ userId, isAdmin }: StatementButtonProps) {
  const [month, setMonth] = useState(lastMonth)
  const [account, setAccount] = useState('')
  const [loading, setLoading] = useState<'pdf' | 'csv' | null>(null)
  const of = isAdmin ? account.trim() : userId
  const isReady = /^20\d\d-(0[1-9]|1[0-2])$/.test(month) && of !== ''

  const save = async (kind: 'pdf' | 'csv') => {
    setLoading(kind)
    await saveStatement({ of, month }, kind)
    setLoading(null)
  }
  return (
    <Popover position="bottom-end" shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <Button size="xs" variant="default" leftSection={<FileText size={14} aria-hidden />}>
          Statement
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Monthly statement">
        <div className={styles.form}>
          {isAdmin && (
            <LimitedInput
              size="xs"
              label="Account"
              most={60}
              value={account}
              onChange={(event) => setAccount(event.currentTarget.value)}
            />
          )}
          <TextInput
            size="xs"
            type="month"
            label="Month"
            placeholder="2026-11"
            value={month}
            onChange={(event) => setMonth(event.currentTarget.value)}
          />
          <div className={styles.buttons}>
            <Button size="xs" disabled={!isReady} loading={loading === 'pdf'} onClick={() => void save('pdf')}>
              PDF
            </Button>
            <Button
              size="xs"
              variant="default"
              disabled={!isReady}
              loading={loading === 'csv'}
              onClick={() => void save('csv')}
            >
              CSV
            </Button>
          </div>
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}

const lastMonth = (): string => monthPlus(businessDay(portalSettings.timeZone), -1).slice(0, 7)
