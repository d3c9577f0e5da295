import { Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import * as z from 'zod/mini'
import { dayWords } from '#shared/day-words.ts'
import { useUser } from '#web/session.ts'
import { Confirm } from '#web/ui/confirm.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { QueryStates } from '#web/ui/query-states.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Status } from '#web/ui/status.tsx'
import { type ShipTo, Verification, ShipToFacts } from '../../ship-to/contract.ts'
import { useRemoveShipTo, useVerifyShipTo, useAddShipTo, useChangeShipTo } from './hooks.ts'
import { useShipTos } from './use-ship-tos.ts'
import styles from '#web/ui/record-list.module.css'
import { FormActions } from '#web/form/form-actions.tsx'
import formStyles from '#web/form/form.module.css'
import { TextField, DateField } from '#web/form/text-field.tsx'
import { useCheckedForm } from '#web/form/use-checked-form.ts'
import { useUnsaved } from '#web/form/use-unsaved.tsx'
import { ActButton } from '#web/ui/act-button.tsx'

interface Props {
  /** A user of the business. */
  of: string
}

/** Hidden until the business has an additional ship-to address. */
export function OwnShipToPanel({ of }: Props) {
  const { data = [] } = useShipTos(of)
  return data.length > 0 && <ShipToPanel of={of} />
}

type Open = { address: ShipTo; act: 'change' | 'verify' } | 'new' | null

/** Additional ship-to addresses of a business: managers edit, buyers propose, admins verify. */
export function ShipToPanel({ of }: Props) {
  const user = useUser()
  const [open, setOpen] = useState<Open>(null)
  const [leaving, setLeaving] = useState<ShipTo | null>(null)
  const remove = useRemoveShipTo(() => setLeaving(null))
  const isAdmin = user?.isAdmin ?? false
  const mayKeep = isAdmin || user?.buyingRole === 'manager'
  const mayPropose = isAdmin || (user?.buyingRole !== 'viewer' && !user?.isSalesRep)
  const close = () => setOpen(null)
  return (
    <Panel title="Additional ship-to addresses">
      <Stack>
        <Text c="dimmed" fz="md">
          {isAdmin
            ? 'Orders can ship to an address once you verify it.'
            : 'Orders can ship to an address once we verify it. Choose it at checkout.'}
        </Text>
        <QueryStates query={useShipTos(of)} skeleton={<Skeleton height="6rem" />}>
          {(addresses) => (
            <ul className={styles.list} aria-label="Additional ship-to addresses">
              {addresses.map((address) =>
                open !== null && open !== 'new' && open.address._id === address._id ? (
                  <li key={address._id} className={styles.item}>
                    {open.act === 'verify' ? (
                      <VerifyForm address={address} close={close} />
                    ) : (
                      <AddressForm of={of} address={address} isProposal={!isAdmin} close={close} />
                    )}
                  </li>
                ) : (
                  <li key={address._id} className={styles.item}>
                    <Facts address={address} />
                    <Group component="span" gap={8}>
                      {isAdmin && (
                        <Act word="Verify" of={address} onClick={() => setOpen({ address, act: 'verify' })} />
                      )}
                      {mayKeep && (
                        <Act word="Change" of={address} onClick={() => setOpen({ address, act: 'change' })} />
                      )}
                      {mayKeep && <Act word="Remove" of={address} onClick={() => setLeaving(address)} />}
                    </Group>
                  </li>
                ),
              )}
            </ul>
          )}
        </QueryStates>
        {open === 'new' && <AddressForm of={of} isProposal={!isAdmin} close={close} />}
        {open === null && mayPropose && (
          <div>
            <ActButton variant="default" onClick={() => setOpen('new')}>
              {isAdmin ? 'Add an address' : 'Submit an address'}
            </ActButton>
          </div>
        )}
      </Stack>
      <Confirm
        isOpen={leaving !== null}
        question={`Remove ${leaving?.name ?? ''}?`}
        answer="Remove"
        isDestructive
        isPending={remove.isPending}
        confirm={() => leaving && remove.mutate({ params: { id: leaving._id } })}
        close={() => setLeaving(null)}
      >
        <p>New orders can no longer ship here. Existing orders still do.</p>
      </Confirm>
    </Panel>
  )
}

function Act({ word, of, onClick }: { word: string; of: ShipTo; onClick: () => void }) {
  return (
    <ActButton size="compact-sm" variant="default" aria-label={`${word}: ${of.name}`} onClick={onClick}>
      {word}
    </ActButton>
  )
}

function Facts({ address }: { address: ShipTo }) {
  const { name, address1, city, state, zip, isVerified, needsLicense, holdReason } = address
  return (
    <div className={styles.facts}>
      <Group component="p" gap="4px 8px" fw={620}>
        {name} <Status tone={isVerified ? 'good' : 'notice'}>{isVerified ? 'Verified' : 'Pending verification'}</Status>
      </Group>
      <p>{`${address1}, ${city}, ${state} ${zip}`}</p>
      <Text c="dimmed" fz="md">
        {licenseWords(address)}
      </Text>
      {isVerified && needsLicense && holdReason && (
        <Text fz="md" fw={550}>
          {holdReason} Orders to this address are on hold until this is resolved.
        </Text>
      )}
    </div>
  )
}

const licenseWords = ({ licenseNumber, licenseState, licenseExpiresOn, needsLicense, isVerified }: ShipTo): string => {
  if (isVerified && !needsLicense) return 'Its state does not require a license for this location.'
  if (!licenseNumber) return 'No license on record.'
  const until = licenseExpiresOn ? `, valid until ${dayWords(licenseExpiresOn)}` : ''
  return `License ${licenseNumber}${licenseState && ` (${licenseState})`}${until}`
}

/** The version comes from the address, not from the form. */
const VerifyFields = z.omit(Verification, { __v: true })

/** Details that only the wholesaler knows: whether the state requires a license, and the id in the ERP. */
function VerifyForm({ address, close }: { address: ShipTo; close: () => void }) {
  const verify = useVerifyShipTo()
  const { form, onSubmit, showRefusal } = useCheckedForm({
    initialValues: { needsLicense: address.needsLicense, erpAddress: address.erpAddress },
    schema: VerifyFields,
  })
  const send = onSubmit((typed) =>
    verify.mutate(
      { params: { id: address._id }, body: { ...typed, __v: address.__v } },
      { onSuccess: close, onError: showRefusal },
    ),
  )
  return (
    <form className={formStyles.form} noValidate aria-label={`Verify ${address.name}`} onSubmit={send}>
      <Checkbox
        key={form.key('needsLicense')}
        {...form.getInputProps('needsLicense', { type: 'checkbox' })}
        label={`${address.state} requires a license for this location`}
        description="Orders are on hold while the license is missing, expired or from another state."
      />
      <TextField
        form={form}
        name="erpAddress"
        label="Address ID in the ERP"
        description="The UUID of this address in the ERP account. Orders ship where the ERP sends them."
        required
        most={70}
        autoComplete="off"
      />
      <FormActions cancel={close}>
        <Button type="submit" loading={verify.isPending}>
          Verify address
        </Button>
      </FormActions>
    </form>
  )
}

interface AddressFormProps {
  /** A user of the business. */
  of: string
  /** Omitted for a new address. */
  address?: ShipTo
  /** True if an admin must verify it. */
  isProposal: boolean
  close: () => void
}

const typedOf = (address?: ShipTo) => ({
  name: address?.name ?? '',
  address1: address?.address1 ?? '',
  city: address?.city ?? '',
  state: address?.state ?? '',
  zip: address?.zip ?? '',
  country: address?.country ?? 'US',
  licenseNumber: address?.licenseNumber ?? '',
  licenseState: address?.licenseState ?? '',
  licenseExpiresOn: address?.licenseExpiresOn ?? '',
})
type Typed = ReturnType<typeof typedOf>

/** Adds or changes an address; a changed one must be verified again. */
function AddressForm({ of, address, isProposal, close }: AddressFormProps) {
  const [add, change] = [useAddShipTo(), useChangeShipTo()]
  const { form, onSubmit, showRefusal } = useCheckedForm({
    initialValues: typedOf(address),
    schema: ShipToFacts,
  })
  const unsaved = useUnsaved(() => JSON.stringify(form.getValues()) !== JSON.stringify(typedOf(address)))
  const send = onSubmit((typed) => {
    const answer = { onSuccess: () => unsaved.saved(close), onError: showRefusal }
    if (address) change.mutate({ params: { id: address._id }, body: { ...typed, __v: address.__v } }, answer)
    else add.mutate({ params: { id: of }, body: typed }, answer)
  })
  const field = (name: keyof Typed, label: string) => ({ form, name, label, autoComplete: 'off' })
  return (
    <form
      className={formStyles.form}
      noValidate
      aria-label={address ? `Change ${address.name}` : 'New ship-to address'}
      onSubmit={send}
    >
      {unsaved.question}
      <div className={formStyles.fields}>
        <TextField {...field('name', 'Name')} required most={120} description="As it appears on shipping labels." />
        <TextField {...field('address1', 'Street')} required most={200} />
        <TextField {...field('city', 'City')} required most={80} />
        <TextField {...field('state', 'State')} required most={2} description="Two letters, such as MA." />
        <TextField {...field('zip', 'ZIP code')} required most={20} />
        <TextField {...field('country', 'Country')} required most={3} />
        <TextField {...field('licenseNumber', 'License number')} most={60} description="If its state requires one." />
        <TextField {...field('licenseState', 'License state')} most={2} />
        <DateField {...field('licenseExpiresOn', 'License valid until')} />
      </div>
      {isProposal && <p className={formStyles.note}>We verify new addresses before you can order to them.</p>}
      <FormActions cancel={close}>
        <Button type="submit" loading={add.isPending || change.isPending}>
          {address ? 'Save address' : isProposal ? 'Submit address' : 'Add address'}
        </Button>
      </FormActions>
    </form>
  )
}
