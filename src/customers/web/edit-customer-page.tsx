import { useParams, useSearch } from '@tanstack/react-router'
import { Checkbox } from '@mantine/core'
import { type ComponentType, useState } from 'react'
import { QueryStates } from '#web/ui/query-states.tsx'
import styles from '#web/form/form.module.css'
import text from '#web/ui/text.module.css'
import { Panel } from '#web/ui/panel.tsx'
import { DateField, type Binding, EmailField, GlnField, TextField } from '#web/form/text-field.tsx'
import type { User } from '#identity/account-shapes.ts'
import { customerFields, type CustomerRecord } from '../customer-shapes.ts'
import { fieldLabels, type UserField } from '#identity/field-shapes.ts'
import { CustomerHead } from './customer-head.tsx'
import { useCustomerRecord, useEditedUser } from './hooks.ts'
import { LicenseTypes } from './license-types.tsx'
import { UserForm, type UserFormFields } from './user-form.tsx'

/** What a tab shows, from rooms above too. */
export type CustomerTabs = Record<string, ComponentType<{ customer: CustomerRecord }>>

/** A customer's record: the edit form, or what `?tab=` names. */
export function EditCustomerPage({ tabs }: { tabs: CustomerTabs }) {
  const { id = '' }: { id?: string } = useParams({ strict: false })
  const { tab }: { tab?: string } = useSearch({ strict: false })
  const Tab = tab !== undefined && Object.hasOwn(tabs, tab) ? tabs[tab] : undefined
  return (
    <div>
      <CustomerHead id={id} title="Edit Customer" />
      {Tab ? <TabOf id={id} Tab={Tab} /> : <Details id={id} />}
    </div>
  )
}

function TabOf({ id, Tab }: { id: string; Tab: CustomerTabs[string] }) {
  return (
    <QueryStates query={useCustomerRecord(id)}>
      {(customer) => (
        <div className={styles.stack}>
          <Tab customer={customer} />
        </div>
      )}
    </QueryStates>
  )
}

function Details({ id }: { id: string }) {
  const { complete }: { complete?: unknown } = useSearch({ strict: false })
  return (
    <QueryStates query={useEditedUser(id)}>
      {(customer) => <CustomerForm key={customer._id} customer={customer} showsMissing={complete !== undefined} />}
    </QueryStates>
  )
}

interface Props {
  customer: User
  /** Opened to complete a profile: shows missing fields immediately. */
  showsMissing: boolean
}

const parts = ['name', 'address1', 'city', 'state', 'zip', 'country'] as const

function CustomerForm({ customer, showsMissing }: Props) {
  return (
    <UserForm
      user={customer}
      label="Customer"
      names={customerFields}
      list="/admin/customers"
      shared="Business, license and addresses"
      showsMissing={showsMissing}
    >
      {(form) => (
        <>
          <BusinessFields form={form} />
          <Addresses form={form} />
        </>
      )}
    </UserForm>
  )
}

function Addresses({ form }: { form: UserFormFields }) {
  const [isCopied, setIsCopied] = useState(false)
  const mirror = (part: Part, text: string) => form.setFieldValue(`billto_${part}`, text)
  const copy = (isWanted: boolean) => {
    setIsCopied(isWanted)
    if (isWanted) for (const part of parts) mirror(part, String(form.getValues()[`shipto_${part}`]))
  }
  return (
    <div className={styles.columns}>
      <Panel title="Shipping">
        <AddressFields form={form} kind="shipto" {...(isCopied && { mirror })} />
      </Panel>
      <Panel title="Billing">
        <div className={styles.stack}>
          <Checkbox
            label="Copy shipping details to billing details"
            checked={isCopied}
            onChange={(event) => copy(event.currentTarget.checked)}
          />
          <AddressFields form={form} kind="billto" isReadOnly={isCopied} />
        </div>
      </Panel>
    </div>
  )
}

function BusinessFields({ form }: { form: Binding }) {
  const field = (name: UserField) => ({ form, name, label: fieldLabels[name], required: true })
  return (
    <>
      <div className={styles.columns}>
        <Panel title="Contact">
          <div className={styles.fields}>
            <TextField {...field('name')} most={100} />
            <TextField {...field('lastName')} most={100} />
            <EmailField {...field('email')} autoComplete="off" />
            <TextField {...field('phone')} type="tel" most={50} />
          </div>
        </Panel>
        <Panel title="Business">
          <div className={styles.fields}>
            <TextField {...field('companyName')} most={200} />
            <TextField {...field('accountID')} most={50} />
            <GlnField {...field('GLNNumber')} />
            <GlnField {...field('GS1Number')} />
          </div>
        </Panel>
      </div>
      <Panel title="License">
        <div className={styles.fields}>
          <TextField {...field('license')} most={100} />
          <TextField {...field('licenseType')} list="license-types" most={100} />
          <TextField {...field('licenseName')} most={200} />
          <DateField {...field('licenseExpiryDate')} />
          <TextField {...field('licenseAddress')} className={styles.double} />
          <LicenseTypes />
        </div>
      </Panel>
    </>
  )
}

type Part = (typeof parts)[number]

interface AddressProps {
  form: Binding
  kind: 'shipto' | 'billto'
  isReadOnly?: boolean
  mirror?: (part: Part, text: string) => void
}

/** `Name` instead of `Ship-to Name`: the fieldset names the address. */
const shortLabels: Record<Part, string> = {
  name: 'Name',
  address1: 'Address 1',
  city: 'City',
  state: 'State',
  zip: 'Zip',
  country: 'Country',
}

function AddressFields({ form, kind, isReadOnly = false, mirror }: AddressProps) {
  return (
    <fieldset className={styles.group}>
      <legend className={text.unseen}>{kind === 'shipto' ? 'Shipping address' : 'Billing address'}</legend>
      {parts.map((part) => (
        <TextField
          key={part}
          form={form}
          name={`${kind}_${part}`}
          label={shortLabels[part]}
          required
          most={200}
          readOnly={isReadOnly}
          onInput={(event) => mirror?.(part, event.currentTarget.value)}
          {...((part === 'name' || part === 'address1') && { className: styles.span })}
        />
      ))}
    </fieldset>
  )
}
