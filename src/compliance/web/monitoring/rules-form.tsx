import { Button, Checkbox, Group, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { readAmount } from '#shared/read-number.ts'
import { FormActions } from '#web/form/form-actions.tsx'
import { LimitedInput } from '#web/form/limited-text.tsx'
import { useUnsaved } from '#web/form/use-unsaved.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { type Rule, ruleKinds, type RuleSet } from '../../monitoring/rule-shapes.ts'
import { useSaveDraft } from './hooks.ts'
import styles from './rules-form.module.css'
import { ruleKindWords, ruleLimitWords } from './rule-words.ts'

interface Typed {
  key: number
  kind: Rule['kind']
  mode: Rule['mode']
  family: string
  classId: string
  days: string
  limit: string
  minimum: string
  strength: string
  families: string
}

let lastKey = 0

const typedOf = (rule?: Rule): Typed => ({
  key: ++lastKey,
  kind: rule?.kind ?? 'past',
  mode: rule?.mode ?? 'hold',
  family: rule?.family ?? '',
  classId: rule?.classId ?? '',
  days: String(rule?.days ?? 30),
  limit: rule ? String(rule.limit) : '',
  minimum: rule ? String(rule.minimum) : '0',
  strength: rule?.strength ?? '',
  families: rule?.families.join(', ') ?? '',
})

const days = ({ days: typed }: Typed): Rule['days'] => (typed === '1' ? 1 : typed === '7' ? 7 : 30)

/** Null if a figure is missing or not a number. */
const ruleOf = (typed: Typed): Rule | null => {
  const limit = ruleLimitWords[typed.kind] === '' ? 0 : readAmount(typed.limit)
  const minimum = readAmount(typed.minimum || '0')
  if (limit === null || minimum === null) return null
  return {
    kind: typed.kind,
    mode: typed.mode,
    family: typed.kind === 'combination' ? '' : typed.family,
    classId: typed.classId || null,
    days: days(typed),
    limit,
    minimum,
    strength: typed.kind === 'strength' ? typed.strength : '',
    families:
      typed.kind === 'combination'
        ? typed.families
            .split(',')
            .map((family) => family.trim())
            .filter(Boolean)
        : [],
  }
}

interface Props {
  set: RuleSet
  classes: readonly { _id: string; name: string }[]
  families: readonly string[]
  close: () => void
}

/** Edits all rules of a draft. */
export function RulesForm({ set, classes, families, close }: Props) {
  const [typed, setTyped] = useState(() => set.rules.map((rule) => typedOf(rule)))
  const [holdsWholeOrder, setHoldsWholeOrder] = useState(set.holdsWholeOrder)
  const [isWrong, setIsWrong] = useState(false)
  const [isChanged, setIsChanged] = useState(false)
  const save = useSaveDraft()
  const unsaved = useUnsaved(() => isChanged)
  const change = (key: number, changes: Partial<Typed>) => {
    setIsChanged(true)
    setTyped((before) => before.map((each) => (each.key === key ? { ...each, ...changes } : each)))
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        const rules = typed.flatMap((each) => ruleOf(each) ?? [])
        setIsWrong(rules.length < typed.length)
        if (rules.length === typed.length)
          save.mutate(
            { params: { id: set._id }, body: { rules, holdsWholeOrder, __v: set.__v } },
            { onSuccess: () => unsaved.saved(close) },
          )
      }}
    >
      {unsaved.question}
      {typed.map((each, at) => (
        <RuleFields
          key={each.key}
          label={`Rule ${at + 1}`}
          typed={each}
          classes={classes}
          families={families}
          change={(changes) => change(each.key, changes)}
          remove={() => {
            setIsChanged(true)
            setTyped((before) => before.filter(({ key }) => key !== each.key))
          }}
        />
      ))}
      <Button
        size="xs"
        variant="default"
        mt="sm"
        onClick={() => {
          setIsChanged(true)
          setTyped((before) => [...before, typedOf()])
        }}
      >
        Add rule
      </Button>
      <Checkbox
        mt="md"
        label="Other lines of a flagged order wait, too"
        checked={holdsWholeOrder}
        onChange={({ currentTarget }) => {
          setIsChanged(true)
          setHoldsWholeOrder(currentTarget.checked)
        }}
      />
      {isWrong && <Callout tone="bad">Each rule needs numbers such as 2.5. Check the marked fields.</Callout>}
      <FormActions cancel={close}>
        <Button type="submit" loading={save.isPending}>
          Save draft
        </Button>
      </FormActions>
    </form>
  )
}

interface FieldsProps extends Pick<Props, 'classes' | 'families'> {
  label: string
  typed: Typed
  change: (changes: Partial<Typed>) => void
  remove: () => void
}

function RuleFields({ label, typed, classes, families, change, remove }: FieldsProps) {
  const { kind } = typed
  const text = (name: 'limit' | 'minimum' | 'strength' | 'families', title: string) => (
    <LimitedInput
      label={title}
      value={typed[name]}
      most={name === 'families' ? 800 : 80}
      autoComplete="off"
      error={(name === 'limit' || name === 'minimum') && readAmount(typed[name] || '0') === null && 'Enter a number.'}
      onChange={({ currentTarget }) => change({ [name]: currentTarget.value })}
    />
  )
  const knownFamilies = [...new Set([...families, typed.family])].filter(Boolean)
  return (
    <fieldset className={styles.rule}>
      <legend>{label}</legend>
      <div className={styles.fields}>
        <NativeSelect
          label="Kind"
          value={kind}
          data={ruleKinds.map((value) => ({ value, label: ruleKindWords[value] }))}
          onChange={({ currentTarget }) =>
            change({ kind: ruleKinds.find((each) => each === currentTarget.value) ?? kind })
          }
        />
        {kind === 'combination' ? (
          text('families', 'Families, separated by commas')
        ) : (
          <NativeSelect
            label="Family"
            value={typed.family}
            data={[{ value: '', label: 'Each' }, ...knownFamilies.map((value) => ({ value, label: value }))]}
            onChange={({ currentTarget }) => change({ family: currentTarget.value })}
          />
        )}
        {kind === 'strength' && text('strength', 'Strength')}
        {ruleLimitWords[kind] && text('limit', ruleLimitWords[kind])}
        {kind !== 'creep' && kind !== 'first' && (
          <NativeSelect
            label="Window"
            value={typed.days}
            data={[
              { value: '1', label: '1 day' },
              { value: '7', label: '7 days' },
              { value: '30', label: '30 days' },
            ]}
            onChange={({ currentTarget }) => change({ days: currentTarget.value })}
          />
        )}
        {kind !== 'combination' && kind !== 'window' && text('minimum', 'Never below (base units)')}
        <NativeSelect
          label="Class of trade"
          value={typed.classId}
          data={[{ value: '', label: 'All' }, ...classes.map(({ _id, name }) => ({ value: _id, label: name }))]}
          onChange={({ currentTarget }) => change({ classId: currentTarget.value })}
        />
        <NativeSelect
          label="Then"
          value={typed.mode}
          data={[
            { value: 'hold', label: 'Hold' },
            { value: 'log', label: 'Log only' },
          ]}
          onChange={({ currentTarget }) => change({ mode: currentTarget.value === 'log' ? 'log' : 'hold' })}
        />
      </div>
      <Group justify="flex-end" mt="xs">
        <Button size="compact-xs" variant="default" aria-label={`Remove ${label.toLowerCase()}`} onClick={remove}>
          Remove
        </Button>
      </Group>
    </fieldset>
  )
}
