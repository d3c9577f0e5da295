import { Button, FileButton, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { dayWords } from '#shared/day-words.ts'
import { callAddress } from '#web/api-address.ts'
import { download } from '#web/download.ts'
import { FormActions } from '#web/form/form-actions.tsx'
import formStyles from '#web/form/form.module.css'
import { DateField, PasswordField, TextField } from '#web/form/text-field.tsx'
import { useCheckedForm } from '#web/form/use-checked-form.ts'
import { useUnsaved } from '#web/form/use-unsaved.tsx'
import { useIsReadOnly } from '#web/read-only.ts'
import { toastError, toastSuccess } from '#web/toast.ts'
import { ActButton } from '#web/ui/act-button.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { QueryStates } from '#web/ui/query-states.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { guidelines, type Partner, PartnerFields, partners, ways } from '../partners/contract.ts'
import { usePartner, useSavePartner } from './partner-hooks.ts'
import { sendFile } from './send-file.ts'

/** How a customer's business gets transaction data. */
export function PartnerPanel({ of }: { of: string }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Panel title="Transaction data (DSCSA)">
      <QueryStates query={usePartner(of)} skeleton={<Skeleton height="4rem" />}>
        {(partner) => (
          <Stack>
            {isOpen ? (
              <PartnerForm of={of} partner={partner} close={() => setIsOpen(false)} />
            ) : (
              <>
                <Text>{wordsOf(partner)}</Text>
                <div>
                  <ActButton variant="default" onClick={() => setIsOpen(true)}>
                    Change how data is sent
                  </ActButton>
                </div>
              </>
            )}
            <Agreement of={of} partner={partner} />
          </Stack>
        )}
      </QueryStates>
    </Panel>
  )
}

const wayWords: Record<(typeof ways)[number], string> = {
  none: 'Not agreed',
  portal: 'Kept in the portal under an agreement',
  push: 'Sent to the customer’s system at shipment',
}

const wordsOf = ({ way, guideline, url, agreedOn }: Partner): string => {
  if (way === 'push') return `EPCIS documents (${guideline}) are sent to ${url} at shipment.`
  if (way === 'portal') return `Kept in the portal under the agreement of ${agreedOn ? dayWords(agreedOn) : ''}.`
  return 'Nothing is agreed: the customer only finds the data in the portal.'
}

const typedOf = ({ way, guideline, url, headerName, agreedOn }: Partner) => ({
  way,
  guideline,
  url,
  headerName,
  headerValue: '',
  agreedOn: agreedOn ?? '',
})
type Typed = ReturnType<typeof typedOf>

function PartnerForm({ of, partner, close }: { of: string; partner: Partner; close: () => void }) {
  const save = useSavePartner()
  const { form, onSubmit, showRefusal } = useCheckedForm({ initialValues: typedOf(partner), schema: PartnerFields })
  const [way, setWay] = useState(partner.way)
  form.watch('way', ({ value }) => setWay(value))
  const unsaved = useUnsaved(() => JSON.stringify(form.getValues()) !== JSON.stringify(typedOf(partner)))
  const send = onSubmit(({ headerValue, ...typed }) =>
    save.mutate(
      {
        params: { id: of },
        // An empty field leaves the stored secret as it is.
        body: { __v: partner.__v, partner: { ...typed, ...(headerValue && { headerValue }) } },
      },
      { onSuccess: () => unsaved.saved(close), onError: showRefusal },
    ),
  )
  const field = (name: keyof Typed, label: string) => ({ form, name, label, autoComplete: 'off' })
  return (
    <form className={formStyles.form} noValidate aria-label="How transaction data is sent" onSubmit={send}>
      {unsaved.question}
      <div className={formStyles.fields}>
        <NativeSelect
          key={form.key('way')}
          {...form.getInputProps('way')}
          name="way"
          label="How the customer gets transaction data"
          data={ways.map((value) => ({ value, label: wayWords[value] }))}
        />
        {way === 'portal' && <DateField {...field('agreedOn', 'Date of the agreement')} />}
        {way === 'push' && (
          <>
            <TextField
              {...field('url', 'Address')}
              required
              most={500}
              description="HTTPS; documents are posted to it."
            />
            <NativeSelect
              key={form.key('guideline')}
              {...form.getInputProps('guideline')}
              name="guideline"
              label="GS1 US guideline"
              data={[...guidelines]}
            />
            <TextField {...field('headerName', 'Header of the secret')} most={60} />
            <PasswordField
              {...field('headerValue', 'Secret')}
              description={
                partner.hasSecret ? 'One is stored. Leave this blank to use it.' : 'Such as Bearer and a token.'
              }
            />
          </>
        )}
      </div>
      <FormActions cancel={close}>
        <Button type="submit" loading={save.isPending}>
          Save
        </Button>
      </FormActions>
    </form>
  )
}

/** The signed agreement, which "kept in the portal" needs. */
function Agreement({ of, partner }: { of: string; partner: Partner }) {
  const client = useQueryClient()
  const [isPending, setIsPending] = useState(false)
  const isReadOnly = useIsReadOnly()
  const address = callAddress(partners.agreement.path, { params: { id: of } })
  const upload = async (file: File | null) => {
    if (!file) return
    setIsPending(true)
    await sendFile(address, file).then(
      () => toastSuccess('Agreement stored'),
      (error: unknown) => toastError(error instanceof Error ? error.message : 'The file could not be sent. Try again.'),
    )
    setIsPending(false)
    await client.invalidateQueries({ queryKey: [partners.byCustomer.path] })
  }
  return (
    <Group gap="xs">
      <Text c="dimmed" fz="md">
        {partner.agreement ? `Agreement: ${partner.agreement}` : 'No agreement on file'}
      </Text>
      {partner.agreement && (
        <Button size="compact-sm" variant="default" onClick={() => void download(address, partner.agreement)}>
          Download
        </Button>
      )}
      {!isReadOnly && (
        <FileButton accept="application/pdf" onChange={(file) => void upload(file)}>
          {(props) => (
            <Button {...props} size="compact-sm" variant="default" loading={isPending}>
              {partner.agreement ? 'Replace agreement' : 'Upload agreement'}
            </Button>
          )}
        </FileButton>
      )}
    </Group>
  )
}
