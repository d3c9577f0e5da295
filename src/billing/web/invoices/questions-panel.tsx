import { DrugName } from '#catalog/web/drug-name.tsx'
import { Day } from '#web/ui/day.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Status } from '#web/ui/status.tsx'
import { type InvoiceQuestion, questionReasons, type QuestionReason } from '../../invoices/question-shapes.ts'
import styles from './questions.module.css'
import { Group, NativeSelect, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { Confirm } from '#web/ui/confirm.tsx'
import { LimitedArea } from '#web/form/limited-text.tsx'
import type { InvoiceDetail } from '../../invoices/contract.ts'
import { useSubmitQuestion } from './hooks.ts'

/** The questions about the invoice and their answers. */
export function QuestionsPanel({ questions }: { questions: readonly InvoiceQuestion[] }) {
  if (questions.length === 0) return null
  return (
    <Panel title="Questions">
      <ul className={styles.questions}>
        {questions.map((question) => (
          <li key={question._id}>
            <Head question={question} />
            <p className={styles.words}>{question.words}</p>
            {question.settledAt && (
              <p className={styles.answer}>
                <strong>Answer</strong> {question.answer || 'Settled without a comment.'}
              </p>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function Head({ question: { reason, line, askedBy, askedAt, settledAt } }: { question: InvoiceQuestion }) {
  return (
    <Group component="p" gap="2px 10px" align="baseline">
      <Status tone={settledAt ? 'good' : 'notice'}>{settledAt ? 'Settled' : 'Open'}</Status>
      <strong>{questionReasons[reason]}</strong>
      {line && (
        <span>
          <DrugName name={line} />
        </span>
      )}
      <Text span c="dimmed" fz="sm">
        {askedBy}, <Day at={askedAt} />
      </Text>
    </Group>
  )
}

interface Props {
  invoice: InvoiceDetail
  isOpen: boolean
  close: () => void
}

const reasons = Object.entries(questionReasons).map(([value, label]) => ({ value, label }))

/** A question or dispute with a reason, about the whole invoice or one line. */
export function QuestionDialog({ invoice, isOpen, close }: Props) {
  const [reason, setReason] = useState<QuestionReason>('price')
  const [line, setLine] = useState('')
  const [words, setWords] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const ask = useSubmitQuestion(() => {
    setWords('')
    close()
  })
  const text = words.trim()
  const send = () => {
    setIsMissing(text === '')
    if (text === '') return
    const lineNo = line === '' ? null : Number(line)
    ask.mutate({ params: { id: invoice.invoiceID }, body: { reason, words: text, lineNo } })
  }
  return (
    <Confirm
      isOpen={isOpen}
      question={`Ask about invoice ${invoice.invoiceID}`}
      answer="Send"
      isPending={ask.isPending}
      confirm={send}
      close={close}
    >
      <Stack gap={14}>
        <NativeSelect
          label="Reason"
          data={reasons}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value as QuestionReason)} // the options are the reasons
        />
        {invoice.lines && (
          <NativeSelect
            label="About"
            data={[
              { value: '', label: 'The whole invoice' },
              ...invoice.lines.map(({ lineNo, name }) => ({ value: String(lineNo), label: name })),
            ]}
            value={line}
            onChange={(event) => setLine(event.currentTarget.value)}
          />
        )}
        <LimitedArea
          label="Your question"
          required
          autosize
          minRows={3}
          maxRows={10}
          most={1_000}
          value={words}
          error={isMissing && 'Enter your question.'}
          onChange={(event) => setWords(event.currentTarget.value)}
        />
      </Stack>
    </Confirm>
  )
}
