import { Group, Text } from '@mantine/core'
import { useState } from 'react'
import { InvoiceLink } from '#orders/web/invoice-link.tsx'
import { Confirm } from '#web/ui/confirm.tsx'
import { Day } from '#web/ui/day.tsx'
import { Fold } from '#web/ui/fold.tsx'
import { LimitedArea } from '#web/form/limited-text.tsx'
import { ActButton } from '#web/ui/act-button.tsx'
import { maxOpenQuestions, type OpenQuestion, questionReasons } from '../../invoices/question-shapes.ts'
import { QuestionLine } from './question-line.tsx'
import { useResolveQuestion } from './hooks.ts'
import { useOpenQuestions } from './use-open-questions.ts'
import styles from './questions.module.css'

/** Unsettled customer questions and disputes, folded beside the heading; renders nothing if there are none. */
export function OpenQuestions() {
  const { data: questions } = useOpenQuestions()
  const [settling, setSettling] = useState<OpenQuestion | null>(null)
  if (!questions || questions.length === 0) return null
  const count = questions.length < maxOpenQuestions ? String(questions.length) : `${maxOpenQuestions} or more`
  return (
    <>
      <Fold isSmall title={`Questions from customers (${count})`}>
        <ul className={styles.questions}>
          {questions.map((question) => (
            <li key={question._id} className={styles.row}>
              <div>
                <Group component="p" gap="2px 10px" align="baseline">
                  <strong>{question.customer || question.account}</strong>
                  <span>
                    Invoice <InvoiceLink id={question.invoiceID} />
                  </span>
                  <span>{questionReasons[question.reason]}</span>
                  <QuestionLine question={question} />
                  <Text span c="dimmed" fz="sm">
                    {question.askedBy}, <Day at={question.askedAt} />
                  </Text>
                </Group>
                <p className={styles.words}>{question.words}</p>
              </div>
              <ActButton size="xs" variant="default" onClick={() => setSettling(question)}>
                Settle
              </ActButton>
            </li>
          ))}
        </ul>
      </Fold>
      <ResolveDialog question={settling} close={() => setSettling(null)} />
    </>
  )
}

function ResolveDialog({ question, close }: { question: OpenQuestion | null; close: () => void }) {
  const [answer, setAnswer] = useState('')
  const settle = useResolveQuestion(() => {
    setAnswer('')
    close()
  })
  return (
    <Confirm
      isOpen={question !== null}
      question="Settle this question?"
      answer="Settle"
      isPending={settle.isPending}
      confirm={() => question && settle.mutate({ params: { id: question._id }, body: { answer } })}
      close={close}
    >
      <p>We email your answer to the person who asked. Correct the invoice itself in the ERP.</p>
      <LimitedArea
        label="Answer"
        autosize
        minRows={3}
        maxRows={10}
        most={1_000}
        value={answer}
        onChange={(event) => setAnswer(event.currentTarget.value)}
      />
    </Confirm>
  )
}
