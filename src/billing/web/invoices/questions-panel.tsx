import { Day } from '#web/ui/day.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Status } from '#web/ui/status.tsx'
import { type InvoiceQuestion, questionReasons } from '../../invoices/question-shapes.ts'
import styles from './questions.module.css'

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
    <p className={styles.head}>
      <Status tone={settledAt ? 'good' : 'notice'}>{settledAt ? 'Settled' : 'Open'}</Status>
      <strong>{questionReasons[reason]}</strong>
      {line && <span>{line}</span>}
      <span className={styles.who}>
        {askedBy}, <Day at={askedAt} />
      </span>
    </p>
  )
}
