import { Button, Group, NativeSelect, TextInput } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { ScrollText } from 'lucide-react'
import { type SyntheticEvent, useState } from 'react'
import { audienceInWords } from '#customers/web/audience/audience-form.tsx'
import { dayWords } from '#shared/day-words.ts'
import formStyles from '#web/form/form.module.css'
import { FormActions } from '#web/form/form-actions.tsx'
import { useUnsaved } from '#web/form/use-unsaved.tsx'
import { type ListColumn, ListTable } from '#web/table/list-table.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { QueryStates } from '#web/ui/query-states.tsx'
import { Status, type Tone } from '#web/ui/status.tsx'
import type { PriceListRow } from '../list-shapes.ts'
import { listFactsOf, ListFields } from './list-fields.tsx'
import { useMakeList, usePriceLists } from './list-hooks.ts'
import { ActButton } from '#web/ui/act-button.tsx'

export function PriceListsPage() {
  const [isMaking, setIsMaking] = useState(false)
  const lists = usePriceLists()
  return (
    <>
      <PageHeading title="Price lists" lead="Contract prices for businesses, groups and classes of trade.">
        <ActButton onClick={() => setIsMaking(true)}>New price list</ActButton>
      </PageHeading>
      <Dialog isOpen={isMaking} title="New price list" size="lg" close={() => setIsMaking(false)}>
        <NewList close={() => setIsMaking(false)} />
      </Dialog>
      <QueryStates query={lists}>
        {(rows) => (rows.length > 0 ? <FoundLists rows={rows} /> : <ListsTable rows={rows} />)}
      </QueryStates>
    </>
  )
}

function ListsTable({ rows, isFiltered = false }: { rows: readonly PriceListRow[]; isFiltered?: boolean }) {
  return (
    <ListTable
      caption="Price lists"
      columns={columns}
      rows={rows}
      rowKey={({ _id }) => _id}
      empty={
        isFiltered
          ? { title: 'No price list found', text: 'Change the name, contract or status.' }
          : {
              icon: <ScrollText size={28} strokeWidth={1.5} />,
              title: 'No price lists yet',
              text: 'To set a price for one business, open its customer page or the product.',
            }
      }
    />
  )
}

function FoundLists({ rows }: { rows: readonly PriceListRow[] }) {
  const [text, setText] = useState('')
  const [state, setState] = useState('')
  const wanted = text.trim().toLowerCase()
  const found = rows.filter(
    (row) =>
      (state === '' || row.state === state) &&
      [row.name, row.contractNumber, ...row.holders].some((part) => part.toLowerCase().includes(wanted)),
  )
  return (
    <>
      <Group gap="sm" align="end" mb="xs">
        <TextInput
          size="xs"
          label="Find a price list"
          placeholder="Name, contract or customer group"
          w="18rem"
          maw="100%"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <NativeSelect
          size="xs"
          label="Status"
          data={[
            { value: '', label: 'Any' },
            ...Object.entries(states).map(([value, [, label]]) => ({ value, label })),
          ]}
          value={state}
          onChange={(event) => setState(event.currentTarget.value)}
        />
      </Group>
      <ListsTable rows={found} isFiltered={wanted !== '' || state !== ''} />
    </>
  )
}

const blank = { name: '', contractNumber: '', validFrom: '', validTo: '', priority: '0' }

function NewList({ close }: { close: () => void }) {
  const navigate = useNavigate()
  const [facts, setFacts] = useState(blank)
  const unsaved = useUnsaved(() => facts !== blank)
  const make = useMakeList((id) => unsaved.saved(() => void navigate({ to: '/admin/pricelist/$id', params: { id } })))
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    make.mutate({ body: listFactsOf(facts) })
  }
  return (
    <form className={formStyles.form} onSubmit={submit} aria-label="New price list">
      {unsaved.question}
      <ListFields facts={facts} change={(part) => setFacts({ ...facts, ...part })} />
      <FormActions cancel={close}>
        <Button type="submit" loading={make.isPending} disabled={!facts.name.trim() || !facts.validFrom}>
          Create
        </Button>
      </FormActions>
    </form>
  )
}

const states: Record<PriceListRow['state'], [Tone, string]> = {
  current: ['good', 'Active'],
  future: ['notice', 'Scheduled'],
  ended: ['neutral', 'Expired'],
}

export function StateOfList({ state }: Pick<PriceListRow, 'state'>) {
  const [tone, word] = states[state]
  return <Status tone={tone}>{word}</Status>
}

const columns: ListColumn<PriceListRow>[] = [
  {
    title: 'Name',
    isName: true,
    cell: ({ _id: id, name }) => (
      <Link to="/admin/pricelist/$id" params={{ id }}>
        {name}
      </Link>
    ),
  },
  { title: 'Contract', isUnbroken: true, phone: 'start', cell: ({ contractNumber }) => contractNumber },
  { title: 'Status', phone: 'end', cell: ({ state }) => <StateOfList state={state} /> },
  { title: 'From', isUnbroken: true, cell: ({ validFrom }) => dayWords(validFrom) },
  {
    title: 'To',
    isUnbroken: true,
    phone: 'middle',
    isTitledOnPhone: true,
    cell: ({ validTo }) => (validTo ? dayWords(validTo) : '–'),
  },
  { title: 'For', cell: (row) => audienceInWords(row, 'No one yet') },
  { title: 'Priority', align: 'right', cell: ({ priority }) => priority },
  { title: 'Products', align: 'right', cell: ({ products }) => products.toLocaleString('en-US') },
]
