import { Button, Text } from '@mantine/core'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { FormActions } from '#web/form/form-actions.tsx'
import formStyles from '#web/form/form.module.css'
import { GlnField, TextField } from '#web/form/text-field.tsx'
import { useCheckedForm } from '#web/form/use-checked-form.ts'
import { type ListColumn, ListTable } from '#web/table/list-table.tsx'
import { ActButton } from '#web/ui/act-button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Confirm } from '#web/ui/confirm.tsx'
import { Day } from '#web/ui/day.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { QueryStates } from '#web/ui/query-states.tsx'
import { type Supplier, SupplierFields, suppliers, tokenHeader } from '../suppliers/contract.ts'
import { useAddSupplier, useRevokeSupplier, useSuppliers } from './supplier-hooks.ts'

/** Suppliers that send documents by API. */
export function SuppliersPage() {
  const [isOpen, setIsOpen] = useState(false)
  const [token, setToken] = useState('')
  const [leaving, setLeaving] = useState<Supplier | null>(null)
  const query = useSuppliers()
  const revoke = useRevokeSupplier(() => setLeaving(null))
  const columns = [
    ...facts,
    {
      title: 'Actions',
      isActions: true,
      isOnScreenOnly: true,
      cell: (supplier: Supplier) => (
        <ActButton
          size="compact-sm"
          variant="default"
          aria-label={`Revoke: ${supplier.name}`}
          onClick={() => setLeaving(supplier)}
        >
          Revoke
        </ActButton>
      ),
    },
  ]
  return (
    <>
      <PageHeading
        title="Trace suppliers"
        lead={`Suppliers send documents to ${suppliers.receive.path} with their token. It takes only what they sell to us.`}
      >
        {!isOpen && (
          <ActButton size="xs" onClick={() => setIsOpen(true)}>
            Create a token
          </ActButton>
        )}
      </PageHeading>
      {token && (
        <Callout title="Copy this token now. It is not shown again.">
          <Text ff="monospace" style={{ overflowWrap: 'anywhere' }}>
            {tokenHeader}: {token}
          </Text>
        </Callout>
      )}
      {isOpen && (
        <Panel title="New token">
          <SupplierForm close={() => setIsOpen(false)} show={setToken} />
        </Panel>
      )}
      <QueryStates query={query}>
        {(rows) => (
          <ListTable
            caption="Suppliers with a token"
            columns={columns}
            rows={rows}
            rowKey={({ _id }) => _id}
            empty={{
              icon: <KeyRound size={28} strokeWidth={1.5} />,
              title: 'No suppliers yet',
              text: 'Create a token for a supplier whose system sends EPCIS documents.',
            }}
          />
        )}
      </QueryStates>
      <Confirm
        isOpen={leaving !== null}
        question={`Revoke the token of ${leaving?.name ?? ''}?`}
        answer="Revoke"
        isDestructive
        isPending={revoke.isPending}
        confirm={() => leaving && revoke.mutate({ params: { id: leaving._id } })}
        close={() => setLeaving(null)}
      >
        <p>Documents sent with it are refused from now on.</p>
      </Confirm>
    </>
  )
}

const facts: ListColumn<Supplier>[] = [
  { title: 'Supplier', isName: true, cell: ({ name }) => name },
  { title: 'GLN', phone: 'start', isUnbroken: true, cell: ({ gln }) => gln },
  { title: 'Created', phone: 'middle', width: '9rem', cell: ({ createdAt }) => <Day at={createdAt} /> },
  {
    title: 'Last used',
    phone: 'end',
    width: '9rem',
    cell: ({ lastUsedAt }) => (lastUsedAt ? <Day at={lastUsedAt} /> : 'Never'),
  },
]

const empty = { name: '', gln: '' }

function SupplierForm({ close, show }: { close: () => void; show: (token: string) => void }) {
  const add = useAddSupplier()
  const { form, onSubmit, showRefusal } = useCheckedForm({ initialValues: empty, schema: SupplierFields })
  const send = onSubmit((body) =>
    add.mutate(
      { body },
      {
        onSuccess: ({ token }) => {
          show(token)
          close()
        },
        onError: showRefusal,
      },
    ),
  )
  return (
    <form className={formStyles.form} noValidate aria-label="New token" onSubmit={send}>
      <div className={formStyles.fields}>
        <TextField form={form} name="name" label="Supplier" required most={200} autoComplete="off" />
        <GlnField form={form} name="gln" label="GLN" required autoComplete="off" />
      </div>
      <FormActions cancel={close}>
        <Button type="submit" loading={add.isPending}>
          Create token
        </Button>
      </FormActions>
    </form>
  )
}
