import { useParams } from '@tanstack/react-router'
import { type SyntheticEvent, useRef, useState } from 'react'
import styles from '#web/form/form.module.css'
import { monthDayWords } from '#shared/day-words.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { PageNumbers } from '#web/ui/page-numbers.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { QueryStates } from '#web/ui/query-states.tsx'
import { allocationsPerPage, type BusinessAllocation } from '../../limits/contract.ts'
import { RuleForm } from './rule-form.tsx'
import { useProductAllocation, useSetException } from './hooks.ts'
import { Button, TextInput } from '@mantine/core'
import { readPieces } from '#shared/read-number.ts'
import { ForEditors } from '#web/for-editors.tsx'
import { FormActions } from '#web/form/form-actions.tsx'
import { EditTable } from '#web/table/edit-table.tsx'
import { ProductHead } from '#product-admin/web/product-head.tsx'
import { CustomerChooser } from '#customers/web/customer-chooser.tsx'
import type { Customer } from '#web/ordering-for.ts'
import { useUnsaved } from '#web/form/use-unsaved.tsx'

/** A product's allocation rule, and what each business has used and may still order. */
export function ProductLimitsPage() {
  const { id = '' }: { id?: string } = useParams({ strict: false })
  const [page, setPage] = useState(1)
  const query = useProductAllocation(id, page)
  return (
    <div>
      <ProductHead id={id} title="Allocation">
        <ButtonLink variant="default" to="/admin/limits">
          All allocations
        </ButtonLink>
      </ProductHead>
      <QueryStates query={query}>
        {({ rule, businesses, count, until }) => (
          <div className={styles.form}>
            <RuleForm key={JSON.stringify(rule)} productId={id} rule={rule} />
            <Panel title={`Businesses, until ${monthDayWords(until)}`}>
              <BusinessTable productId={id} isAllocated={rule !== null} businesses={businesses} />
              <PageNumbers page={page} pages={Math.ceil(count / allocationsPerPage)} goTo={setPage} />
            </Panel>
            {rule && (
              <ForEditors>
                <NewException productId={id} />
              </ForEditors>
            )}
          </div>
        )}
      </QueryStates>
    </div>
  )
}

interface TableProps {
  productId: string
  isAllocated: boolean
  businesses: BusinessAllocation[]
}

/** Limit, use and remainder of each business. */
function BusinessTable({ productId, isAllocated, businesses }: TableProps) {
  return (
    <EditTable
      caption="Businesses"
      rows={businesses}
      rowKey={({ businessId }) => businessId}
      empty={{ title: 'No business has ordered it in the last three months.' }}
      nameOf={({ name }) => `the cap of ${name}`}
      titleOf={({ name }) => `Cap of ${name}`}
      isEditable={isAllocated}
      columns={[
        { title: 'Business', isName: true, cell: ({ name }) => name },
        { title: 'Account', isUnbroken: true, cell: ({ accountNumber }) => accountNumber },
        { title: 'Monthly average', align: 'right', cell: ({ average }) => average.toLocaleString('en-US') },
        { title: 'Used', align: 'right', cell: ({ used }) => used.toLocaleString('en-US') },
        {
          title: 'Cap',
          align: 'right',
          cell: ({ cap, exception }) =>
            isAllocated ? `${cap.toLocaleString('en-US')}${exception === null ? '' : ' (exception)'}` : 'No cap',
        },
        { title: 'Left', align: 'right', cell: ({ left }) => (isAllocated ? left.toLocaleString('en-US') : '–') },
      ]}
      form={(one, close) => <CapForm productId={productId} of={one} close={close} />}
    />
  )
}

function CapForm({ productId, of, close }: { productId: string; of: BusinessAllocation; close: () => void }) {
  const current = String(of.exception ?? of.cap)
  const [typed, setTyped] = useState(current)
  const [error, setError] = useState('')
  const unsaved = useUnsaved(() => typed !== current)
  const set = useSetException(() => unsaved.saved(close))
  const save = (quantity: number | null) =>
    set.mutate({ params: { id: productId }, body: { businessId: of.businessId, quantity } })
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    const quantity = readPieces(typed)
    if (quantity === null || quantity < 0 || quantity > 1_000_000) return setError('Enter a whole number, 0 or more.')
    save(quantity)
  }
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      {unsaved.question}
      <TextInput
        label="Units per month"
        inputMode="numeric"
        data-autofocus
        value={typed}
        error={error || undefined}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <FormActions
        cancel={close}
        beside={
          of.exception !== null && (
            <Button variant="default" disabled={set.isPending} onClick={() => save(null)}>
              Remove exception
            </Button>
          )
        }
      >
        <Button type="submit" loading={set.isPending}>
          Save exception
        </Button>
      </FormActions>
    </form>
  )
}

/** Sets a different quantity for one business, including one that never ordered the product. */
function NewException({ productId }: { productId: string }) {
  const [customer, setCustomer] = useState<Customer | null>(null)
  const [typed, setTyped] = useState('')
  const [isTried, setIsTried] = useState(false)
  const chooser = useRef<HTMLInputElement>(null)
  const set = useSetException(() => {
    setTyped('')
    setIsTried(false)
  })
  const quantity = readPieces(typed)
  const isWrong = quantity === null || quantity < 0 || quantity > 1_000_000
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    setIsTried(true)
    if (!customer) return chooser.current?.focus()
    if (!isWrong) set.mutate({ params: { id: productId }, body: { customerId: customer._id, quantity } })
  }
  return (
    <Panel title="Exception for one business">
      <form className={styles.form} noValidate onSubmit={submit} aria-label="Exception">
        <div className={styles.fields}>
          <CustomerChooser customer={customer} choose={setCustomer} inputRef={chooser} />
          <TextInput
            label="Units per month"
            description="Instead of the rule’s limit."
            inputMode="numeric"
            value={typed}
            error={isTried && isWrong ? 'Enter a whole number, 0 or more.' : undefined}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        </div>
        <FormActions>
          <Button type="submit" variant="default" loading={set.isPending}>
            Save exception
          </Button>
        </FormActions>
      </form>
    </Panel>
  )
}
