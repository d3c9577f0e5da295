import { Button, FileButton, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { inCurrency } from '#shared/money.ts'
import { LimitedArea, LimitedInput } from '#web/form/limited-text.tsx'
import { useIsReadOnly } from '#web/read-only.ts'
import { toastError } from '#web/toast.ts'
import { Confirm } from '#web/ui/confirm.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { isNotInHand } from '../check-return.ts'
import { type ReturnDetail, returns, type PreparedAnswer } from '../contract.ts'
import { uploadLabel, useAuthorize, useCredit, useRefuse, useTemplates } from './hooks.ts'
import { ReceiptForm } from './receipt-form.tsx'
import { LabelButton } from './label-button.tsx'
import styles from './returns.module.css'

/** The next steps of a clerk, by state. */
export function ClerkPanel({ found }: { found: ReturnDetail }) {
  const { state, answer, items } = found
  const isReadOnly = useIsReadOnly()
  const comesBack = items.some(({ reason }) => !isNotInHand(reason))
  return (
    <>
      {answer && (
        <Panel title="Our answer">
          <p className={styles.answer}>{answer}</p>
        </Panel>
      )}
      {!isReadOnly && state === 'requested' && <AuthorizeForm found={found} comesBack={comesBack} />}
      {!isReadOnly && state === 'authorized' && comesBack && (
        <>
          <Panel title="Return label">
            <LabelField found={found} />
          </Panel>
          <ReceiptForm found={found} />
        </>
      )}
      {!isReadOnly && (state === 'received' || state === 'authorized') && <CreditForm found={found} />}
    </>
  )
}

interface TemplateChoice {
  kind: PreparedAnswer['kind']
  choose: (words: string) => void
}

/** Prepared answers; choosing one replaces the text. */
function TemplateField({ kind, choose }: TemplateChoice) {
  const { data } = useTemplates()
  const some = data?.filter((template) => template.kind === kind) ?? []
  if (some.length === 0) return null
  return (
    <NativeSelect
      label="Prepared answer"
      maw="24rem"
      data={[{ value: '', label: 'None' }, ...some.map(({ _id, title }) => ({ value: _id, label: title }))]}
      onChange={({ currentTarget }) => {
        const chosen = some.find(({ _id }) => _id === currentTarget.value)
        if (chosen) choose(chosen.words)
      }}
    />
  )
}

function AuthorizeForm({ found, comesBack }: { found: ReturnDetail; comesBack: boolean }) {
  const { _id: id, __v, items } = found
  const [answer, setAnswer] = useState('')
  const [orderForm, setOrderForm] = useState('')
  const [isChecked, setIsChecked] = useState(false)
  const authorize = useAuthorize()
  const needsForm = items.some(({ schedule, reason }) => schedule === 'CII' && !isNotInHand(reason))
  const send = () => {
    setIsChecked(true)
    if (answer.trim() === '' || (needsForm && orderForm.trim() === '')) return
    authorize.mutate({ params: { id }, body: { __v, answer, orderForm } })
  }
  return (
    <Panel title="Authorize">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        <Stack gap="sm">
          <TemplateField kind="authorize" choose={setAnswer} />
          <LimitedArea
            label="Instructions"
            description="Where to ship it and how, or what you do about missing goods. The customer gets this by email."
            required
            most={2_000}
            autosize
            minRows={3}
            value={answer}
            error={isChecked && answer.trim() === '' && 'Enter the instructions.'}
            onChange={({ currentTarget }) => setAnswer(currentTarget.value)}
          />
          {needsForm && (
            <LimitedInput
              label="Our order form"
              description="Number of our DEA Form 222 or CSOS order for these goods."
              required
              most={40}
              maw="24rem"
              value={orderForm}
              error={isChecked && orderForm.trim() === '' && 'Schedule II needs our own order form.'}
              onChange={({ currentTarget }) => setOrderForm(currentTarget.value)}
            />
          )}
          {comesBack && !needsForm && <LabelField found={found} />}
          <Group gap="xs">
            <Button type="submit" loading={authorize.isPending}>
              Authorize return
            </Button>
            <RefuseButton found={found} />
          </Group>
        </Stack>
      </form>
    </Panel>
  )
}

/** The return label as PDF; replaced by the next one. */
function LabelField({ found }: { found: ReturnDetail }) {
  const { label } = found
  const client = useQueryClient()
  const [isPending, setIsPending] = useState(false)
  const send = async (file: File | null) => {
    if (!file) return
    setIsPending(true)
    await uploadLabel(found._id, file).catch((error: unknown) =>
      toastError(error instanceof Error ? error.message : 'The label could not be sent. Try again.'),
    )
    setIsPending(false)
    await client.invalidateQueries({ queryKey: [returns.byId.path] })
  }
  return (
    <Group gap="xs">
      <FileButton accept="application/pdf" onChange={(file) => void send(file)}>
        {(props) => (
          <Button {...props} size="xs" variant="default" loading={isPending}>
            {label ? 'Replace label' : 'Add label (PDF)'}
          </Button>
        )}
      </FileButton>
      {label && <LabelButton found={found} label={label} />}
    </Group>
  )
}

function RefuseButton({ found: { _id: id, __v, receivedAt: received } }: { found: ReturnDetail }) {
  const [isOpen, setIsOpen] = useState(false)
  const [answer, setAnswer] = useState('')
  const refuse = useRefuse()
  return (
    <>
      <Button variant="default" onClick={() => setIsOpen(true)}>
        Refuse
      </Button>
      <Confirm
        isOpen={isOpen}
        question={received ? 'Refuse the credit?' : 'Refuse this request?'}
        answer="Refuse"
        isDestructive
        isPending={refuse.isPending}
        isBlocked={answer.trim() === ''}
        confirm={() => refuse.mutate({ params: { id }, body: { __v, answer } }, { onSettled: () => setIsOpen(false) })}
        close={() => setIsOpen(false)}
      >
        <TemplateField kind="refuse" choose={setAnswer} />
        <LimitedArea
          label="Reason"
          description="The customer gets it by email."
          required
          most={2_000}
          autosize
          minRows={3}
          value={answer}
          onChange={({ currentTarget }) => setAnswer(currentTarget.value)}
        />
      </Confirm>
    </>
  )
}

/** By hand, for credit notes that do not match automatically. */
function CreditForm({ found }: { found: ReturnDetail }) {
  const { _id: id, __v, credits } = found
  const [creditNumber, setCreditNumber] = useState('')
  const [isChecked, setIsChecked] = useState(false)
  const credit = useCredit()
  return (
    <Panel title="Credit">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setIsChecked(true)
          if (creditNumber.trim() !== '') credit.mutate({ params: { id }, body: { __v, creditNumber } })
        }}
      >
        <Stack gap="sm">
          <Text c="dimmed" fz="md">
            The ERP’s credit note closes this automatically. Enter its number only if it does not match.
          </Text>
          {credits.length > 0 && (
            <Group gap="xs">
              {credits.map(({ _id, amount, currency }) => (
                <Button key={_id} size="xs" variant="default" onClick={() => setCreditNumber(_id)}>
                  {_id}: {inCurrency(amount, currency)}
                </Button>
              ))}
            </Group>
          )}
          <LimitedInput
            label="Credit note number"
            required
            most={60}
            maw="24rem"
            autoComplete="off"
            value={creditNumber}
            error={isChecked && creditNumber.trim() === '' && 'Enter the number.'}
            onChange={({ currentTarget }) => setCreditNumber(currentTarget.value)}
          />
          <Group gap="xs">
            <Button type="submit" variant="default" loading={credit.isPending}>
              Mark as credited
            </Button>
            <RefuseButton found={found} />
          </Group>
        </Stack>
      </form>
    </Panel>
  )
}
