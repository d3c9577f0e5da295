import { Button, NativeSelect, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { businessDay } from '#shared/business-day.ts'
import { readUnsigned } from '#shared/read-number.ts'
import { LineMarks } from '#catalog/web/line-marks.tsx'
import { marksOf } from '../return-words.ts'
import { DrugName } from '#catalog/web/drug-name.tsx'
import formStyles from '#web/form/form.module.css'
import { LimitedArea, LimitedInput } from '#web/form/limited-text.tsx'
import { portalSettings } from '#web/portal-settings.ts'
import { PiecesField } from '#web/ui/number-fields.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { checkRestock, isNotInHand } from '../check-return.ts'
import type { ReturnDetail, ReturnLine } from '../contract.ts'
import { type ReceivedCondition, receivedConditions } from '../return-shapes.ts'
import { useReceive } from './hooks.ts'
import styles from './returns.module.css'

interface Typed {
  quantity: string
  condition: ReceivedCondition | ''
  restock: string
  serials: string
  verifiedAgainst: string
}

const conditionChoices = [
  { value: '', label: 'Choose' },
  ...Object.entries(receivedConditions).map(([value, label]) => ({ value, label })),
]

const serialsIn = (typed: string): string[] => [...new Set(typed.split(/[\s,;]+/).filter(Boolean))]

/** Why nothing of the line may be restocked, or null; serials are checked when it is sent. */
const restockRefusal = (line: ReturnLine, condition: ReceivedCondition): string | null =>
  checkRestock(
    {
      ...line,
      customerCondition: line.condition,
      condition,
      restocked: 0,
      serials: [],
      verifiedAgainst: 'later',
    },
    businessDay(portalSettings.timeZone),
  )

/** Quantity, condition and restocked pieces of every line that comes back. */
export function ReceiptForm({ found: { _id: id, __v, items } }: { found: ReturnDetail }) {
  const lines = items.filter(({ reason }) => !isNotInHand(reason))
  const [typed, setTyped] = useState<Record<number, Typed>>(() =>
    Object.fromEntries(
      lines.map(({ lineNo, quantity }) => [
        lineNo,
        { quantity: String(quantity), condition: '', restock: '0', serials: '', verifiedAgainst: '' },
      ]),
    ),
  )
  const [isChecked, setIsChecked] = useState(false)
  const receive = useReceive()
  const send = () => {
    setIsChecked(true)
    const body = lines.flatMap((line) => {
      const { quantity, condition, restock, serials, verifiedAgainst } = typed[line.lineNo] ?? empty
      const [received, restocked] = [readUnsigned(quantity), readUnsigned(restock)]
      if (received === null || condition === '') return []
      const isAllowed = restockRefusal(line, condition) === null
      if (isAllowed && restocked === null) return []
      return [
        {
          lineNo: line.lineNo,
          quantity: received,
          condition,
          restock: isAllowed ? (restocked ?? 0) : 0,
          serials: serialsIn(serials),
          verifiedAgainst,
        },
      ]
    })
    if (body.length === lines.length) receive.mutate({ params: { id }, body: { __v, lines: body } })
  }
  return (
    <Panel title="Receive">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        <Stack gap="md">
          {lines.map((line) => (
            <LineFields
              key={line.lineNo}
              line={line}
              typed={typed[line.lineNo] ?? empty}
              isChecked={isChecked}
              change={(patch) =>
                setTyped((before) => ({ ...before, [line.lineNo]: { ...(before[line.lineNo] ?? empty), ...patch } }))
              }
            />
          ))}
          <div>
            <Button type="submit" loading={receive.isPending}>
              Record receipt
            </Button>
          </div>
        </Stack>
      </form>
    </Panel>
  )
}

const empty: Typed = { quantity: '', condition: '', restock: '0', serials: '', verifiedAgainst: '' }

interface LineProps {
  line: ReturnLine
  typed: Typed
  isChecked: boolean
  change: (patch: Partial<Typed>) => void
}

function LineFields({ line, typed, isChecked, change }: LineProps) {
  const { quantity, condition, restock, serials, verifiedAgainst } = typed
  const refusal = condition === '' ? null : restockRefusal(line, condition)
  const isRestocked = (readUnsigned(restock) ?? 0) > 0
  return (
    <fieldset className={styles.entry} aria-label={line.name}>
      <strong>
        <DrugName name={line.name} />
      </strong>{' '}
      <LineMarks line={marksOf(line)} />
      <div className={formStyles.fields}>
        <PiecesField
          label={`Received (of ${line.quantity})`}
          required
          typed={quantity}
          value={quantity}
          error={isChecked && readUnsigned(quantity) === null && 'Enter a quantity.'}
          onChange={({ currentTarget }) => change({ quantity: currentTarget.value })}
        />
        <NativeSelect
          label="Condition"
          required
          data={conditionChoices}
          value={condition}
          error={isChecked && condition === '' && 'Choose the condition.'}
          onChange={({ currentTarget }) => change({ condition: currentTarget.value as Typed['condition'] })} // the options are the conditions
        />
        {condition !== '' && refusal === null && (
          <PiecesField
            label="Restock"
            typed={restock}
            value={restock}
            error={isChecked && readUnsigned(restock) === null && 'Enter a quantity; 0 for none.'}
            onChange={({ currentTarget }) => change({ restock: currentTarget.value })}
          />
        )}
      </div>
      {refusal && <Text fz="md">{refusal}</Text>}
      {refusal === null && isRestocked && line.needsTrace !== false && (
        <>
          <LimitedArea
            label="Serial numbers"
            description="Of the restocked packages; each must be in our transaction data for this customer."
            required
            most={40_000}
            autosize
            minRows={2}
            value={serials}
            onChange={({ currentTarget }) => change({ serials: currentTarget.value })}
          />
          <LimitedInput
            label="Verified with the manufacturer"
            description="Where and when, such as the verification router and its reference."
            required
            most={200}
            value={verifiedAgainst}
            onChange={({ currentTarget }) => change({ verifiedAgainst: currentTarget.value })}
          />
        </>
      )}
    </fieldset>
  )
}
