import { DrugName } from '#catalog/web/drug-name.tsx'
import { asDollars } from '#shared/money.ts'
import type { OpenQuestion } from '../../invoices/question-shapes.ts'

/** The line in question, with its agreed and billed prices. */
export function QuestionLine({
  question,
}: {
  question: Pick<OpenQuestion, 'line' | 'billed' | 'agreed' | 'agreedBy'>
}) {
  const { line, billed, agreed, agreedBy } = question
  if (!line) return null
  const words = [
    billed !== null && `billed at ${asDollars(billed)}`,
    agreed !== null && `ordered at ${asDollars(agreed)}${agreedBy && ` (${agreedBy})`}`,
  ].filter(Boolean)
  return (
    <span>
      {' '}
      <DrugName name={line} />
      {words.length > 0 && `: ${words.join(', ')}`}
    </span>
  )
}
